"""The table of kernel variants: what launches ask the compiler for, noted down instead of launched.

Launch functions decide shapes and options; run on tensors of the `meta` device they need neither memory
nor a GPU, so the table is theirs and nothing is said twice. Knows no model.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
import triton
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, CompiledKernel, make_backend
from triton.runtime import driver

_WARP_SIZE = 32


@dataclass(frozen=True)
class Variant:
    """A kernel as compiled for one signature, set of constants and options, and a capability.

    `signature` maps each argument to its type, "constexpr" for those in `constexprs`; `options` are the
    compiler's; `key` is equal for equal variants.
    """

    kernel: triton.JITFunction = field(compare=False)
    name: str
    capability: int
    key: str
    signature: dict[str, Any] = field(compare=False)
    constexprs: dict[str, Any] = field(compare=False)
    attributes: dict[tuple[int, ...], Any] = field(compare=False)
    options: dict[str, Any] = field(compare=False)


class NoDevice:
    """Stands where Triton looks for the current device: there is none, only a target."""

    def __init__(self, capability: int) -> None:
        self._target = GPUTarget("cuda", capability, _WARP_SIZE)

    def get_current_device(self) -> str:
        return f"sm_{self._target.arch}"

    def get_current_stream(self, _device: str) -> int:
        return 0

    def get_current_target(self) -> GPUTarget:
        return self._target


@contextmanager
def recorded_variants(capability: int) -> Iterator[list[Variant]]:
    """Within, kernels are not launched; the list has what they would be compiled as, each once.

    `capability` is the device's, such as 90 for 9.0. Not for Triton's interpreter, which compiles nothing.
    """
    found: dict[Variant, None] = {}
    variants: list[Variant] = []

    def note(*, fn: Any, compile: dict[str, Any], **_: Any) -> bool:  # noqa: A002  Triton's name
        variant = _variant(fn.jit_function, compile, capability)
        if variant not in found:
            found[variant] = None
            variants.append(variant)
        return True  # taken care of: Triton neither compiles nor launches

    runtime = triton.knobs.runtime
    hook_before, driver_before = runtime.jit_cache_hook, _current_driver()
    runtime.jit_cache_hook = note
    driver.set_active(NoDevice(capability))
    try:
        yield variants
    finally:
        driver.set_active(driver_before)
        runtime.jit_cache_hook = hook_before


def compile_variant(variant: Variant) -> CompiledKernel:
    """The compiled kernel, from Triton's cache if it is there; no GPU is needed.

    A launch on such a device then finds it in that cache. Raises what Triton's compiler raises.
    """
    source = ASTSource(variant.kernel, variant.signature, variant.constexprs, variant.attributes)
    target = GPUTarget("cuda", variant.capability, _WARP_SIZE)
    return triton.compile(source, target=target, options=variant.options)


def lower_variant(variant: Variant, *stages: str) -> str:
    """The code of a variant after the first stage of Triton's compiler, and after `stages` of it.

    The interpreter has none of them: types must agree on every path. Takes a twentieth of a second;
    raises what Triton raises. `stages` are Triton's names in order, such as "ttir", "ttgir".
    """
    source = ASTSource(variant.kernel, variant.signature, variant.constexprs, variant.attributes)
    target = GPUTarget("cuda", variant.capability, _WARP_SIZE)
    backend = make_backend(target)
    options = backend.parse_options(variant.options)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    functions = backend.get_codegen_implementation(options)
    module = source.make_ir(target, options, functions, backend.get_module_map(), context)
    passes: dict[str, Any] = {}
    backend.add_stages(passes, options, source.language)
    for stage in stages:
        module = passes[stage](module, {})
    return str(module)


def _variant(kernel: triton.JITFunction, compiled: dict[str, Any], capability: int) -> Variant:
    data = json.loads(compiled["specialization_data"])
    names = list(compiled["signature"])
    return Variant(
        kernel=kernel,
        name=kernel.__name__,
        capability=capability,
        key=compiled["specialization_data"],
        signature=compiled["signature"],
        constexprs={names[path[0]]: value for path, value in compiled["constants"].items()},
        attributes=compiled["configs"][0],
        options={
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data["options"].items()
        },
    )


def _current_driver() -> Any:
    """None, which lets Triton look for one again, where there is no device to have one."""
    return driver.active if torch.cuda.is_available() else None
