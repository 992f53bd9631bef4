"""Holds the documents of Kubernetes manifests against the API's own schemas, in which nothing may stand that they don't name.

validate.py VERSIONS FILE…: VERSIONS are Kubernetes versions between commas. A line for each document; 1 where one is refused.
"""

import sys

import kubernetes_validate
import yaml


def main():
    versions, *files = sys.argv[1:]
    faults = 0
    for file in files:
        with open(file) as text:
            documents = list(yaml.safe_load_all(text))
        for document in documents:
            name = f"{document['kind']} {document['metadata']['name']}"
            for version in versions.split(","):
                try:
                    kubernetes_validate.validate(document, version, strict=True)
                    print("ok", version, name)
                except kubernetes_validate.ValidationError as error:
                    faults += 1
                    print("refused", version, name, "at", "/".join(map(str, error.path)) + ":", error.message)
    sys.exit(1 if faults else 0)


main()
