"""What a person does with the queue, and what is left of it after the program ends."""

import threading
from pathlib import Path

import pytest

from app.services.catalogue import starter_entry
from app.services.downloads.download import DownloadState
from app.services.downloads.errors import DownloadError
from app.services.downloads.queue import DownloadQueue
from app.services.hub.files import HubFile
from app.services.library.folder import ModelFolder
from tests.app.services.downloads.conftest import (
    MB,
    MakeQueue,
    files_in_library,
    kept_parts,
    some_bytes,
)
from tests.support.hub_server import HubServer, ServedFile

TIMEOUT = 20
CONTENT = some_bytes(2 * MB)


def states(queue: DownloadQueue) -> list[tuple[str, DownloadState]]:
    return [(download.title, download.state) for download in queue.downloads()]


def put_all(hub: HubServer, *names: str) -> list[HubFile]:
    return [
        hub.put(name, ServedFile.large(some_bytes(MB, index))) for index, name in enumerate(names)
    ]


def test_a_model_arrives_whole_under_its_name(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    download = queue.wait(queue.add("Tiny", [file]), TIMEOUT)
    assert download.state is DownloadState.DONE
    assert download.paths == (models / "somebody/tiny/tiny.gguf",)
    assert (download.done_bytes, download.total_bytes) == (len(CONTENT), len(CONTENT))
    assert download.problem is None
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}
    assert kept_parts(models) == []


def test_no_byte_is_fetched_twice_over_many_connections(
    hub: HubServer, queue: DownloadQueue
) -> None:
    queue.wait(queue.add("Tiny", [hub.put("tiny.gguf", ServedFile.large(CONTENT))]), TIMEOUT)
    assert sum(end - start for start, end in hub.sent) == len(CONTENT)
    assert len(hub.asked_of("storage")) >= 8


