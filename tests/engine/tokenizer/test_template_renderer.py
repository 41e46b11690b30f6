"""A template's process is ended when it takes too long or nobody waits any more, and replaced."""

import gc
import json
import subprocess
import sys
import time

import psutil
import pytest

from engine.boot import module_command
from engine.tokenizer.template_renderer import (
    RenderError,
    RenderOverrunError,
    RenderRequest,
    TemplateRenderer,
    TimeLimit,
)

SOURCE = (
    "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}{{ extra }}"
)
REQUEST = RenderRequest(
    [{"role": "user", "content": "Hi <user>"}], {"bos_token": "<s>"}, {"extra": "<user>"}
)
ENDLESS = (
    "{% for i in range(99999) %}{% if 'a' * 99999 ~ i in 'a' * 199999 %}{% endif %}{% endfor %}"
)
COMMAND = module_command("engine.tokenizer.template_process")


@pytest.fixture
def renderer():
    renderer = TemplateRenderer(SOURCE)
    yield renderer
    renderer.close()


def in_a_while(cpu_seconds: float = 60) -> TimeLimit:
    return TimeLimit(cpu_seconds, time.monotonic() + 60)


def unwanted() -> None:
    raise InterruptedError


def nothing() -> None:
    pass


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children()}


def test_text_and_what_the_template_wrote_come_back(renderer: TemplateRenderer) -> None:
    for _ in range(2):
        text = renderer.render(REQUEST, in_a_while(), nothing)
        assert list(text.runs()) == [("<s><user>", True), ("Hi <user><user>", False)]
    assert renderer.variables == {"bos_token", "messages", "extra"}


def test_one_process_serves_until_it_is_closed(renderer: TemplateRenderer) -> None:
    before = children()
    renderer.start()
    started = children() - before
    assert len(started) == 1
    renderer.render(REQUEST, in_a_while(), nothing)
    assert children() - before == started
    renderer.close()
    assert not children() - before
    assert renderer.render(REQUEST, in_a_while(), nothing)


def test_a_renderer_that_is_forgotten_takes_its_process_along() -> None:
    before = children()
    renderer = TemplateRenderer(SOURCE)
    renderer.render(REQUEST, in_a_while(), nothing)
    assert children() - before
    del renderer
    gc.collect()
    assert not children() - before


@pytest.mark.parametrize("limit", [TimeLimit(60, 0), TimeLimit(0, 1e9)], ids=["clock", "processor"])
def test_a_rendering_that_takes_too_long_is_ended_and_the_next_one_works(
    renderer: TemplateRenderer, limit: TimeLimit
) -> None:
    others = children()  # of other tests
    renderer.render(REQUEST, in_a_while(), nothing)
    own = children() - others
    with pytest.raises(RenderOverrunError):
        renderer.render(REQUEST, limit, nothing)
    assert own
    assert not children() & own
    assert renderer.render(REQUEST, in_a_while(), nothing)


def test_a_rendering_that_computes_too_long_is_ended(renderer: TemplateRenderer) -> None:
    renderer.source = ENDLESS
    with pytest.raises(RenderOverrunError):
        renderer.render(REQUEST, in_a_while(0.1), nothing)


def test_renderings_share_their_limit(renderer: TemplateRenderer) -> None:
    limit = in_a_while()
    renderer.source = "{% for i in range(99999) %}{% set x = i * i %}{% endfor %}"
    renderer.render(REQUEST, limit, nothing)
    assert 0 < limit.cpu_seconds < 60


def test_a_process_that_gets_no_processor_is_waited_for(renderer: TemplateRenderer) -> None:
    before = children()
    renderer.render(REQUEST, in_a_while(), nothing)
    (number,) = children() - before
    process, begin, limit = psutil.Process(number), time.monotonic(), in_a_while(0.5)

    def resume_after_the_limit() -> None:
        if time.monotonic() - begin > 2 * limit.cpu_seconds:
            process.resume()

    process.suspend()
    assert renderer.render(REQUEST, limit, resume_after_the_limit)


def test_who_waits_can_leave_at_any_moment(renderer: TemplateRenderer) -> None:
    before = children()
    renderer.source = "{% for i in range(999999) %}{{ 'a' * 9 }}{% endfor %}"
    with pytest.raises(InterruptedError):
        renderer.render(REQUEST, in_a_while(), unwanted)
    assert not children() - before


def test_a_process_that_was_killed_is_replaced(renderer: TemplateRenderer) -> None:
    before = children()
    renderer.render(REQUEST, in_a_while(), nothing)
    (process,) = children() - before
    psutil.Process(process).kill()
    psutil.wait_procs([psutil.Process(process)])
    assert renderer.render(REQUEST, in_a_while(), nothing)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("{% if %}", "TemplateSyntaxError"),
        ("{{ 1 / 0 }}", "ZeroDivisionError"),
        ("{{ a.b }}", "Undef"),
    ],
)
def test_a_failure_is_told_and_the_process_stays(renderer, source: str, reason: str) -> None:
    renderer.render(REQUEST, in_a_while(), nothing)
    before = children()
    renderer.source = source
    with pytest.raises(RenderError, match=reason):
        renderer.render(REQUEST, in_a_while(), nothing)
    renderer.source = SOURCE
    assert renderer.render(REQUEST, in_a_while(), nothing)
    assert children() == before


def test_reasons_say_nothing_to_a_terminal(renderer: TemplateRenderer) -> None:
    renderer.source = "{{ raise_exception('\x1b[2J\u202e' * 1000) }}"
    with pytest.raises(RenderError) as failure:
        renderer.render(REQUEST, in_a_while(), nothing)
    assert str(failure.value).isascii()
    assert str(failure.value).isprintable()
    assert len(str(failure.value)) < 2000


def test_the_process_needs_jinja_and_nothing_of_ours() -> None:
    code = "import sys, engine.tokenizer.template_process as _; print(*sys.modules)"
    command = [sys.executable, "-P", "-c", code]
    modules = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    ours = {module for module in modules if module.startswith("engine.")}
    assert ours == {
        "engine.tokenizer",
        "engine.tokenizer.template_budget",
        "engine.tokenizer.template_process",
        "engine.tokenizer.template_sandbox",
        "engine.tokenizer.template_tree",
        "engine.tokenizer.written_text",
    }
    assert not {"torch", "numpy", "msgspec", "tokenizers", "socket", "PySide6"} & set(modules)


def test_the_process_ends_when_nobody_speaks_to_it_any_more() -> None:
    request = {"source": "{{ 1 + 1 }}", "messages": [], "names": {}, "values": {}, "seconds": 60}
    lines = json.dumps(request).encode() + b"\n"
    done = subprocess.run(COMMAND, input=lines, capture_output=True, check=True)
    ready, reply = done.stdout.splitlines()
    assert not ready
    assert json.loads(reply) == {"text": "2", "flags": "1", "variables": []}


def test_a_process_that_nobody_ends_does_so_itself() -> None:
    request = {"source": ENDLESS, "messages": [], "names": {}, "values": {}, "seconds": 0.01}
    lines = json.dumps(request).encode() + b"\n"
    done = subprocess.run(COMMAND, input=lines, capture_output=True, check=False)
    assert done.returncode != 0  # a frame that changes while it is written out may end it, too
    assert done.stdout == b"\n"
