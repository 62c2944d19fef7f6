"""Has openpyxl read the workbooks of an issue: types of cells, frozen header, totals as formulas over the rows above
them; and, for the house, the figures that are worked out by hand (after the edits of its script: P1 moved, D1 wider,
upper walls up to the roof, of which the length of the body alone is by hand).

usage: tables_check.py FOLDER [house]
"""

import pathlib
import re
import sys
import warnings

from openpyxl import load_workbook

WALLS = {"W1": 7.674, "W2": 5.604, "W3": 7.704, "W4": 5.928, "P1": 2.2596, "P2": 2.0328, "P3": 2.23104}
ROOMS = {"001": 41.736, "002": 41.736, "101": 34.336, "102": 24.1696, "103": 24.1696}
TAKE_OFF = {
    ("floor", "Concrete"): 47.25,
    ("roof", "Tile"): 35.7077,
    ("column", "Concrete"): 0.504,
    ("beam", "Concrete"): 0.216,
}


def fail(*words):
    sys.exit(" ".join(str(w) for w in words))


def rows(path):
    """Returns the rows above the totals as dictionaries by the header's words, after judging the sheet."""
    sheet = load_workbook(path).active
    if sheet.freeze_panes != "A2":
        fail(path, "has no frozen header but", sheet.freeze_panes)
    header = [c.value for c in sheet[1]]
    out = []
    for row in sheet.iter_rows(min_row=2):
        if row[0].value is None or str(row[0].value).startswith("Totals are"):
            break
        for cell in row:
            value = cell.value
            if isinstance(value, str) and cell.data_type == "f":
                range_ = re.fullmatch(r"=SUBTOTAL\(109,([A-Z]+)(\d+):\1(\d+)\)", value)
                if (
                    not range_
                    or range_[1] != cell.column_letter
                    or not 2 <= int(range_[2]) <= int(range_[3]) < cell.row
                ):
                    fail(path, cell.coordinate, "is no total of the rows above it:", value)
            elif (
                isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value) and header[cell.column - 1] != "Number"
            ):
                fail(path, cell.coordinate, "is a number as text:", value)
        if not str(row[0].value).startswith(("Total", "Subtotal")):
            out.append({h: c.value for h, c in zip(header, row)})
    if not out:
        fail(path, "has no rows")
    return out


def near(what, got, want):
    if got is None or abs(got - want) > 5e-5 * max(1, abs(want)):
        fail(what, "is", got, "and not", want)


def house(folder):
    walls = {r["Mark"]: r["Net volume [m³]"] for r in rows(folder / "wall-schedule.xlsx")}
    for mark, volume in WALLS.items():
        near(f"the net volume of {mark}", walls.get(mark), volume)
    rooms = {r["Number"]: r["Net floor area [m²]"] for r in rows(folder / "room-schedule.xlsx")}
    if set(rooms) != set(ROOMS):
        fail("rooms", sorted(rooms))
    for number, area in ROOMS.items():
        near(f"the area of room {number}", rooms[number], area)
    off = {(r["Category"], r["Material"]): r["Net volume [m³]"] for r in rows(folder / "take-off.xlsx")}
    for key, volume in TAKE_OFF.items():
        near(f"the take-off of {key}", off.get(key), volume)
    doors, windows = rows(folder / "door-schedule.xlsx"), rows(folder / "window-schedule.xlsx")
    if len(doors) != 5 or len(windows) != 13 or [d["Width [mm]"] for d in doors if d["Mark"] == "D1"] != [1300]:
        fail("doors or windows:", len(doors), len(windows))


def main():
    warnings.simplefilter("error")
    folder = pathlib.Path(sys.argv[1])
    books = sorted(folder.glob("*.xlsx"))
    for path in books:
        rows(path)
    if len(books) != 5:
        fail(len(books), "workbooks, not 5")
    if sys.argv[2:] == ["house"]:
        house(folder)
    print(f"# {len(books)} workbooks")


main()
