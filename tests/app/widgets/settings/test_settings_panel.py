"""The settings as a person uses them: tabs, search, sliders, resets, a wheel that only scrolls."""

import random

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QMessageBox,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.services.notices import Notices
from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.widgets.settings.option_editor import OptionEditor
from app.widgets.settings.settings_panel import SettingsPanel
from tests.app.conftest import Services


@pytest.fixture
def panel(services: Services, qtbot: QtBot) -> SettingsPanel:
    made = SettingsPanel(services.settings, RuntimeViewModel(None, None, Notices()))
    qtbot.addWidget(made)
    made.resize(280, 420)
    made.show()
    return made


def open_tab(panel: SettingsPanel, label: str) -> None:
    labels = [panel.tabs.tabText(index) for index in range(panel.tabs.count())]
    tab = panel.tabs.tabRect(labels.index(label)).center()
    QTest.mouseClick(panel.tabs, Qt.MouseButton.LeftButton, pos=tab)


def shown(panel: SettingsPanel) -> list[str]:
    return [name for name, editor in panel.editors.items() if editor.isVisible()]


def turn_wheel(panel: SettingsPanel, widget: QWidget) -> None:
    """One notch toward the person, over `widget`."""
    QApplication.processEvents()
    place = widget.mapTo(panel, widget.rect().center())
    QTest.wheelEvent(panel.windowHandle(), QPointF(place), QPoint(0, -120))


def test_words_stand_as_close_below_their_setting_in_one_line_as_in_two(
    panel: SettingsPanel,
) -> None:
    open_tab(panel, "App")
    QApplication.processEvents()
    gaps = {}
    for name in ("theme", "accent"):
        editor = panel.editors[name]
        (words,) = (
            label for label in editor.findChildren(QLabel) if label.text() == editor.option.help
        )
        height = words.heightForWidth(words.width())
        top = words.y() + (words.height() - height) // 2
        gaps[height] = top - editor.control.geometry().bottom()
    assert len(gaps) == 2
    assert len(set(gaps.values())) == 1


@pytest.mark.parametrize(
    ("tab", "name", "part"),
    [
        ("Model", "device", "control"),
        ("Answers", "temperature", "control"),
        ("Answers", "temperature", "slider"),
        ("Answers", "max_tokens", "control"),
    ],
)
@pytest.mark.parametrize("is_focused", [False, True])
def test_the_wheel_scrolls_and_never_changes_a_value(
    panel: SettingsPanel, services: Services, tab: str, name: str, part: str, is_focused: bool
) -> None:
    open_tab(panel, tab)
    widget: QWidget = getattr(panel.editors[name], part)
    if is_focused:
        widget.setFocus()
    before = services.settings.value(name)
    bar = panel._area.verticalScrollBar()
    QApplication.processEvents()
    panel._area.ensureWidgetVisible(widget)
    place = bar.value()
    assert place < bar.maximum()
    turn_wheel(panel, widget)
    panel.editors[name].commit()
    assert services.settings.value(name) == before
    assert bar.value() > place


def test_a_tab_is_made_when_it_is_first_shown(services: Services, qtbot: QtBot) -> None:
    panel = SettingsPanel(services.settings, RuntimeViewModel(None, None, Notices()))
    qtbot.addWidget(panel)
    last, first = QLabel("last"), QLabel("first")
    panel.add(last, "own data", "Your data", "Answers")
    panel.add(first, "mine", "Mine", "Answers", before="tools")
    made: list[str] = []
    panel.editor_made.connect(lambda editor: made.append(editor.option.tab))
    assert panel.findChildren(OptionEditor) == []
    panel.show()
    assert set(made) == {"Speed"}
    assert not first.isVisible()
    open_tab(panel, "Answers")
    assert set(made) == {"Speed", "Answers"}
    QApplication.processEvents()
    tools = next(e for e in panel.findChildren(OptionEditor) if e.option.section == "tools")
    places = [
        widget.mapTo(panel._area.widget(), QPoint(0, 0)).y() for widget in (first, tools, last)
    ]
    assert places == sorted(places)
    assert not any(e.isVisible() for e in panel.editors.values() if e.option.tab != "Answers")
    panel.search.setText("theme")
    assert [e.option.name for e in panel.findChildren(OptionEditor) if e.isVisible()] == ["theme"]


def test_each_tab_has_its_settings(panel: SettingsPanel) -> None:
    assert shown(panel)[:3] == ["graph", "kvpad", "fixed_verify"]
    open_tab(panel, "Answers")
    assert "temperature" in shown(panel)
    assert "graph" not in shown(panel)
    open_tab(panel, "App")
    assert "theme" in shown(panel)
    assert panel.engine.isVisible()
    assert panel.reset.isVisible()
    every = set[str]()
    for tab in ("Speed", "Answers", "Model", "App"):
        open_tab(panel, tab)
        every |= set(shown(panel))
    assert every == panel.editors.keys()


