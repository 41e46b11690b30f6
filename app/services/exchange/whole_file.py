"""Writes a file whole: a failure leaves the one before."""

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from app.storage.database import StorageError
from app.storage.private_files import make_private_folder, private_opener


@contextlib.contextmanager
def whole_file(target: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of `target` at the end. Raises `StorageError`."""
    temporary = target.with_name(f".{target.name}-{uuid.uuid4().hex}")
    try:
        make_private_folder(target.parent)
        with open(temporary, "xb", opener=private_opener) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as error:
        raise StorageError(
            f"The export could not be saved to {target} ({error.strerror or error}); "
            "choose another place, or make room."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
