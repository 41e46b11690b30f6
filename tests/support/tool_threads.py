"""What a tool server's process does, on a thread: starting Python takes longer than asking."""

import queue
import threading
from collections.abc import Callable

import anyio
import msgspec
from anyio.abc import ObjectSendStream

from app.services.tools.host import Host
from app.services.tools.messages import Order, Report


class ToolThread:
    """Stands where `ToolProcess` does."""

    def __init__(self, on_report: Callable[[Report], None], on_end: Callable[[int], None]) -> None:
        self._on_report = on_report
        self._on_end = on_end
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        threading.Thread(target=anyio.run, args=(self._run,), daemon=True).start()

    def send(self, order: Order) -> None:
        """Have it do something."""
        self._orders.put(order)

    def close(self) -> None:
        """Let it end."""
        self._orders.put(None)

    async def _run(self) -> None:
        send, receive = anyio.create_memory_object_stream[Order](100)
        async with send, receive, anyio.create_task_group() as group:
            group.start_soon(self._feed, send)
            await Host(self).serve(receive)  # type: ignore[arg-type]
            self._orders.put(None)
        self._on_end(0)

    async def _feed(self, orders: ObjectSendStream[Order]) -> None:
        while (order := await anyio.to_thread.run_sync(self._orders.get)) is not None:
            await orders.send(order)
        await orders.aclose()

    # What the host writes to

    def write(self, line: bytes) -> int:
        """A report."""
        self._on_report(msgspec.json.decode(line, type=Report))
        return len(line)

    def flush(self) -> None:
        """Nothing is kept back."""
