"""What ifctester says of the official cases of IDS, and of a model, beside what bimstream says.

usage: ids_check.py VERDICTS.tsv                      verdicts of .ci/verification/idscases, one case a line
       ids_check.py --speed BIMSTREAM FILE.ids FILE.ifc

ifctester knows no verdict but pass and fail, so that a document which bimstream calls invalid is not compared. Where
the two differ on a case its cause must be in CAUSES, which docs/ids.md explains one by one."""

import json
import os
import re
import subprocess
import sys
import time

import ifcopenshell
import ifctester.ids

NO_ABSOLUTE_TERM = "its tolerance has no absolute term, and a relative one that excludes the bound"
RANGES = "ranges with a tolerance, as in 2024"

# By the name of the case: why ifctester 0.9.0 says otherwise.
CAUSES = {
    r"^pass-comparison_tolerance_for_floating_point_(?!range).*": NO_ABSOLUTE_TERM,
    r"^pass-an_optional_attribute_passes_if_null$": "an optional attribute that is null fails",
    r"^fail-comparison_tolerance_for_floating_point_range_lower_than_zero_exclusive$": RANGES,
    r"^pass-comparison_tolerance_for_floating_point_range_greater_than_zero_inclusive$": RANGES,
    r"^pass-regex_patterns_work_in_OR_\d_3$": "several patterns must all match",
}


def ifctester_verdict(path):
    try:
        model = ifcopenshell.open(path[:-4] + ".ifc")
        document = ifctester.ids.open(path)
        document.validate(model)
    except Exception as error:  # what it cannot read is a verdict too
        return "error: %s" % type(error).__name__
    return "pass" if all(s.status for s in document.specifications) else "fail"


def cause(path):
    name = os.path.basename(path)[:-4]
    return next((text for pattern, text in CAUSES.items() if re.match(pattern, name)), None)


def cases(verdicts):
    alike, invalid, explained, unexplained = 0, 0, {}, 0
    for line in open(verdicts, encoding="utf-8"):
        ours, path = line.rstrip("\n").split("\t")
        if ours == "invalid":
            invalid += 1
            continue
        theirs = ifctester_verdict(path)
        if theirs == ours:
            alike += 1
        elif cause(path):
            explained.setdefault(cause(path), []).append(path)
        else:
            unexplained += 1
            print("%s, ifctester says %s: %s" % (ours, theirs, path))
    print(
        "# ifctester says the same of %d cases; %d are invalid, which it does not know; %d differ"
        % (alike, invalid, sum(map(len, explained.values())))
    )
    for text, paths in sorted(explained.items()):
        print("#   %d: %s" % (len(paths), text))
    return 1 if unexplained or not alike else 0


def speed(bimstream, document, model):
    before = time.process_time()
    file = ifcopenshell.open(model)
    specifications = ifctester.ids.open(document)
    specifications.validate(file)
    theirs = time.process_time() - before
    ours = float("inf")
    for _ in range(3):  # the least: what else runs on the machine makes the same work cost more
        times = os.times()
        out = subprocess.run(
            [bimstream, "check-ids", document, model, "--json", "--max", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ).stdout
        after = os.times()
        ours = min(ours, after.children_user + after.children_system - times.children_user - times.children_system)
    report = json.loads(out)
    wrong = 0
    for mine, other in zip(report["specifications"], specifications.specifications, strict=True):
        counts = (mine["status"] == "pass", mine["applicable"], mine["failed"])
        others = (bool(other.status), len(other.applicable_entities), len(other.failed_entities))
        if counts != others:
            wrong += 1
            print("%s: %s, ifctester says %s" % (mine["name"], counts, others))
    print(
        "# %d specifications on %s: %.2f s of processor time, ifctester %.2f s without its start: %.1f times as fast"
        % (len(report["specifications"]), os.path.basename(model), ours, theirs, theirs / ours)
    )
    return 1 if wrong or theirs < 10 * ours else 0


if __name__ == "__main__":
    sys.exit(speed(*sys.argv[2:]) if sys.argv[1] == "--speed" else cases(sys.argv[1]))
