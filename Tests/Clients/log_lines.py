"""Validates lines of JSON logs against their schema.

log_lines.py SCHEMA FILE...: prints the number of lines of each kind, for example `decision 3`, or the fault of the first line that
does not match the schema or has a member that the schema does not define.
"""

import collections
import json
import sys

import jsonschema

schema_path, *files = sys.argv[1:]
with open(schema_path) as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
# Readers must tolerate additional members, but every member must be defined in the schema.
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
                # There is only one alternative, so the actual errors are those below it.
                for cause in fault.context or [fault]:
                    print(f"{path}: {kind}: {cause.json_path}: {cause.message}")
                sys.exit(1)
            counts[kind] += 1
for kind in sorted(counts):
    print(kind, counts[kind])
