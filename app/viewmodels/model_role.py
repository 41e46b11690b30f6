"""The item roles of models to choose from, on this computer and elsewhere."""

from enum import IntEnum

from PySide6.QtCore import Qt

_USER_ROLE = int(Qt.ItemDataRole.UserRole)


class ModelRole(IntEnum):
    """Item roles, with the type of each value."""

    FAULT = _USER_ROLE + 1  # str, what is wrong with it, "" when nothing is
    IS_LOADED = _USER_ROLE + 2  # bool
    DETAILS = _USER_ROLE + 3  # str, one line: quantization · size · architecture · license
    FIT = _USER_ROLE + 4  # FitView, from ModelSearch
