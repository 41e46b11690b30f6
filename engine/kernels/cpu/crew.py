"""A thread pool whose helper threads take shares of the calling thread's job. Knows no kernel.

Numba's parallel loops wait for all of its threads, so each loop costs a time slice while another
program occupies a core. Here any free thread takes a share, and the caller waits only for shares
that were taken. Helpers spin for a while before they sleep, so a job needs no system call.
"""

import ctypes
import platform
import sys
import threading
import weakref
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.kernels.cpu.ir.integer_dots import call
from engine.quants import loop_cache

CACHE_FOLDER = loop_cache.FOLDER

# Indices of the int64 state. Words that several threads write have a cache line each.
_TICKET, _FINISHED, _JOB, _STOPPED, HELPERS, _YIELD, _WORDS = 0, 8, 16, 24, 25, 26, 32
_LEFT_BITS = 32  # of a ticket: the shares not taken yet; the job number is above them
_LEFT_MASK = (1 << _LEFT_BITS) - 1
# A look takes about 30 ns. IDLE_LOOKS outlast the gap between two tokens, and the time the system
# needs to move one of two threads on a core to a less busy core. _PATIENT_LOOKS outlast the gap
# between two jobs.
IDLE_LOOKS = 500_000  # before a helper sleeps
_PATIENT_LOOKS = 4_000  # before it yields its core from time to time
_LOOKS_PER_YIELD = 1_000
_IS_ARM = platform.machine().lower() in ("arm64", "aarch64")

_i32, _i64 = ir.IntType(32), ir.IntType(64)


def _pointer(builder: ir.IRBuilder, address: Any) -> Any:
    return builder.inttoptr(address, _i64.as_pointer())


@intrinsic
def load(_typing, _address):
    """The int64 at an address; what was written before its `store` is seen after it."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.load_atomic(_pointer(builder, args[0]), "acquire", 8, typ=_i64)

    return types.int64(types.int64), codegen


@intrinsic
def store(_typing, _address, _value):
    """Write an int64 to an address, after all that was written before."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        builder.store_atomic(args[1], _pointer(builder, args[0]), "release", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@intrinsic
def _increment(_typing, _address):
    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        builder.atomic_rmw("add", _pointer(builder, args[0]), _i64(1), "acq_rel")
        return context.get_dummy_value()

    return types.void(types.int64), codegen


@intrinsic
def _replace(_typing, _address, _expected, _new):
    """Compare-and-swap; returns whether the word was `expected`."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        pair = builder.cmpxchg(_pointer(builder, args[0]), args[1], args[2], "acq_rel", "acquire")
        return builder.extract_value(pair, 1)

    return types.boolean(types.int64, types.int64, types.int64), codegen


@intrinsic
def _pause(_typing):
    """Tell the processor that the thread is spinning."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, _args: Any) -> Any:
        if _IS_ARM:
            call(builder, "llvm.aarch64.hint", ir.VoidType(), [_i32(1)])
        else:
            call(builder, "llvm.x86.sse2.pause", ir.VoidType(), [])
        return context.get_dummy_value()

    return types.void(), codegen


@intrinsic
def _yield_core(_typing, _function):
    """Yield the core with the system function at an address."""

    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(_i32, [])
        builder.call(builder.inttoptr(args[0], kind.as_pointer()), [])
        return context.get_dummy_value()

    return types.void(types.int64), codegen


@intrinsic
def _call_share(_typing, _function, _arguments, _share):
    def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [_i64, _i64])
        builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@njit(cache=True, nogil=True)
def wait_a_little(state, looks):
    """What a spinning thread does after `looks` looks in vain."""
    _pause()
    if looks > _PATIENT_LOOKS and looks % _LOOKS_PER_YIELD == 0:
        _yield_core(state[_YIELD])


@njit(cache=True, nogil=True)
def _take_share(state):
    """Run one share of the current job; False when none is left."""
    base = state.ctypes.data
    while True:
        ticket = load(base + 8 * _TICKET)
        left = ticket & _LEFT_MASK
        if left == 0:
            return False
        if _replace(base + 8 * _TICKET, ticket, ticket - 1):
            break
    _call_share(state[_JOB], state[_JOB + 1], left - 1)
    _increment(base + 8 * _FINISHED)
    return True


