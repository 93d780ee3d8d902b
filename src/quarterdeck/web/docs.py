"""The OpenAPI description as something to read: calls with what they take and give."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.engine.problems import Json


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API: how, where, what it does, what goes into the path and query, and the fields of its body."""

    method: str
    path: str
    about: str
    takes: list[tuple[str, str]]
    body: list[tuple[str, str, bool]]


def calls(description: Json) -> list[Call]:
    """All calls of a description, in its order."""
    return [_call(description, path, method, call) for path, way in description["paths"].items() for method, call in way.items()]


def _call(description: Json, path: str, method: str, call: Json) -> Call:
    takes = [(each["name"], each["in"]) for each in call.get("parameters", []) if each["in"] in ("path", "query")]
    content = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return Call(method.upper(), path, call.get("description", call.get("summary", "")), takes, _fields(description, content))


def _fields(description: Json, schema: Json) -> list[tuple[str, str, bool]]:
    name = schema.get("$ref", "").rpartition("/")[2]
    model = description.get("components", {}).get("schemas", {}).get(name, {})
    needed = model.get("required", [])
    return [(key, _kind(value), key in needed) for key, value in model.get("properties", {}).items()]


def _kind(value: Json) -> str:
    if "enum" in value:
        return " | ".join(map(str, value["enum"]))
    if "anyOf" in value:
        return " | ".join(_kind(each) for each in value["anyOf"])
    return str(value.get("type", "any JSON"))
