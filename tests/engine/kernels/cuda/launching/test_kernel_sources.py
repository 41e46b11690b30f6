"""Where kernels end: told by indentation as by Python's tokens, or not at all."""

import ast
import inspect
from pathlib import Path

import pytest

from engine.kernels.cuda.launching.kernel_sources import found_by_indentation, indented_block

ROOT = Path(__file__).parents[5]
MODULES = sorted((ROOT / "engine").rglob("*.py"))


def functions(path: Path) -> list[list[str]]:
    """The lines of a module from each of its functions at top level on, decorators first."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    return [
        lines[min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1 :]
        for node in ast.parse("".join(lines)).body
        if isinstance(node, ast.FunctionDef)
    ]


def test_every_function_of_the_engine_ends_where_its_tokens_do() -> None:
    known = unknown = 0
    for path in MODULES:
        for lines in functions(path):
            block = indented_block(lines)
            assert block in (None, inspect.getblock(lines)), (path, lines[0])
            if "kernels/cuda" in path.as_posix():
                known, unknown = known + (block is not None), unknown + (block is None)
    assert (known > 300, unknown) == (True, 0)  # kernels and what launches them


@pytest.mark.parametrize(
    ("text", "num_lines"),
    [
        ("def f(x):\n    return x\n", 2),
        ("def f(x):\n    return x", 2),
        (
            "@a\n@b(\n    c,\n)\ndef f(\n    x,\n) -> int:\n\n    # one\n    return x\n\n\nZ = 1\n",
            10,
        ),
        ("def f(x):\n    y = x\n# here\n    return y\n    # there\n\n# not there\nZ = 1\n", 5),
        ("def f(x): return x\ndef g(x):\n    return x\n", None),
        ("def f(x,\n      y):\n    return x\n\ndef g(x):\n    return x\n", None),
        ("def f(x):  # why\n    return x\n", 2),
        ("def f(\n    x,\n):  # fmt: skip\n    return x\n\nY = 1\n", 4),
        ("def f(x='#'):\n    return x\n", None),
        ("    def f(x):\n        return x\n", None),
        ("f = lambda x: x\n", None),
        ("class F:\n    pass\n", None),
        ("", None),
    ],
)
def test_only_a_plain_function_is_told(text: str, num_lines: int | None) -> None:
    lines = text.splitlines(keepends=True)
    block = indented_block(lines)
    assert block == (None if num_lines is None else lines[:num_lines])
    if block is not None:
        assert block == inspect.getblock(lines)


def test_inspect_is_as_before_afterwards() -> None:
    own = inspect.getblock
    with found_by_indentation():
        assert inspect.getblock is not own
        source = inspect.getsource(functions)
    assert inspect.getblock is own
    assert source == inspect.getsource(functions)
    with pytest.raises(KeyError), found_by_indentation():
        raise KeyError
    assert inspect.getblock is own
