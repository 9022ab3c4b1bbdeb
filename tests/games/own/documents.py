"""Documents of games, each of one kind, and random ones with random answers for their deals."""

from typing import Any

from hypothesis import strategies as st

WIZARD = {
    "name": "Wizard",
    "kind": "points",
    "low": 0,
    "high": 20,
    "bid": {"exact": 20, "each": 10, "miss": -10, "total": "deal"},
    "end": {"deals": 10},
}
HEARTS = {"name": "Hearts", "kind": "points", "players": [4], "low": 0, "better": "less", "sum": 26}
SCHNAPSEN = {
    "name": "Schnapsen",
    "kind": "winner",
    "players": [2],
    "pays": "nobody",
    "values": [{"value": 1}, {"value": 2, "name": "Schneider"}, {"value": 3, "name": "Schwarz"}],
    "end": {"target": 7},
    "money": {"pays": "winner", "value": 1, "schneider": 2},
}
SKAT = {
    "name": "Skat",
    "kind": "contract",
    "players": [3],
    "writes": "declarer",
    "lost": 2,
    "overbid": True,
    "passed": {"en": "Passed in", "de": "Eingepasst"},
    "contracts": [
        {"key": "diamonds", "name": {"en": "Diamonds", "de": "Karo"}, "value": 9},
        {"key": "grand", "name": "Grand", "value": 24},
        {"key": "null", "name": "Null", "value": 23, "fixed": True, "count": False},
    ],
    "steps": [
        {"key": "matadors", "name": "Spitzen", "level": 1, "number": [1, 11], "call": True, "except": ["null"]},
        {"key": "hand", "name": "Hand", "level": 1, "mark": "H", "except": ["null"]},
        {"key": "schneider", "name": "Schneider", "level": 1, "at": 90},
    ],
    "count": {"total": 120, "needed": 61},
}
DOPPELKOPF = {
    "name": "Doppelkopf",
    "kind": "contract",
    "players": [4],
    "contracts": [
        {"key": "normal", "name": "Normalspiel", "value": 1, "partner": True},
        {"key": "solo", "name": "Solo", "value": 1},
    ],
    "steps": [
        {"key": "re", "name": "Re", "times": 2, "call": True},
        {"key": "no90", "name": "Keine 90", "add": 1, "at": 151},
        {"key": "said90", "name": "Keine 90 angesagt", "add": 1, "reaches": 151},
        {"key": "old", "name": "Gegen die Alten", "add": 1, "winner": "others", "solo": False},
        {"key": "fox", "name": "Fuchs", "add": 1, "by": "player", "solo": False},
        {"key": "bock", "name": "Bock", "times": 2, "deals": 4},
    ],
    "count": {"total": 240, "needed": 121},
}
ALL = {"wizard": WIZARD, "hearts": HEARTS, "schnapsen": SCHNAPSEN, "skat": SKAT, "doppelkopf": DOPPELKOPF}
NAMES = ("Anna", "Bernd", "Clara", "Dora", "Emil", "Franz", "Gerda", "Hans")

small = st.integers(-30, 30)
texts = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)


_NO_FLAG = {"number", "at", "reaches", "by"}


