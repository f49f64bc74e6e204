#!/usr/bin/env python3
"""Prints the routes of OpenAPI descriptions as docs/specification.md defines them. Shares no code with apigen.

    routes.py '{"timeouts": {"request_timeout": 7}}' < names-of-files

The argument has the settings given as flags, in the shape of x-apigen. For each file it prints a line of JSON: a list of
[method, pathRegex, name, timeout or null], in order. It validates nothing: what apigen refuses is not
compared. Each description of the corpora is one file in JSON, before OpenAPI 3.2.
"""

import heapq
import itertools
import json
import re
import sys
from pathlib import Path

SPANS = ["x-multi-segment", "x-multiSegment", "x-ms-skip-url-encoding"]
METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]


def follow(node, document):
    """The map that `node` is or refers to in its document. Keys next to `$ref` win (2.6)."""
    node = node or {}
    if not isinstance(node.get("$ref"), str):
        return node
    value = document
    for token in node["$ref"].split("/")[1:]:
        token = re.sub("%([0-9a-fA-F]{2})", lambda code: chr(int(code[1], 16)), token)
        value = value[token.replace("~1", "/").replace("~0", "~")]
    return {**follow(value, document), **{key: own for key, own in node.items() if key != "$ref"}}


def operations(document):
    """(method, path, parameters that span segments, settings of the operation, of the path item) of each (2.4 and 2.5)."""
    for path, node in follow(document.get("paths"), document).items():
        if path.startswith("x-"):
            continue
        item = follow(node, document)
        for method in METHODS:
            if method in item:
                operation = follow(item[method], document)
                declared = {}
                for place in (item, operation):
                    for parameter in place.get("parameters") or []:
                        try:
                            parameter = follow(parameter, document)
                        except (LookupError, TypeError):
                            continue  # It is said to match one segment.
                        if parameter.get("in") == "path":
                            declared[parameter.get("name")] = any(parameter.get(key) is True for key in SPANS)
                spanning = frozenset(name for name, spans in declared.items() if spans)
                yield method.upper(), path, spanning, operation.get("x-apigen"), item.get("x-apigen")


def first(levels, key):
    """The value of a dotted setting at the strongest level that has one; null is none (3.3 and 3.4)."""
    for value in levels:
        for name in key.split("."):
            value = (value or {}).get(name)
        if value is not None:
            return value
    return None


PARAMETER = object()
# A parameter that spans segments.
SPANNING = object()
# A `{.x}` of RFC 6570, by what it may be.
SUFFIX = ("", ".\0")
# The characters of a path (RFC 3986, 3.3); and `?` and `#`, which no path has in a request.
PATH_CHARACTERS = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?#")
# Some clients encode these, others do not.
TWO_FORMS = {"[": ("[", "%5B"), "]": ("]", "%5D"), "|": ("|", "%7C"), "^": ("^", "%5E")}


def forms(character):
    """What a literal character of a path may be in a request (5.3)."""
    if character in PATH_CHARACTERS:
        return (character,)
    return TWO_FORMS.get(character) or ("".join(f"%{byte:02X}" for byte in character.encode()),)


def tokens(path, spanning=frozenset()):
    """A path as a list of PARAMETER, of SPANNING, of SUFFIX and of forms of literal text."""

    def token(part):
        if part.startswith("{."):
            return SUFFIX
        if part[0] == "{":
            own = re.search(r"^\{[+*]|([+*]|\.\.\.|:path|:\.\*)\}$", part)
            return SPANNING if own or part[1:-1] in spanning else PARAMETER
        return (part,) if len(part) == 3 else forms(part)

    # What a parameter matches includes the `{.x}` of RFC 6570 after it. The corpus has no `{;x}`.
    path = re.sub(r"(?<=\})\{\.[^{}]*\}", "", path)
    return list(map(token, re.findall(r"\{[^{}]*\}|%[0-9a-fA-F]{2}|.", path, re.DOTALL)))


def quote(text):
    """As Go's regexp.QuoteMeta."""
    return re.sub(r"[\\.+*?()|\[\]{}^$]", r"\\\g<0>", text)


def expression(path, any_text="[^/]*"):
    """The regular expression of a list of tokens (5.3)."""

    def part(token):
        if token is SUFFIX:
            return rf"(?:\.{any_text})?"
        if token is PARAMETER or token is SPANNING:
            return any_text if token is PARAMETER else ".*"
        return quote(token[0]) if len(token) == 1 else f"(?:{'|'.join(map(quote, token))})"

    return "".join(map(part, path))


