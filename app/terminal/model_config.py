"""How commands load a model: as the window does, but for what their options say."""

import argparse
from pathlib import Path

from app.storage.settings.model_settings import ModelSettingsFile
from app.storage.settings.settings import Settings
from engine.arguments import engine_config
from engine.config import EngineConfig


def config_for(
    options: argparse.Namespace, settings: Settings, own: ModelSettingsFile, model: Path
) -> EngineConfig:
    """The options, else what is set for the model alone, else the settings."""
    return engine_config(options, own.of(model).over(settings.engine_config))
