"""Loops that answer a GPU's questions about experts; see row_loops.py for the rules."""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic

from engine.kernels.cpu.crew import IDLE_LOOKS, in_shares, load, store, wait_a_little
from engine.kernels.cpu.expert_loops import gate_experts, project_experts, sort_slots
from engine.kernels.cpu.products import num_shares
from engine.kernels.expert_mailbox import ANSWERED, ASKED, LAYER, NUM_ROWS, STOPPED

GATE, UP, DOWN = range(3)
# What compiled loops can call.
_gate_experts, _project_experts = gate_experts.run, project_experts.run


class Mail(NamedTuple):
    """The tensors of an `ExpertMailbox` as arrays."""

    words: Any
    rows: Any
    experts: Any
    weights: Any
    mixed: Any


class HelperTables(NamedTuple):
    """What the helper knows of L layers, of E experts each; see `CpuStack.table`."""

    weights: Any  # int64 [L, 3, 7], the tables of GATE, UP and DOWN
    biases: Any  # int64 [L, 3], addresses of float32 [counts[l], F or d]; 0 until known
    counts: Any  # int64 [L]
    places: Any  # int32 [L, E], the index of an expert in the stacks, or -1
    activation: Any  # int64 [1]


class Scratch(NamedTuple):
    """For chunks of C rows with k experts each; N: the most experts of a layer."""

    chosen: Any  # int32 [C, k], indices in the stacks, or -1
    slots: Any  # int32 [C * k]
    starts: Any  # int32 [N + 1]
    used: Any  # int32 [N + 1]
    codes: Any  # int8, and records, of [C * k, d or F]
    records: Any
    inner: Any  # float32 [C * k, F]
    parts: Any  # float32 [C * k, d]


@intrinsic
def _floats_at(_typing, _address):
    """A pointer to float32 at an address."""

    def codegen(_context: Any, builder: ir.IRBuilder, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.FloatType().as_pointer())

    return types.CPointer(types.float32)(types.int64), codegen


@njit(cache=True, nogil=True)
def _find_helped(experts, places, chosen):
    """chosen [n, k] = places of experts; returns whether there are any."""
    any_helped = False
    for w in range(len(experts)):
        for j in range(experts.shape[1]):
            place = places[experts[w, j]]
            chosen[w, j] = place
            any_helped |= place >= 0
    return any_helped


@njit(cache=True, nogil=True)
def _add_share(share, parts, weights, chosen, out, shares):
    """out [n, d] = the sums of weights [n, k] * parts [n * k, d] over the slots that are helped."""
    num_used = chosen.shape[1]
    for w in range(share, len(out), shares):
        row = out[w]
        row[:] = np.float32(0.0)
        for j in range(num_used):
            if chosen[w, j] >= 0:
                weight = weights[w, j]
                part = parts[w * num_used + j]
                for i in range(len(row)):
                    row[i] += weight * part[i]


_add_shares = in_shares(_add_share)


@njit(cache=True, nogil=True)
def _multiply(x, chosen, layer, layers, scratch, crew):
    """parts of `scratch` = the outputs of the helped slots of rows x [n, d]."""
    tables, biases, count = layers.weights[layer], layers.biases[layer], layers.counts[layer]
    starts, used, slots = scratch.starts[: count + 1], scratch.used[: count + 1], scratch.slots
    codes, records = scratch.codes, scratch.records
    inner, parts = scratch.inner[: chosen.size], scratch.parts[: chosen.size]
    size, num_cols = inner.shape[1], parts.shape[1]
    sort_slots(chosen, slots, starts, used)
    gate_bias = carray(_floats_at(biases[GATE]), (count, size))
    up_bias = carray(_floats_at(biases[UP]), (count, size))
    _gate_experts(
        x, parts, codes, records, tables[GATE], tables[UP], gate_bias, up_bias,
        layers.activation[0], slots, starts, used, inner, crew,
    )  # fmt: skip
    bias = carray(_floats_at(biases[DOWN]), (count, num_cols))
    _project_experts(inner, codes, records, tables[DOWN], bias, slots, starts, used, parts, crew)


@njit(cache=True, nogil=True)
def _mix(x, experts, weights, mixed, layer, layers, scratch, crew):
    """mixed [n, d] = what the helped experts of a layer add to rows x [n, d]."""
    chosen = scratch.chosen[: len(x)]
    if not _find_helped(experts, layers.places[layer], chosen):
        mixed[:] = np.float32(0.0)
        return
    _multiply(x, chosen, layer, layers, scratch, crew)
    shares = num_shares(len(x), x.shape[1])
    _add_shares(crew, shares, (scratch.parts, weights, chosen, mixed, shares))


@njit(cache=True, nogil=True)
def _answer(mail, layers, scratch, crew):
    """Write `mixed` for the question in the words, unless stopped."""
    words = mail.words.ctypes.data
    layer, num_rows = load(words + 8 * LAYER), load(words + 8 * NUM_ROWS)
    if not 0 <= layer < len(layers.counts) or not 0 <= num_rows <= len(mail.rows):
        raise ValueError("A question is about a layer or rows that there are not")
    if layers.biases[layer, GATE] == 0:
        raise ValueError("A question is about a layer that was not bound")
    step = len(scratch.chosen)
    for first in range(0, num_rows, step):
        if load(words + 8 * STOPPED) != 0:
            return
        end = min(first + step, num_rows)
        _mix(
            mail.rows[first:end], mail.experts[first:end], mail.weights[first:end],
            mail.mixed[first:end], layer, layers, scratch, crew,
        )  # fmt: skip


@njit(cache=True, nogil=True)
def serve(mail, layers, scratch, crew):
    """Answer questions until there has been none for IDLE_LOOKS, or until stopped.

    mail: `Mail`, layers: `HelperTables`, scratch: `Scratch`, crew: the state of a `Crew`. Raises
    ValueError for a question that cannot be answered.
    """
    words = mail.words.ctypes.data
    answered = load(words + 8 * ANSWERED)
    looks = 0
    while looks < IDLE_LOOKS and load(words + 8 * STOPPED) == 0:
        asked = load(words + 8 * ASKED)
        if asked == answered:
            looks += 1
            wait_a_little(crew, looks)
        else:
            _answer(mail, layers, scratch, crew)
            store(words + 8 * ANSWERED, asked)
            answered = asked
            looks = 0
