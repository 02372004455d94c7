"""A run as JUnit XML, which every CI system reads."""

import xml.etree.ElementTree as ET
from typing import Any, TypeAlias

from conformance.certify.tally import Tally
from conformance.reports.failures import failure_text, message

Json: TypeAlias = dict[str, Any]


def junit(header: Json, lines: list[Json], found: Tally) -> str:
    """One suite per rule of the foremost clause, one test case per case."""
    known = {line["case"] for line in found.known} | found.excused.keys()
    root = ET.Element("testsuites", name="ringrift-conformance")
    suites: dict[str, ET.Element] = {}
    for line in lines:
        rule = line["clauses"][0].partition(".")[0]
        if rule not in suites:
            suites[rule] = ET.SubElement(root, "testsuite", name=rule)
        _add(suites[rule], header, line, known)
    for suite in suites.values():
        cases = suite.findall("testcase")
        suite.set("tests", str(len(cases)))
        for kind in ("failure", "error", "skipped"):
            name = {"failure": "failures", "error": "errors"}.get(kind, kind)
            suite.set(name, str(sum(case.find(kind) is not None for case in cases)))
        suite.set("time", f"{sum(float(case.get('time', 0)) for case in cases):.3f}")
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add(suite: ET.Element, header: Json, line: Json, known: set[str]) -> None:
    case = ET.SubElement(
        suite,
        "testcase",
        classname=line["clauses"][0],
        name=line["case"],
        time=f"{line['seconds']:.3f}",
    )
    if line["verdict"] == "passed":
        return
    if line["case"] in known or line["status"] != "normative" or not line["broken"]:
        ET.SubElement(case, "skipped", message=printable(message(line)))
        return
    kind = "failure" if line["verdict"] == "failed" else "error"
    found = ET.SubElement(case, kind, message=printable(message(line)), type=line["verdict"])
    found.text = printable(failure_text(header, line))


def printable(text: str) -> str:
    """Text without the characters that XML cannot hold, which a hostile engine may print."""
    return "".join(
        sign if sign in "\t\n\r" or (sign >= " " and not "\ud800" <= sign <= "\udfff"
                                     and sign not in "\ufffe\uffff") else "�"
        for sign in text
    )  # fmt: skip
