"""What the engine's process is told of this one's environment."""

import pytest

from engine.environment import engine_environment

_NEEDED = (
    *(
        "PATH",
        "HOME",
        "LD_LIBRARY_PATH",
        "TMPDIR",
        "LANG",
        "LC_ALL",
        "XDG_CACHE_HOME",
        "PYTHONPATH",
    ),
    *("ENCORE_HOME", "CUDA_VISIBLE_DEVICES", "CUDA_HOME", "TRITON_CACHE_DIR", "NUMBA_NUM_THREADS"),
    *("OMP_NUM_THREADS", "MKL_NUM_THREADS", "TORCH_HOME", "PYTORCH_ALLOC_CONF", "CC"),
    *("SystemRoot", "LOCALAPPDATA", "ProgramFiles(x86)", "CommonProgramFiles", "DYLD_LIBRARY_PATH"),
)
_SECRET = (
    *(
        "HF_TOKEN",
        "HUGGING_FACE_HUB_TOKEN",
        "https_proxy",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "SSH_AUTH_SOCK",
    ),
    *("AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "DATABASE_URL", "DBUS_SESSION_BUS_ADDRESS"),
    *("ENCORE_TOKEN", "CONDA_TOKEN", "NIX_PASSWORD", "XAUTHORITY", "NETRC", "anything"),
)


@pytest.mark.parametrize("name", _NEEDED)
def test_what_libraries_look_at_is_passed_on(name: str) -> None:
    assert engine_environment({name: "value"}) == {name: "value"}


@pytest.mark.parametrize("name", _SECRET)
def test_secrets_are_not(name: str) -> None:
    assert engine_environment({name: "value", "PATH": "/bin"}) == {"PATH": "/bin"}