@st.composite
def steps(draw: st.DrawFn, kind: str, counted: bool) -> list[dict[str, Any]]:
    """Steps that fit a kind of sheet."""
    found = []
    for _ in range(draw(st.integers(0, 4))):
        step: dict[str, Any] = {"name": draw(texts)}
        way = draw(st.sampled_from(["times"] if kind == "points" else ["times", "add", "level"]))
        step[way] = draw(st.integers(2, 4))
        if draw(st.booleans()):
            step["number"] = [0, draw(st.integers(1, 5))]
        elif kind == "contract" and counted and draw(st.booleans()):
            step[draw(st.sampled_from(["at", "reaches"]))] = draw(st.integers(0, 120))
            announced = [f"s{place}" for place, one in enumerate(found, 1) if "reaches" in one]
            if "at" in step and announced and draw(st.booleans()):
                step["against"] = draw(st.sampled_from(announced))
        elif kind == "contract" and way == "add" and draw(st.booleans()):
            step["by"] = "player"
        elif draw(st.booleans()):
            step["deals"] = draw(st.integers(1, 4))
        plain = [f"s{place}" for place, one in enumerate(found, 1) if not one.keys() & {"times", *_NO_FLAG}]
        if plain and not step.keys() & _NO_FLAG and draw(st.booleans()):
            step["implies"] = draw(st.sampled_from(plain))
        found.append(step)
    return found


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A document of any kind that can be read."""
    kind = draw(st.sampled_from(["points", "winner", "contract"]))
    document: dict[str, Any] = {"name": draw(texts), "kind": kind, "better": draw(st.sampled_from(["more", "less"]))}
    if draw(st.booleans()):
        document |= {"players": [4], "sides": draw(st.sampled_from(["fixed", "deal"])) if kind == "winner" else "fixed"}
    if kind == "points":
        document |= draw(_points)
    elif kind == "winner":
        document |= {"pays": draw(st.sampled_from(["each", "one", "one_once", "nobody"]))}
        values = st.fixed_dictionaries({"name": texts, "value": st.integers(1, 50)})
        document["values"] = draw(st.lists(values, min_size=1, max_size=3))
    else:
        document |= draw(_contracts())
    if draw(st.booleans()):
        document["end"] = draw(st.sampled_from([{"deals": 3}, {"target": 20}, {"target": -20}]))
        document["money"] = {"pays": draw(st.sampled_from(["difference", "winner", "last"])), "value": 3}
    if draw(st.integers(0, 3)) == 0:
        document["money"] = {**document.get("money", {}), "kitty": True}
    if kind == "contract" and draw(st.integers(0, 3)) == 0:
        document = with_pot(document, draw(st.sampled_from(["all", "value"])))
    document["steps"] = draw(steps(kind, "count" in document))
    return document


_points = st.one_of(
    st.just({"low": -50, "high": 50, "sum": 0}),
    st.just({"low": 0, "high": 26, "sum": [26, 78]}),
    st.just({"low": 0, "high": 30, "each": -2}),
    st.just({"low": 0, "high": 13, "bid": {"exact": 5, "each": 1, "miss": -1, "made": 1}}),
    st.just({"low": 0, "high": 9, "deals": [{"name": "eins", "sum": 13, "each": -4}, {"name": "zwei", "low": -9}]}),
)


@st.composite
def _contracts(draw: st.DrawFn) -> dict[str, Any]:
    document: dict[str, Any] = {
        "writes": draw(st.sampled_from(["pays", "declarer", "winners", "losers"])),
        "lost": draw(st.integers(1, 3)),
        "levels": draw(st.integers(0, 2)),
    }
    if draw(st.booleans()):
        document["count"] = {"total": 120} | ({"nobody": True} if draw(st.booleans()) else {})
    if draw(st.booleans()):
        document["passed"] = draw(texts)
    if draw(st.booleans()):
        document["overbid"] = True
    if draw(st.booleans()):
        document["bonus"] = {"won": draw(small), "lost": draw(small), "others_lost": {"3": draw(small)}, "dealer": True}
    document["contracts"] = [
        {
            "name": draw(texts),
            "value": draw(st.integers(0, 60)),
            "partner": draw(st.booleans()),
            "result": draw(st.sampled_from(["ask", "ask", "won", "lost"])),
            "fixed": draw(st.booleans()),
        }
        for _ in range(draw(st.integers(1, 4)))
    ]
    return document


def with_pot(document: dict[str, Any], takes: str) -> dict[str, Any]:
    """The document of contracts with a pot, which each plays for alone."""
    contracts = [{**contract, "partner": False} for contract in document["contracts"]]
    kept = {
        key: value
        for key, value in document.items()
        if key not in ("writes", "overbid", "bonus", "end", "money", "sides")
    }
    if "count" in kept:
        kept["count"] = {"total": kept["count"]["total"]}
    return kept | {"contracts": contracts, "pot": {"stake": 10, "takes": takes}}
