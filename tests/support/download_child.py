"""A program that downloads one file and may be killed at any moment: FOLDER ENDPOINT FILE, the file as JSON."""

import sys
from pathlib import Path

import msgspec

from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.queue import DownloadQueue
from app.services.hub.files import HubFile
from app.services.hub.settings import HubSettings


def main() -> int:
    """0 when the file is there; says so once all bytes are there."""
    folder, endpoint, text = sys.argv[1:]
    file = msgspec.json.decode(text, type=HubFile)
    queue = DownloadQueue(
        Path(folder),
        lambda: HubSettings(endpoint=endpoint),
        options=TransferOptions(reserve_bytes=0),
    )
    download_id = queue.add("Large", [file])
    queue.start()
    while (download := queue.wait(download_id, 0.02)).state is not DownloadState.CHECKING:
        if download.state in (DownloadState.DONE, DownloadState.FAILED):
            break
    sys.stdout.write("all there\n")
    sys.stdout.flush()
    download = queue.wait(download_id, 100)
    queue.close()
    return 0 if download.state is DownloadState.DONE else 1


if __name__ == "__main__":
    sys.exit(main())
