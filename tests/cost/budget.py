"""What scorekeeper may cost, and how much of that it does."""

from pathlib import Path

from tests.cost.measure import PAGES, booking_factor, first_visit, page_costs, start_time

LONG, SHORT = 20_000, 100
Row = tuple[str, str, str, float]


def judge(folder: Path, number: int = 400, rounds: int = 3, long: int = LONG) -> list[Row]:
    """Measure everything and return name, measured value, budget and the part of it that is used, a row each."""
    return [
        *_judge_booking(folder, number, rounds),
        *_judge_pages(folder, number, rounds, long),
        *_judge_visit(folder),
        _judge_start(folder, rounds),
    ]


def _judge_booking(folder: Path, number: int, rounds: int) -> list[Row]:
    ours, bare = booking_factor(folder, number, rounds)
    name = f"one booking ({ours:.2f} ms) beside a bare insert ({bare:.2f} ms)"
    return [(name, f"{ours / bare:.2f}×", "4×", ours / bare / 4)]


def _judge_pages(folder: Path, number: int, rounds: int, long: int) -> list[Row]:
    costs, memory = page_costs(folder, [SHORT, long], number // 2, rounds)
    rows = []
    for page, title in PAGES.items():
        short, large = costs[page, SHORT], costs[page, long]
        name = f"{title} of {long} deals ({large:.2f} ms) beside {SHORT} ({short:.2f} ms)"
        rows.append((name, f"{large / short:.2f}×", "1.2×", large / short / 1.2))
    return [*rows, ("memory after that", f"{memory:.0f} MB", "70 MB", memory / 70)]


def _judge_visit(folder: Path) -> list[Row]:
    requests, size = first_visit(folder)
    return [
        ("requests of a first visit", str(requests), "5", requests / 5),
        ("size of a first visit", f"{size / 1000:.1f} kB", "40 kB", size / 40_000),
    ]


def _judge_start(folder: Path, rounds: int) -> Row:
    seconds = min(start_time(folder) for _ in range(rounds))
    return "from start to the first page", f"{seconds:.2f} s", "0.4 s", seconds / 0.4