@njit(cache=True, nogil=True)
def _run(state, function, arguments, shares):
    """Call `function(arguments, share)`, the address of a void(int64, int64), per share."""
    if shares <= 1 or state[HELPERS] == 0:
        for share in range(shares):
            _call_share(function, arguments, share)
        return
    base = state.ctypes.data
    state[_JOB] = function
    state[_JOB + 1] = arguments
    store(base + 8 * _FINISHED, 0)
    job = (load(base + 8 * _TICKET) >> _LEFT_BITS) + 1
    store(base + 8 * _TICKET, (job << _LEFT_BITS) | shares)
    while _take_share(state):
        pass
    looks = 0
    while load(base + 8 * _FINISHED) < shares:
        looks += 1
        wait_a_little(state, looks)


@njit(cache=True, nogil=True)
def crew_size(state):
    """The number of threads that take shares."""
    return state[HELPERS] + 1


@intrinsic
def _address_of(_typing, arguments):
    """The address of a stack copy of a tuple, valid while the calling function runs."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, args[0].type)
        builder.store(args[0], place)
        return builder.ptrtoint(place, _i64)

    return types.int64(arguments), codegen


def in_shares(function: Any) -> Any:
    """A loop `run(state, shares, arguments)` over compiled `function(share, *arguments)`.

    It returns when all shares are done and never raises. Only compiled functions can call it. One
    thread at a time may run loops with a given state.
    """

    @intrinsic
    def address(typing_context, arguments):
        """The address of a void(arguments, share) that calls `function` on a tuple in memory."""
        signature = typing_context.resolve_function_type(
            types.Dispatcher(function), (types.int64, *arguments.types), {}
        )

        def codegen(context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
            compiled = function.get_compile_result(signature)
            context.active_code_library.add_linking_library(compiled.library)
            kind = ir.FunctionType(ir.VoidType(), [_i64, _i64])
            name = builder.module.get_unique_name(f"share.{compiled.fndesc.mangled_name}")
            caller = ir.Function(builder.module, kind, name)
            caller.linkage = "internal"
            inner = ir.IRBuilder(caller.append_basic_block())
            place = inner.inttoptr(caller.args[0], args[0].type.as_pointer())
            values = cgutils.unpack_tuple(inner, inner.load(place, typ=args[0].type))
            context.call_internal_no_propagate(
                inner, compiled.fndesc, signature, [caller.args[1], *values]
            )
            inner.ret_void()
            return builder.ptrtoint(caller, _i64)

        return types.int64(arguments), codegen

    @njit(nogil=True, inline="always")
    def run(state, shares, arguments):
        _run(state, address(arguments), _address_of(arguments), shares)

    return run


@njit(cache=True, nogil=True)
def _help(state):
    """Run shares until there has been none for IDLE_LOOKS."""
    looks = 0
    while looks < IDLE_LOOKS and load(state.ctypes.data + 8 * _STOPPED) == 0:
        if _take_share(state):
            looks = 0
        else:
            looks += 1
            wait_a_little(state, looks)


class Crew:
    """The calling thread and `size` - 1 helpers, which start when woken and end with the crew."""

    def __init__(self, size: int) -> None:
        memory = np.zeros(_WORDS + 8, np.int64)
        offset = -memory.ctypes.data % 64 // 8
        self.state: NDArray[np.int64] = memory[offset : offset + _WORDS]
        self.state[_YIELD] = _yield_address()
        self.size = size
        self._calls = [threading.Event() for _ in range(size - 1)]
        self._started = False
        weakref.finalize(self, _stop, self.state, self._calls)

    def wake(self) -> None:
        """Make the helpers look for work; call it before the first of many jobs."""
        if not self._started:
            self._started = True
            _help(np.ones(_WORDS, np.int64))  # compiled here, not by all threads at once
            self.state[HELPERS] = len(self._calls)
            for called in self._calls:
                threading.Thread(
                    target=_wait_and_help, args=(self.state, called), daemon=True
                ).start()
        for called in self._calls:
            called.set()


def _yield_address() -> int:
    """The address of the system's yield function, int32()."""
    if sys.platform == "win32":
        return _address(ctypes.WinDLL("kernel32").SwitchToThread)
    return _address(ctypes.CDLL(None).sched_yield)


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _wait_and_help(state: NDArray[np.int64], called: threading.Event) -> None:
    while not state[_STOPPED]:
        called.wait()
        called.clear()
        _help(state)


def _stop(state: NDArray[np.int64], calls: list[threading.Event]) -> None:
    state[_STOPPED] = 1
    for called in calls:
        called.set()