def test_the_search_finds_settings_of_all_tabs(panel: SettingsPanel) -> None:
    panel.focus_first()
    QTest.keyClicks(panel.search, "kvpad")
    assert shown(panel) == ["kvpad"]
    panel.search.setText("PENALTY how many")
    assert shown(panel) == ["penalty_last_n"]
    panel.search.setText("proxy")
    assert shown(panel) == ["hub_proxy"]
    panel.search.setText("no such thing")
    assert shown(panel) == []
    assert panel._empty.isVisible()
    open_tab(panel, "Answers")
    assert panel.search.text() == ""
    assert "temperature" in shown(panel)
    assert not panel._empty.isVisible()


def test_a_found_setting_leads_back_to_the_tab_before(panel: SettingsPanel) -> None:
    open_tab(panel, "Model")
    panel.search.setText("theme")
    assert shown(panel) == ["theme"]
    panel.search.clear()
    assert "device" in shown(panel)


def test_slider_and_number_go_together(panel: SettingsPanel, services: Services) -> None:
    open_tab(panel, "Answers")
    editor = panel.editors["temperature"]
    slider, spin = editor.slider, editor.control
    assert slider is not None
    assert isinstance(spin, QDoubleSpinBox)
    slider.setFocus()
    for _ in range(3):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    editor.commit()
    assert services.settings.value("temperature") == pytest.approx(1.0)
    spin.setValue(4.0)  # beyond what the slider covers
    editor.commit()
    assert services.settings.value("temperature") == 4.0
    assert slider.value() == slider.maximum()
    services.settings.set_value("temperature", 0.0)
    assert slider.value() == 0


def test_a_number_acts_soon_after_it_was_typed(
    panel: SettingsPanel, services: Services, qtbot: QtBot
) -> None:
    spins = {
        name: editor.control
        for name, editor in panel.editors.items()
        if isinstance(editor.control, QSpinBox)
    }
    for name in random.sample(sorted(spins), 3):
        spin = spins[name]
        wanted = spin.maximum() - random.randrange(3)
        spin.selectAll()
        QTest.keyClicks(spin, str(wanted))
        qtbot.waitUntil(lambda n=name, w=wanted: services.settings.value(n) == w, timeout=3000)


def test_a_changed_setting_can_be_reset_by_itself(
    panel: SettingsPanel, services: Services, qtbot: QtBot
) -> None:
    open_tab(panel, "Answers")
    editor = panel.editors["top_k"]
    assert not editor.reset.isVisible()
    height = editor.height()
    services.settings.set_value("top_k", 5)
    services.settings.set_value("top_p", 0.5)
    assert editor.reset.isVisible()
    assert editor.reset.toolTip() == "Reset Top-k to 40"
    assert editor.height() == height
    qtbot.mouseClick(editor.reset, Qt.MouseButton.LeftButton)
    assert services.settings.value("top_k") == 40
    assert services.settings.value("top_p") == 0.5
    assert not editor.reset.isVisible()


def test_all_settings_are_reset_only_when_the_person_says_so(
    panel: SettingsPanel, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.settings.set_value("system_prompt", "Be brief.")
    open_tab(panel, "App")
    answers = [QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop())
    panel.reset.click()
    assert services.settings.value("system_prompt") == "Be brief."
    panel.reset.click()
    assert services.settings.value("system_prompt") == ""


def test_the_notice_about_a_reload_moves_nothing(panel: SettingsPanel, services: Services) -> None:
    services.load()
    open_tab(panel, "Model")
    combo = panel.editors["kv_type"].control
    assert isinstance(combo, QComboBox)
    QApplication.processEvents()
    before = combo.mapTo(panel, QPoint(0, 0))
    services.settings.set_value("kv_type", "f16")
    QApplication.processEvents()
    assert panel.reload.isVisible()
    assert combo.mapTo(panel, QPoint(0, 0)) == before


def test_fixed_verify_says_that_it_needs_drafting(panel: SettingsPanel, services: Services) -> None:
    remark = panel.editors["fixed_verify"]._remark
    assert remark.isVisible()
    assert remark.text() == "Needs drafting, which is off."
    services.settings.set_value("speculation", "ngram")
    assert remark.text() == "Drafting is on."


def test_what_stands_in_another_tab_is_revealed(panel: SettingsPanel) -> None:
    panel.search.setText("graph")
    panel.reveal(panel.editors["hub_proxy"])
    assert panel.editors["hub_proxy"].isVisible()
    assert panel.search.text() == ""


def test_an_open_list_shows_whole_names_though_the_panel_is_narrow(
    panel: SettingsPanel, services: Services
) -> None:
    name = "Qwen3.6 27B DFlash B16 · DFlash"
    services.settings.offer_draft_models({"/models/drafter": name})
    combo = panel.editors["speculation"].control
    assert isinstance(combo, QComboBox)
    combo.setStyleSheet("QComboBox { combobox-popup: 0; }")  # as the theme has it
    combo.showPopup()
    QApplication.processEvents()
    index = combo.model().index(combo.findText(name), 0)
    room = combo.view().viewport().width()
    assert room >= combo.view().sizeHintForIndex(index).width()
    assert room > combo.width()
    combo.hidePopup()
