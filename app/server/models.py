"""Which model answers a request: found in the library by its name, loaded one at a time."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from app.server.answers import api_error_of
from app.server.api_error import ApiError, invalid
from app.server.engine import ServedEngine
from app.services.library.entry import ModelEntry
from engine.errors import EngineError

_log = logging.getLogger(__name__)

ListModels = Callable[[], list[ModelEntry]]

_SHOWN_LEN = 100


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model that requests may name by `id`, its name in `encore models list`, or by its file's.

    `created` is in Unix seconds.
    """

    id: str
    path: Path
    paths: tuple[Path, ...]
    created: int
    context: int | None
    size: int
    quantization: str | None

    def is_called(self, name: str) -> bool:
        """Whether `name` means this model. Names are compared; no file is looked for."""
        wanted = name.casefold()
        file_name = self.path.name.casefold()
        return wanted in (self.id.casefold(), file_name, file_name.removesuffix(".gguf"))


class ServedModels:
    """Has the model of each request loaded before its turn. All methods are for the server's loop.

    Requests for the loaded model go side by side. One for another model waits until those are done,
    and those behind it wait for it. `idle_seconds` 0: a model stays loaded.
    """

    def __init__(
        self,
        engine: ServedEngine,
        list_models: ListModels,
        idle_seconds: Callable[[], float],
    ) -> None:
        self._engine = engine
        self._list_models = list_models
        self._idle_seconds = idle_seconds
        self._known: dict[str, ServedModel] = {}
        self._turn = asyncio.Lock()
        self._num_users = 0
        self._all_done = asyncio.Event()
        self._all_done.set()
        self._loaded_here: Path | None = None
        self._unloading: asyncio.TimerHandle | None = None

    async def listed(self) -> list[ServedModel]:
        """The models that can be loaded. Raises `ApiError`."""
        try:
            models = await asyncio.to_thread(_read, self._list_models)
        except EngineError as error:
            raise api_error_of(error) from error
        self._known = {model.id: model for model in models}
        return models

    async def named(self, name: str) -> ServedModel:
        """The model called `name`. Raises `ApiError`."""
        known = [model for model in self._known.values() if model.is_called(name)]
        is_loaded = len(known) == 1 and self._is_loaded(known[0])
        found = known if is_loaded else [m for m in await self.listed() if m.is_called(name)]
        exact = [model for model in found if model.id == name]
        if len(exact or found) == 1:
            return (exact or found)[0]
        shown = name if len(name) <= _SHOWN_LEN else f"{name[:_SHOWN_LEN]}…"
        if found:
            names = ", ".join(model.id for model in found)
            raise invalid(f"{shown} could be any of {names}; use one of these.", "model")
        raise ApiError(
            404,
            f"There is no model {shown} here; GET /v1/models lists what there is.",
            param="model",
            code="model_not_found",
        )

    @contextlib.asynccontextmanager
    async def use(self, name: str | None) -> AsyncIterator[str]:
        """Keep a model loaded meanwhile; its id. None: the loaded one. Raises `ApiError`."""
        model = None if name is None else await self.named(name)
        async with self._turn:
            if self._unloading is not None:
                self._unloading.cancel()
            try:
                model_id = await self._bring(model)
                self._num_users += 1
                self._all_done.clear()
            finally:
                self._plan_unloading()
        try:
            yield model_id
        finally:
            self._num_users -= 1
            if self._num_users == 0:
                self._all_done.set()
            self._plan_unloading()

    def close(self) -> None:
        """Forget what is planned."""
        if self._unloading is not None:
            self._unloading.cancel()

    async def _bring(self, model: ServedModel | None) -> str:
        """Have `model` loaded, the usual one if it is None and none is; its id."""
        if model is None and self._engine.model is not None:
            path = Path(self._engine.model.path)
            known = (model.id for model in self._known.values() if path in model.paths)
            return next(known, path.name)
        model = model or await self._usual()
        if not self._is_loaded(model):
            await self._all_done.wait()
            await self._load(model)
        return model.id

    async def _usual(self) -> ServedModel:
        models = await self.listed()
        wanted = self._loaded_here or self._engine.usual_model
        usual = [model for model in models if wanted in model.paths] or models
        if len(usual) != 1:
            raise invalid("No model is loaded; name one of those in GET /v1/models.", "model")
        return usual[0]

    async def _load(self, model: ServedModel) -> None:
        try:
            await self._engine.load(model.path)
        except EngineError as error:
            raise api_error_of(error) from error
        self._loaded_here = model.path

    def _is_loaded(self, model: ServedModel) -> bool:
        loaded = self._engine.model
        return loaded is not None and Path(loaded.path) in model.paths

    def _plan_unloading(self) -> None:
        """Unload the model after a while if nobody uses it now."""
        seconds = self._idle_seconds()
        if self._num_users == 0 and self._loaded_here is not None and seconds > 0:
            loop = asyncio.get_running_loop()
            self._unloading = loop.call_later(seconds, self._unload)

    def _unload(self) -> None:
        loaded = self._engine.model
        if loaded is not None and self._loaded_here == Path(loaded.path):
            _log.info("no request for a while: the model is unloaded")
            self._engine.unload(self._loaded_here)


def _read(list_models: ListModels) -> list[ServedModel]:
    """The usable models. A name that is a path is shortened: clients learn no folders."""
    served = []
    for entry in list_models():
        if entry.problem is not None:
            continue
        try:
            created = int(entry.path.stat().st_mtime)
        except OSError:
            continue
        is_path = Path(entry.name).is_absolute()
        name = f"{entry.path.parent.name}/{entry.path.name}" if is_path else entry.name
        served.append(
            ServedModel(
                id=name,
                path=entry.path,
                paths=entry.paths,
                created=created,
                context=entry.context,
                size=entry.size,
                quantization=entry.quantization,
            )
        )
    return served
