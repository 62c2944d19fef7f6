"""What other programs say of issued drawings: qpdf and poppler of the set, ezdxf of each DXF, librsvg of each SVG.

Usage: drawings_check.py FOLDER, as `bimstream issue` wrote it.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import ezdxf
from PIL import Image, ImageChops, ImageStat

# Two painters differ along every edge; a line that is missing differs in a whole block of the picture.
MEAN_DIFFERENCE = 4.0
BLOCK_DIFFERENCE = 120.0
BLOCK = 24

folder = pathlib.Path(sys.argv[1])
faults = []

# librsvg finds the drawings' own fonts here, so that the pictures can be compared with their text.
fonts = folder / "data" / "fonts"
fonts.mkdir(parents=True, exist_ok=True)
for font in (pathlib.Path(__file__).parents[2] / "projections/drawings/paper/font").glob("*.ttf"):
    shutil.copy(font, fonts)


def call(*command):
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"XDG_DATA_HOME": str(folder / "data")})


def check_pdf(path):
    if shutil.which("qpdf"):
        answer = call("qpdf", "--check", str(path))
        if answer.returncode:
            faults.append(f"{path.name}: qpdf: {answer.stdout}{answer.stderr}")
    else:
        print("# qpdf is not installed")
    if not shutil.which("pdffonts"):
        print("# poppler is not installed")
        return
    embedded = call("pdffonts", str(path)).stdout.splitlines()[2:]
    if not embedded or any(line.split()[-5] != "yes" for line in embedded):
        faults.append(f"{path.name}: fonts are not embedded: {embedded}")
    text = call("pdftotext", "-layout", str(path), "-").stdout
    if "General arrangement" not in text:
        faults.append(f"{path.name}: the title block cannot be read as text")
    picture = folder / "page"
    if call("pdftoppm", "-r", "40", "-png", str(path), str(picture)).returncode:
        faults.append(f"{path.name}: poppler does not render it")
    for page in folder.glob("page-*.png"):
        if ImageStat.Stat(Image.open(page).convert("L")).extrema[0][0] > 60:
            faults.append(f"{path.name}: {page.name} is blank")
        page.unlink()


def check_dxf(path):
    document = ezdxf.readfile(path)
    audit = document.audit()
    if audit.errors or audit.fixes:
        faults.append(f"{path.name}: ezdxf: {[e.message for e in audit.errors + audit.fixes][:5]}")
    names = {layer.dxf.name for layer in document.layers}
    unknown = {e.dxf.layer for e in document.modelspace()} - names
    if unknown:
        faults.append(f"{path.name}: layers without a record: {unknown}")
    if not any(e.dxftype() == "TEXT" for e in document.modelspace()):
        faults.append(f"{path.name}: no text")


def check_svg(path):
    if not shutil.which("rsvg-convert"):
        return False
    ours = Image.open(path.with_suffix(".png")).convert("L")
    other = folder / "other.png"
    answer = call("rsvg-convert", "-w", str(ours.width), "-h", str(ours.height), "-o", str(other), str(path))
    if answer.returncode:
        faults.append(f"{path.name}: librsvg: {answer.stderr}")
        return True
    theirs = Image.open(other).convert("L")
    small = (ours.width // BLOCK, ours.height // BLOCK)
    difference = ImageChops.difference(ours.resize(small, Image.BOX), theirs.resize(small, Image.BOX))
    stat = ImageStat.Stat(difference)
    if stat.mean[0] > MEAN_DIFFERENCE or stat.extrema[0][1] > BLOCK_DIFFERENCE:
        faults.append(f"{path.name}: librsvg's picture differs by {stat.mean[0]:.2f} in the mean, {stat.extrema[0][1]} at most")
    other.unlink()
    return True


check_pdf(folder / "set.pdf")
sheets = sorted(folder.glob("*.dxf"))
for sheet in sheets:
    check_dxf(sheet)
compared = sum(check_svg(path) for path in sorted(folder.glob("*.svg")))
print(f"# {len(sheets)} sheets, {compared} compared with librsvg")
if not sheets:
    faults.append("no sheets")
print("\n".join(faults))
sys.exit(1 if faults else 0)
