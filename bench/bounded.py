"""Bounded search beside NuSMV's BMC, and files of others: `python bench/bounded.py [FILE]...`.

Without files: an invariant that fails after 30 steps in a model of 10^20 states, by both. With
files, such as `.aig`: each is checked by bounded search for up to `--seconds`; what a file's
properties are said to be can be given as FILE=holds or FILE=fails, and then it must agree.
Seconds are CPU seconds of whole processes. A peer that is not there is "not installed".
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

from peers.process import Run, run

HERE = Path(__file__).parent

DIGITS, STEPS = 20, 30


def smv() -> str:
    """The model of `programs/deep_digits.py` for NuSMV; a step is chosen by an input variable."""
    lines = ["MODULE main", f"IVAR act : 0..{2 * DIGITS - 2};", "VAR"]
    lines += [f"  x{i} : 0..9;" for i in range(DIGITS)]
    lines.append("ASSIGN")
    for i in range(DIGITS):
        lines += [f"  init(x{i}) := 0;", f"  next(x{i}) := case"]
        lines.append(f"    act = {i} & x{i} < 9 : x{i} + 1;")
        if i < DIGITS - 1:
            carries = f"act = {DIGITS + i} & x{i} >= 5 & x{i + 1} < 9"
            lines.append(f"    {carries} : x{i} - 5;")
        if i > 0:
            carried = f"act = {DIGITS + i - 1} & x{i - 1} >= 5 & x{i} < 9"
            lines.append(f"    {carried} : x{i} + 1;")
        lines.append(f"    TRUE : x{i}; esac;")
    lines.append("LTLSPEC G !(x0 = 9 & x5 = 9 & x10 = 9 & x15 = 3);")
    return "\n".join(lines) + "\n"


def ours(target: str, seconds: float) -> tuple[Run, dict[str, object]]:
    """One check of all requirements of a target, as a whole process."""
    command = [sys.executable, "-m", "counterpoint", "check", target, "--engine", "bounded"]
    ran = run([*command, "--json", "--limit-time", f"{seconds}s"], may_fail=True)
    text = ran.output[ran.output.index("{") :] if "{" in ran.output else "{}"
    found: dict[str, object] = json.loads(text)
    return ran, found


def by_nusmv(seconds: float) -> str:
    """The CPU seconds of NuSMV's incremental BMC, up to a limit."""
    if shutil.which("NuSMV") is None:
        return "not installed"
    with tempfile.TemporaryDirectory() as folder:
        model, script = Path(folder, "deep.smv"), Path(folder, "commands")
        model.write_text(smv(), encoding="utf-8")
        script.write_text(f"go_bmc\ncheck_ltlspec_bmc_inc -k {STEPS}\nquit\n", encoding="utf-8")
        limit = ["timeout", str(seconds)]
        ran = run([*limit, "NuSMV", "-source", str(script), str(model)], may_fail=True)
    if "is false" not in ran.output:
        return f"more than {ran.cpu:.1f} s"
    return f"{ran.cpu:.2f} s"


def deep(seconds: float) -> None:
    """Print the row of the model of 10^20 states."""
    ran, found = ours(str(HERE / "programs" / "deep_digits.py"), seconds)
    if found.get("answer") != "fails" or found.get("depth") != STEPS:
        raise SystemExit(f"a run of {STEPS} steps was expected:\n{ran.output}")
    print("| what | ours, CPU s | NuSMV, CPU s |\n| --- | --- | --- |")
    what = f"an invariant fails after {STEPS} steps, 10^{DIGITS} states"
    print(f"| {what} | {ran.cpu:.2f} | {by_nusmv(seconds)} |")


def collection(files: list[str], seconds: float) -> None:
    """Print a row for each file, and how many were decided."""
    print("| file | answer | CPU s | depth |\n| --- | --- | --- | --- |")
    decided = 0
    for given in files:
        file, _, expected = given.partition("=")
        ran, found = ours(file, seconds)
        answer = str(found.get("answer"))
        if expected and answer not in (expected, "unknown"):
            raise SystemExit(f"{file} is said to be {answer}, and {expected} was expected")
        decided += answer in ("holds", "fails")
        print(
            f"| {Path(file).name} | {answer} | {ran.cpu:.2f} | {found.get('depth')} |", flush=True
        )
    print(f"\n{decided} of {len(files)} decided within {seconds:g} s each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    if asked.files:
        collection(asked.files, asked.seconds)
    else:
        deep(asked.seconds)


if __name__ == "__main__":
    main()