def test_its_checksum_is_noted_in_the_models_folder(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    noted = []
    queue = DownloadQueue(
        models, lambda: hub.settings, on_placed=lambda *facts: noted.append(facts)
    )
    queue.start()
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    download = queue.wait(queue.add("Tiny", [file]), TIMEOUT)
    queue.close()
    assert noted == [(download.paths[0], file.sha256, file.repo_id, file.revision)]


def test_by_default_the_library_learns_it(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    queue.wait(queue.add("Tiny", [file]), TIMEOUT)
    assert file.sha256 is not None
    assert any(file.sha256 in path.read_text() for path in models.glob(".*.json")) or any(
        file.sha256 in path.read_text() for path in models.glob("*.toml")
    )
    assert ModelFolder(models).list_models()


def test_the_starter_model_goes_directly_into_the_folder(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    entry = starter_entry()
    file = hub.put(entry.file, ServedFile.large(CONTENT), entry.hub_repo)
    queue.wait(queue.add("Starter", [file]), TIMEOUT)
    assert files_in_library(models) == {entry.file: CONTENT}


def test_parts_of_a_split_model_appear_together(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    names = [f"big-0000{number}-of-00003.gguf" for number in (1, 2, 3)]
    files = put_all(hub, *names)
    hub.hold_at(2 * MB + MB // 2)
    download_id = queue.add("Big", files)
    hub.wait_sent(2 * MB + MB // 2)
    assert files_in_library(models) == {}
    assert len(kept_parts(models)) == 3
    hub.hold_at(None)
    download = queue.wait(download_id, TIMEOUT)
    assert download.state is DownloadState.DONE
    assert [path.name for path in download.paths] == names
    assert files_in_library(models) == {
        f"somebody/tiny/{name}": some_bytes(MB, index) for index, name in enumerate(names)
    }


def test_files_of_one_name_in_two_folders_do_not_meet(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    for folder in ("Q4_0", "Q8_0"):
        content = some_bytes(MB, len(folder + folder[1]))
        file = hub.put(f"{folder}/model.gguf", ServedFile.large(content))
        queue.wait(queue.add(folder, [file]), TIMEOUT)
    assert sorted(files_in_library(models)) == [
        "somebody/tiny/Q4_0/model.gguf",
        "somebody/tiny/Q8_0/model.gguf",
    ]


def test_what_is_there_already_is_checked_and_not_fetched(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    path = models / "somebody/tiny/tiny.gguf"
    path.parent.mkdir(parents=True)
    path.write_bytes(CONTENT)
    assert queue.wait(queue.add("Tiny", [file]), TIMEOUT).state is DownloadState.DONE
    assert hub.asked == []


def test_a_damaged_one_is_fetched_anew(hub: HubServer, queue: DownloadQueue, models: Path) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    path = models / "somebody/tiny/tiny.gguf"
    path.parent.mkdir(parents=True)
    path.write_bytes(CONTENT[::-1])
    assert queue.wait(queue.add("Tiny", [file]), TIMEOUT).state is DownloadState.DONE
    assert path.read_bytes() == CONTENT


def test_pause_and_resume(hub: HubServer, queue: DownloadQueue, models: Path) -> None:
    hub.hold_at(MB)
    download_id = queue.add("Tiny", [hub.put("tiny.gguf", ServedFile.large(CONTENT))])
    hub.wait_sent(MB)
    queue.pause(download_id)
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.PAUSED
    hub.hold_at(None)
    queue.resume(download_id)
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}


def test_pausing_ends_connections_at_once(hub: HubServer, make_queue: MakeQueue) -> None:
    queue = make_queue(stall_seconds=60.0)
    queue.start()
    hub.faults.is_silent = True
    download_id = queue.add("Tiny", [hub.put("tiny.gguf", ServedFile.large(CONTENT))])
    hub.wait_asked(8)
    queue.pause(download_id)
    hub.faults.is_silent = False
    queue.resume(download_id)
    # Would take a minute if the first run still sat there.
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE


def test_cancelling_leaves_nothing(hub: HubServer, queue: DownloadQueue, models: Path) -> None:
    hub.hold_at(MB)
    download_id = queue.add("Tiny", [hub.put("tiny.gguf", ServedFile.large(CONTENT))])
    hub.wait_sent(MB)
    queue.cancel(download_id)
    assert queue.downloads() == ()
    with pytest.raises(DownloadError, match="no longer in the list"):
        queue.wait(download_id, TIMEOUT)
    queue.close()
    assert [path for path in models.rglob("*") if path.is_file()] == []


def test_cancelled_and_added_again_at_once(hub: HubServer, queue: DownloadQueue) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    hub.hold_at(MB)
    download_id = queue.add("Tiny", [file])
    hub.wait_sent(MB)
    queue.cancel(download_id)
    hub.hold_at(None)
    assert queue.add("Tiny", [file]) == download_id
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE


def test_the_same_files_are_one_download(hub: HubServer, queue: DownloadQueue) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    assert queue.add("Tiny", [file]) == queue.add("Tiny again", [file])
    assert len(queue.downloads()) == 1


def test_finished_ones_can_be_taken_off_the_list(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    queue.wait(queue.add("Tiny", [file]), TIMEOUT)
    queue.remove_finished()
    assert queue.downloads() == ()
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}
    assert list((models / ".downloads").iterdir()) == []


def test_a_finished_one_whose_file_is_gone_is_fetched_again(
    hub: HubServer, queue: DownloadQueue
) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    path = queue.wait(queue.add("Tiny", [file]), TIMEOUT).paths[0]
    path.unlink()
    assert queue.wait(queue.add("Tiny", [file]), TIMEOUT).state is DownloadState.DONE
    assert path.read_bytes() == CONTENT


def test_the_list_has_the_order_that_a_person_gives_it(
    hub: HubServer, make_queue: MakeQueue
) -> None:
    queue = make_queue()
    a, b, c, d = put_all(hub, "a", "b", "c", "d")
    ids = {file.path: queue.add(file.path, [file]) for file in (a, b, c)}
    queue.add("d", [d], first=True)
    assert [download.title for download in queue.downloads()] == ["d", "a", "b", "c"]
    queue.move(ids["c"], 1)
    assert [download.title for download in queue.downloads()] == ["d", "c", "a", "b"]
    queue.move(ids["c"], 99)
    queue.move(ids["b"], -5)
    assert [download.title for download in make_queue().downloads()] == ["b", "d", "a", "c"]


def test_those_further_up_run_first(hub: HubServer, make_queue: MakeQueue) -> None:
    queue = make_queue(num_parallel=1)
    files = put_all(hub, "a", "b", "c")
    ids = [queue.add(file.path, [file]) for file in files]
    queue.move(ids[2], 0)
    queue.start()
    for download_id in ids:
        assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE
    heads = [asked.path.rpartition("/")[2] for asked in hub.asked_of("hub")]
    assert heads == ["c", "a", "b"]


def test_one_that_is_moved_to_the_top_takes_the_place_of_another(
    hub: HubServer, make_queue: MakeQueue
) -> None:
    queue = make_queue(num_parallel=1)
    queue.start()
    slow, urgent = put_all(hub, "slow", "urgent")
    hub.hold_at(MB // 2)
    slow_id = queue.add("slow", [slow])
    hub.wait_sent(MB // 2)
    urgent_id = queue.add("urgent", [urgent], first=True)
    hub.wait_for(lambda: hub.asked[-1].path.endswith("urgent"))
    assert states(queue) == [("urgent", DownloadState.RUNNING), ("slow", DownloadState.WAITING)]
    hub.hold_at(None)
    assert queue.wait(urgent_id, TIMEOUT).state is DownloadState.DONE
    assert queue.wait(slow_id, TIMEOUT).state is DownloadState.DONE


def test_several_run_at_a_time(hub: HubServer, make_queue: MakeQueue) -> None:
    queue = make_queue(num_parallel=2)
    hub.hold_at(0)
    for file in put_all(hub, "a", "b", "c"):
        queue.add(file.path, [file])
    queue.start()
    hub.wait_asked(16)
    assert [state for _, state in states(queue)] == [
        DownloadState.RUNNING,
        DownloadState.RUNNING,
        DownloadState.WAITING,
    ]
    hub.hold_at(None)


@pytest.mark.parametrize("was_paused", [False, True])
def test_after_a_restart_it_goes_on_unless_it_was_paused(
    hub: HubServer, make_queue: MakeQueue, models: Path, was_paused: bool
) -> None:
    first = make_queue()
    first.start()
    hub.hold_at(MB)
    download_id = first.add("Tiny", [hub.put("tiny.gguf", ServedFile.large(CONTENT))])
    hub.wait_sent(MB)
    if was_paused:
        first.pause(download_id)
    first.close()
    hub.hold_at(None)

    second = make_queue()
    (found,) = second.downloads()
    assert found.state is (DownloadState.PAUSED if was_paused else DownloadState.WAITING)
    assert found.done_bytes > 0
    second.start()
    if was_paused:
        assert second.downloads()[0].state is DownloadState.PAUSED
        second.resume(download_id)
    assert second.wait(download_id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}


def test_a_command_leaves_alone_what_others_left_unfinished(
    hub: HubServer, make_queue: MakeQueue
) -> None:
    left, wanted = put_all(hub, "left", "wanted")
    make_queue().add("left", [left])
    queue = make_queue()
    queue.start(resume_saved=False)
    queue.wait(queue.add("wanted", [wanted]), TIMEOUT)
    assert states(queue) == [("left", DownloadState.WAITING), ("wanted", DownloadState.DONE)]


def test_progress_speed_and_time_left(hub: HubServer, queue: DownloadQueue) -> None:
    hub.faults.all_bytes_per_second = 2 * MB
    download_id = queue.add("Tiny", [hub.put("tiny.gguf", ServedFile.large(CONTENT))])
    seen = []
    while (download := queue.wait(download_id, 0.05)).state is not DownloadState.DONE:
        seen.append(download)
    fetched = [one.done_bytes for one in seen if one.state is DownloadState.RUNNING]
    assert fetched == sorted(fetched)
    speeds = [one.bytes_per_second for one in seen if one.bytes_per_second is not None]
    assert max(speeds) > 0
    assert any(one.seconds_left is not None and one.seconds_left < 60 for one in seen)


def test_a_limit_holds_for_all_and_can_be_lifted(hub: HubServer, make_queue: MakeQueue) -> None:
    queue = make_queue(bytes_per_second_limit=100_000)
    queue.start()
    ids = [queue.add(file.path, [file]) for file in put_all(hub, "a", "b")]
    assert queue.wait(ids[0], 0.3).state is DownloadState.RUNNING
    queue.set_rate_limit(None)
    for download_id in ids:
        assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE


def test_several_threads_may_use_it(hub: HubServer, queue: DownloadQueue) -> None:
    files = put_all(hub, *"abcdef")

    def use(file: HubFile) -> None:
        download_id = queue.add(file.path, [file])
        for _ in range(3):
            queue.pause(download_id)
            queue.downloads()
            queue.resume(download_id)

    threads = [threading.Thread(target=use, args=(file,)) for file in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for download in queue.downloads():
        assert queue.wait(download.id, TIMEOUT).state is DownloadState.DONE


def test_nothing_to_download_is_refused(queue: DownloadQueue) -> None:
    with pytest.raises(DownloadError, match="no files"):
        queue.add("Nothing", [])
