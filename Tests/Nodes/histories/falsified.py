"""Histories that are right, and the same with one thing falsified: the checks have to find each."""

import copy
import json
import pathlib

from . import checks
from .record import Record

CASES = pathlib.Path(__file__).with_name("falsified.json")


def edited(value, path, new):
    """Replaces what a path such as "changes/0/version" leads to; `null` at the end of a list's path removes, "+" adds."""
    *parents, last = path.split("|")
    for part in parents:
        value = value[int(part) if isinstance(value, list) else part]
    if last == "+":
        value.append(new)
    elif new == "remove":
        del value[int(last) if isinstance(value, list) else last]
    else:
        value[int(last) if isinstance(value, list) else last] = new


def main():
    data = json.loads(CASES.read_text())
    failures = 0
    right = checks.violations(Record.of(copy.deepcopy(data["right"])))
    if right:
        failures += 1
        print(f"the right history is taken for wrong: {[str(each) for each in right]}")
    for case in data["cases"]:
        parts = copy.deepcopy(data["right"])
        for path, new in case["edits"].items():
            edited(parts, path, new)
        rules = {violation.rule for violation in checks.violations(Record.of(parts))}
        expected = {case["rule"]} if case["rule"] else set()
        if not expected <= rules or not expected and rules:
            failures += 1
            print(f"{case['name']}: expected {case['rule'] or 'nothing'}, found {sorted(rules)}")
    print(f"{len(data['cases'])} falsified histories, {failures} failures")
    return 1 if failures else 0
