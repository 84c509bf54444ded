# SPDX-License-Identifier: Apache-2.0
"""python3 -m synth.campaign - large checks as lists of jobs. docs/develop/campaigns.md

    check KIND [run]    check the settings in the environment and, to run it, that there is a list
    list KIND           write build/campaign/KIND/jobs, a shell command a line
    resume KIND         write build/campaign/KIND/joblog, by which GNU Parallel skips finished jobs
    merge KIND          add up the results as build/campaign/KIND/report.json
    record KIND [NAME]  keep report, cost and results in synth/campaign/NAME.json, for docs/develop/campaigns.md
    job RESULT KEY SECONDS COMMAND ...      a line of the list

Exit status: 0 no finding, 1 a finding, 2 misuse, 3 an environment error: jobs without a result.
"""

import collections
import json
import pathlib
import signal
import statistics
import sys
import time

from synth.flow import results
from synth.flow.common import ROOT, Misuse, status

from . import jobs, kinds

RECORDS = ROOT / "synth/campaign"
SHOWN = {"least": min, "median": statistics.median, "most": max}


def resume(kind):
    where, found = jobs.folder(kind), jobs.collect(kind)
    if (given := kinds.settings_of(kind)) and found != jobs.wanted(kind):
        raise Misuse(f"{' '.join(given)}: {where}/jobs is another list; `make campaign-list` with these writes it")
    done = [(number, job) for number, job in enumerate(found, 1) if job.result()]
    print(f"{len(found)} jobs in {where}/jobs, {len(done)} done")
    log = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n"
    log += "".join(f"{number}\t:\t0\t0\t0\t0\t0\t0\t{job.line()}" for number, job in done)
    results.replace(ROOT / where / "joblog", log)


def added(verdicts):
    """The lines of the report."""
    lines = {}
    for verdict in verdicts:
        adds, spread = lines.setdefault(tuple(verdict["of"].items()), (collections.Counter(), {}))
        adds.update({"jobs": 1, **verdict["adds"]})
        for name, value in verdict.get("spread", {}).items():
            spread.setdefault(name, []).append(value)
    return [
        {
            **dict(of),
            **adds,
            **{f"{way} {name}": round(SHOWN[way](spread[name]), 6) for name in spread for way in SHOWN},
        }
        for of, (adds, spread) in lines.items()
    ]


def merge(kind):
    """The report and the cost. A job has one result, which counts if it is whole and of the job's key."""
    where, found = jobs.folder(kind), [(job, job.result()) for job in jobs.collect(kind)]
    there = {job.path.stem: result for job, result in found if result}
    lines = added(result["answer"] for result in there.values())
    findings = {name: result["answer"]["finding"] for name, result in there.items() if result["answer"]["finding"]}
    tools = dict(sorted(pair for result in there.values() for pair in result["tools"].items()))
    report = {"kind": kind, "tools": tools, "jobs": len(found), "lines": lines, "findings": findings}
    report["without a result"] = [job.path.stem for job, result in found if not result]
    results.store(ROOT / where / "report.json", report)
    cost = {"date": time.strftime("%Y-%m-%d"), "machines": collections.Counter(r["machine"] for r in there.values())}
    for name in ("seconds", "cpu_seconds"):
        cost[name] = round(sum(result[name] for result in there.values()), 1)
    results.store(ROOT / where / "cost.json", cost)
    for line in lines:
        print("  ".join(f"{name} {value}" for name, value in line.items()))
    for name, text in findings.items():
        print(f"FINDING {name}: {text.strip()}")
    for number, (job, result) in enumerate(found, 1):
        if not result:
            err = jobs.log(number, job, ".err")
            printed = err.read_text(errors="replace").strip().split("\n") if err.exists() else ["not run"]
            last = ([line for line in printed if line.startswith("openshfl: ")] or printed)[-1]
            print(f"no result: {job.path.stem}: {last or 'it was killed, or its host lost'}")
    print(f"{len(there)} of {len(found)} jobs, {cost['seconds'] / 3600:.2f} machine hours; {where}/report.json")
    return 1 if findings else 3 if len(there) < len(found) else 0


def record(kind, name):
    where, there = ROOT / jobs.folder(kind), [job.result() for job in jobs.collect(kind)]
    made = {part: json.loads((where / f"{part}.json").read_text(encoding="utf-8")) for part in ("report", "cost")}
    made["sources"] = jobs.texts(kind)
    results.store(RECORDS / f"{name}.json", made | {"results": [one for one in there if one]}, None)


def run(words):
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    match words:
        case ["check", kind] | ["check", kind, "run"]:
            jobs.check(kind, to_run=len(words) == 3)
        case ["list", kind]:
            print(f"{jobs.write(kind)} jobs in {jobs.folder(kind)}/jobs")
        case ["resume", kind]:
            resume(kind)
        case ["merge", kind]:
            return merge(kind)
        case ["record", kind, *name] if len(name) < 2:
            record(kind, *(name or [kind]))
        case ["job", path, key, seconds, _, *_]:
            print(json.dumps(jobs.run(jobs.Job(pathlib.Path(path), key, seconds, tuple(words[4:])))))
        case _:
            raise Misuse(f"campaign {' '.join(words)}: expected check, list, resume, merge or record KIND, or job ...")
    return 0


def main(words):
    return status(run, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
