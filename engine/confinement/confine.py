"""Confines the engine process as far as the system can, and reports how far."""

import os
import sys
import warnings

from engine.confinement.landlock import landlock_version, restrict_files
from engine.confinement.model_opener import open_through_another_process
from engine.confinement.places import (
    engine_rules,
    make_caches,
    make_scratch_folder,
    prepare_gpu,
)
from engine.confinement.seccomp import restrict_calls
from engine.confinement.system_calls import renounce_privileges
from engine.events import Confinement

CONFINEMENT_VARIABLE = "ENCORE_CONFINEMENT"
_VERSION_THAT_MOVES = 2


def confine() -> Confinement:
    """Deny this process and its children the network and the files they do not need.

    Call it before any thread has started and before untrusted data is read. If the system lacks a
    limit, or the variable `ENCORE_CONFINEMENT` is "off", the result says why.
    """
    if os.environ.get(CONFINEMENT_VARIABLE, "").lower() == "off":
        return Confinement(reason=f"{CONFINEMENT_VARIABLE} is off")
    if sys.platform != "linux":
        return Confinement(reason="only Linux has limits that a program can set itself")
    has_gpu = prepare_gpu()
    try:
        renounce_privileges()
    except OSError as error:
        return Confinement(reason=f"the kernel refuses: {error.strerror}")
    files_problem = _confine_files(has_gpu=has_gpu)
    network_problem = _confine_calls(has_gpu=has_gpu)
    return Confinement(
        network_denied=not network_problem,
        files_limited=not files_problem,
        reason="; ".join(filter(None, (network_problem, files_problem))),
    )


def _confine_files(*, has_gpu: bool) -> str:
    """Limit files; returns what prevents it, if anything."""
    version = landlock_version()
    if not version:
        return "this kernel has no Landlock, or was started without it"
    if has_gpu and version < _VERSION_THAT_MOVES:
        return "Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU"
    try:
        scratch = make_scratch_folder()
        own = (scratch, *make_caches(scratch))
        open_through_another_process(scratch)
        restrict_files(engine_rules(own, has_gpu=has_gpu), version)
        # Numba wants a multiprocessing lock for forks, which do not happen here.
        warnings.filterwarnings("ignore", "(?s).*Could not obtain multiprocessing lock")
    except OSError as error:
        return f"Landlock cannot be used: {error.strerror}"
    return ""


def _confine_calls(*, has_gpu: bool) -> str:
    try:
        restrict_calls(has_gpu=has_gpu)
    except OSError as error:
        return f"system calls cannot be filtered: {error.strerror}"
    return ""
