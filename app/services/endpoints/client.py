"""Answers by the models of endpoints: commands in, events out, as of the engine's client."""

import threading
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.services.endpoints.answer import AskedModel, EndpointAnswer
from app.services.endpoints.endpoint import EndpointModel, ListedModel
from app.services.endpoints.listing_cache import ListingCache
from app.services.endpoints.store import EndpointStore
from engine.commands import Generate
from engine.events import Event, Failed, Finished, ModelInfo

_JOIN_SECONDS = 2.0


class EndpointClient:
    """Any thread may call any method; no request is made but for `generate`."""

    def __init__(
        self, store: EndpointStore, listings: ListingCache, on_event: Callable[[Event], None]
    ) -> None:
        self._store = store
        self._listings = listings
        self._on_event = on_event
        self._lock = threading.Lock()
        self._answers: dict[str, EndpointAnswer] = {}
        # By model: what it refused, so that it is asked for once.
        self._refused: dict[EndpointModel, set[str]] = {}

    def describe(self, model: EndpointModel) -> ModelInfo | None:
        """The model, for display; None if its endpoint is no longer known."""
        endpoint = self._store.find(model.endpoint_id)
        if endpoint is None:
            return None
        listed = self._listings.find(model) or ListedModel(model.model)
        context_len = listed.context_len or 0
        return ModelInfo(
            path=model.path,
            name=listed.name,
            architecture="",
            device="",
            kv_type="",
            context_len=context_len,
            max_context_len=context_len,
            threads=0,
            num_parameters=0,
            weights_bytes=0,
            kv_bytes=0,
            captures=0,
            endpoint=endpoint.name,
        )

    def generate(self, model: EndpointModel, command: Generate) -> None:
        """Have `model` answer; its events follow."""
        endpoint = self._store.find(model.endpoint_id)
        if endpoint is None:
            self._on_event(Failed(command.request_id, gone_sentence()))
            return
        listed = self._listings.find(model)
        asked = AskedModel(
            endpoint=endpoint,
            model=model.model,
            find_key=partial(self._store.key, endpoint.id),
            refused=self._refused.setdefault(model, set()),
            context_len=listed.context_len if listed is not None else None,
        )
        answer = EndpointAnswer(asked, command, self._note)
        with self._lock:
            self._answers[command.request_id] = answer
        answer.start()

    def cancel(self, request_id: str) -> None:
        """Stop an answer, if it is one of these."""
        with self._lock:
            answer = self._answers.get(request_id)
        if answer is not None:
            answer.cancel()

    def close(self) -> None:
        """Stop all answers."""
        with self._lock:
            answers = tuple(self._answers.values())
        for answer in answers:
            answer.cancel()
        for answer in answers:
            answer.join(_JOIN_SECONDS)

    def _note(self, event: Event) -> None:
        if isinstance(event, Finished | Failed):
            with self._lock:
                self._answers.pop(event.request_id, None)
        self._on_event(event)


def gone_sentence() -> str:
    """The endpoint of a model was removed."""
    return QCoreApplication.translate(
        "Endpoints", "The engine of this model is no longer in the settings: choose another model."
    )
