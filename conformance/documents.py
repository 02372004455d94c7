"""The one reader of the project's YAML files: strict, with the place of every value.

    UserError
    └── DocumentError                 carries every fault found, each with file, line and column
        ├── UnreadableDocumentError   missing, too long, or not UTF-8
        ├── MalformedDocumentError    not the YAML this project reads
        └── InvalidDocumentError      well-formed, but against its schema or its references

What is read is plain data: text, numbers, true, false, null, lists, and mappings whose keys are
text. Scalars are told apart as in the core schema of YAML 1.2, so that `on`, `no`, `2025-11-15`
and `12:30` stay text. Anchors, aliases, tags, tabs and repeated keys are refused.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing import Registry, Resource

from conformance.errors import UserError
from conformance.resources import schemas_dir

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"
Steps: TypeAlias = tuple[str | int, ...]
Place: TypeAlias = tuple[int, int]

MAX_BYTES = 1 << 20
MAX_DEPTH = 64
MAX_FAULTS = 100
MAX_DIGITS = 100
SCHEMA_PREFIX = "urn:ringrift-conformance:schema:"

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser is an optional part
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a file, and where."""

    file: str
    line: int
    column: int
    field: str
    message: str
    expected: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: "
        name = f"{self.field}: " if self.field else ""
        wish = f" (expected {self.expected})" if self.expected else ""
        return f"{where}{name}{self.message}{wish}"


class DocumentError(UserError):
    """A file cannot be used: every fault found in it."""

    summary = "cannot be used"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.found = tuple(faults)
        names = ", ".join(dict.fromkeys(fault.file for fault in self.found))
        super().__init__(f"{names}: {self.summary}", map(str, self.found))


class UnreadableDocumentError(DocumentError):
    """A file is missing, too long, or not UTF-8."""

    summary = "cannot be read"


class MalformedDocumentError(DocumentError):
    """A file is not the YAML (or, for a schema, the JSON) that this project reads."""

    summary = "is malformed"


