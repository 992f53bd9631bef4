#!/usr/bin/env python3
"""Replays logs on a Spark cluster: each log is one task that runs `fingerpost replay --partial`, the driver merges.

    spark-submit replay_job.py --rules /shared/rules --output report.json logs/2026-11-*.log.gz -- --format combined --host example.page.link

What stands behind -- goes to replay as it is. Program, rules and logs have to be at the same path on every node. The
result is the same to the byte as that of one `fingerpost replay --json` of all logs.

A log that can't be replayed (a missing or damaged file, a lost node) makes its task fail; Spark tries again elsewhere, and
when its patience ends (spark.task.maxFailures) the job fails and names the log. With --keep-going such logs are named
at the end, exit code 1, and the result is that of the others. No log is left out in silence.
"""

import argparse
import os
import subprocess
import sys
import tempfile


def replay(program, rules, arguments, path):
    """The part of one log, as the line that `replay --partial` prints."""
    command = [program, "replay", path, "--rules", rules, "--workers", "1", "--partial", *arguments]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
    part = done.stdout
    if done.returncode != 0:
        raise RuntimeError(f"{path}: exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
    if not part.startswith(b'{"fingerpost_part":') or not part.endswith(b'"}\n'):
        raise RuntimeError(f"{path}: the part is not whole")
    return part.decode()


def task(program, rules, arguments, keep_going):
    """What runs on the nodes: a frame of paths in, a frame of parts out."""

    def run(frames):
        import pandas

        for frame in frames:
            rows = []
            for path in frame["path"]:
                try:
                    rows.append((path, replay(program, rules, arguments, path), None))
                except (RuntimeError, OSError) as fault:
                    if not keep_going:
                        raise
                    rows.append((path, None, str(fault)))
            yield pandas.DataFrame(rows, columns=["path", "part", "fault"])

    return run


def collect(spark, options, arguments, folder):
    """Writes the parts into a folder as they come; gives the logs that are in and the faults of the others."""
    paths = spark.sparkContext.parallelize([(path,) for path in options.logs], len(options.logs))
    frame = spark.createDataFrame(paths, "path string")
    parts = frame.mapInPandas(
        task(options.fingerpost, options.rules, arguments, options.keep_going), "path string, part string, fault string"
    )
    files, faults, seen = [], [], set()
    for row in parts.toLocalIterator():
        seen.add(row["path"])
        if row["fault"] is not None:
            faults.append(row["fault"])
            continue
        files.append(os.path.join(folder, f"{len(files)}.part"))
        with open(files[-1], "w", encoding="utf-8") as file:
            file.write(row["part"])
    faults += [f"{path}: no part came back" for path in options.logs if path not in seen]
    return files, faults


def merge(options, files):
    """Adds the parts up; merge names those that don't fit."""
    kind = ["--partial"] if options.partial else ["--json"]
    done = subprocess.run([options.fingerpost, "merge", *kind, *files], capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"merge failed: {done.stderr.decode(errors='replace').strip()}")
    if options.output == "-":
        sys.stdout.buffer.write(done.stdout)
    else:
        with open(options.output, "wb") as file:
            file.write(done.stdout)


def main():
    own, arguments = sys.argv[1:], []
    if "--" in own:
        place = own.index("--")
        own, arguments = own[:place], own[place + 1 :]
    parser = argparse.ArgumentParser(description="Replays logs on a Spark cluster.")
    parser.add_argument("logs", nargs="+", help="the logs, one task each")
    parser.add_argument("--fingerpost", default="fingerpost", help="the program, on every node")
    parser.add_argument("--rules", default="rules", help="the rules directory, on every node")
    parser.add_argument("--output", default="-", help="where the result goes")
    parser.add_argument("--partial", action="store_true", help="write a part instead of the report in JSON")
    parser.add_argument("--keep-going", action="store_true", help="name broken logs at the end instead of failing")
    options = parser.parse_args(own)

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("fingerpost replay").getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        files, faults = collect(spark, options, arguments, folder)
        if files:
            merge(options, files)
    spark.stop()
    for fault in faults:
        print(f"not in the result: {fault}", file=sys.stderr)
    sys.exit(1 if faults or not files else 0)


if __name__ == "__main__":
    main()
