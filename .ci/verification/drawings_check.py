"""What other programs say of issued drawings: qpdf and poppler of the set, ezdxf of each DXF, librsvg and resvg of each
SVG.

Usage: drawings_check.py FOLDER, as `bimstream issue` wrote it.
"""

import io
import os
import pathlib
import shutil
import subprocess
import sys

import ezdxf
import resvg_py
from PIL import Image, ImageChops, ImageStat

# Of 255. Two painters differ along every edge; a line of 0.35 mm that is missing in a block of 24 pixels, each of 1/150
# inch, is a twelfth of it, a text or an area much more.
MEAN_DIFFERENCE = 1.0
BLOCK_DIFFERENCE = 30.0
BLOCK = 24

folder = pathlib.Path(sys.argv[1])
faults = []

# librsvg finds the drawings' own fonts here, so that the pictures can be compared with their text.
fonts = folder / "data" / "fonts"
fonts.mkdir(parents=True, exist_ok=True)
for font in (pathlib.Path(__file__).parents[2] / "projections/drawings/paper/font").glob("*.ttf"):
    shutil.copy(font, fonts)


def call(*command):
    return subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"XDG_DATA_HOME": str(folder / "data")}
    )


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


def librsvg(path, size):
    """Returns librsvg's picture of a drawing, None where it is not installed."""
    if not shutil.which("rsvg-convert"):
        return None
    other = folder / "other.png"
    answer = call("rsvg-convert", "-w", str(size[0]), "-h", str(size[1]), "-o", str(other), str(path))
    if answer.returncode:
        faults.append(f"{path.name}: librsvg: {answer.stderr}")
        return None
    picture = Image.open(other).convert("L")
    other.unlink()
    return picture


def resvg(path, size):
    """Returns resvg's picture of a drawing: a renderer that shares nothing with librsvg.

    It leaves what is bare clear.
    """
    data = resvg_py.svg_to_bytes(
        svg_path=str(path), dpi=96, width=size[0], height=size[1], font_dirs=[str(fonts)], skip_system_fonts=True
    )
    picture = Image.open(io.BytesIO(bytes(data))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("L")


worst = {}


def check_svg(path):
    ours = Image.open(path.with_suffix(".png")).convert("L")
    for renderer in [librsvg, resvg]:
        theirs = renderer(path, ours.size)
        if theirs is None:
            continue
        if (
            max(abs(a - b) for a, b in zip(theirs.size, ours.size)) > 2
        ):  # resvg keeps the proportion of the paper in pixels of 1/96 inch
            faults.append(f"{path.name}: {renderer.__name__} makes {theirs.size} of {ours.size}")
            continue
        theirs = theirs.resize(ours.size, Image.BICUBIC) if theirs.size != ours.size else theirs
        small = (ours.width // BLOCK, ours.height // BLOCK)
        difference = ImageChops.difference(ours.resize(small, Image.BOX), theirs.resize(small, Image.BOX))
        stat = ImageStat.Stat(difference)
        mean, most = stat.mean[0], stat.extrema[0][1]
        n, m, x = worst.get(renderer.__name__, (0, 0, 0))
        worst[renderer.__name__] = n + 1, max(m, mean), max(x, most)
        if mean > MEAN_DIFFERENCE or most > BLOCK_DIFFERENCE:
            faults.append(
                f"{path.name}: the picture of {renderer.__name__} differs by {mean:.2f} in the mean, {most} at most"
            )


check_pdf(folder / "set.pdf")
sheets = sorted(folder.glob("*.dxf"))
for sheet in sheets:
    check_dxf(sheet)
for path in sorted(folder.glob("*.svg")):
    check_svg(path)
print(f"# {len(sheets)} sheets")
for name, (n, mean, most) in worst.items():
    print(
        f"# {n} pictures of {name}: of 255 they differ from ours by {mean:.2f} in the mean of a sheet and {most} in "
        f"a block of {BLOCK} pixels at most"
    )
if not sheets:
    faults.append("no sheets")
print("\n".join(faults))
sys.exit(1 if faults else 0)