class InvalidDocumentError(DocumentError):
    """A file is well-formed, but breaks its schema or names what does not exist."""

    summary = "is not valid"


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one file, and the place of every value in it."""

    path: Path
    data: Value
    _values: Mapping[Steps, Place] = field(repr=False)
    _keys: Mapping[Steps, Place] = field(repr=False)

    def position(self, steps: Steps) -> Place:
        """Line and column of the value at these steps, or of the nearest value around it."""
        while steps and steps not in self._values:
            steps = steps[:-1]
        return self._values.get(steps, (1, 1))

    def key_position(self, steps: Steps) -> Place:
        """Line and column of the key that the last step names, or of the value without one."""
        return self._keys.get(steps) or self.position(steps)

    def fault(self, steps: Steps, message: str, expected: str = "", *, key: bool = False) -> Fault:
        """A fault of the value (or of the key) at these steps."""
        line, column = self.key_position(steps) if key else self.position(steps)
        return Fault(str(self.path), line, column, field_name(steps), message, expected)


def load_document(path: Path) -> Document:
    """Read and parse one file."""
    return parse_document(_text_of(path), path)


def parse_document(text: str, path: Path) -> Document:
    """Parse the text of one file."""
    _refuse_tabs(text, path)
    return _Parser(text, path).document()


def validate(document: Document, schema: str | Mapping[str, Any]) -> list[Fault]:
    """Every fault of the document by a schema of the project, named or given, in order of place."""
    validator = named_validator(schema) if isinstance(schema, str) else _validator(schema)
    faults: dict[Fault, None] = {}
    for error in validator.iter_errors(document.data):
        telling = best_match(iter([error])) or error
        faults.update(dict.fromkeys(_schema_faults(document, telling)))
    return sorted(faults, key=lambda fault: (fault.line, fault.column, fault.field))


def did_you_mean(wanted: str, known: Iterable[str]) -> str:
    """The known names nearest to the one that is not, as words to add to a message."""
    near = get_close_matches(wanted, list(known), n=3, cutoff=0.6)
    return " or ".join(near)


def field_name(steps: Steps) -> str:
    """The steps as one writes them: `rules[0].clauses[2].kind`."""
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return name.removeprefix(".")


class _Parser:
    """Turns the events of the YAML parser into data, places and faults."""

    def __init__(self, text: str, path: Path) -> None:
        self.text = text
        self.path = path
        self.faults: list[Fault] = []
        self.values: dict[Steps, Place] = {}
        self.keys: dict[Steps, Place] = {}
        self.events: Iterator[Any] = iter(())

    def document(self) -> Document:
        """The one document of the file."""
        try:
            self.events = yaml.parse(self.text, Loader=_LOADER)
            data = self._stream()
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            # The parser in Python lets some errors of int() and chr() through.
            self.faults.append(self._syntax(error))
            raise MalformedDocumentError(self.faults) from None
        if self.faults:
            raise MalformedDocumentError(self.faults)
        return Document(self.path, data, self.values, self.keys)

    def _stream(self) -> Value:
        data: Value = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._refuse(event, (), "a second document", "one document in a file")
                    break
                data = self._node(next(self.events), ())
        if not documents:
            self.faults.append(Fault(str(self.path), 1, 1, "", "nothing in it", "one document"))
        return data

    def _node(self, event: Any, steps: Steps) -> Value:
        self.values[steps] = _place(event.start_mark)
        if isinstance(event, yaml.AliasEvent):
            self._refuse(event, steps, f"the alias *{event.anchor}", "the value itself")
            return None
        if event.anchor is not None:
            self._refuse(event, steps, f"the anchor &{event.anchor}", "the value alone")
        if event.tag is not None:
            self._refuse(event, steps, f"the tag {event.tag}", "the value alone")
        if len(steps) > MAX_DEPTH:
            self._refuse(event, steps, "nested too deeply", f"at most {MAX_DEPTH} levels")
            raise MalformedDocumentError(self.faults)
        if isinstance(event, yaml.SequenceStartEvent):
            return list(self._items(steps))
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(steps)
        return event.value if event.implicit[1] else self._plain(event, steps)

    def _items(self, steps: Steps) -> Iterator[Value]:
        for index, event in enumerate(self.events):
            if isinstance(event, yaml.SequenceEndEvent):
                return
            yield self._node(event, (*steps, index))

    def _mapping(self, steps: Steps) -> dict[str, Value]:
        data: dict[str, Value] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event, steps)
            inner = (*steps, key)
            if key in data:
                first, _ = self.keys[inner]
                self._refuse(event, inner, f"the key stands already in line {first}", "it once")
            self.keys.setdefault(inner, _place(event.start_mark))
            data[key] = self._node(next(self.events), inner)
        return data

    def _key(self, event: Any, steps: Steps) -> str:
        """A key is text, with or without quotes."""
        if isinstance(event, yaml.ScalarEvent):
            if event.anchor is not None or event.tag is not None or event.value == "":
                self._refuse(event, steps, "a key that is not plain text", "text")
            return str(event.value)
        self._refuse(event, steps, "a key that is not text", "text")
        raise MalformedDocumentError(self.faults)

    def _plain(self, event: Any, steps: Steps) -> Value:
        """The value of a scalar without quotes, by the core schema of YAML 1.2."""
        text: str = event.value
        if text in _NULL:
            return None
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        number: int | float
        if _INTEGER.fullmatch(text) and len(text) <= MAX_DIGITS:
            number = int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        elif _FLOAT.fullmatch(text) and len(text) <= MAX_DIGITS:
            number = float(text)
        elif any(form.fullmatch(text) for form in (_NOT_FINITE, _FLOAT, _INTEGER)):
            number = math.inf
        else:
            return text
        if not math.isfinite(number):
            self._refuse(event, steps, "a number too long or not finite", "a finite number")
        return number

    def _refuse(self, event: Any, steps: Steps, message: str, expected: str) -> None:
        line, column = _place(event.start_mark)
        self.faults.append(
            Fault(str(self.path), line, column, field_name(steps), message, expected)
        )
        if len(self.faults) >= MAX_FAULTS:
            raise MalformedDocumentError(self.faults)

    def _syntax(self, error: Exception) -> Fault:
        mark = getattr(error, "problem_mark", None)
        if mark is not None:
            line, column = _place(mark)
        else:
            line, column = _place_in(self.text, getattr(error, "position", 0))
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
        context = getattr(error, "context", None)
        message = f"{problem}, {context}" if context else str(problem)
        return Fault(str(self.path), line, column, "", message)


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "cannot be opened"
        raise UnreadableDocumentError([Fault(str(path), 1, 1, "", reason)]) from None
    if len(raw) > MAX_BYTES:
        line = raw.count(b"\n", 0, MAX_BYTES) + 1
        fault = Fault(str(path), line, 1, "", "too long", f"at most {MAX_BYTES} bytes")
        raise UnreadableDocumentError([fault])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")  # without the byte order mark
        line, column = _place_in(before, len(before))
        raise UnreadableDocumentError(
            [Fault(str(path), line, column, "", "a byte that is not UTF-8", "UTF-8")]
        ) from None


def _refuse_tabs(text: str, path: Path) -> None:
    if "\t" in text:
        line, column = _place_in(text, text.index("\t"))
        fault = Fault(str(path), line, column, "", "a tab character", "spaces")
        raise MalformedDocumentError([fault])


def _place(mark: Any) -> Place:
    return mark.line + 1, mark.column + 1


def _place_in(text: str, offset: int) -> Place:
    before = text[:offset]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _schema_faults(document: Document, error: ValidationError) -> Iterator[Fault]:
    steps: Steps = tuple(error.absolute_path)
    rule = error.schema if isinstance(error.schema, Mapping) else {}
    value: Any = error.instance
    limit: Any = error.validator_value
    meant = str(rule.get("description", "")).rstrip(".")
    match error.validator:
        case "additionalProperties" | "unevaluatedProperties":
            known = rule.get("properties", {})
            for key in [key for key in value if key not in known]:
                near = did_you_mean(key, known)
                yield document.fault((*steps, key), "unknown field", near, key=True)
        case "required":
            for key in [key for key in limit if key not in value]:
                inner = rule.get("properties", {}).get(key, {})
                wish = inner.get("description", "") if isinstance(inner, Mapping) else ""
                yield document.fault((*steps, key), "missing field", str(wish).rstrip("."))
        case "oneOf" | "anyOf" if names := _wanted(error):
            yield document.fault(steps, "a field is missing", f"one of {', '.join(names)}")
        case "oneOf" | "anyOf" if fitting := _fitting(error):
            yield from _schema_faults(document, fitting)
        case "enum":
            yield document.fault(steps, f"{_shown(value)} is not known", _choices(limit))
        case "const":
            yield document.fault(steps, f"{_shown(value)} is wrong", _shown(limit))
        case "type":
            wish = limit if isinstance(limit, str) else " or ".join(limit)
            yield document.fault(steps, f"{_shown(value)} is of the wrong type", wish)
        case "pattern":
            yield document.fault(steps, f"{_shown(value)} has the wrong form", meant or limit)
        case _:
            yield document.fault(steps, error.message, meant)


def _wanted(error: ValidationError) -> list[str]:
    """The fields one of which must be there, where alternatives ask for nothing else."""
    context = error.context or []
    if any(one.validator != "required" or one.path for one in context):
        return []
    fields: list[Any] = [one.validator_value for one in context]
    return [str(name) for names in fields for name in names]


def _fitting(error: ValidationError) -> ValidationError | None:
    """Of the alternatives that a value misses, the fault of the one that is of its type."""
    meant = [
        one for one in error.context or () if one.path or one.validator not in ("type", "const")
    ]
    return max(meant, key=lambda one: len(one.absolute_path), default=None)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _choices(values: Iterable[Any]) -> str:
    return f"one of {', '.join(map(_shown, values))}"


@cache
def named_validator(name: str) -> Draft202012Validator:
    """The validator of a schema of the project, or of a part of one behind a #."""
    urn = name if name.startswith(SCHEMA_PREFIX) else SCHEMA_PREFIX + name
    return _validator({"$ref": urn} if "#" in urn else _schemas().contents(urn))


def _validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(schema, registry=_schemas())


@cache
def _schemas() -> Registry[Any]:
    """Every schema of the project, by its identifier."""
    files = sorted(schemas_dir().rglob("*.schema.json"))
    return Registry[Any]().with_resources(_schema(file) for file in files)


def _schema(file: Path) -> tuple[str, Resource[Any]]:
    try:
        contents = json.loads(_text_of(file))
    except json.JSONDecodeError as error:
        fault = Fault(str(file), error.lineno, error.colno, "", error.msg)
        raise MalformedDocumentError([fault]) from None
    return contents["$id"], Resource.from_contents(contents)
