"""Holds lines of JSON logs against their schema.

log_lines.py SCHEMA FILE...: says how many lines of each kind there are, as in `decision 3`; else what is wrong with the first line
that does not fit, or has a member that the schema does not know.
"""

import collections
import json
import sys

import jsonschema

schema_path, *files = sys.argv[1:]
with open(schema_path) as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
# Readers have to bear members that are added; whoever adds one has to describe it.
for name in ("decision", "shadow", "reload", "audit", "access"):
    schema["$defs"][name]["unevaluatedProperties"] = False
for side in ("live", "shadow"):
    schema["$defs"]["shadow"]["properties"][side]["unevaluatedProperties"] = False
validators = {
    name: jsonschema.Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{name}"}]}) for name in schema["$defs"]}
counts = collections.Counter()
for path in files:
    with open(path) as file:
        for line in file:
            value = json.loads(line)
            kind = value.get("type", "access")
            for fault in validators[kind].iter_errors(value):
                # The alternatives of one line are one: what is wrong is below.
                for cause in fault.context or [fault]:
                    print(f"{path}: {kind}: {cause.json_path}: {cause.message}")
                sys.exit(1)
            counts[kind] += 1
for kind in sorted(counts):
    print(kind, counts[kind])
