"""QR codes as others read them: from the SVG of a page or the lines of a terminal, by two independent readers."""

import re
import shutil
import subprocess

import zxingcpp

SCALE = 6  # pixels for each module
ZBAR = shutil.which("zbarimg")
CODE = re.compile(r'<svg viewBox="0 0 \d+ \d+" class="qr">.*?</svg>(?:</svg>)?', re.DOTALL)
CROSS = re.compile(r'<svg x="([0-9.]+)" y="\1" width="([0-9.]+)" height="\2"')


def codes_in(page):
    """The codes of a page as grids of pixels, dark ones True."""
    return [rasterise(code) for code in CODE.findall(page)]


def rasterise(svg):
    size = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    modules = [[False] * size for _ in range(size)]
    x = y = 0
    for letter, first, second in re.findall(r"([Mmh])(-?[0-9.]+)(?: (-?[0-9.]+))?", re.search(r' d="([^"]+)"', svg)[1]):
        if letter == "h":
            modules[y][x : x + int(first)] = [True] * int(first)
            x += int(first)
        else:
            x, y = (0, 0) if letter == "M" else (x, y)
            x, y = x + int(first), y + int(float(second))
    grid = scaled(modules)
    if found := CROSS.search(svg):
        start, side = (float(number) * SCALE for number in found.groups())
        for row in range(round(start), round(start + side)):
            for column in range(round(start), round(start + side)):
                grid[row][column] = is_black_in_cross((column - start) * 32 / side, (row - start) * 32 / side)
    return grid


def is_black_in_cross(x, y):
    """Whether a point of the Swiss cross is black: a white border, a black square, and in it the white cross."""
    if not (2 <= x < 30 and 2 <= y < 30):
        return False
    return not ((13 <= x < 19 and 6 <= y < 26) or (6 <= x < 26 and 13 <= y < 19))


def of_terminal(lines):
    """The code that a terminal shows, dark on light as a phone sees it: what is printed is light."""
    upper = {" ": (True, True), "▀": (False, True), "▄": (True, False), "█": (False, False)}
    rows = []
    for line in lines:
        rows += [[upper[sign][half] for sign in line] for half in (0, 1)]
    return scaled(rows[: len(lines[0])])


def scaled(modules):
    return [[dark for dark in row for _ in range(SCALE)] for row in modules for _ in range(SCALE)]


def read_by_zxing(grid):
    """What zxing-cpp reads, which Android apps use in another form."""
    pixels = bytes(0 if dark else 255 for row in grid for dark in row)
    (found,) = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (len(grid), len(grid[0]))))
    return found.text


def read_by_zbar(grid):
    """What zbar reads."""
    picture = b"P5 %d %d 255\n" % (len(grid[0]), len(grid)) + bytes(0 if dark else 255 for row in grid for dark in row)
    done = subprocess.run([ZBAR, "--quiet", "--raw", "--nodbus", "-"], input=picture, capture_output=True, check=True)
    return done.stdout.decode().removesuffix("\n")