def path_regex(path):
    # The mesh takes a `$` at the end for an anchor, even if it is escaped.
    return expression(path[:-1]) + "[$]" if path[-1] == ("$",) else expression(path)


def segments(path):
    """A list of tokens, split at its slashes."""
    parts = [[]]
    for token in path:
        if token == ("/",):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


class Tree:
    """Paths by their segments, to find those that match all that another one matches."""

    def __init__(self):
        self.children = {}
        self.patterns = []
        self.paths = []

    def add(self, parts, path):
        tree = self
        for part in parts:
            text = expression(part)
            if text not in tree.children:
                tree.children[text] = Tree()
                if any(token is PARAMETER or len(token) > 1 for token in part):
                    pattern = re.compile(expression(part, any_text=".*"), re.DOTALL)
                    tree.patterns.append((text, pattern, tree.children[text]))
            tree = tree.children[text]
        tree.paths.append(path)

    def covering(self, parts):
        """The paths that match all that `parts` match."""
        trees = [self]
        for part in parts:
            text = expression(part)
            # No template has a NUL, so what matches one matches any text in its place.
            choices = [("\0",) if token is PARAMETER else token for token in part]
            texts = ["".join(choice) for choice in itertools.product(*choices)]
            same = [tree.children[text] for tree in trees if text in tree.children]
            others = [pattern for tree in trees for pattern in tree.patterns if pattern[0] != text]
            trees = same + [child for _, pattern, child in others if all(map(pattern.fullmatch, texts))]
        return {path for tree in trees for path in tree.paths}


def as_text(path):
    """Text that only paths match which match all of `path`."""
    marks = {PARAMETER: "\0", SPANNING: "\1"}
    return "".join(marks[token] if token in marks else token[0] for token in path)


def in_order(described):
    """Paths by code point, but each one after all that are narrower (5.7); each with its parameters that span segments."""
    paths = sorted(described)
    all_tokens = [tokens(path, described[path]) for path in paths]
    tree = Tree()
    spanning = {}
    for index, own in enumerate(all_tokens):
        if SPANNING in own:
            spanning[index] = re.compile(expression(own, any_text="[^/\1]*"), re.DOTALL)
        else:
            tree.add(segments(own), index)
    covering = []
    for own in all_tokens:
        found = set() if SPANNING in own else tree.covering(segments(own))
        text = as_text(own)
        covering.append(found | {index for index, pattern in spanning.items() if pattern.fullmatch(text)})
    wider = [
        [other for other in others if index not in covering[other]] for index, others in enumerate(covering)
    ]
    waits_for = [0] * len(paths)
    for other in itertools.chain(*wider):
        waits_for[other] += 1
    ready = [index for index, narrower in enumerate(waits_for) if narrower == 0]
    while ready:
        index = heapq.heappop(ready)
        yield paths[index]
        for other in wider[index]:
            waits_for[other] -= 1
            if waits_for[other] == 0:
                heapq.heappush(ready, other)


def prefix(document, levels):
    """The prefix of every path (3.3 and 5.4)."""
    base = first(levels, "path.base")
    if base is None and document.get("swagger") == "2.0":
        base = document.get("basePath")
    base = (base or "").rstrip("/")
    return f"/{base}" if base and not base.startswith("/") else base


def routes(file, flags):
    """The routes of a description, in order (5)."""
    document = json.loads(file.read_text(encoding="utf-8-sig"))
    common = [flags, document.get("x-apigen")]
    base = prefix(document, common)
    described = {}
    for method, path, spanning, *own in operations(document):
        if not first(own + common, "disabled"):
            timeout = first(own + common, "timeouts.request_timeout")
            described.setdefault(method, {})[path] = spanning, timeout
    for method, by_path in sorted(described.items()):
        for path in in_order({path: spanning for path, (spanning, _) in by_path.items()}):
            spanning, timeout = by_path[path]
            regex = path_regex(tokens(base + path, spanning))
            yield method, regex, f"{method} {base}{path}", f"{timeout}s" if timeout else None


if __name__ == "__main__":
    for line in sys.stdin:
        found = list(routes(Path(line.rstrip("\n")), json.loads(sys.argv[1])))
        print(json.dumps(found), flush=True)
