#!/bin/sh
# PyMuPDF 2.0 draws an <svg> inside an SVG at the corner of the one around it, whatever its x and y are. swissqrbill 4.4.1, which
# draws Swiss payment slips (QR-bills) as SVG, places each part so: texts, amounts and code end up on top of each other, and
# the code cannot be read. @resvg/resvg-js 2.6.2 draws the slip, and zxing-cpp 3.1.1 reads it there. The code alone, which
# swissqrbill draws as one picture, is read from both; so is a part that a transform moves.
# Guess: the slip as browsers show it; x and y of an inner <svg> are in SVG since 1.1, and PyMuPDF opens the file without a
# warning. (Kozea/CairoSVG#14 and svg-net/SVG#255 had the like, long closed.)
# It matters: a program turns slips into PDF for a club's dues and sees no error. Texts are there if one searches for
# them, and a test of the code alone passes; only the printed slip shows it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "pymupdf==2.0" "zxing-cpp==3.1.1" "pillow==12.0.0"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund swissqrbill@4.4.1 @resvg/resvg-js@2.6.2
cat > draw.mjs <<'DRAW'
import { Resvg } from "@resvg/resvg-js";
import { writeFileSync } from "fs";
import { SwissQRBill, SwissQRCode } from "swissqrbill/svg";

const creditor = { name: "Anna Huber", address: "Seeweg", zip: 6003, city: "Luzern", country: "CH", account: "CH9300762011623852957" };
const slip = { currency: "CHF", amount: 12.3, creditor };
const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">';
const square = '<rect width="20" height="20"/>';
const drawn = {
  slip: new SwissQRBill(slip).toString(),
  code: new SwissQRCode(slip).toString(),
  inner: `${head}<svg x="40" y="60">${square}</svg></svg>`,
  moved: `${head}<g transform="translate(40 60)">${square}</g></svg>`,
};
for (const [name, svg] of Object.entries(drawn)) {
  writeFileSync(`${name}.svg`, svg);
  const wide = { mode: "width", value: name === "slip" ? 2480 : 600 };
  writeFileSync(`${name}.png`, new Resvg(svg, { background: "white", fitTo: wide }).render().asPng());
}
DRAW
cat > read.py <<'READ'
from io import BytesIO

import pymupdf
from PIL import Image, ImageOps
from zxingcpp import read_barcodes

for name in ("slip", "code", "inner", "moved"):
    page = pymupdf.open(f"{name}.svg")[0]
    mupdf = Image.open(BytesIO(page.get_pixmap(dpi=300).tobytes("png"))).convert("L")
    for told, picture in (("PyMuPDF", mupdf), ("resvg", Image.open(f"{name}.png").convert("L"))):
        if name in ("slip", "code"):
            names = [found.text.split("\n")[5] for found in read_barcodes(picture)]
            print(f"{name}, {told}: reads", *names or ["nothing"])
        else:
            left, top, *_ = ImageOps.invert(picture).getbbox()
            print(f"{name}, {told}: square at {100 * left / picture.width:.0f}, {100 * top / picture.height:.0f}")
    if name == "slip":
        print("  texts that PyMuPDF finds at the left edge:", sum(x < 1 for x, *_ in page.get_text("words")))
READ
{
  node draw.mjs
  venv/bin/python read.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
slip, PyMuPDF: reads nothing
slip, resvg: reads Anna Huber
  texts that PyMuPDF finds at the left edge: 18
code, PyMuPDF: reads Anna Huber
code, resvg: reads Anna Huber
inner, PyMuPDF: square at 0, 0
inner, resvg: square at 40, 60
moved, PyMuPDF: square at 40, 60
moved, resvg: square at 40, 60
SEEN
diff expected seen
