<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>ActionList</name>
    <message>
        <source>Search the actions</source>
        <translation>Aktionen durchsuchen</translation>
    </message>
    <message>
        <source>No action has these words.</source>
        <translation>Keine Aktion enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>{0} is loaded.</source>
        <translation>{0} ist geladen.</translation>
    </message>
    <message>
        <source>The comparison begins.</source>
        <translation>Der Vergleich beginnt.</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>Die Antwort ist vollständig.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>Die Antwort wurde angehalten.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>Die Antwort endete vorzeitig.</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message>
        <source>The engine is not running. Choose a model to start it.</source>
        <translation>Die Engine läuft nicht. Zum Starten ein Modell wählen.</translation>
    </message>
    <message>
        <source>The engine stopped before the answer was complete.</source>
        <translation>Die Engine wurde beendet, bevor die Antwort vollständig war.</translation>
    </message>
    <message>
        <source>%1 The answer stays in this window and is saved as soon as that works.</source>
        <translation>%1 Die Antwort bleibt in diesem Fenster und wird gespeichert, sobald das möglich ist.</translation>
    </message>
</context>
<context>
    <name>AnswerSteps</name>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Open {0}, {1}</source>
        <translation>{0} öffnen, {1}</translation>
    </message>
    <message>
        <source>Show the text of the file</source>
        <translation>Text der Datei anzeigen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Text of {0}</source>
        <translation>Text von {0}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>This is the beginning; Copy takes all {0} characters.</source>
        <translation>Dies ist der Anfang; „Kopieren“ übernimmt alle {0} Zeichen.</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>the first %1 %</source>
        <translation>die ersten %1 %</translation>
    </message>
</context>
<context>
    <name>AttachmentsViewModel</name>
    <message>
        <source>reading…</source>
        <translation>liest…</translation>
    </message>
    <message numerus="yes">
        <source>A message holds up to %1 files; %n of those chosen were left out.</source>
        <translation>
            <numerusform>Eine Nachricht fasst bis zu %1 Dateien; %n der gewählten wurde weggelassen.</numerusform>
            <numerusform>Eine Nachricht fasst bis zu %1 Dateien; %n der gewählten wurden weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>%1 is attached already.</source>
        <translation>%1 ist bereits angehängt.</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>The answer is complete.</source>
        <translation>Die Antwort ist vollständig.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>Die Antwort endete vorzeitig.</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0} wurde heruntergeladen.</translation>
    </message>
    <message>
        <source>The download of {0} stopped.</source>
        <translation>Der Download von {0} wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The comparison is complete: {0}.</source>
        <translation>Der Vergleich ist fertig: {0}.</translation>
    </message>
</context>
<context>
    <name>BannerBar</name>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>BesideViewModel</name>
    <message>
        <source>Loading %1…</source>
        <translation>%1 wird geladen…</translation>
    </message>
    <message>
        <source>Waiting for the other answer…</source>
        <translation>Wartet auf die andere Antwort…</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>%1 (branch)</source>
        <translation>%1 (Zweig)</translation>
    </message>
    <message>
        <source>This version was deleted, with what followed it.</source>
        <translation>Diese Version wurde mitsamt dem gelöscht, was auf sie folgte.</translation>
    </message>
    <message>
        <source>The question was deleted, with its answer.</source>
        <translation>Die Frage wurde mitsamt ihrer Antwort gelöscht.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>Dieser Chat wurde in einem anderen Fenster gelöscht.</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>16 GB of memory, or a GPU with 12 GB</source>
        <translation>16 GB Speicher oder eine GPU mit 12 GB</translation>
    </message>
    <message>
        <source>16 GB of memory, or a GPU with 8 GB</source>
        <translation>16 GB Speicher oder eine GPU mit 8 GB</translation>
    </message>
    <message>
        <source>32 GB of memory, or a GPU with 24 GB</source>
        <translation>32 GB Speicher oder eine GPU mit 24 GB</translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation>4 GB Speicher</translation>
    </message>
    <message>
        <source>64 GB of memory, or a GPU with 48 GB</source>
        <translation>64 GB Speicher oder eine GPU mit 48 GB</translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation>8 GB Speicher</translation>
    </message>
    <message>
        <source>8 GB of memory, 16 GB is comfortable</source>
        <translation>8 GB Speicher, 16 GB sind bequem</translation>
    </message>
    <message>
        <source>Any computer</source>
        <translation>Jeder Computer</translation>
    </message>
    <message>
        <source>Careful reasoning and code with a mid-range GPU.</source>
        <translation>Sorgfältiges Denken und Code mit einer GPU der Mittelklasse.</translation>
    </message>
    <message>
        <source>Conversation and writing on a laptop; long texts.</source>
        <translation>Gespräche und Schreiben auf einem Laptop; lange Texte.</translation>
    </message>
    <message>
        <source>Conversation, writing and long texts; eight languages.</source>
        <translation>Gespräche, Schreiben und lange Texte; acht Sprachen.</translation>
    </message>
    <message>
        <source>Knowledge and writing close to much larger models.</source>
        <translation>Wissen und Schreiben, nah an viel größeren Modellen.</translation>
    </message>
    <message>
        <source>Mathematics and puzzles, thinking at length before it answers.</source>
        <translation>Mathematik und Rätsel, mit langem Nachdenken vor der Antwort.</translation>
    </message>
    <message>
        <source>Questions that need thought, code and many languages on a good desktop.</source>
        <translation>Fragen zum Nachdenken, Code und viele Sprachen auf einem guten Desktop-PC.</translation>
    </message>
    <message>
        <source>Quick, simple answers in many languages on an old or small computer.</source>
        <translation>Schnelle, einfache Antworten in vielen Sprachen auf einem alten oder kleinen Computer.</translation>
    </message>
    <message>
        <source>Seeing that everything works; short answers in English, often wrong.</source>
        <translation>Zum Ausprobieren, ob alles läuft; kurze Antworten auf Englisch, oft falsch.</translation>
    </message>
    <message>
        <source>Summaries, rewriting and everyday questions in English.</source>
        <translation>Zusammenfassen, Umschreiben und Alltagsfragen auf Englisch.</translation>
    </message>
    <message>
        <source>The best all-rounder for a laptop; thinks before it answers, in many languages.</source>
        <translation>Der beste Allrounder für einen Laptop; denkt vor der Antwort nach, in vielen Sprachen.</translation>
    </message>
    <message>
        <source>The largest of this list: broad knowledge and careful writing.</source>
        <translation>Das größte dieser Liste: breites Wissen und sorgfältiges Schreiben.</translation>
    </message>
    <message>
        <source>The strongest reasoning and code that one large GPU holds.</source>
        <translation>Das stärkste Denken und Programmieren, das eine große GPU fasst.</translation>
    </message>
    <message>
        <source>Writing and conversation, direct and without long thinking.</source>
        <translation>Schreiben und Gespräche, direkt und ohne langes Nachdenken.</translation>
    </message>
    <message>
        <source>Writing, explaining and repairing code.</source>
        <translation>Code schreiben, erklären und reparieren.</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Conversations</source>
        <translation>Chats</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>The disk does not take it: it may be full. Close Encore all the same, and lose the answer?</source>
        <translation>Der Datenträger nimmt die Antwort nicht an; vielleicht ist er voll. Encore trotzdem schließen und sie verlieren?</translation>
    </message>
    <message>
        <source>An answer is not saved</source>
        <translation>Eine Antwort ist nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>ChatPanes</name>
    <message>
        <source>Ask both</source>
        <translation>Beide fragen</translation>
    </message>
    <message>
        <source>Put each question to both chats, each with its own model</source>
        <translation>Jede Frage an beide Chats stellen, jeder mit seinem eigenen Modell</translation>
    </message>
    <message>
        <source>Close this chat beside</source>
        <translation>Den Chat daneben schließen</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
</context>
<context>
    <name>ChatRowDelegate</name>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Umbenennen (F2)</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>Löschen (Entf)</translation>
    </message>
    <message>
        <source>Close; nothing of it is kept (Del)</source>
        <translation>Schließen; nichts davon bleibt erhalten (Entf)</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>Titel des Chats</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Name des Ordners</translation>
    </message>
</context>
<context>
    <name>ChatSettingsButton</name>
    <message>
        <source>Own settings</source>
        <translation>Eigene Werte</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Settings of this chat, which has some of its own</source>
        <translation>Einstellungen dieses Chats, teils mit eigenen Werten</translation>
    </message>
    <message>
        <source>Settings of this chat, as in Settings</source>
        <translation>Einstellungen dieses Chats, wie in den Einstellungen</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preset</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Als Preset speichern…</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>Dieses Preset löschen</translation>
    </message>
    <message>
        <source>All as in Settings</source>
        <translation>Alles wie in den Einstellungen</translation>
    </message>
    <message>
        <source>What you set here is for this chat only, from its next answer on. Everything else is as in Settings.</source>
        <translation>Was hier eingestellt wird, gilt nur für diesen Chat, ab seiner nächsten Antwort. Alles andere bleibt wie in den Einstellungen.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keins</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Als Preset speichern</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>Name des Presets:</translation>
    </message>
    <message>
        <source>Delete the preset {0}? Chats keep what it set.</source>
        <translation>Preset {0} löschen? Chats behalten, was es eingestellt hat.</translation>
    </message>
</context>
<context>
    <name>ChatSettingsViewModel</name>
    <message>
        <source>The loaded model</source>
        <translation>Das geladene Modell</translation>
    </message>
    <message>
        <source>%1: as in Settings</source>
        <translation>%1: wie in den Einstellungen</translation>
    </message>
</context>
<context>
    <name>ChatViewModel</name>
    <message>
        <source>A file is still being read; send it in a moment.</source>
        <translation>Eine Datei wird noch gelesen; bitte gleich noch einmal senden.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>Gerade wird eine Antwort geschrieben. Bitte stoppen oder das Ende abwarten.</translation>
    </message>
    <message>
        <source>A comparison is being made. Stop it or wait for its end.</source>
        <translation>Gerade läuft ein Vergleich. Bitte stoppen oder das Ende abwarten.</translation>
    </message>
    <message>
        <source>No model yet. Choose one from the list, or import a GGUF file.</source>
        <translation>Noch kein Modell. Eines aus der Liste wählen oder eine GGUF-Datei importieren.</translation>
    </message>
    <message>
        <source>The oldest messages (%1) were left out to make room.</source>
        <translation>Die ältesten Nachrichten (%1) wurden weggelassen, um Platz zu schaffen.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Stoppt…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleicht…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Modell wird geladen…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Antwortet…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach…</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>Prompt wird gelesen…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>Werkzeuge werden gestartet…</translation>
    </message>
    <message>
        <source>A tool waits for your permission</source>
        <translation>Ein Werkzeug wartet auf Ihre Erlaubnis</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>Ein Werkzeug läuft…</translation>
    </message>
    <message>
        <source>%1 cannot go on within an answer. Answer again, or ask it to go on.</source>
        <translation>%1 kann eine Antwort nicht fortsetzen. Lassen Sie neu antworten oder bitten Sie darum, weiterzumachen.</translation>
    </message>
    <message>
        <source>The context is full. Continue without the oldest turns?</source>
        <translation>Der Kontext ist voll. Ohne die ältesten Nachrichten fortsetzen?</translation>
    </message>
    <message>
        <source>The context was full before the answer began. Try without the oldest turns?</source>
        <translation>Der Kontext war voll, bevor die Antwort begann. Ohne die ältesten Nachrichten versuchen?</translation>
    </message>
    <message>
        <source>The conversation no longer fits. Answer without the oldest turns?</source>
        <translation>Der Chat passt nicht mehr hinein. Ohne die ältesten Nachrichten antworten?</translation>
    </message>
</context>
<context>
    <name>CodeCards</name>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>{0}, continued</source>
        <translation>{0}, Fortsetzung</translation>
    </message>
    <message>
        <source>{0} · {1} lines</source>
        <translation>{0} · {1} Zeilen</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>The engine is not running.</source>
        <translation>Die Engine läuft nicht.</translation>
    </message>
    <message>
        <source>The engine stopped during the comparison.</source>
        <translation>Die Engine wurde während des Vergleichs beendet.</translation>
    </message>
    <message>
        <source>%1 against %2 recaptures</source>
        <translation>%1 gegenüber %2 Neuaufnahmen</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>%1 schneller</translation>
    </message>
    <message>
        <source>%1 of %1 tokens identical</source>
        <translation>%1 von %1 Tokens identisch</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>%1 langsamer</translation>
    </message>
    <message>
        <source>At least two runs of each configuration are needed.</source>
        <translation>Es sind mindestens zwei Läufe jeder Konfiguration nötig.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Last measured: %1 on this model and device</source>
        <translation>Zuletzt gemessen: %1 mit diesem Modell und Gerät</translation>
    </message>
    <message>
        <source>Last measured: no measurable difference on this model and device</source>
        <translation>Zuletzt gemessen: kein messbarer Unterschied mit diesem Modell und Gerät</translation>
    </message>
    <message>
        <source>Long context</source>
        <translation>Langer Kontext</translation>
    </message>
    <message>
        <source>No measurable difference</source>
        <translation>Kein messbarer Unterschied</translation>
    </message>
    <message>
        <source>No measurable difference: the runs vary too much</source>
        <translation>Kein messbarer Unterschied: Die Läufe schwanken zu stark</translation>
    </message>
    <message>
        <source>Too few runs to tell</source>
        <translation>Zu wenige Läufe für eine Aussage</translation>
    </message>
    <message>
        <source>With a confidence of 99 % the factor is between %1 and %2, from runs that took turns. A difference is measurable where that range excludes 1 and the factor is 1 % away from it.</source>
        <translation>Mit einer Konfidenz von 99 % liegt der Faktor zwischen %1 und %2, ermittelt aus abwechselnden Läufen. Ein Unterschied ist messbar, wenn dieser Bereich die 1 ausschließt und der Faktor um mindestens 1 % davon abweicht.</translation>
    </message>
    <message>
        <source>another model: tokens are not compared</source>
        <translation>anderes Modell: Tokens werden nicht verglichen</translation>
    </message>
    <message>
        <source>differs from token %1 on</source>
        <translation>weicht ab Token %1 ab</translation>
    </message>
    <message>
        <source>median of %1, %2</source>
        <translation>Median aus %1, %2</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>The same question is answered in each configuration, in turns, after a warm-up. Nothing is written into your chats, and the model is set as before afterwards.</source>
        <translation>Dieselbe Frage wird in jeder Konfiguration beantwortet, abwechselnd und nach einem Aufwärmlauf. In die Chats wird nichts geschrieben, und danach ist das Modell wieder wie zuvor eingestellt.</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Ihre Frage</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>ComparisonViewModel</name>
    <message>
        <source>A question of your own</source>
        <translation>Eine eigene Frage</translation>
    </message>
    <message>
        <source>Write a question first.</source>
        <translation>Bitte zuerst eine Frage schreiben.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Bitte zuerst ein Modell laden.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>Gerade wird eine Antwort geschrieben. Bitte stoppen oder das Ende abwarten.</translation>
    </message>
    <message>
        <source>Loading the model for %1…</source>
        <translation>Modell für %1 wird geladen…</translation>
    </message>
    <message>
        <source>Warming up %1…</source>
        <translation>%1 wird aufgewärmt…</translation>
    </message>
    <message>
        <source>Measuring %1, run %2 of %3…</source>
        <translation>%1 wird gemessen, Lauf %2 von %3…</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegenüber %2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Stopped; the model is set as before.</source>
        <translation>Gestoppt; das Modell ist wieder wie zuvor eingestellt.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Attach files (Ctrl+Shift+A)</source>
        <translation>Dateien anhängen (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>Attach it as a file</source>
        <translation>Als Datei anhängen</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Stoppen (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Enter)</translation>
    </message>
    <message>
        <source>Write the next message; it is sent when the answer ends</source>
        <translation>Nächste Nachricht schreiben; sie wird gesendet, wenn die Antwort endet</translation>
    </message>
    <message>
        <source>Write a message, or / for a prompt</source>
        <translation>Nachricht schreiben, oder / für einen Prompt</translation>
    </message>
    <message>
        <source>The pasted text has {0} characters, {1} more than the {2} that a message holds.</source>
        <translation>Der eingefügte Text hat {0} Zeichen, {1} mehr als die {2}, die eine Nachricht fasst.</translation>
    </message>
    <message>
        <source>With the {0} characters pasted, the message would be {1} longer than the {2} that it may hold.</source>
        <translation>Mit den {0} eingefügten Zeichen wäre die Nachricht um {1} länger als die erlaubten {2}.</translation>
    </message>
    <message>
        <source>That is a picture, which no model here can see; describe it in words.</source>
        <translation>Das ist ein Bild, und kein Modell kann hier Bilder sehen; bitte mit Worten beschreiben.</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
</context>
<context>
    <name>ConfigurationGrid</name>
    <message>
        <source>Add a configuration</source>
        <translation>Konfiguration hinzufügen</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Remove configuration {0}</source>
        <translation>Konfiguration {0} entfernen</translation>
    </message>
</context>
<context>
    <name>ConfigurationTable</name>
    <message>
        <source>%1 answers elsewhere. Choose a model of this computer to compare.</source>
        <translation>%1 antwortet anderswo. Wählen Sie zum Vergleichen ein Modell dieses Computers.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Bitte zuerst ein Modell laden.</translation>
    </message>
    <message>
        <source>%1 and %2 are the same. Change a setting in one of them.</source>
        <translation>%1 und %2 sind gleich. Bitte in einer davon eine Einstellung ändern.</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 an</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 aus</translation>
    </message>
</context>
<context>
    <name>ContextEditor</name>
    <message>
        <source>Context length in tokens</source>
        <translation>Kontextlänge in Tokens</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used</source>
        <translation>Belegter Kontext</translation>
    </message>
</context>
<context>
    <name>ConversationListModel</name>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>„{0}“ wurde gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were deleted.</source>
        <translation>
            <numerusform>%n Chat wurde gelöscht.</numerusform>
            <numerusform>%n Chats wurden gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>Temporärer Chat</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporär</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>CopyCodeButton</name>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
</context>
<context>
    <name>CostLine</name>
    <message>
        <source>Cut to fit</source>
        <translation>Passend kürzen</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Cut {0} so that it fits</source>
        <translation>{0} passend kürzen</translation>
    </message>
    <message>
        <source>Reload with {0} context (+{1})</source>
        <translation>Mit {0} neu laden (+{1})</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>a month of another year</comment>
        <translation>MMMM yyyy</translation>
    </message>
</context>
<context>
    <name>Discover</name>
    <message>
        <source>%1 downloads a month</source>
        <translation>%1 Downloads im Monat</translation>
    </message>
    <message>
        <source>%1 likes</source>
        <translation>%1 Likes</translation>
    </message>
    <message>
        <source>Press Enter to open it</source>
        <translation>Zum Öffnen Enter drücken</translation>
    </message>
    <message>
        <source>Terms to accept</source>
        <translation>Mit Bedingungen</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>license %1</source>
        <translation>Lizenz %1</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>aktualisiert: %1</translation>
    </message>
</context>
<context>
    <name>DiscoverTab</name>
    <message>
        <source>Search Hugging Face, or paste a model&apos;s name or address</source>
        <translation>Hugging Face durchsuchen oder Name oder Adresse eines Modells einfügen</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>Hugging Face nach Modellen durchsuchen</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr anzeigen</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>Reihenfolge der Ergebnisse</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>Gute Modelle für den Anfang</translation>
    </message>
    <message>
        <source>On Hugging Face</source>
        <translation>Auf Hugging Face</translation>
    </message>
</context>
<context>
    <name>DiscoverViewModel</name>
    <message>
        <source>Most downloaded</source>
        <translation>Meiste Downloads</translation>
    </message>
    <message>
        <source>Most liked</source>
        <translation>Meiste Likes</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Searching Hugging Face…</source>
        <translation>Hugging Face wird durchsucht…</translation>
    </message>
    <message>
        <source>No GGUF model on Hugging Face matches “%1”; try fewer or other words.</source>
        <translation>Kein GGUF-Modell auf Hugging Face passt zu „%1“; vielleicht helfen weniger oder andere Wörter.</translation>
    </message>
</context>
<context>
    <name>DownloadRowWidget</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Damit chatten</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Go on with {0}</source>
        <translation>{0} fortsetzen</translation>
    </message>
    <message>
        <source>Pause {0}</source>
        <translation>{0} pausieren</translation>
    </message>
    <message>
        <source>Try {0} again</source>
        <translation>{0} noch einmal versuchen</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>Mit {0} chatten</translation>
    </message>
    <message>
        <source>Cancel {0}</source>
        <translation>{0} abbrechen</translation>
    </message>
    <message>
        <source>Move {0} up</source>
        <translation>{0} nach oben verschieben</translation>
    </message>
    <message>
        <source>Cancel {0}? What has been downloaded of it is deleted.</source>
        <translation>{0} abbrechen? Was davon schon heruntergeladen ist, wird gelöscht.</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>Download abbrechen</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 · checking that it is whole</source>
        <translation>%1 · wird auf Vollständigkeit geprüft</translation>
    </message>
    <message>
        <source>%1 · downloaded and checked</source>
        <translation>%1 · heruntergeladen und geprüft</translation>
    </message>
    <message>
        <source>%1 · paused</source>
        <translation>%1 · pausiert</translation>
    </message>
    <message>
        <source>%1 · stopped</source>
        <translation>%1 · gestoppt</translation>
    </message>
    <message>
        <source>%1 · waits its turn</source>
        <translation>%1 · wartet</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>wird verbunden</translation>
    </message>
</context>
<context>
    <name>DownloadsTab</name>
    <message>
        <source>Clear finished</source>
        <translation>Fertige entfernen</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Models you choose under Discover arrive here.</source>
        <translation>Gerade wird nichts heruntergeladen. Was unter „Entdecken“ gewählt wird, kommt hier an.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Modell finden</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keins</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source>Download limit in megabytes per second</source>
        <translation>Download-Limit in Megabyte pro Sekunde</translation>
    </message>
    <message>
        <source>The most that all downloads together take of the line</source>
        <translation>So viel der Leitung belegen alle Downloads zusammen höchstens</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>Gerade läuft nichts.</translation>
    </message>
</context>
<context>
    <name>DownloadsViewModel</name>
    <message>
        <source>1 download</source>
        <translation>1 Download</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 Downloads</translation>
    </message>
</context>
<context>
    <name>DraftCost</name>
    <message>
        <source>%1 of %2 after this</source>
        <translation>%1 von %2 danach</translation>
    </message>
    <message>
        <source>%1 of %2 are used</source>
        <translation>%1 von %2 sind belegt</translation>
    </message>
    <message>
        <source>With the chat before it the message has %1 tokens; %2 fit.</source>
        <translation>Mit dem Chat davor hat die Nachricht %1 Tokens; %2 passen hinein.</translation>
    </message>
    <message>
        <source>%3 has %1 tokens, of which %2 fit in the context.</source>
        <translation>%3 hat %1 Tokens, von denen %2 in den Kontext passen.</translation>
    </message>
</context>
<context>
    <name>Drafter</name>
    <message>
        <source>Draft model</source>
        <translation>Draft-Modell</translation>
    </message>
    <message>
        <source>Prediction head</source>
        <translation>Vorhersagekopf</translation>
    </message>
    <message>
        <source>Gemma 4 assistant</source>
        <translation>Gemma-4-Assistent</translation>
    </message>
</context>
<context>
    <name>DrafterOffers</name>
    <message>
        <source>Getting %1…</source>
        <translation>%1 wird geholt…</translation>
    </message>
    <message>
        <source>Get %1 to draft for it</source>
        <translation>%1 für das Drafting holen</translation>
    </message>
</context>
<context>
    <name>Drafters</name>
    <message>
        <source>%1 (cannot draft for the loaded model)</source>
        <translation>%1 (kein Drafting für das geladene Modell)</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Drop to import %1</source>
        <translation>Ablegen, um %1 zu importieren</translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation>Ablegen, um %1 anzuhängen</translation>
    </message>
    <message>
        <source>Drop to insert the text</source>
        <translation>Ablegen, um den Text einzufügen</translation>
    </message>
    <message>
        <source>Pictures cannot be attached</source>
        <translation>Bilder können nicht angehängt werden</translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>Ablegen, um %n Datei anzuhängen</numerusform>
            <numerusform>Ablegen, um %n Dateien anzuhängen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EffectLine</name>
    <message>
        <source>Prove it</source>
        <translation>Nachmessen</translation>
    </message>
    <message>
        <source>Prove it: {0}</source>
        <translation>Nachmessen: {0}</translation>
    </message>
    <message>
        <source>Measure it on and off, on this model and device</source>
        <translation>Ein- und ausgeschaltet messen, mit diesem Modell und Gerät</translation>
    </message>
</context>
<context>
    <name>EndpointDialog</name>
    <message>
        <source>Add an engine</source>
        <translation>Engine hinzufügen</translation>
    </message>
    <message>
        <source>Change an engine</source>
        <translation>Engine ändern</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Gespeichert; zum Ersetzen eingeben</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>Nur, wenn er einen verlangt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>Schlüssel vergessen</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Anderer Server</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible interface. Encore asks it for its models when the list of models is opened, and for answers when you chat with one of them.</source>
        <translation>Jeder Server mit einer OpenAI-kompatiblen Schnittstelle. Encore fragt ihn nach seinen Modellen, wenn die Modellliste geöffnet wird, und nach Antworten, wenn Sie mit einem davon chatten.</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt…</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>The engine of this model is no longer in the settings: choose another model.</source>
        <translation>Die Engine dieses Modells steht nicht mehr in den Einstellungen: Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>%1 answers conversations only.</source>
        <translation>%1 beantwortet nur Gespräche.</translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2: check its address and your network.</source>
        <translation>%1 ist unter %2 nicht erreichbar: Prüfen Sie die Adresse und Ihr Netzwerk.</translation>
    </message>
    <message>
        <source>%1 does not accept the key: enter the right one in Settings, Model.</source>
        <translation>%1 nimmt den Schlüssel nicht an: Geben Sie den richtigen unter Einstellungen, Modell ein.</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: is it switched on, and reachable?</source>
        <translation>%1 antwortet unter %2 nicht: Ist er eingeschaltet und erreichbar?</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: start it there, or correct its address.</source>
        <translation>%1 antwortet unter %2 nicht: Starten Sie ihn dort oder berichtigen Sie die Adresse.</translation>
    </message>
    <message>
        <source>%1 does not have this model any more: choose another in the list of models.</source>
        <translation>%1 hat dieses Modell nicht mehr: Wählen Sie ein anderes in der Modellliste.</translation>
    </message>
    <message>
        <source>%1 does not take these settings and answers without them: %2.</source>
        <translation>%1 kennt diese Einstellungen nicht und antwortet ohne sie: %2.</translation>
    </message>
    <message>
        <source>%1 ended the answer with its content filter: ask in other words.</source>
        <translation>Der Inhaltsfilter von %1 hat die Antwort beendet: Frage mit anderen Worten.</translation>
    </message>
    <message>
        <source>%1 ended the connection before the answer was complete: ask again.</source>
        <translation>%1 hat die Verbindung beendet, bevor die Antwort vollständig war: Frage noch einmal.</translation>
    </message>
    <message>
        <source>%1 failed with error %3: ask again, or look at its log.</source>
        <translation>%1 scheiterte mit Fehler %3: Frage noch einmal oder sieh in sein Protokoll.</translation>
    </message>
    <message>
        <source>%1 has too much to do, or your quota there is used up: wait.</source>
        <translation>%1 ist überlastet, oder Ihr Kontingent dort ist aufgebraucht: Warten Sie.</translation>
    </message>
    <message>
        <source>%1 has too much to do: ask again in %3 s.</source>
        <translation>%1 ist überlastet: Frage in %3 s noch einmal.</translation>
    </message>
    <message>
        <source>%1 is not found: check its address, %2, and your network.</source>
        <translation>%1 wird nicht gefunden: Prüfen Sie die Adresse, %2, und Ihr Netzwerk.</translation>
    </message>
    <message>
        <source>%1 is still loading the model: ask again in a moment.</source>
        <translation>%1 lädt das Modell noch: Frage gleich noch einmal.</translation>
    </message>
    <message>
        <source>%1 refuses the request with error %3: look at its log.</source>
        <translation>%1 lehnt die Anfrage mit Fehler %3 ab: Sieh in sein Protokoll.</translation>
    </message>
    <message>
        <source>%1 refuses the request: %3</source>
        <translation>%1 lehnt die Anfrage ab: %3</translation>
    </message>
    <message>
        <source>%1 reports an error without saying which: look at its log.</source>
        <translation>%1 meldet einen Fehler, ohne zu sagen, welchen: Sieh in sein Protokoll.</translation>
    </message>
    <message>
        <source>%1 reports: %3</source>
        <translation>%1 meldet: %3</translation>
    </message>
    <message>
        <source>%1 sends us to %3, which is not followed: if that is right, enter it as the address.</source>
        <translation>%1 verweist auf %3; dem wird nicht gefolgt: Ist das richtig, geben Sie es als Adresse ein.</translation>
    </message>
    <message>
        <source>%1 sent something that is no part of an answer: ask again, or look at its log.</source>
        <translation>%1 hat etwas gesandt, das nicht zu einer Antwort gehört: Frage noch einmal oder sieh in sein Protokoll.</translation>
    </message>
    <message>
        <source>%1 takes too long to answer: look at what it is doing.</source>
        <translation>%1 braucht zu lange für eine Antwort: Sieh nach, was er tut.</translation>
    </message>
    <message>
        <source>%1 wants a key: enter it in Settings, Model.</source>
        <translation>%1 verlangt einen Schlüssel: Geben Sie ihn unter Einstellungen, Modell ein.</translation>
    </message>
    <message>
        <source>%2 is no OpenAI-compatible server: the address of %1 may end in /v1.</source>
        <translation>%2 ist kein OpenAI-kompatibler Server: Die Adresse von %1 endet vielleicht auf /v1.</translation>
    </message>
    <message>
        <source>Give the engine a name, as it is to be called in the list.</source>
        <translation>Geben Sie der Engine einen Namen, so wie sie in der Liste heißen soll.</translation>
    </message>
    <message>
        <source>No encrypted connection to %1 came about: if it has none, let its address begin with http://.</source>
        <translation>Mit %1 kam keine verschlüsselte Verbindung zustande: Hat er keine, lass die Adresse mit http:// beginnen.</translation>
    </message>
    <message>
        <source>No keyring works here, so the key is in %1, which only you can read.</source>
        <translation>Hier gibt es keinen Schlüsselbund; der Schlüssel liegt in %1, was nur Sie lesen können.</translation>
    </message>
    <message>
        <source>That is no address: enter one like http://127.0.0.1:8080.</source>
        <translation>Das ist keine Adresse: Geben Sie eine wie http://127.0.0.1:8080 ein.</translation>
    </message>
    <message>
        <source>That is no key: a key has no spaces and no accented letters.</source>
        <translation>Das ist kein Schlüssel: Ein Schlüssel hat keine Leerzeichen und keine Umlaute.</translation>
    </message>
    <message>
        <source>The address may have no password and no parameters: the key has its own field.</source>
        <translation>Die Adresse darf kein Passwort und keine Parameter haben: Der Schlüssel hat ein eigenes Feld.</translation>
    </message>
    <message>
        <source>The answer of %1 could not be read: ask again, or look at the log.</source>
        <translation>Die Antwort von %1 konnte nicht gelesen werden: Frage noch einmal oder sieh ins Protokoll.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted on this computer: have it installed, or use an address whose certificate is trusted.</source>
        <translation>Dem Zertifikat von %1 wird auf diesem Computer nicht vertraut: Lassen Sie es installieren oder nutzen Sie eine Adresse, deren Zertifikat vertraut wird.</translation>
    </message>
    <message>
        <source>The conversation is longer than %1 can take: begin a new chat, or shorten it.</source>
        <translation>Das Gespräch ist länger, als %1 fassen kann: Beginne einen neuen Chat oder kürze es.</translation>
    </message>
    <message>
        <source>The key could not be kept in %1: check the disk.</source>
        <translation>Der Schlüssel konnte nicht in %1 gespeichert werden: Prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>The list of engines could not be saved to %1: check the disk.</source>
        <translation>Die Liste der Engines konnte nicht in %1 gespeichert werden: Prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>There are too many engines elsewhere: remove one.</source>
        <translation>Es gibt zu viele Engines anderswo: Entfernen Sie eine.</translation>
    </message>
    <message>
        <source>What answers at %2 is no OpenAI-compatible server: check the address of %1.</source>
        <translation>Unter %2 antwortet kein OpenAI-kompatibler Server: Prüfen Sie die Adresse von %1.</translation>
    </message>
</context>
<context>
    <name>EndpointsSection</name>
    <message>
        <source>Servers whose models you can chat with here: llama.cpp, vLLM, Ollama, LM Studio, another Encore, or a service with the same interface.</source>
        <translation>Server, mit deren Modellen Sie hier chatten können: llama.cpp, vLLM, Ollama, LM Studio, ein anderes Encore oder ein Dienst mit derselben Schnittstelle.</translation>
    </message>
    <message>
        <source>Add an engine…</source>
        <translation>Engine hinzufügen…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1 entfernen?</translation>
    </message>
    <message>
        <source>Its address and its key are forgotten. Conversations stay.</source>
        <translation>Adresse und Schlüssel werden vergessen. Gespräche bleiben.</translation>
    </message>
</context>
<context>
    <name>EndpointsViewModel</name>
    <message>
        <source>Key and conversations travel unencrypted to this address.</source>
        <translation>Schlüssel und Gespräche gehen unverschlüsselt an diese Adresse.</translation>
    </message>
    <message>
        <source>Conversations travel unencrypted to this address.</source>
        <translation>Gespräche gehen unverschlüsselt an diese Adresse.</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>Der Server</translation>
    </message>
    <message>
        <source>%1 answers, but has no models: load one there.</source>
        <translation>%1 antwortet, hat aber keine Modelle: Laden Sie dort eines.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2.</source>
        <translation>%1 antwortet. Seine Modelle: %2.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2 and %3 more.</source>
        <translation>%1 antwortet. Seine Modelle: %2 und %3 weitere.</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The engine stopped three times within a minute and was not restarted. Choose a model to try again.</source>
        <translation>Die Engine wurde dreimal innerhalb einer Minute beendet und nicht neu gestartet. Für einen neuen Versuch ein Modell wählen.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly. It was restarted; you can go on.</source>
        <translation>Die Engine wurde unerwartet beendet und neu gestartet; es kann weitergehen.</translation>
    </message>
    <message>
        <source>The engine that would look into the file is not running; try again.</source>
        <translation>Die Engine, die die Datei prüfen würde, läuft nicht; bitte noch einmal versuchen.</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Choose another build</source>
        <translation>Anderen Build wählen</translation>
    </message>
    <message>
        <source>Install from a folder or a mirror</source>
        <translation>Aus Ordner oder von Spiegelserver installieren</translation>
    </message>
    <message>
        <source>Encore may look for updates of itself</source>
        <translation>Encore darf nach eigenen Updates suchen</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>It asks once a day, tells nothing about you, and installs nothing unasked.</source>
        <translation>Encore fragt einmal am Tag nach, verrät nichts über Sie und installiert nichts ungefragt.</translation>
    </message>
    <message>
        <source>One more step: the engine</source>
        <translation>Noch ein Schritt: die Engine</translation>
    </message>
    <message>
        <source>This version of Encore needs other libraries than those that are installed. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>Diese Version von Encore braucht andere Bibliotheken als die installierten. Sie werden einmal geholt. Inzwischen lassen sich schon Modelle finden und herunterladen.</translation>
    </message>
    <message>
        <source>Models run on libraries that must fit this computer. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>Modelle laufen mit Bibliotheken, die zu diesem Computer passen müssen. Sie werden einmal geholt. Inzwischen lassen sich schon Modelle finden und herunterladen.</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>Die Engine</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>Aktiv: %1</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>Computer wird untersucht…</translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Change…</source>
        <translation>Wechseln…</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Remove the engine&apos;s libraries?</source>
        <translation>Bibliotheken der Engine entfernen?</translation>
    </message>
    <message>
        <source>No model can answer until they are installed again. Models and conversations stay.</source>
        <translation>Bis sie wieder installiert sind, kann kein Modell antworten. Modelle und Chats bleiben erhalten.</translation>
    </message>
    <message>
        <source>Encore runs from a checkout: the engine uses the environment&apos;s libraries.</source>
        <translation>Encore läuft aus einem Checkout: Die Engine nutzt die Bibliotheken der Umgebung.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed.</source>
        <translation>Die Bibliotheken der Engine sind nicht installiert.</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>Vorher: %1</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Installieren…</translation>
    </message>
</context>
<context>
    <name>EngineSentences</name>
    <message>
        <source>%1 cannot be divided after %2 of its %3 layers; choose another number of layers for the processor, or auto.</source>
        <translation>%1 lässt sich nach %2 seiner %3 Schichten nicht teilen; wählen Sie eine andere Anzahl von Schichten für den Prozessor, oder auto.</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the path and the disk.</source>
        <translation>%1 kann nicht gelesen werden (%2); prüfen Sie Pfad und Datenträger.</translation>
    </message>
    <message>
        <source>%1 cannot draft for this model, because only %2 of their %3 tokens agree; choose a smaller model of the same family.</source>
        <translation>%1 kann für dieses Modell keine Entwürfe machen, weil nur %2 ihrer %3 Token übereinstimmen; wählen Sie ein kleineres Modell derselben Familie.</translation>
    </message>
    <message>
        <source>%1 cannot draft here: it reads what the GPU has of a model, but the processor computes the first layers of this one; choose ngram, or let the GPU read those layers from main memory.</source>
        <translation>%1 kann hier keine Entwürfe machen: Es liest, was die GPU von einem Modell hat, aber die ersten Schichten dieses Modells rechnet der Prozessor; wählen Sie ngram oder lassen Sie die GPU diese Schichten aus dem Arbeitsspeicher lesen.</translation>
    </message>
    <message>
        <source>%1 claims to be a GGUF of version %2, which is not known; download it again, or update this app.</source>
        <translation>%1 gibt sich als GGUF der Version %2 aus, die nicht bekannt ist; laden Sie die Datei erneut herunter oder aktualisieren Sie diese App.</translation>
    </message>
    <message>
        <source>%1 describes a model of impossible shape: %2; download it again or choose another file.</source>
        <translation>%1 beschreibt ein Modell von unmöglicher Form: %2; laden Sie die Datei erneut herunter oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory, so %2 GiB of it are read from main memory, more slowly.</source>
        <translation>%1 passt nicht in den GPU-Speicher, deshalb werden %2 GiB davon langsamer aus dem Arbeitsspeicher gelesen.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; %3 GiB are read from main memory when they are needed.</source>
        <translation>%1 passt nicht in den GPU-Speicher: %2 % seiner Experten liegen dort, die meistgenutzten; %3 GiB werden bei Bedarf aus dem Arbeitsspeicher gelesen.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes %3 GiB of the others, and the GPU reads %4 GiB from main memory when they are needed.</source>
        <translation>%1 passt nicht in den GPU-Speicher: %2 % seiner Experten liegen dort, die meistgenutzten; von den übrigen rechnet der Prozessor %3 GiB, und %4 GiB liest die GPU bei Bedarf aus dem Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes the others, %3 GiB.</source>
        <translation>%1 passt nicht in den GPU-Speicher: %2 % seiner Experten liegen dort, die meistgenutzten; die übrigen rechnet der Prozessor, %3 GiB.</translation>
    </message>
    <message>
        <source>%1 failed unexpectedly; %2.</source>
        <translation>%1: unerwartet fehlgeschlagen; %2.</translation>
    </message>
    <message>
        <source>%1 has %2 layers and reads %3 of its model, which is not supported yet; choose another drafter.</source>
        <translation>%1 hat %2 Schichten und liest %3 seines Modells, was noch nicht unterstützt wird; wählen Sie ein anderes Draft-Modell.</translation>
    </message>
    <message>
        <source>%1 has a tokenizer of %2 words, but embeddings of only %3; download it again or choose another file.</source>
        <translation>%1 hat einen Tokenizer mit %2 Wörtern, aber Embeddings für nur %3; laden Sie die Datei erneut herunter oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, of which %3 are rotated; that shape is not supported yet.</source>
        <translation>%1 hat Köpfe mit %2 Elementen, von denen %3 rotiert werden; diese Form wird noch nicht unterstützt.</translation>
    </message>
    <message>
        <source>%1 has keys and values of different sizes; that is not supported yet.</source>
        <translation>%1 hat Schlüssel und Werte verschiedener Größe; das wird noch nicht unterstützt.</translation>
    </message>
    <message>
        <source>%1 has no prediction head that can draft; choose ngram or a smaller model of the same family.</source>
        <translation>%1 hat keinen Vorhersagekopf, der Entwürfe machen kann; wählen Sie ngram oder ein kleineres Modell derselben Familie.</translation>
    </message>
    <message>
        <source>%1 has no table of embeddings; the file is incomplete, download it again.</source>
        <translation>%1 hat keine Embedding-Tabelle; die Datei ist unvollständig, laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; the file is incomplete, download it again.</source>
        <translation>%1 hat keinen Tensor %2; die Datei ist unvollständig, laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>%1 has no tokenizer; choose a file that holds the complete model.</source>
        <translation>%1 hat keinen Tokenizer; wählen Sie eine Datei mit dem vollständigen Modell.</translation>
    </message>
    <message>
        <source>%1 has recurrent heads of %2 elements; that shape is not supported yet.</source>
        <translation>%1 hat rekurrente Köpfe mit %2 Elementen; diese Form wird noch nicht unterstützt.</translation>
    </message>
    <message>
        <source>%1 has tensors that its architecture should not have, such as %2; this variant is not supported yet.</source>
        <translation>%1 hat Tensoren, die seine Architektur nicht haben sollte, etwa %2; diese Variante wird noch nicht unterstützt.</translation>
    </message>
    <message>
        <source>%1 holds no weights, only a vocabulary; choose a complete model file.</source>
        <translation>%1 enthält keine Gewichte, nur ein Vokabular; wählen Sie eine vollständige Modelldatei.</translation>
    </message>
    <message>
        <source>%1 is a GGUF of version 1, which is out of use; choose a newer file of the model.</source>
        <translation>%1 ist ein GGUF der Version 1, die nicht mehr gebräuchlich ist; wählen Sie eine neuere Datei des Modells.</translation>
    </message>
    <message>
        <source>%1 is a big-endian GGUF, which is not supported; choose a little-endian one.</source>
        <translation>%1 ist ein Big-Endian-GGUF, was nicht unterstützt wird; wählen Sie eines mit Little-Endian.</translation>
    </message>
    <message>
        <source>%1 is a drafter in the layout %2, which is not supported; choose one that was converted with llama.cpp.</source>
        <translation>%1 ist ein Draft-Modell im Aufbau %2, der nicht unterstützt wird; wählen Sie eines, das mit llama.cpp konvertiert wurde.</translation>
    </message>
    <message>
        <source>%1 is a drafter of the kind %2, which is not supported yet; choose a DFlash drafter.</source>
        <translation>%1 ist ein Draft-Modell der Art %2, die noch nicht unterstützt wird; wählen Sie ein DFlash-Modell.</translation>
    </message>
    <message>
        <source>%1 is a folder; choose the .gguf file inside it.</source>
        <translation>%1 ist ein Ordner; wählen Sie die .gguf-Datei darin.</translation>
    </message>
    <message>
        <source>%1 is a granite model without rotary embedding, which is not supported yet.</source>
        <translation>%1 ist ein Granite-Modell ohne Rotary Embedding, was noch nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: %2 reaches %3 bytes past the end of the file; download it again.</source>
        <translation>%1 ist abgeschnitten oder beschädigt: %2 reicht %3 Bytes über das Ende der Datei hinaus; laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: it ends inside %2; download it again.</source>
        <translation>%1 ist abgeschnitten oder beschädigt: Die Datei endet mitten in: %2; laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>%1 is damaged or incomplete: %2; download it again or choose another file.</source>
        <translation>%1 ist beschädigt oder unvollständig: %2; laden Sie die Datei erneut herunter oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; download it again or choose another file.</source>
        <translation>%1 ist beschädigt: %2; laden Sie die Datei erneut herunter oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>%1 is damaged: an earlier part has its tensor %2 too; download the model again.</source>
        <translation>%1 ist beschädigt: Ein früherer Teil hat den Tensor %2 auch; laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>%1 is damaged: it claims to be part %2 of %3, counted from 0; download it again.</source>
        <translation>%1 ist beschädigt: Die Datei gibt sich als Teil %2 von %3 aus, gezählt ab 0; laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>%1 is damaged: its general.alignment (%2) is not a power of two; download it again or choose another file.</source>
        <translation>%1 ist beschädigt: general.alignment (%2) ist keine Zweierpotenz; laden Sie die Datei erneut herunter oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>%1 is damaged: tensor %2 is %3 where %4 is expected; download it again.</source>
        <translation>%1 ist beschädigt: Tensor %2 ist %3, erwartet wird %4; laden Sie die Datei erneut herunter.</translation>
    </message>
    <message>
        <source>%1 is empty; download it again.</source>
        <translation>%1 ist leer; laden Sie die Datei erneut herunter.</translation>
    </message>
    <message>
        <source>%1 is missing: this model has %2 parts, all in one folder; download that part.</source>
        <translation>%1 fehlt: Dieses Modell hat %2 Teile, alle in einem Ordner; laden Sie diesen Teil herunter.</translation>
    </message>
    <message>
        <source>%1 is not a GGUF model file, whatever its name says; choose a model in GGUF format.</source>
        <translation>%1 ist keine GGUF-Modelldatei, was auch immer ihr Name sagt; wählen Sie ein Modell im GGUF-Format.</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 ist keine Liste</translation>
    </message>
    <message>
        <source>%1 is not a regular file; choose a .gguf file.</source>
        <translation>%1 ist keine gewöhnliche Datei; wählen Sie eine .gguf-Datei.</translation>
    </message>
    <message>
        <source>%1 is not part %2 of %3 of the model that its name says; download it again.</source>
        <translation>%1 ist nicht Teil %2 von %3 des Modells, wie sein Name sagt; laden Sie die Datei erneut herunter.</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 ist aus</translation>
    </message>
    <message>
        <source>%1 is one of %2 parts of a model, so its name must end in -00001-of-%3.gguf (with its own number); rename it as it was downloaded.</source>
        <translation>%1 ist einer von %2 Teilen eines Modells, sein Name muss daher auf -00001-of-%3.gguf enden (mit der eigenen Nummer); geben Sie ihm den Namen vom Herunterladen zurück.</translation>
    </message>
    <message>
        <source>%1 keeps its context memory in %2 bits a value, so that it fits.</source>
        <translation>%1 hält seinen Kontextspeicher in %2 Bit je Wert, damit es passt.</translation>
    </message>
    <message>
        <source>%1 keeps the first %2 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>%1 hält die ersten %2 Token seines Kontexts im GPU-Speicher; was folgt, wird langsamer aus dem Arbeitsspeicher gelesen.</translation>
    </message>
    <message>
        <source>%1 may not be read; change its permissions or copy it to your models folder.</source>
        <translation>%1 darf nicht gelesen werden; ändern Sie die Rechte oder kopieren Sie die Datei in Ihren Modellordner.</translation>
    </message>
    <message>
        <source>%1 needs %2 GiB of %3 with a context of %4 tokens (%5 GiB of it weights), but %6 GiB are free; %7.</source>
        <translation>%1 braucht %2 GiB %3 bei einem Kontext von %4 Token (davon %5 GiB Gewichte), aber nur %6 GiB sind frei; %7.</translation>
    </message>
    <message>
        <source>%1 needs more %2 than is free; %3.</source>
        <translation>%1: Es wird mehr %2 gebraucht, als frei ist; %3.</translation>
    </message>
    <message>
        <source>%1 needs more memory than there is. %2</source>
        <translation>%1: Es wird mehr Speicher gebraucht, als da ist. %2</translation>
    </message>
    <message>
        <source>%1 overlaps another tensor</source>
        <translation>%1 überlappt einen anderen Tensor</translation>
    </message>
    <message>
        <source>%1 runs on the CPU, more slowly: with a context of %2 tokens it needs %3 GiB of GPU memory, and %4 GiB are free.</source>
        <translation>%1 läuft langsamer auf der CPU: Bei einem Kontext von %2 Token werden %3 GiB GPU-Speicher gebraucht, und %4 GiB sind frei.</translation>
    </message>
    <message>
        <source>%1 says the model has %2 tensors, but its parts hold %3; download the model again.</source>
        <translation>Laut %1 hat das Modell %2 Tensoren, aber seine Teile enthalten %3; laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>%1 scales its values, which is not supported yet; choose another drafter.</source>
        <translation>%1 skaliert seine Werte, was noch nicht unterstützt wird; wählen Sie ein anderes Draft-Modell.</translation>
    </message>
    <message>
        <source>%1 stores %2 as %3, which is not supported.</source>
        <translation>%1 speichert %2 als %3, was nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>%1 stores %2 as tensor type %3, which is not known; choose a file with another quantization, or update this app.</source>
        <translation>%1 speichert %2 als Tensortyp %3, der nicht bekannt ist; wählen Sie eine Datei mit anderer Quantisierung oder aktualisieren Sie diese App.</translation>
    </message>
    <message>
        <source>%1 stores the tensor %2 as %3, which is not supported yet; choose another quantization of this model, such as Q4_K_M or Q8_0.</source>
        <translation>%1 speichert den Tensor %2 als %3, was noch nicht unterstützt wird; wählen Sie eine andere Quantisierung dieses Modells, etwa Q4_K_M oder Q8_0.</translation>
    </message>
    <message>
        <source>%1 stretches its context with %2 scaling, which is not supported yet; choose another model.</source>
        <translation>%1 dehnt seinen Kontext mit der Skalierung %2, die noch nicht unterstützt wird; wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>%1 took far more memory than the %2 GiB that the model should need, so it was ended; the file may be damaged: download it again or choose another model.</source>
        <translation>%1: Es wurde weit mehr Speicher belegt als die %2 GiB, die das Modell brauchen sollte, und deshalb abgebrochen; die Datei kann beschädigt sein: Laden Sie sie erneut herunter oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>%1: %2 and %3 are off</source>
        <translation>%1: %2 und %3 sind aus</translation>
    </message>
    <message>
        <source>%1: %2 is off</source>
        <translation>%1: %2 ist aus</translation>
    </message>
    <message>
        <source>%1; drop the oldest turns, or load the model with a larger context.</source>
        <translation>%1; lassen Sie die ältesten Beiträge weg oder laden Sie das Modell mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>%1; shorten it, or load the model with a larger context.</source>
        <translation>%1; kürzen Sie ihn oder laden Sie das Modell mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>A context of %1 tokens is more than the %2 this model was made for; choose a smaller context.</source>
        <translation>Ein Kontext von %1 Token ist mehr als die %2, für die dieses Modell gemacht ist; wählen Sie einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>Changing the settings</source>
        <translation>Ändern der Einstellungen</translation>
    </message>
    <message>
        <source>Choose a smaller context.</source>
        <translation>Wählen Sie einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>Choose a smaller model or context.</source>
        <translation>Wählen Sie ein kleineres Modell oder einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>Schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Inspecting %1</source>
        <translation>Untersuchen von %1</translation>
    </message>
    <message>
        <source>It does not fit: %1; %2.</source>
        <translation>Es passt nicht: %1; %2.</translation>
    </message>
    <message>
        <source>It fits on the CPU: %1.</source>
        <translation>Es passt auf die CPU: %1.</translation>
    </message>
    <message>
        <source>It fits on the GPU: %1.</source>
        <translation>Es passt auf die GPU: %1.</translation>
    </message>
    <message>
        <source>It has no chat template, so it continues text rather than answers.</source>
        <translation>Es hat keine Chatvorlage und setzt daher Text fort, statt zu antworten.</translation>
    </message>
    <message>
        <source>It is too large for the GPU, but fits on the CPU, more slowly: %1.</source>
        <translation>Es ist zu groß für die GPU, passt aber auf die CPU, langsamer: %1.</translation>
    </message>
    <message>
        <source>It keeps the first %1 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>Die ersten %1 Token des Kontexts liegen im GPU-Speicher; was folgt, wird langsamer aus dem Arbeitsspeicher gelesen.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, at about %2 tok/s: %3.</source>
        <translation>Es läuft auf der GPU, mit %1 davon im Arbeitsspeicher, mit etwa %2 Tok/s: %3.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, more slowly: %2.</source>
        <translation>Es läuft auf der GPU, mit %1 davon im Arbeitsspeicher, langsamer: %2.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory, at about %3 tok/s: %4.</source>
        <translation>Es läuft mit %1 % seiner Experten auf der GPU und %2 im Arbeitsspeicher, mit etwa %3 Tok/s: %4.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory: %3.</source>
        <translation>Es läuft mit %1 % seiner Experten auf der GPU und %2 im Arbeitsspeicher: %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor, at about %2 tok/s: %3.</source>
        <translation>Es läuft mit %1 % seiner Schichten auf der GPU und den übrigen auf dem Prozessor, mit etwa %2 Tok/s: %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor: %2.</source>
        <translation>Es läuft mit %1 % seiner Schichten auf der GPU und den übrigen auf dem Prozessor: %2.</translation>
    </message>
    <message>
        <source>It was made for a context of %1 tokens at most.</source>
        <translation>Es ist für einen Kontext von höchstens %1 Token gemacht.</translation>
    </message>
    <message>
        <source>Its context memory takes %1 bits a value, so that it fits.</source>
        <translation>Sein Kontextspeicher braucht %1 Bit je Wert, damit es passt.</translation>
    </message>
    <message>
        <source>Kernels for %1 cannot be compiled here (%2); install a C compiler and Triton, or choose the device cpu.</source>
        <translation>Kernel für %1 können hier nicht kompiliert werden (%2); installieren Sie einen C-Compiler und Triton oder wählen Sie das Gerät cpu.</translation>
    </message>
    <message>
        <source>Keys and values cannot be %1 in this model: its heads have %2 elements, which are not whole blocks of %3; choose the type f16, bf16 or f32.</source>
        <translation>Schlüssel und Werte können in diesem Modell nicht %1 sein: Seine Köpfe haben %2 Elemente, keine ganzen Blöcke von %3; wählen Sie den Typ f16, bf16 oder f32.</translation>
    </message>
    <message>
        <source>Landlock cannot be used: %1</source>
        <translation>Landlock kann nicht benutzt werden: %1</translation>
    </message>
    <message>
        <source>Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU</source>
        <translation>wo Kernel für eine GPU kompiliert werden, ist Landlock aus Linux 5.19 oder neuer nötig</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>Laden von %1</translation>
    </message>
    <message>
        <source>Models of architecture %1 are not supported yet; supported are: %2.</source>
        <translation>Modelle der Architektur %1 werden noch nicht unterstützt; unterstützt werden: %2.</translation>
    </message>
    <message>
        <source>Models of architecture %1 only draft tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>Modelle der Architektur %1 machen nur Drafts für ein anderes Modell; laden Sie jenes und wählen Sie diese Datei als Quelle der Drafts.</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver does not start (%1), so the model cannot run on %2; restart the computer, or choose the device cpu.</source>
        <translation>Der Treiber von NVIDIA startet nicht (%1), daher kann das Modell nicht auf %2 laufen; starten Sie den Computer neu oder wählen Sie das Gerät cpu.</translation>
    </message>
    <message>
        <source>No model is loaded; choose one first.</source>
        <translation>Es ist kein Modell geladen; wählen Sie zuerst eines.</translation>
    </message>
    <message>
        <source>Only an answer to a question can be continued.</source>
        <translation>Nur eine Antwort auf eine Frage kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Replaying steps failed, so they are launched one by one until the model is loaded again; the answer is the same, only slower.</source>
        <translation>Das Wiederholen der Schritte ist fehlgeschlagen, sie werden daher einzeln gestartet, bis das Modell neu geladen wird; die Antwort ist dieselbe, nur langsamer.</translation>
    </message>
    <message>
        <source>That leaves little memory for other programs.</source>
        <translation>Das lässt anderen Programmen wenig Speicher.</translation>
    </message>
    <message>
        <source>The GPU failed, so the engine has to start again; try once more, and run the model on the CPU if it happens again.</source>
        <translation>Die GPU ist ausgefallen, daher muss die Engine neu starten; versuchen Sie es noch einmal und nehmen Sie die CPU, wenn es wieder geschieht.</translation>
    </message>
    <message>
        <source>The GPU is not used, because NVIDIA&apos;s driver does not start (%1); restart the computer.</source>
        <translation>Die GPU wird nicht benutzt, weil der Treiber von NVIDIA nicht startet (%1); starten Sie den Computer neu.</translation>
    </message>
    <message>
        <source>The GPU is not used, because its kernels cannot be compiled here: %1.</source>
        <translation>Die GPU wird nicht benutzt, weil ihre Kernel hier nicht kompiliert werden können: %1.</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>Die Antwort</translation>
    </message>
    <message>
        <source>The answer cannot be given the form that was asked for (%1); change its schema.</source>
        <translation>Die Antwort lässt sich nicht in die gewünschte Form bringen (%1); ändern Sie deren Schema.</translation>
    </message>
    <message>
        <source>The conversation is too long to be made into a prompt; start a new one or shorten it.</source>
        <translation>Der Chat ist zu lang, um ein Prompt zu werden; beginnen Sie einen neuen oder kürzen Sie ihn.</translation>
    </message>
    <message>
        <source>The device chosen is not there; choose the device auto or cpu.</source>
        <translation>Das gewählte Gerät ist nicht da; wählen Sie das Gerät auto oder cpu.</translation>
    </message>
    <message>
        <source>The drafter %1 stretches its context, which is not supported yet; choose another.</source>
        <translation>Das Draft-Modell %1 dehnt seinen Kontext, was noch nicht unterstützt wird; wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for a model with another vocabulary; choose the one that was made for this model.</source>
        <translation>Das Draft-Modell in %1 ist für ein Modell mit anderem Vokabular gemacht; wählen Sie das, das für dieses Modell gemacht ist.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for another model; choose the one that was made for this model.</source>
        <translation>Das Draft-Modell in %1 ist für ein anderes Modell gemacht; wählen Sie das, das für dieses Modell gemacht ist.</translation>
    </message>
    <message>
        <source>The drafter in the folder %1 cannot be read (%2); download it again.</source>
        <translation>Das Draft-Modell im Ordner %1 kann nicht gelesen werden (%2); laden Sie es erneut herunter.</translation>
    </message>
    <message>
        <source>The engine could not be started: %1: %2.</source>
        <translation>Die Engine konnte nicht gestartet werden: %1: %2.</translation>
    </message>
    <message>
        <source>The engine sent a message that cannot be read: %1.</source>
        <translation>Die Engine hat eine unlesbare Nachricht geschickt: %1.</translation>
    </message>
    <message>
        <source>The engine stopped while it was starting; its log says why.</source>
        <translation>Die Engine ist beim Starten stehen geblieben; ihr Protokoll sagt, warum.</translation>
    </message>
    <message>
        <source>The form that was asked for is not a JSON schema; correct it.</source>
        <translation>Die gewünschte Form ist kein JSON-Schema; korrigieren Sie sie.</translation>
    </message>
    <message>
        <source>The form that was asked for is too complex to be followed; simplify its schema.</source>
        <translation>Die gewünschte Form ist zu komplex, um ihr zu folgen; vereinfachen Sie ihr Schema.</translation>
    </message>
    <message>
        <source>The message is empty; write something first.</source>
        <translation>Die Nachricht ist leer; schreiben Sie zuerst etwas.</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite, so no token can be chosen. The model file may be damaged: download it again or choose another one.</source>
        <translation>Das Modell hat Zahlen erzeugt, die nicht endlich sind, daher kann kein Token gewählt werden. Die Modelldatei kann beschädigt sein: Laden Sie sie erneut herunter oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>The parameters of the tool %1 are not a JSON schema; correct them.</source>
        <translation>Die Parameter des Werkzeugs %1 sind kein JSON-Schema; korrigieren Sie sie.</translation>
    </message>
    <message>
        <source>The prediction head in %1 belongs to another model; choose the one that was made with this model.</source>
        <translation>Der Vorhersagekopf in %1 gehört zu einem anderen Modell; wählen Sie den, der mit diesem Modell gemacht wurde.</translation>
    </message>
    <message>
        <source>The prediction head in %1 only drafts tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>Der Vorhersagekopf in %1 macht nur Drafts für ein anderes Modell; laden Sie jenes und wählen Sie diese Datei als Quelle der Drafts.</translation>
    </message>
    <message>
        <source>The processor computes %1 of the %2 layers of %3, more slowly than the GPU would; %4 GiB are in main memory.</source>
        <translation>Der Prozessor rechnet %1 der %2 Schichten von %3, langsamer als die GPU es täte; %4 GiB liegen im Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The processor&apos;s part of the model has failed; load the model again.</source>
        <translation>Der Teil des Modells auf dem Prozessor ist ausgefallen; laden Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>The prompt is %1 tokens long, but the context holds %2</source>
        <translation>Der Prompt ist %1 Token lang, aber der Kontext fasst %2</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>Der Prompt ist leer; schreiben Sie zuerst etwas.</translation>
    </message>
    <message>
        <source>The request cannot be carried out: %1.</source>
        <translation>Die Anfrage kann nicht ausgeführt werden: %1.</translation>
    </message>
    <message>
        <source>The text holds a broken character; remove it and try again.</source>
        <translation>Der Text enthält ein defektes Zeichen; entfernen Sie es und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The text is too long to be sent; the limit is %1 MiB.</source>
        <translation>Der Text ist zu lang zum Senden; die Grenze ist %1 MiB.</translation>
    </message>
    <message>
        <source>The text of %1 characters is far longer than the context of %2 tokens; shorten it.</source>
        <translation>Der Text von %1 Zeichen ist weit länger als der Kontext von %2 Token; kürzen Sie ihn.</translation>
    </message>
    <message>
        <source>The tokenizer in this model file has no merges, so it cannot be used; get the file again or choose another one.</source>
        <translation>Der Tokenizer in dieser Modelldatei hat keine Merges und ist daher nicht brauchbar; holen Sie die Datei erneut oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>There is no CUDA device here, so the model cannot run on %1; choose the device auto or cpu.</source>
        <translation>Hier gibt es kein CUDA-Gerät, daher kann das Modell nicht auf %1 laufen; wählen Sie das Gerät auto oder cpu.</translation>
    </message>
    <message>
        <source>There is no device %1 here: this computer&apos;s last one is cuda:%2.</source>
        <translation>Hier gibt es kein Gerät %1: Das letzte dieses Computers ist cuda:%2.</translation>
    </message>
    <message>
        <source>There is no file %1; check the path or download the model.</source>
        <translation>Es gibt keine Datei %1; prüfen Sie den Pfad oder laden Sie das Modell herunter.</translation>
    </message>
    <message>
        <source>There is no room for a draft after position %1; load the model with a larger context.</source>
        <translation>Nach Position %1 ist kein Platz für einen Draft; laden Sie das Modell mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>This model has no chat template, %1.</source>
        <translation>Dieses Modell hat keine Chatvorlage, %1.</translation>
    </message>
    <message>
        <source>This model uses a tokenizer of the type %1, which Encore does not support yet; choose a model with a byte-level BPE or SentencePiece tokenizer.</source>
        <translation>Dieses Modell benutzt einen Tokenizer vom Typ %1, den Encore noch nicht unterstützt; wählen Sie ein Modell mit einem Tokenizer der Art Byte-Level-BPE oder SentencePiece.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not accept this conversation, so ChatML was used for it; answers may be worse for it.</source>
        <translation>Die Chatvorlage dieses Modells nimmt diesen Chat nicht an, daher wurde ChatML benutzt; die Antworten können darunter leiden.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not work, %1.</source>
        <translation>Die Chatvorlage dieses Modells funktioniert nicht, %1.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template leaves your last message out of the prompt, so the model does not see it; get another file of this model, or choose another one.</source>
        <translation>Die Chatvorlage dieses Modells lässt Ihre letzte Nachricht im Prompt weg, das Modell sieht sie also nicht; holen Sie eine andere Datei dieses Modells oder wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template takes more time or memory than any prompt needs, %1.</source>
        <translation>Die Chatvorlage dieses Modells braucht mehr Zeit oder Speicher, als ein Prompt je braucht, %1.</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer %1; a general one is used, and answers may be worse for it.</source>
        <translation>Der Tokenizer dieses Modells %1; ein allgemeiner wird benutzt, und die Antworten können darunter leiden.</translation>
    </message>
    <message>
        <source>Unloading the model</source>
        <translation>Entladen des Modells</translation>
    </message>
    <message>
        <source>Whether it fits is not known: %1</source>
        <translation>Ob es passt, ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>a context of %1 tokens would fit</source>
        <translation>ein Kontext von %1 Token würde passen</translation>
    </message>
    <message>
        <source>asks for the pre-tokenizer %1, which is not known</source>
        <translation>verlangt den Pre-Tokenizer %1, der nicht bekannt ist</translation>
    </message>
    <message>
        <source>capturing steps</source>
        <translation>Schritte erfassen</translation>
    </message>
    <message>
        <source>choose a smaller context</source>
        <translation>wählen Sie einen kleineren Kontext</translation>
    </message>
    <message>
        <source>choose a smaller context or run it on the CPU</source>
        <translation>wählen Sie einen kleineren Kontext oder nehmen Sie die CPU</translation>
    </message>
    <message>
        <source>choose a smaller quantization or a smaller model</source>
        <translation>wählen Sie eine kleinere Quantisierung oder ein kleineres Modell</translation>
    </message>
    <message>
        <source>close other programs or choose a smaller model</source>
        <translation>schließen Sie andere Programme oder wählen Sie ein kleineres Modell</translation>
    </message>
    <message>
        <source>close other programs, or choose a smaller quantization or a smaller model</source>
        <translation>schließen Sie andere Programme oder wählen Sie eine kleinere Quantisierung oder ein kleineres Modell</translation>
    </message>
    <message>
        <source>fixed verify width (fixed_verify)</source>
        <translation>feste Prüfbreite (fixed_verify)</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than any model has</source>
        <translation>sie gibt %1 %2 an, mehr als irgendein Modell hat</translation>
    </message>
    <message>
        <source>it claims %1 bytes for %2, more than any model has</source>
        <translation>sie gibt %1 Bytes an für: %2, mehr als irgendein Modell hat</translation>
    </message>
    <message>
        <source>it claims %1 entries in %2, more than any model has</source>
        <translation>sie gibt %1 Einträge an in: %2, mehr als irgendein Modell hat</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>it needs %1 of GPU memory with a context of %2 tokens, and %3 are free</source>
        <translation>es braucht %1 GPU-Speicher bei einem Kontext von %2 Token, und %3 sind frei</translation>
    </message>
    <message>
        <source>it needs %1 of memory with a context of %2 tokens, and %3 are free</source>
        <translation>es braucht %1 Speicher bei einem Kontext von %2 Token, und %3 sind frei</translation>
    </message>
    <message>
        <source>its %1 is %2, not between %3 and %4</source>
        <translation>%1 ist %2, nicht zwischen %3 und %4</translation>
    </message>
    <message>
        <source>its compute capability is %1, and they need 8.0</source>
        <translation>ihre Compute Capability ist %1, gebraucht wird 8.0</translation>
    </message>
    <message>
        <source>its vocabulary is empty</source>
        <translation>ihr Vokabular ist leer</translation>
    </message>
    <message>
        <source>load the model with a smaller context or run it on the CPU, and ask again</source>
        <translation>laden Sie das Modell mit einem kleineren Kontext oder nehmen Sie die CPU und fragen Sie noch einmal</translation>
    </message>
    <message>
        <source>load the model with a smaller context, and ask again</source>
        <translation>laden Sie das Modell mit einem kleineren Kontext und fragen Sie noch einmal</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>names none</source>
        <translation>nennt keinen Pre-Tokenizer</translation>
    </message>
    <message>
        <source>only Linux has limits that a program can set itself</source>
        <translation>nur Linux hat Grenzen, die ein Programm sich selbst setzen kann</translation>
    </message>
    <message>
        <source>padded context (kvpad)</source>
        <translation>aufgefüllter Kontext (kvpad)</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>Prefill, %1</translation>
    </message>
    <message>
        <source>preparing kernels</source>
        <translation>Kernel vorbereiten</translation>
    </message>
    <message>
        <source>reading the tokenizer</source>
        <translation>Tokenizer lesen</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>Gewichte lesen</translation>
    </message>
    <message>
        <source>see the log at %1</source>
        <translation>siehe das Protokoll in %1</translation>
    </message>
    <message>
        <source>so ChatML is used; if answers are poor, get another file of this model</source>
        <translation>daher wird ChatML benutzt; wenn die Antworten schlecht sind, holen Sie eine andere Datei dieses Modells</translation>
    </message>
    <message>
        <source>span %1</source>
        <translation>Spanne %1</translation>
    </message>
    <message>
        <source>span %1 → %2</source>
        <translation>Spanne %1 → %2</translation>
    </message>
    <message>
        <source>span %1 → %2, width %3 → %4</source>
        <translation>Spanne %1 → %2, Breite %3 → %4</translation>
    </message>
    <message>
        <source>span %1, width %2</source>
        <translation>Spanne %1, Breite %2</translation>
    </message>
    <message>
        <source>starting the device</source>
        <translation>Gerät starten</translation>
    </message>
    <message>
        <source>system calls cannot be filtered: %1</source>
        <translation>Systemaufrufe können nicht gefiltert werden: %1</translation>
    </message>
    <message>
        <source>the engine&apos;s log says more</source>
        <translation>das Protokoll der Engine sagt mehr</translation>
    </message>
    <message>
        <source>the kernel refuses: %1</source>
        <translation>der Kernel verweigert es: %1</translation>
    </message>
    <message>
        <source>the key %1 is there twice</source>
        <translation>der Schlüssel %1 ist doppelt</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>der Tensor %1</translation>
    </message>
    <message>
        <source>the tensor %1 is there twice</source>
        <translation>der Tensor %1 ist doppelt</translation>
    </message>
    <message>
        <source>the value of %1</source>
        <translation>der Wert von %1</translation>
    </message>
    <message>
        <source>this kernel has no Landlock, or was started without it</source>
        <translation>dieser Kernel hat kein Landlock oder wurde ohne es gestartet</translation>
    </message>
    <message>
        <source>trying the chat template</source>
        <translation>Chatvorlage ausprobieren</translation>
    </message>
    <message>
        <source>verify %1</source>
        <translation>Prüfung, %1</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>Breite %1</translation>
    </message>
    <message>
        <source>width %1 → %2</source>
        <translation>Breite %1 → %2</translation>
    </message>
</context>
<context>
    <name>ExchangeViewModel</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>The export is in %1.</source>
        <translation>Der Export liegt in %1.</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>1 Chat wurde importiert.</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were imported.</source>
        <translation>
            <numerusform>%n Chat wurde importiert.</numerusform>
            <numerusform>%n Chats wurden importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>Es wurde kein Chat importiert.</translation>
    </message>
    <message>
        <source>Already here: %1.</source>
        <translation>Schon vorhanden: %1.</translation>
    </message>
    <message>
        <source>Left out, as they could not be read: %1.</source>
        <translation>Ausgelassen, weil nicht lesbar: %1.</translation>
    </message>
    <message>
        <source>A chat was deleted while it was exported.</source>
        <translation>Ein Chat wurde während des Exports gelöscht.</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Markdown files in a zip</source>
        <translation>Markdown-Dateien als ZIP</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Import chats of Encore, ChatGPT, LM Studio, Jan or Open WebUI</source>
        <translation>Chats aus Encore, ChatGPT, LM Studio, Jan oder Open WebUI importieren</translation>
    </message>
    <message>
        <source>Exported chats</source>
        <translation>Exportierte Chats</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>Voriger Treffer (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>Nächster Treffer (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>Fits</name>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>Passt mit weniger Kontext</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of GPU memory that are free.</source>
        <translation>Nach der Größe geschätzt: etwa %1 von %2 freiem GPU-Speicher.</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of memory that are free.</source>
        <translation>Nach der Größe geschätzt: etwa %1 von %2 freiem Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>Modellordner öffnen</translation>
    </message>
    <message>
        <source>Move the models folder…</source>
        <translation>Modellordner verschieben…</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>Ordner beobachten…</translation>
    </message>
    <message>
        <source>Stop watching {0}</source>
        <translation>{0} nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Where shall the models be kept?</source>
        <translation>Wo sollen die Modelle liegen?</translation>
    </message>
    <message>
        <source>Which folder has models?</source>
        <translation>In welchem Ordner sind Modelle?</translation>
    </message>
</context>
<context>
    <name>FolderMove</name>
    <message>
        <source>The variable %1 says where models are kept; change it instead.</source>
        <translation>Die Variable %1 bestimmt, wo Modelle liegen; bitte stattdessen sie ändern.</translation>
    </message>
    <message>
        <source>Moving the models to %1…</source>
        <translation>Modelle werden nach %1 verschoben…</translation>
    </message>
    <message>
        <source>The models are in %1 now.</source>
        <translation>Die Modelle liegen jetzt in %1.</translation>
    </message>
    <message>
        <source>What is new or in use stayed where it was: %1.</source>
        <translation>Was neu oder in Gebrauch ist, blieb an seinem Ort: %1.</translation>
    </message>
</context>
<context>
    <name>Footnote</name>
    <message>
        <source>What made this answer</source>
        <translation>So entstand diese Antwort</translation>
    </message>
    <message>
        <source>Shows what made this answer</source>
        <translation>Zeigt, wie diese Antwort entstand</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 Tok/s</translation>
    </message>
    <message>
        <source>1 recapture</source>
        <translation>1 Neuaufnahme</translation>
    </message>
    <message numerus="yes">
        <source>%n recaptures</source>
        <translation>
            <numerusform>%n Neuaufnahme</numerusform>
            <numerusform>%n Neuaufnahmen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>noch %1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>noch %1 h %2 min</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>Kontext %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 von %2 (%3 %)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach…</translation>
    </message>
    <message>
        <source>Stopped while thinking</source>
        <translation>Beim Nachdenken gestoppt</translation>
    </message>
    <message>
        <source>Stopped after thinking for %1</source>
        <translation>Nach %1 Nachdenken gestoppt</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>%1 nachgedacht</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>%1 as fast by drafting</source>
        <translation>%1 so schnell durch Drafting</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 aus</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>%1 Tokens pro Schritt</translation>
    </message>
    <message>
        <source>%1, %2 faster</source>
        <translation>%1, %2 schneller</translation>
    </message>
    <message>
        <source>%1, %2 slower</source>
        <translation>%1, %2 langsamer</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>Angenommen je Tiefe</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>Beantwortet von</translation>
    </message>
    <message>
        <source>Compared with versions</source>
        <translation>Vergleich mit Versionen</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>Drafting</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>Angenommene Drafts</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Fingerprint of the tokens</source>
        <translation>Fingerabdruck der Tokens</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>Gewinn durch Drafting</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>Neuaufnahmen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>Tokens des Prompts</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens pro Schritt</translation>
    </message>
    <message>
        <source>drafts %1</source>
        <translation>Drafts %1</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>von Ihnen bearbeitet</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>same answer as %1/%2</source>
        <translation>gleiche Antwort wie %1/%2</translation>
    </message>
    <message>
        <source>stopped at the longest answer allowed</source>
        <translation>gestoppt: längste erlaubte Antwort erreicht</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>von Ihnen gestoppt</translation>
    </message>
    <message>
        <source>stopped: the context is full</source>
        <translation>gestoppt: Der Kontext ist voll</translation>
    </message>
    <message>
        <source>stopped: the model was switched or loaded again</source>
        <translation>gestoppt: Das Modell wurde gewechselt oder neu geladen</translation>
    </message>
</context>
<context>
    <name>GateBox</name>
    <message>
        <source>Access token (hf_…)</source>
        <translation>Zugriffstoken (hf_…)</translation>
    </message>
    <message>
        <source>Access token of Hugging Face</source>
        <translation>Zugriffstoken von Hugging Face</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>Use this token</source>
        <translation>Token verwenden</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message>
        <source>Earlier comparisons</source>
        <translation>Frühere Vergleiche</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>Aus dem Verlauf entfernen</translation>
    </message>
</context>
<context>
    <name>ImportMenu</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Use a file where it is…</source>
        <translation>Datei an ihrem Ort verwenden…</translation>
    </message>
    <message>
        <source>Nothing is copied; the file must stay where it is.</source>
        <translation>Nichts wird kopiert; die Datei muss an ihrem Ort bleiben.</translation>
    </message>
    <message>
        <source>Link a file into the models folder…</source>
        <translation>Datei in den Modellordner verlinken…</translation>
    </message>
    <message>
        <source>Takes no room; only on the same disk.</source>
        <translation>Braucht keinen Platz; nur auf demselben Datenträger.</translation>
    </message>
    <message>
        <source>Copy a file into the models folder…</source>
        <translation>Datei in den Modellordner kopieren…</translation>
    </message>
    <message>
        <source>The other file can be deleted afterwards.</source>
        <translation>Die andere Datei kann danach gelöscht werden.</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Hugging Face cache</source>
        <translation>Cache von Hugging Face</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>Am Ursprungsort</translation>
    </message>
    <message>
        <source>Your folder</source>
        <translation>Ihr Ordner</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Models %1</source>
        <translation>Modelle %1</translation>
    </message>
    <message>
        <source>unfinished downloads %1</source>
        <translation>unfertige Downloads %1</translation>
    </message>
    <message>
        <source>used where they are %1</source>
        <translation>am Ursprungsort genutzt %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>%1 wird geprüft…</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>Importing %1…</source>
        <translation>%1 wird importiert…</translation>
    </message>
    <message>
        <source>%1 is among your models now.</source>
        <translation>%1 gehört jetzt zu Ihren Modellen.</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>%1 wird entfernt…</translation>
    </message>
    <message>
        <source>%1 is in the trash.</source>
        <translation>%1 liegt im Papierkorb.</translation>
    </message>
    <message>
        <source>%1 was taken off the list; its file stays.</source>
        <translation>%1 wurde aus der Liste genommen; die Datei bleibt.</translation>
    </message>
    <message>
        <source>Bringing back %1…</source>
        <translation>%1 wird zurückgeholt…</translation>
    </message>
    <message>
        <source>%1 is back.</source>
        <translation>%1 ist wieder da.</translation>
    </message>
    <message>
        <source>One thing at a time: wait until this is done: %1</source>
        <translation>Eins nach dem anderen; bitte warten, bis dies fertig ist: %1</translation>
    </message>
    <message>
        <source>is sound; its checksum was recorded for the next time</source>
        <translation>ist in Ordnung; die Prüfsumme wurde für das nächste Mal gespeichert</translation>
    </message>
    <message>
        <source>is the file that its cache says it is</source>
        <translation>ist die Datei, die der Cache angibt</translation>
    </message>
    <message>
        <source>is the file that the Hub has</source>
        <translation>ist die Datei, die auf dem Hub liegt</translation>
    </message>
    <message>
        <source>is the file that the catalogue names</source>
        <translation>ist die Datei, die der Katalog nennt</translation>
    </message>
    <message>
        <source>is unchanged since it was first verified</source>
        <translation>ist seit der ersten Prüfung unverändert</translation>
    </message>
</context>
<context>
    <name>LibraryViewModel</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
</context>
<context>
    <name>LoadDialog</name>
    <message>
        <source>Load a model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>Kontextspeicher</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>Quelle der Drafts</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Set as defaults</source>
        <translation>Als Standard setzen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>The most that the model takes of the GPU; the rest is read from main memory.</source>
        <translation>Wie viel das Modell höchstens von der GPU belegt; der Rest wird aus dem Arbeitsspeicher gelesen.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>{0} (cannot draft for it)</source>
        <translation>{0} (kein Drafting dafür)</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
    <message>
        <source>These values are this model&apos;s own; all others follow the settings.</source>
        <translation>Diese Werte gehören zu diesem Modell; alle anderen folgen den Einstellungen.</translation>
    </message>
    <message>
        <source>All values are those of the settings.</source>
        <translation>Alle Werte sind die der Einstellungen.</translation>
    </message>
</context>
<context>
    <name>LoadOptions</name>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>Header wird gelesen…</translation>
    </message>
</context>
<context>
    <name>LoadedFileWatch</name>
    <message>
        <source>The file of %1 is gone. It works until it is unloaded.</source>
        <translation>Die Datei von %1 ist verschwunden. Das Modell funktioniert, bis es entladen wird.</translation>
    </message>
    <message>
        <source>The file of %1 was changed.</source>
        <translation>Die Datei von %1 wurde geändert.</translation>
    </message>
    <message>
        <source>Load it again</source>
        <translation>Neu laden</translation>
    </message>
</context>
<context>
    <name>LogsDialog</name>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Search the logs</source>
        <translation>Protokolle durchsuchen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Stufen</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Window and engine</source>
        <translation>Fenster und Engine</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Lines of the logs</source>
        <translation>Zeilen der Protokolle</translation>
    </message>
    <message>
        <source>The lines shown, without names and secrets</source>
        <translation>Die gezeigten Zeilen, ohne Namen und Geheimnisse</translation>
    </message>
    <message>
        <source>{0} of the latest {1} lines</source>
        <translation>{0} der letzten {1} Zeilen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Your data</source>
        <translation>Ihre Daten</translation>
    </message>
    <message>
        <source>Engines elsewhere</source>
        <translation>Engines anderswo</translation>
    </message>
    <message>
        <source>The engine is not installed yet, so no model can answer.</source>
        <translation>Die Engine ist noch nicht installiert, daher kann kein Modell antworten.</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Installieren…</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0} wurde heruntergeladen.</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Damit chatten</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Continue this answer</source>
        <translation>Diese Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>Nicht, während eine Antwort entsteht</translation>
    </message>
    <message>
        <source>Answer again with another model…</source>
        <translation>Mit anderem Modell neu antworten…</translation>
    </message>
    <message>
        <source>Branch into a new chat</source>
        <translation>In neuen Chat verzweigen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>MessageBody</name>
    <message>
        <source>Shown as plain text: this part is too large to format</source>
        <translation>Als reiner Text angezeigt: Dieser Teil ist zum Formatieren zu groß</translation>
    </message>
</context>
<context>
    <name>MessageCard</name>
    <message>
        <source>Show all</source>
        <translation>Alles anzeigen</translation>
    </message>
    <message>
        <source>The answer is on its way</source>
        <translation>Die Antwort ist unterwegs</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Ihre Nachricht</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answered by {0}</source>
        <translation>Beantwortet von {0}</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Edit the answer</source>
        <translation>Antwort bearbeiten</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Speichern und fortsetzen</translation>
    </message>
    <message>
        <source>The model goes on from the end of your text</source>
        <translation>Das Modell schreibt am Ende Ihres Textes weiter</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>Vorige Version</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Version</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>Bearbeiten und neu senden</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>Version {0} von {1}</translation>
    </message>
    <message>
        <source>Edit this answer</source>
        <translation>Diese Antwort bearbeiten</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>Nicht, während eine Antwort entsteht</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message>
        <source>Drafting pauses: checking drafts takes longer than they save.</source>
        <translation>Drafting pausiert: Drafts zu prüfen dauert länger, als sie einsparen.</translation>
    </message>
    <message>
        <source>Drafting pauses: the draft model would have to read the chat first, which takes longer than it saves.</source>
        <translation>Drafting pausiert: Das Draft-Modell müsste erst den Chat lesen, was länger dauert, als es einspart.</translation>
    </message>
    <message>
        <source>No drafts: nothing repeats so far.</source>
        <translation>Keine Drafts: Bisher wiederholt sich nichts.</translation>
    </message>
    <message>
        <source>%1 answers; its steps are not known here</source>
        <translation>%1 antwortet; seine Schritte sind hier nicht bekannt</translation>
    </message>
    <message>
        <source>No answer yet</source>
        <translation>Noch keine Antwort</translation>
    </message>
    <message>
        <source>Every step is replayed</source>
        <translation>Jeder Schritt wird wiedergegeben</translation>
    </message>
    <message>
        <source>Some steps are not replayed</source>
        <translation>Manche Schritte werden nicht wiedergegeben</translation>
    </message>
    <message>
        <source>Replay failed and is off</source>
        <translation>Wiedergabe ist fehlgeschlagen und aus</translation>
    </message>
</context>
<context>
    <name>MeterDetails</name>
    <message>
        <source>Recaptures</source>
        <translation>Neuaufnahmen</translation>
    </message>
    <message>
        <source>Steps that had to be captured again</source>
        <translation>Schritte, die neu aufgenommen werden mussten</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>Tokens im Kontext, von seiner Kapazität</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>Angenommene Drafts</translation>
    </message>
    <message>
        <source>Drafted tokens that were right</source>
        <translation>Draft-Tokens, die richtig waren</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens pro Schritt</translation>
    </message>
    <message>
        <source>Tokens that each step gives while drafting</source>
        <translation>Tokens, die jeder Schritt beim Drafting liefert</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>Gewinn durch Drafting</translation>
    </message>
    <message>
        <source>How many times as fast as without drafts</source>
        <translation>Wie viel schneller als ohne Drafts</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>Angenommen je Tiefe</translation>
    </message>
    <message>
        <source>How often the first, second, third … draft of a step was right</source>
        <translation>Wie oft der erste, zweite, dritte … Draft eines Schritts stimmte</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>Wiedergaben</translation>
    </message>
    <message>
        <source>Captured steps that were replayed</source>
        <translation>Aufgenommene Schritte, die wiedergegeben wurden</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Time until the first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Speed of reading the prompt</source>
        <translation>Tempo beim Lesen des Prompts</translation>
    </message>
    <message>
        <source>Experts on the GPU</source>
        <translation>Experten auf der GPU</translation>
    </message>
    <message>
        <source>How many of the model&apos;s experts are in the GPU&apos;s memory</source>
        <translation>Wie viele Experten des Modells im GPU-Speicher liegen</translation>
    </message>
    <message>
        <source>Expert hits</source>
        <translation>Expertentreffer</translation>
    </message>
    <message>
        <source>How often an expert that was needed was in the GPU&apos;s memory</source>
        <translation>Wie oft ein benötigter Experte im GPU-Speicher lag</translation>
    </message>
    <message>
        <source>Over the bus</source>
        <translation>Über den Bus</translation>
    </message>
    <message>
        <source>What the GPU read of the other experts from main memory</source>
        <translation>Was die GPU von den übrigen Experten aus dem Arbeitsspeicher las</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>Aufnahmen</translation>
    </message>
    <message>
        <source>Steps captured ahead of need</source>
        <translation>Im Voraus aufgenommene Schritte</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Direkt</translation>
    </message>
    <message>
        <source>Steps run without replay</source>
        <translation>Schritte ohne Wiedergabe</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory used by the model</source>
        <translation>Vom Modell belegter Speicher</translation>
    </message>
    <message>
        <source>whole answer {0}</source>
        <translation>ganze Antwort {0}</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>noch keine Antwort</translation>
    </message>
    <message>
        <source>Last recapture: {0}</source>
        <translation>Letzte Neuaufnahme: {0}</translation>
    </message>
</context>
<context>
    <name>MeterStrip</name>
    <message>
        <source>Replay meter</source>
        <translation>Wiedergabeanzeige</translation>
    </message>
    <message>
        <source>Show all numbers</source>
        <translation>Alle Werte anzeigen</translation>
    </message>
    <message>
        <source>Show one line</source>
        <translation>Eine Zeile anzeigen</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>Tokens im Kontext, von seiner Kapazität</translation>
    </message>
    <message>
        <source>Speed now: {0}</source>
        <translation>Tempo jetzt: {0}</translation>
    </message>
    <message>
        <source>Context used: {0}</source>
        <translation>Belegter Kontext: {0}</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>there</source>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>Auf dem Datenträger</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Drafts as</source>
        <translation>Draftet als</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chatvorlage</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>not stated in the file</source>
        <translation>in der Datei nicht angegeben</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>Eigene Werte</translation>
    </message>
    <message>
        <source>Get it (%1)</source>
        <translation>Holen (%1)</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Hugging Face wird gefragt…</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>Es ist bei den Downloads.</translation>
    </message>
    <message>
        <source>It is the file that Hugging Face has now.</source>
        <translation>Es ist die Datei, die Hugging Face jetzt hat.</translation>
    </message>
    <message>
        <source>Hugging Face has a newer file of this name.</source>
        <translation>Hugging Face hat eine neuere Datei dieses Namens.</translation>
    </message>
</context>
<context>
    <name>ModelDetailsPanel</name>
    <message>
        <source>Look for a newer file</source>
        <translation>Nach neuerer Datei suchen</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
</context>
<context>
    <name>ModelOffer</name>
    <message>
        <source>This chat is set to %1, which is not loaded.</source>
        <translation>Dieser Chat ist auf %1 eingestellt, das nicht geladen ist.</translation>
    </message>
    <message>
        <source>Load it</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>This chat is set to %1, which is no longer there.</source>
        <translation>Dieser Chat ist auf %1 eingestellt, das nicht mehr da ist.</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>{0} {1} %</source>
        <translation>{0} {1} %</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modell: {0}</translation>
    </message>
</context>
<context>
    <name>ModelPickerViewModel</name>
    <message>
        <source>No model yet. Import a GGUF file, or put one into %1.</source>
        <translation>Noch kein Modell. Eine GGUF-Datei importieren oder in %1 ablegen.</translation>
    </message>
    <message>
        <source>%1 was unloaded; %2 of memory are free again.</source>
        <translation>%1 wurde entladen; %2 Speicher sind wieder frei.</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>Einstiegsmodell wird geholt</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Search your models</source>
        <translation>Ihre Modelle durchsuchen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>Ladeoptionen…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>Mehr Modelle holen…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>GGUF-Datei importieren…</translation>
    </message>
    <message>
        <source>No model of yours has these words.</source>
        <translation>Keines Ihrer Modelle enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Free the memory of the loaded model (Ctrl+U)</source>
        <translation>Speicher des geladenen Modells freigeben (Strg+U)</translation>
    </message>
</context>
<context>
    <name>ModelSearch</name>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Models on this machine</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Back to the chat (Esc)</source>
        <translation>Zurück zum Chat (Esc)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>Entdecken</translation>
    </message>
    <message>
        <source>My models</source>
        <translation>Meine Modelle</translation>
    </message>
</context>
<context>
    <name>MyModelsTab</name>
    <message>
        <source>Chat with it</source>
        <translation>Damit chatten</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>Ladeoptionen…</translation>
    </message>
    <message>
        <source>Check that the file is whole</source>
        <translation>Datei auf Vollständigkeit prüfen</translation>
    </message>
    <message>
        <source>Show the file in the file manager</source>
        <translation>Datei im Dateimanager anzeigen</translation>
    </message>
    <message>
        <source>Move the model to the trash (Del)</source>
        <translation>Modell in den Papierkorb verschieben (Entf)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>How full the disk is</source>
        <translation>Wie voll der Datenträger ist</translation>
    </message>
    <message>
        <source>There is no model on this machine yet. Find one, or drop a .gguf file here.</source>
        <translation>Auf diesem Computer ist noch kein Modell. Eines suchen oder eine .gguf-Datei hier ablegen.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Modell finden</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message>
        <source>It belongs to another program or folder; remove it there</source>
        <translation>Es gehört zu einem anderen Programm oder Ordner; bitte dort entfernen</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>Datei prüfen</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Im Dateimanager anzeigen</translation>
    </message>
    <message>
        <source>Unload (Ctrl+U)</source>
        <translation>Entladen (Strg+U)</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
</context>
<context>
    <name>NoModelPage</name>
    <message>
        <source>A model is needed first</source>
        <translation>Zuerst wird ein Modell gebraucht</translation>
    </message>
    <message>
        <source>Download the starter model (about 100 MB)</source>
        <translation>Einstiegsmodell herunterladen (etwa 100 MB)</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Download</translation>
    </message>
    <message>
        <source>Find a model…</source>
        <translation>Modell finden…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>GGUF-Datei importieren…</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>Modellordner öffnen</translation>
    </message>
    <message>
        <source>Or drop a .gguf file anywhere here.</source>
        <translation>Oder eine .gguf-Datei hier irgendwo ablegen.</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Installed</source>
        <translation>Installiert</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Damit chatten</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Getting…</source>
        <translation>Wird geholt…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Get %1</source>
        <translation>%1 holen</translation>
    </message>
    <message>
        <source>None of its files can be recommended; open it and choose one.</source>
        <translation>Keine der Dateien lässt sich empfehlen; bitte öffnen und eine wählen.</translation>
    </message>
    <message>
        <source>The Hub did not say how large it is.</source>
        <translation>Der Hub hat die Größe nicht angegeben.</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>The usual %1 does not fit.</source>
        <translation>Üblich wäre %1, passt aber nicht.</translation>
    </message>
    <message>
        <source>%1 has no file that can be recommended; open it and choose one.</source>
        <translation>%1 hat keine Datei, die sich empfehlen lässt; bitte öffnen und eine wählen.</translation>
    </message>
</context>
<context>
    <name>OptionEditor</name>
    <message>
        <source>Takes effect when the model is loaded again.</source>
        <translation>Wirkt, sobald das Modell neu geladen wird.</translation>
    </message>
</context>
<context>
    <name>OwnDataSection</name>
    <message>
        <source>Export everything…</source>
        <translation>Alles exportieren…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Show the logs…</source>
        <translation>Protokolle zeigen…</translation>
    </message>
    <message>
        <source>Conversations, to keep and to read, and the settings, in one zip.</source>
        <translation>Chats, zum Aufheben und zum Lesen, und die Einstellungen, in einer ZIP-Datei.</translation>
    </message>
    <message>
        <source>For whoever looks into a problem: versions, machine, settings, logs; no conversations. You see it first.</source>
        <translation>Für alle, die einem Problem nachgehen: Versionen, Computer, Einstellungen, Protokolle; keine Chats. Vorher wird er angezeigt.</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>Alles exportieren</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
</context>
<context>
    <name>OwnDataViewModel</name>
    <message>
        <source>The report is in %1.</source>
        <translation>Der Bericht liegt in %1.</translation>
    </message>
    <message>
        <source>%1 conversations and the settings are in %2.</source>
        <translation>%1 Chats und die Einstellungen liegen in %2.</translation>
    </message>
    <message>
        <source>1 conversation and the settings are in %2.</source>
        <translation>1 Chat und die Einstellungen liegen in %2.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Find, download and keep models</source>
        <translation>Modelle finden, herunterladen und aufheben</translation>
    </message>
    <message>
        <source>Measure what a setting does</source>
        <translation>Messen, was eine Einstellung bewirkt</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>The libraries that models run on</source>
        <translation>Die Bibliotheken, mit denen Modelle laufen</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>Chat beginnen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Change to this build</source>
        <translation>Zu diesem Build wechseln</translation>
    </message>
</context>
<context>
    <name>PromptCompleter</name>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Edit prompts…</source>
        <translation>Prompts bearbeiten…</translation>
    </message>
    <message>
        <source>Write a prompt…</source>
        <translation>Prompt schreiben…</translation>
    </message>
</context>
<context>
    <name>PromptForm</name>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
</context>
<context>
    <name>PromptsDialog</name>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name, to be typed after the slash</source>
        <translation>Name, der nach dem Schrägstrich einzugeben ist</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
        <translation>Text des Prompts</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Write {{topic}} where the topic is asked for when you use the prompt.</source>
        <translation>{{Thema}} dort schreiben, wo beim Verwenden des Prompts nach dem Thema gefragt werden soll.</translation>
    </message>
    <message>
        <source>Save the changes to this prompt?</source>
        <translation>Änderungen an diesem Prompt speichern?</translation>
    </message>
    <message>
        <source>Delete the prompt {0}?</source>
        <translation>Prompt {0} löschen?</translation>
    </message>
</context>
<context>
    <name>ProvenancePopup</name>
    <message>
        <source>What made this answer</source>
        <translation>So entstand diese Antwort</translation>
    </message>
    <message>
        <source>Tint the words that came from drafts</source>
        <translation>Wörter aus Drafts farbig unterlegen</translation>
    </message>
</context>
<context>
    <name>QuantCard</name>
    <message>
        <source>Download</source>
        <translation>Download</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Damit chatten</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation>{0} herunterladen, {1}</translation>
    </message>
    <message>
        <source>Show the download of {0}</source>
        <translation>Download von {0} anzeigen</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>Mit {0} chatten</translation>
    </message>
    <message>
        <source>{0} % there</source>
        <translation>{0} % vorhanden</translation>
    </message>
</context>
<context>
    <name>QueueBar</name>
    <message>
        <source>The queue waits, as the answer did not end by itself.</source>
        <translation>Die Warteschlange wartet, da die Antwort nicht von selbst endete.</translation>
    </message>
    <message>
        <source>Send the queue</source>
        <translation>Warteschlange senden</translation>
    </message>
</context>
<context>
    <name>QueuedRow</name>
    <message>
        <source>Send the queued message sooner</source>
        <translation>Wartende Nachricht früher senden</translation>
    </message>
    <message>
        <source>Edit the queued message</source>
        <translation>Wartende Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Remove the queued message</source>
        <translation>Wartende Nachricht entfernen</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Wartet</translation>
    </message>
</context>
<context>
    <name>RemoteModels</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Asking for its models…</source>
        <translation>Modelle werden erfragt…</translation>
    </message>
    <message>
        <source>It has no models: load one there.</source>
        <translation>Er hat keine Modelle: Laden Sie dort eines.</translation>
    </message>
</context>
<context>
    <name>RepoPageViewModel</name>
    <message>
        <source>License: %1</source>
        <translation>Lizenz: %1</translation>
    </message>
    <message>
        <source>License not stated</source>
        <translation>Lizenz nicht angegeben</translation>
    </message>
    <message>
        <source>The makers of %1 ask you to accept their terms first: open its page, sign in and accept them, then make an access token there (Settings, Access Tokens) and paste it here.</source>
        <translation>Vor der Nutzung von %1 sind die Bedingungen der Hersteller zu akzeptieren: Seite öffnen, anmelden und zustimmen, dann dort ein Zugriffstoken erstellen (Settings, Access Tokens) und hier einfügen.</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Hugging Face wird gefragt…</translation>
    </message>
    <message>
        <source>There is no GGUF file in %1; try a repository whose name ends in GGUF.</source>
        <translation>In %1 gibt es keine GGUF-Datei; bitte ein Repository versuchen, dessen Name auf GGUF endet.</translation>
    </message>
</context>
<context>
    <name>RepoView</name>
    <message>
        <source>Back to the results (Esc)</source>
        <translation>Zurück zu den Ergebnissen (Esc)</translation>
    </message>
    <message>
        <source>Open its page in the browser</source>
        <translation>Seite im Browser öffnen</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>von {0}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Files of the report</source>
        <translation>Dateien des Berichts</translation>
    </message>
    <message>
        <source>Text of the chosen file</source>
        <translation>Text der gewählten Datei</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>This is all that the report holds. Names, secrets and the path of your home are taken out; look through it all the same.</source>
        <translation>Mehr enthält der Bericht nicht. Namen, Geheimnisse und der Pfad des persönlichen Ordners sind entfernt; bitte trotzdem durchsehen.</translation>
    </message>
</context>
<context>
    <name>ResultCard</name>
    <message>
        <source>Use the winner for this model</source>
        <translation>Sieger für dieses Modell verwenden</translation>
    </message>
    <message>
        <source>Show the race</source>
        <translation>Rennen zeigen</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Vergleich speichern</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>{0} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern als</translation>
    </message>
    <message>
        <source>Table of all runs (CSV)</source>
        <translation>Tabelle aller Läufe (CSV)</translation>
    </message>
    <message>
        <source>Everything (JSON)</source>
        <translation>Alles (JSON)</translation>
    </message>
    <message>
        <source>Picture of this card (PNG)</source>
        <translation>Bild dieser Karte (PNG)</translation>
    </message>
    <message>
        <source>{0} against {1}</source>
        <translation>{0} gegenüber {1}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Runs within</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Against A</source>
        <translation>Gegenüber A</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>Neuaufnahmen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Models found</source>
        <translation>Gefundene Modelle</translation>
    </message>
</context>
<context>
    <name>RowMenus</name>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Delete the folder, keep its chats</source>
        <translation>Ordner löschen, Chats behalten</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>Daneben öffnen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>Exportieren als</translation>
    </message>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chats</source>
        <translation>
            <numerusform>%n Chat löschen</numerusform>
            <numerusform>%n Chats löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner…</translation>
    </message>
    <message>
        <source>Out of the folder</source>
        <translation>Aus dem Ordner heraus</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>%1 free in %2</source>
        <translation>%1 frei in %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>%1 Arbeitsspeicher</translation>
    </message>
    <message>
        <source>%1 on the disk</source>
        <translation>%1 auf dem Datenträger</translation>
    </message>
    <message>
        <source>%1 to download</source>
        <translation>%1 herunterzuladen</translation>
    </message>
    <message>
        <source>%1, which fits this computer</source>
        <translation>%1, passend für diesen Computer</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>%1 wird geprüft</translation>
    </message>
    <message>
        <source>Driver for CUDA %1</source>
        <translation>Treiber für CUDA %1</translation>
    </message>
    <message>
        <source>NVIDIA GPU with %1</source>
        <translation>NVIDIA-GPU mit %1</translation>
    </message>
    <message>
        <source>No NVIDIA GPU</source>
        <translation>Keine NVIDIA-GPU</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Trying out the engine; the first time takes up to a minute</source>
        <translation>Die Engine wird ausprobiert; beim ersten Mal dauert das bis zu einer Minute</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>Wird entpackt</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>wird verbunden</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>vom %1</translation>
    </message>
</context>
<context>
    <name>RuntimeViewModel</name>
    <message>
        <source>Paused; what was fetched is kept.</source>
        <translation>Pausiert; was schon geholt wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Wird gestartet</translation>
    </message>
    <message>
        <source>There are newer libraries, of %1. The installed ones go on working.</source>
        <translation>Es gibt neuere Bibliotheken, vom %1. Die installierten funktionieren weiterhin.</translation>
    </message>
    <message>
        <source>The engine is ready.</source>
        <translation>Die Engine ist bereit.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were repaired.</source>
        <translation>Die Bibliotheken der Engine wurden repariert.</translation>
    </message>
    <message>
        <source>All libraries are as they should be.</source>
        <translation>Alle Bibliotheken sind so, wie sie sein sollen.</translation>
    </message>
    <message>
        <source>The engine runs with %1 again.</source>
        <translation>Die Engine läuft wieder mit %1.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were removed.</source>
        <translation>Die Bibliotheken der Engine wurden entfernt.</translation>
    </message>
</context>
<context>
    <name>RuntimeWatch</name>
    <message>
        <source>The engine&apos;s libraries were removed. What is loaded works until Encore is closed; install them again for the next time.</source>
        <translation>Die Bibliotheken der Engine wurden entfernt. Was geladen ist, funktioniert, bis Encore geschlossen wird; für das nächste Mal bitte wieder installieren.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were changed; they are now: %1.</source>
        <translation>Die Bibliotheken der Engine wurden geändert; jetzt sind es: %1.</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>Engine neu starten</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 After that start Encore again; nothing is kept in this window.</source>
        <translation>%1 Starten Sie Encore danach neu; in diesem Fenster wird nichts aufbewahrt.</translation>
    </message>
    <message>
        <source>%1 and %2 are one inside the other; choose another folder.</source>
        <translation>%1 und %2 liegen ineinander; wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>%1 antwortete mit %2</translation>
    </message>
    <message>
        <source>%1 answered %2 for %3; try again later.</source>
        <translation>%1 antwortete für %3 mit %2; versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 answers with more than %2 MB, which cannot be right: check the address of the Hub in the settings.</source>
        <translation>%1 antwortet mit mehr als %2 MB, was nicht stimmen kann: Prüfen Sie die Hub-Adresse in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1 answers, but not as the Hub does: check the address of the Hub in the settings, or whether this network asks you to sign in first.</source>
        <translation>%1 antwortet, aber nicht so wie der Hub: Prüfen Sie die Hub-Adresse in den Einstellungen, oder ob dieses Netzwerk erst eine Anmeldung verlangt.</translation>
    </message>
    <message>
        <source>%1 arrived damaged: its checksum is %2…, not %3…; try again to fetch it anew.</source>
        <translation>%1 kam beschädigt an: Die Prüfsumme ist %2…, nicht %3…; „Noch einmal“ lädt die Datei neu.</translation>
    </message>
    <message>
        <source>%1 asks to slow down</source>
        <translation>%1 bittet, langsamer zu machen</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1 cannot be deleted (%2); delete it by hand.</source>
        <translation>%1 kann nicht gelöscht werden (%2); löschen Sie es von Hand.</translation>
    </message>
    <message>
        <source>%1 cannot be downloaded from %2; look the model up again.</source>
        <translation>%1 kann nicht von %2 heruntergeladen werden; suchen Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>%1 cannot be kept in %2: %3.</source>
        <translation>%1 kann nicht in %2 aufbewahrt werden: %3.</translation>
    </message>
    <message>
        <source>%1 cannot be kept: %2.</source>
        <translation>%1 kann nicht aufbewahrt werden: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be linked from another disk here (%2); copy it, or use it where it is.</source>
        <translation>%1 kann hier nicht von einem anderen Datenträger verknüpft werden (%2); kopieren Sie es, oder benutzen Sie es dort, wo es ist.</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>%1 kann nicht geöffnet werden: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>%1 ist nicht erreichbar</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>%1 kann nicht gelesen werden (%2).</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the address of updates in the settings.</source>
        <translation>%1 kann nicht gelesen werden (%2); prüfen Sie die Adresse der Updates in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be replaced: %2.</source>
        <translation>%1 kann nicht ersetzt werden: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be written to %2: %3.</source>
        <translation>%1 kann nicht nach %2 geschrieben werden: %3.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>%1 changed on the server, so its download started over.</source>
        <translation>%1 hat sich auf dem Server geändert, deshalb begann der Download von vorn.</translation>
    </message>
    <message>
        <source>%1 changed while it was moved; everything is still in %2; try again when nothing writes there.</source>
        <translation>%1 hat sich beim Verschieben geändert; alles ist noch in %2; versuchen Sie es erneut, wenn dort nichts geschrieben wird.</translation>
    </message>
    <message>
        <source>%1 could not be brought back (%2); look for it in the trash.</source>
        <translation>%1 konnte nicht zurückgeholt werden (%2); suchen Sie im Papierkorb danach.</translation>
    </message>
    <message>
        <source>%1 could not be downloaded because of a fault in this program; see its log.</source>
        <translation>%1 konnte wegen eines Fehlers in diesem Programm nicht heruntergeladen werden; siehe Protokoll.</translation>
    </message>
    <message>
        <source>%1 could not be fetched (%2): put any GGUF model into %3, or try again later.</source>
        <translation>%1 konnte nicht geladen werden (%2): Legen Sie ein beliebiges GGUF-Modell in %3, oder versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 could not be fetched: %2; what is there is kept, try again to go on with it.</source>
        <translation>%1 konnte nicht geladen werden: %2; was da ist, bleibt erhalten, „Noch einmal“ macht damit weiter.</translation>
    </message>
    <message>
        <source>%1 could not be read (%2); check the file.</source>
        <translation>%1 konnte nicht gelesen werden (%2); prüfen Sie die Datei.</translation>
    </message>
    <message>
        <source>%1 could not be removed (%2); if it is loaded, load another model first.</source>
        <translation>%1 konnte nicht entfernt werden (%2); falls es geladen ist, laden Sie zuerst ein anderes Modell.</translation>
    </message>
    <message>
        <source>%1 could not be saved (%2); check that the disk is not full.</source>
        <translation>%1 konnte nicht gespeichert werden (%2); prüfen Sie, ob der Datenträger voll ist.</translation>
    </message>
    <message>
        <source>%1 does not accept the token; make a new one at %2/settings/tokens and put it in, or take the old one out.</source>
        <translation>%1 nimmt das Token nicht an; erstellen Sie unter %2/settings/tokens ein neues und tragen Sie es ein, oder entfernen Sie das alte.</translation>
    </message>
    <message>
        <source>%1 does not accept your token for %2; enter another in the settings.</source>
        <translation>%1 nimmt Ihr Token für %2 nicht an; geben Sie in den Einstellungen ein anderes ein.</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1 antwortet nicht: %2</translation>
    </message>
    <message>
        <source>%1 does not answer: %2; check the network and try again.</source>
        <translation>%1 antwortet nicht: %2; prüfen Sie das Netzwerk und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>%1 does not answer; check the network and try again.</source>
        <translation>%1 antwortet nicht; prüfen Sie das Netzwerk und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>%1 does not exist or is private; for a private one, enter your token in the settings.</source>
        <translation>%1 gibt es nicht, oder es ist privat; für ein privates geben Sie Ihr Token in den Einstellungen ein.</translation>
    </message>
    <message>
        <source>%1 does not give out %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 gibt %2 nicht heraus; prüfen Sie die Adresse des Spiegelservers, falls einer eingestellt ist, oder versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2.</source>
        <translation>%1 lässt dieses Token %2 nicht sehen.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2: %3.</source>
        <translation>%1 lässt dieses Token %2 nicht sehen: %3.</translation>
    </message>
    <message>
        <source>%1 does not say which version of %2 it has.</source>
        <translation>%1 sagt nicht, welche Version von %2 es hat.</translation>
    </message>
    <message>
        <source>%1 has %2; an attachment may have up to %3. Attach a part of it.</source>
        <translation>%1 hat %2; ein Anhang darf bis zu %3 haben. Hängen Sie einen Teil davon an.</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (%2); try again later.</source>
        <translation>%1 hat selbst ein Problem (%2); versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 has another file</source>
        <translation>%1 hat eine andere Datei</translation>
    </message>
    <message>
        <source>%1 has another file under that name</source>
        <translation>%1 hat unter diesem Namen eine andere Datei</translation>
    </message>
    <message>
        <source>%1 has another file under the name %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 hat unter dem Namen %2 eine andere Datei; prüfen Sie die Adresse des Spiegelservers, falls einer eingestellt ist, oder versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 has compute capability %2, but the engine needs %3, so the processor is used.</source>
        <translation>%1 hat die Compute Capability %2, die Engine braucht aber %3; deshalb wird der Prozessor benutzt.</translation>
    </message>
    <message>
        <source>%1 has had too many questions from here; try again %2.</source>
        <translation>%1 hat von hier zu viele Anfragen bekommen; versuchen Sie es %2 erneut.</translation>
    </message>
    <message>
        <source>%1 has more than the %2 characters that an attachment holds; attach a part of it.</source>
        <translation>%1 hat mehr als die %2 Zeichen, die ein Anhang fasst; hängen Sie einen Teil davon an.</translation>
    </message>
    <message>
        <source>%1 has no %2 any more; look at what it has now.</source>
        <translation>%1 hat %2 nicht mehr; sehen Sie nach, was es jetzt hat.</translation>
    </message>
    <message>
        <source>%1 has no files to download; choose another model.</source>
        <translation>%1 hat keine Dateien zum Herunterladen; wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>%1 has no such version on %2; leave the version out of the address.</source>
        <translation>%1 hat auf %2 keine solche Version; lassen Sie die Version aus der Adresse weg.</translation>
    </message>
    <message>
        <source>%1 has no text in it; it may be scanned pages, which are pictures.</source>
        <translation>%1 enthält keinen Text; vielleicht sind es gescannte Seiten, also Bilder.</translation>
    </message>
    <message>
        <source>%1 has no update list there (%2); check the address of updates in the settings, or try again later.</source>
        <translation>%1 hat dort keine Update-Liste (%2); prüfen Sie die Adresse der Updates in den Einstellungen, oder versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 has trouble (it answered %2)</source>
        <translation>%1 hat Schwierigkeiten (Antwort %2)</translation>
    </message>
    <message>
        <source>%1 is a %2, not a model; paste the address of a model.</source>
        <translation>%1 ist kein Modell (%2); fügen Sie die Adresse eines Modells ein.</translation>
    </message>
    <message>
        <source>%1 is a file; choose a folder.</source>
        <translation>%1 ist eine Datei; wählen Sie einen Ordner.</translation>
    </message>
    <message>
        <source>%1 is a folder; attach the files in it.</source>
        <translation>%1 ist ein Ordner; hängen Sie die Dateien darin an.</translation>
    </message>
    <message>
        <source>%1 is a folder; watch it, or put it into %2, and the models in it are listed.</source>
        <translation>%1 ist ein Ordner; beobachten Sie ihn oder legen Sie ihn in %2 ab, dann werden die Modelle darin aufgeführt.</translation>
    </message>
    <message>
        <source>%1 is a name that cannot be kept here.</source>
        <translation>%1 ist ein Name, der hier nicht möglich ist.</translation>
    </message>
    <message>
        <source>%1 is a picture, which no model here can see; describe it in words.</source>
        <translation>%1 ist ein Bild, das hier kein Modell sehen kann; beschreiben Sie es in Worten.</translation>
    </message>
    <message>
        <source>%1 is being downloaded by another Encore window or command; stop it there.</source>
        <translation>%1 wird gerade von einem anderen Fenster oder Befehl von Encore heruntergeladen; halten Sie es dort an.</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); correct it or delete it.</source>
        <translation>%1 ist beschädigt (%2); berichtigen oder löschen Sie die Datei.</translation>
    </message>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation>%1 ist beschädigt und kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>%1 is damaged, or needs a password.</source>
        <translation>%1 ist beschädigt oder verlangt ein Passwort.</translation>
    </message>
    <message>
        <source>%1 is damaged; install the engine&apos;s libraries again.</source>
        <translation>%1 ist beschädigt; installieren Sie die Bibliotheken der Engine neu.</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 ist leer.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2 with the account of your token.</source>
        <translation>%1 ist zugangsbeschränkt: Stimmen Sie den Bedingungen unter %2 mit dem Konto Ihres Tokens zu.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2, make a token at %3/settings/tokens and put it into the settings, or into HF_TOKEN.</source>
        <translation>%1 ist zugangsbeschränkt: Stimmen Sie den Bedingungen unter %2 zu, erstellen Sie unter %3/settings/tokens ein Token und tragen Sie es in den Einstellungen oder in HF_TOKEN ein.</translation>
    </message>
    <message>
        <source>%1 is larger than 512 MB; export fewer conversations at once.</source>
        <translation>%1 ist größer als 512 MB; exportieren Sie weniger Chats auf einmal.</translation>
    </message>
    <message>
        <source>%1 is locked with a password; save it without one first.</source>
        <translation>%1 ist mit einem Passwort geschützt; speichern Sie die Datei zuerst ohne.</translation>
    </message>
    <message>
        <source>%1 is longer than %2 KB; shorten it.</source>
        <translation>%1 ist länger als %2 KB; kürzen Sie es.</translation>
    </message>
    <message>
        <source>%1 is no address of a mirror; give one like https://mirror.example/pypi, or choose a folder.</source>
        <translation>%1 ist keine Adresse eines Spiegelservers; geben Sie eine wie https://mirror.example/pypi an, oder wählen Sie einen Ordner.</translation>
    </message>
    <message>
        <source>%1 is no address of updates; give a folder, or an address that begins with https, http or file.</source>
        <translation>%1 ist keine Adresse für Updates; geben Sie einen Ordner an, oder eine Adresse, die mit https, http oder file beginnt.</translation>
    </message>
    <message>
        <source>%1 is no address to fetch from; correct the Hub&apos;s address in the settings.</source>
        <translation>%1 ist keine Adresse, von der geladen werden kann; berichtigen Sie die Hub-Adresse in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1 is no address; correct the address of the Hub in the settings.</source>
        <translation>%1 ist keine Adresse; berichtigen Sie die Hub-Adresse in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1 is no address; paste one like %2/author/name.</source>
        <translation>%1 ist keine Adresse; fügen Sie eine wie %2/author/name ein.</translation>
    </message>
    <message>
        <source>%1 is no longer in %2; look the model up again.</source>
        <translation>%1 ist nicht mehr in %2; suchen Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>%1 is no longer there; list the models again.</source>
        <translation>%1 ist nicht mehr da; lassen Sie die Modelle neu auflisten.</translation>
    </message>
    <message>
        <source>%1 is no name of a repository, like author/name.</source>
        <translation>%1 ist kein Name eines Repositorys wie author/name.</translation>
    </message>
    <message>
        <source>%1 is no whole path; give the folder of updates from its root.</source>
        <translation>%1 ist kein vollständiger Pfad; geben Sie den Ordner der Updates vom Stammverzeichnis an.</translation>
    </message>
    <message>
        <source>%1 is not Encore&apos;s to remove: it is in %2 (%3); remove it there.</source>
        <translation>%1 darf Encore nicht entfernen: Es liegt in %2 (%3); entfernen Sie es dort.</translation>
    </message>
    <message>
        <source>%1 is not a file that can be read.</source>
        <translation>%1 ist keine Datei, die gelesen werden kann.</translation>
    </message>
    <message>
        <source>%1 is not a text file; attach text, code, PDF or .docx.</source>
        <translation>%1 ist keine Textdatei; hängen Sie Text, Code, PDF oder .docx an.</translation>
    </message>
    <message>
        <source>%1 is not on the Hub; paste an address like %2/author/name.</source>
        <translation>%1 ist nicht auf dem Hub; fügen Sie eine Adresse wie %2/author/name ein.</translation>
    </message>
    <message>
        <source>%1 is not the file that is needed: its checksum is another one; get it again.</source>
        <translation>%1 ist nicht die benötigte Datei: Die Prüfsumme ist eine andere; holen Sie sie neu.</translation>
    </message>
    <message>
        <source>%1 is not the file that the update list describes; it is not used.</source>
        <translation>%1 ist nicht die Datei, die die Update-Liste beschreibt; sie wird nicht benutzt.</translation>
    </message>
    <message>
        <source>%1 is not there, though the update list names it.</source>
        <translation>%1 ist nicht da, obwohl die Update-Liste es nennt.</translation>
    </message>
    <message>
        <source>%1 is not what it should be: its checksum is %2…, not %3…; remove it and get it again.</source>
        <translation>%1 ist nicht, was es sein soll: Die Prüfsumme ist %2…, nicht %3…; entfernen Sie die Datei und holen Sie sie neu.</translation>
    </message>
    <message>
        <source>%1 is used; its driver runs CUDA %2.</source>
        <translation>%1 wird benutzt; der Treiber kann CUDA %2.</translation>
    </message>
    <message>
        <source>%1 keeps changing on the server; try again later, or look it up again.</source>
        <translation>%1 ändert sich auf dem Server immer wieder; versuchen Sie es später erneut, oder suchen Sie es neu.</translation>
    </message>
    <message>
        <source>%1 lacks %2 and %3 more; put the wheels there.</source>
        <translation>In %1 fehlen %2 und %3 weitere; legen Sie die Wheels dorthin.</translation>
    </message>
    <message>
        <source>%1 lacks %2; put the wheels there.</source>
        <translation>In %1 fehlt %2; legen Sie die Wheels dorthin.</translation>
    </message>
    <message>
        <source>%1 names no repository; paste an address like %2/author/name.</source>
        <translation>%1 nennt kein Repository; fügen Sie eine Adresse wie %2/author/name ein.</translation>
    </message>
    <message>
        <source>%1 needs %2, but the disk of %3 has %4 free; make room, or use the file where it is.</source>
        <translation>%1 braucht %2, aber auf dem Datenträger von %3 sind %4 frei; schaffen Sie Platz, oder benutzen Sie die Datei dort, wo sie ist.</translation>
    </message>
    <message>
        <source>%1 needs a token; enter one in the settings.</source>
        <translation>%1 verlangt ein Token; geben Sie in den Einstellungen eines ein.</translation>
    </message>
    <message>
        <source>%1 needs the network, which is off: unset HF_HUB_OFFLINE to switch it on.</source>
        <translation>%1: Dafür ist das Netzwerk nötig, das ausgeschaltet ist; entfernen Sie HF_HUB_OFFLINE, um es einzuschalten.</translation>
    </message>
    <message>
        <source>%1 only drafts tokens for another model; choose it in the load options of that model.</source>
        <translation>%1 macht nur Drafts für ein anderes Modell; wählen Sie es in den Ladeoptionen jenes Modells.</translation>
    </message>
    <message>
        <source>%1 only shows pictures to a model; choose the model that it belongs to.</source>
        <translation>%1 zeigt einem Modell nur Bilder; wählen Sie das Modell, zu dem es gehört.</translation>
    </message>
    <message>
        <source>%1 redirects in circles</source>
        <translation>%1 leitet im Kreis um</translation>
    </message>
    <message>
        <source>%1 refuses to answer about %2 (%3); try again later.</source>
        <translation>%1 gibt über %2 keine Auskunft (%3); versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 sends next to nothing</source>
        <translation>%1 sendet fast nichts</translation>
    </message>
    <message>
        <source>%1 sends the file in another form than requested; use another address of the Hub in the settings.</source>
        <translation>%1 sendet die Datei in einer anderen Form als verlangt; nehmen Sie in den Einstellungen eine andere Hub-Adresse.</translation>
    </message>
    <message>
        <source>%1 sends us to %2 without encryption, which is refused; check the address of the Hub in the settings.</source>
        <translation>%1 verweist ohne Verschlüsselung auf %2, was abgelehnt wird; prüfen Sie die Hub-Adresse in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1 sends us to what is no address; check the address of the Hub in the settings, or try again later.</source>
        <translation>%1 verweist auf etwas, das keine Adresse ist; prüfen Sie die Hub-Adresse in den Einstellungen, oder versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 stopped sending</source>
        <translation>%1 sendet nichts mehr</translation>
    </message>
    <message>
        <source>%1 took too long to make; export fewer chats at once, or as Markdown.</source>
        <translation>%1 zu erstellen dauerte zu lange; exportieren Sie weniger Chats auf einmal, oder als Markdown.</translation>
    </message>
    <message>
        <source>%1 took too long to read, or is damaged; attach its text instead.</source>
        <translation>%1 zu lesen dauerte zu lange, oder die Datei ist beschädigt; hängen Sie stattdessen ihren Text an.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub since it was chosen; look the model up again to get the new one.</source>
        <translation>%1 wurde auf dem Hub ersetzt, seit es gewählt wurde; suchen Sie das Modell erneut, um das neue zu bekommen.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub; look the model up again.</source>
        <translation>%1 wurde auf dem Hub ersetzt; suchen Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>%1 was stopped; download it again.</source>
        <translation>%1 wurde angehalten; laden Sie es erneut herunter.</translation>
    </message>
    <message>
        <source>%1 went away; import it again.</source>
        <translation>%1 ist nicht mehr da; importieren Sie es erneut.</translation>
    </message>
    <message>
        <source>%1/%2 has a name that cannot be kept here; choose another model.</source>
        <translation>%1/%2 hat einen Namen, der hier nicht möglich ist; wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>%1; trying again in %2 s.</source>
        <translation>%1; neuer Versuch in %2 s.</translation>
    </message>
    <message>
        <source>1 bit</source>
        <translation>1 Bit</translation>
    </message>
    <message>
        <source>16 bits a weight, as the model was trained: the original, the largest that makes sense.</source>
        <translation>16 Bit je Gewicht, wie das Modell trainiert wurde: das Original, das Größte, was sinnvoll ist.</translation>
    </message>
    <message>
        <source>16 bits a weight, not quantized: as good as the original, the largest that makes sense.</source>
        <translation>16 Bit je Gewicht, nicht quantisiert: so gut wie das Original, das Größte, was sinnvoll ist.</translation>
    </message>
    <message>
        <source>32 bits a weight: twice the size of BF16, and no better in practice.</source>
        <translation>32 Bit je Gewicht: doppelt so groß wie BF16 und in der Praxis nicht besser.</translation>
    </message>
    <message>
        <source>4-bit floating point in NVIDIA&apos;s format: small, with little lost.</source>
        <translation>4-Bit-Gleitkomma im Format von NVIDIA: klein, mit wenig Verlust.</translation>
    </message>
    <message>
        <source>4-bit floating point, in which models like gpt-oss were trained: the original of those.</source>
        <translation>4-Bit-Gleitkomma, worin Modelle wie gpt-oss trainiert wurden: deren Original.</translation>
    </message>
    <message>
        <source>A rare format.</source>
        <translation>Ein seltenes Format.</translation>
    </message>
    <message>
        <source>About %1 a weight, %2: %3.</source>
        <translation>Etwa %1 je Gewicht, %2: %3.</translation>
    </message>
    <message>
        <source>About %1 a weight: %2.</source>
        <translation>Etwa %1 je Gewicht: %2.</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>Adresse wird schon benutzt</translation>
    </message>
    <message>
        <source>Another Encore window or command is changing the engine&apos;s libraries; wait for it.</source>
        <translation>Ein anderes Fenster oder ein Befehl von Encore ändert gerade die Bibliotheken der Engine; warten Sie, bis das fertig ist.</translation>
    </message>
    <message>
        <source>Another Encore window or command is downloading this.</source>
        <translation>Ein anderes Fenster oder ein Befehl von Encore lädt das gerade herunter.</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>%1 herunterladen</translation>
    </message>
    <message>
        <source>Encore %1 could not be installed: %2</source>
        <translation>Encore %1 konnte nicht installiert werden: %2</translation>
    </message>
    <message>
        <source>Encore %1 has no package for this computer.</source>
        <translation>Encore %1 hat kein Paket für diesen Computer.</translation>
    </message>
    <message>
        <source>Encore %1 is no longer here; download it again.</source>
        <translation>Encore %1 ist nicht mehr da; laden Sie es erneut herunter.</translation>
    </message>
    <message>
        <source>Encore is closing; what was not finished was left as it was.</source>
        <translation>Encore wird geschlossen; was nicht fertig war, blieb, wie es war.</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Datei ist schon da</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Cache von Hugging Face</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>Verknüpfung zwischen Datenträgern nicht möglich</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>Its name does not say how it was quantized.</source>
        <translation>Der Name sagt nicht, wie es quantisiert wurde.</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>%1 ansehen</translation>
    </message>
    <message>
        <source>Looking for new versions</source>
        <translation>Nach neuen Versionen suchen</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>In %1 hineinsehen</translation>
    </message>
    <message>
        <source>Made with an importance matrix, which keeps more of the quality.</source>
        <translation>Mit einer Wichtigkeitsmatrix erstellt, die mehr von der Qualität erhält.</translation>
    </message>
    <message>
        <source>No file manager could be opened; the file is %1.</source>
        <translation>Es konnte kein Dateimanager geöffnet werden; die Datei ist %1.</translation>
    </message>
    <message>
        <source>No keyring works here, so the token is in %1, which only you can read.</source>
        <translation>Hier gibt es keinen Schlüsselbund; das Token liegt in %1, was nur Sie lesen können.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht vorhanden</translation>
    </message>
    <message>
        <source>No version before this one is kept here.</source>
        <translation>Hier ist keine Version vor dieser aufbewahrt.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1 of %2 (%3); choose another port or address.</source>
        <translation>Auf Port %1 von %2 kann nicht gelauscht werden (%3); wählen Sie einen anderen Port oder eine andere Adresse.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; the log in the Encore folder has the details.</source>
        <translation>Etwas Unerwartetes ist schiefgegangen; Näheres steht im Protokoll im Ordner von Encore.</translation>
    </message>
    <message>
        <source>That is no token: it begins with hf_ and has only letters and digits.</source>
        <translation>Das ist kein Token: Es beginnt mit hf_ und hat nur Buchstaben und Ziffern.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are those of another version of Encore; the page “Engine” of the window or `encore runtime install` gets the right ones.</source>
        <translation>Die Bibliotheken der Engine gehören zu einer anderen Version von Encore; die richtigen holt die Seite „Engine“ des Fensters oder `encore runtime install`.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used; with driver %2 or newer it is the GPU.</source>
        <translation>Diese Version von Encore hat nichts, was mit dem NVIDIA-Treiber dieses Computers (CUDA %1) läuft; deshalb wird der Prozessor benutzt. Ab Treiber %2 ist es die GPU.</translation>
    </message>
    <message>
        <source>The address of updates</source>
        <translation>Die Adresse der Updates</translation>
    </message>
    <message>
        <source>The answer was deleted with its conversation.</source>
        <translation>Die Antwort wurde mit ihrem Chat gelöscht.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted here; check the clock of this machine, and the proxy in the settings.</source>
        <translation>Dem Zertifikat von %1 wird hier nicht vertraut; prüfen Sie die Uhr dieses Computers und den Proxy in den Einstellungen.</translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation>Der Vergleich</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>Der Chat</translation>
    </message>
    <message>
        <source>The conversations at %1 are damaged and another window has them open; close all windows of Encore and start it again.</source>
        <translation>Die Chats in %1 sind beschädigt und in einem anderen Fenster geöffnet; schließen Sie alle Fenster von Encore und starten Sie es neu.</translation>
    </message>
    <message>
        <source>The conversations at %1 cannot be opened (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>Die Chats in %1 können nicht geöffnet werden (%2); prüfen Sie, ob in den Ordner geschrieben werden kann und der Datenträger nicht voll ist.</translation>
    </message>
    <message>
        <source>The conversations at %1 were written by a newer version of Encore; install that version, or move the file away to start afresh.</source>
        <translation>Die Chats in %1 wurden von einer neueren Version von Encore geschrieben; installieren Sie diese, oder verschieben Sie die Datei, um neu zu beginnen.</translation>
    </message>
    <message>
        <source>The conversations could not be read; the damaged file is kept at %1.</source>
        <translation>Die Chats konnten nicht gelesen werden; die beschädigte Datei liegt in %1.</translation>
    </message>
    <message>
        <source>The disk of %1 cannot hold a file as large as %2; move the models to another disk.</source>
        <translation>Der Datenträger von %1 fasst keine so große Datei wie %2; verschieben Sie die Modelle auf einen anderen.</translation>
    </message>
    <message>
        <source>The disk of %1 has too little room for %2: free %3 more, then try again; what was fetched is kept.</source>
        <translation>Auf dem Datenträger von %1 ist zu wenig Platz für %2: Schaffen Sie %3 mehr und versuchen Sie es erneut; was geladen ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room for %2, then try again; what was fetched is kept.</source>
        <translation>Der Datenträger von %1 ist voll: Schaffen Sie Platz für %2 und versuchen Sie es erneut; was geladen ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room, then try again; what was fetched is kept.</source>
        <translation>Der Datenträger von %1 ist voll: Schaffen Sie Platz und versuchen Sie es erneut; was geladen ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The download was paused; try again to go on with it.</source>
        <translation>Der Download wurde angehalten; versuchen Sie es erneut, um ihn fortzusetzen.</translation>
    </message>
    <message>
        <source>The engine does not run with these libraries: %1; nothing was changed, choose another build or try again.</source>
        <translation>Die Engine läuft mit diesen Bibliotheken nicht: %1; nichts wurde geändert, wählen Sie einen anderen Build oder versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The engine is not installed yet; the page “Engine” of the window or `encore runtime install` does it.</source>
        <translation>Die Engine ist noch nicht installiert; das erledigt die Seite „Engine“ des Fensters oder `encore runtime install`.</translation>
    </message>
    <message>
        <source>The engine runs on the processor of this Mac.</source>
        <translation>Die Engine läuft auf dem Prozessor dieses Mac.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries</source>
        <translation>Die Bibliotheken der Engine</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed yet.</source>
        <translation>Die Bibliotheken der Engine sind noch nicht installiert.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries could not be unpacked: %1; try again.</source>
        <translation>Die Bibliotheken der Engine konnten nicht entpackt werden: %1; versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries need %1 GB in %2, but its disk has %3 GB free; free %4 GB more, then try again.</source>
        <translation>Die Bibliotheken der Engine brauchen %1 GB in %2, aber auf dem Datenträger sind %3 GB frei; schaffen Sie %4 GB mehr und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The export could not be saved to %1 (%2); choose another place, or make room.</source>
        <translation>Der Export konnte nicht in %1 gespeichert werden (%2); wählen Sie einen anderen Ort oder schaffen Sie Platz.</translation>
    </message>
    <message>
        <source>The header of %1 could not be kept in %2: %3.</source>
        <translation>Der Dateikopf von %1 konnte nicht in %2 abgelegt werden: %3.</translation>
    </message>
    <message>
        <source>The header of %1 could not be read: %2; try again later.</source>
        <translation>Der Dateikopf von %1 konnte nicht gelesen werden: %2; versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>The header of %1 is longer than %2 MB, as that of no known model is; choose another file.</source>
        <translation>Der Dateikopf von %1 ist länger als %2 MB, was bei keinem bekannten Modell so ist; wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The libraries %1 do not fit this machine: %2.</source>
        <translation>Die Bibliotheken %1 passen nicht zu diesem Computer: %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no address for %2.</source>
        <translation>Die Liste der Bibliotheken %1 hat keine Adresse für %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no wheel of %2.</source>
        <translation>Die Liste der Bibliotheken %1 hat kein Wheel von %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 is damaged: %2.</source>
        <translation>Die Liste der Bibliotheken %1 ist beschädigt: %2.</translation>
    </message>
    <message>
        <source>The models could not be moved to %1 (%2): everything is still in %3; try again, it goes on from here.</source>
        <translation>Die Modelle konnten nicht nach %1 verschoben werden (%2): Alles ist noch in %3; versuchen Sie es erneut, es geht von hier weiter.</translation>
    </message>
    <message>
        <source>The models need %1 more, but the disk of %2 has %3 free; make room there, or choose another folder.</source>
        <translation>Die Modelle brauchen %1 mehr, aber auf dem Datenträger von %2 sind %3 frei; schaffen Sie dort Platz, oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The preset %1 could not be read (%2); mend its file or save it anew.</source>
        <translation>Die Voreinstellung %1 konnte nicht gelesen werden (%2); berichtigen Sie ihre Datei, oder speichern Sie sie neu.</translation>
    </message>
    <message>
        <source>The proxy cannot be used; give the address of an HTTP proxy, like http://host:8080.</source>
        <translation>Der Proxy ist nicht zu gebrauchen; geben Sie die Adresse eines HTTP-Proxys an, wie http://host:8080.</translation>
    </message>
    <message>
        <source>The proxy does not let us through: %1; check it in the settings.</source>
        <translation>Der Proxy lässt uns nicht durch: %1; prüfen Sie ihn in den Einstellungen.</translation>
    </message>
    <message>
        <source>The report could not be saved to %1 (%2); choose another place.</source>
        <translation>Der Bericht konnte nicht in %1 gespeichert werden (%2); wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>The settings are longer than %1 KB and were not saved; shorten the system prompt.</source>
        <translation>Die Einstellungen sind länger als %1 KB und wurden nicht gespeichert; kürzen Sie den System-Prompt.</translation>
    </message>
    <message>
        <source>The settings could not be saved to %1 (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>Die Einstellungen konnten nicht in %1 gespeichert werden (%2); prüfen Sie, ob in den Ordner geschrieben werden kann und der Datenträger nicht voll ist.</translation>
    </message>
    <message>
        <source>The settings of %1 could not be saved to %2 (%3); check that the disk is not full.</source>
        <translation>Die Einstellungen von %1 konnten nicht in %2 gespeichert werden (%3); prüfen Sie, ob der Datenträger voll ist.</translation>
    </message>
    <message>
        <source>The signature of the update list cannot be read; try again later.</source>
        <translation>Die Signatur der Update-Liste kann nicht gelesen werden; versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>The starter model is not there; put a GGUF model into %1 and name it.</source>
        <translation>Das Startmodell ist nicht da; legen Sie ein GGUF-Modell in %1 und nennen Sie es.</translation>
    </message>
    <message>
        <source>The token cannot be kept in %1: %2.</source>
        <translation>Das Token kann nicht in %1 aufbewahrt werden: %2.</translation>
    </message>
    <message>
        <source>The update key of this build is damaged; install Encore again.</source>
        <translation>Der Update-Schlüssel dieser Version ist beschädigt; installieren Sie Encore neu.</translation>
    </message>
    <message>
        <source>The update list is for another version of Encore; get the new one from where you got this one.</source>
        <translation>Die Update-Liste ist für eine andere Version von Encore; holen Sie die neue dort, wo Sie diese bekommen haben.</translation>
    </message>
    <message>
        <source>The update list is for the channel %1, not for %2; check the address of updates in the settings.</source>
        <translation>Die Update-Liste ist für den Kanal %1, nicht für %2; prüfen Sie die Adresse der Updates in den Einstellungen.</translation>
    </message>
    <message>
        <source>The update list is longer than %1 KB; not used.</source>
        <translation>Die Update-Liste ist länger als %1 KB und wird nicht benutzt.</translation>
    </message>
    <message>
        <source>The update list is not signed with Encore&apos;s key, so it is not used; check the address of updates in the settings.</source>
        <translation>Die Update-Liste ist nicht mit dem Schlüssel von Encore signiert und wird nicht benutzt; prüfen Sie die Adresse der Updates in den Einstellungen.</translation>
    </message>
    <message>
        <source>The update list is of %1, older than one seen before, so it is not used; try again later, or check the address of updates.</source>
        <translation>Die Update-Liste ist vom %1, älter als eine frühere, und wird nicht benutzt; versuchen Sie es später erneut, oder prüfen Sie die Adresse der Updates.</translation>
    </message>
    <message>
        <source>The update list names a file outside its folder; not used.</source>
        <translation>Die Update-Liste nennt eine Datei außerhalb ihres Ordners und wird nicht benutzt.</translation>
    </message>
    <message>
        <source>The update list names a file that cannot be kept here; not used.</source>
        <translation>Die Update-Liste nennt eine Datei, die hier nicht aufbewahrt werden kann, und wird nicht benutzt.</translation>
    </message>
    <message>
        <source>The update list names no address to download from; not used.</source>
        <translation>Die Update-Liste nennt keine Adresse zum Herunterladen und wird nicht benutzt.</translation>
    </message>
    <message>
        <source>The version %1 of %2 is gone; look the model up again.</source>
        <translation>Die Version %1 von %2 gibt es nicht mehr; suchen Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>There are no earlier libraries to go back to.</source>
        <translation>Es gibt keine früheren Bibliotheken, zu denen zurückgegangen werden könnte.</translation>
    </message>
    <message>
        <source>There is another %1 in %2; choose an empty folder. Everything is still in %3.</source>
        <translation>In %2 gibt es ein anderes %1; wählen Sie einen leeren Ordner. Alles ist noch in %3.</translation>
    </message>
    <message>
        <source>There is another %1 now; %2 stays deleted.</source>
        <translation>Es gibt jetzt ein anderes %1; %2 bleibt gelöscht.</translation>
    </message>
    <message>
        <source>There is another model called %1; rename one of the two.</source>
        <translation>Es gibt ein anderes Modell namens %1; benennen Sie eines der beiden um.</translation>
    </message>
    <message>
        <source>There is no %1 on %2, or it is private and needs a token; check its name.</source>
        <translation>%1 gibt es auf %2 nicht, oder es ist privat und verlangt ein Token; prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>There is no %1 on %2; check its name.</source>
        <translation>%1 gibt es auf %2 nicht; prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>There is no build %1; choose one of: %2.</source>
        <translation>Es gibt keinen Build %1; wählen Sie einen von: %2.</translation>
    </message>
    <message>
        <source>There is no folder %1; nothing was moved.</source>
        <translation>Es gibt keinen Ordner %1; nichts wurde verschoben.</translation>
    </message>
    <message>
        <source>This Encore has no build for the processor alone; the one for NVIDIA GPUs, which is larger, runs there, too.</source>
        <translation>Diese Version von Encore hat keine Bibliotheken allein für den Prozessor; die für NVIDIA-GPUs sind größer und laufen dort auch.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used.</source>
        <translation>Diese Version von Encore hat nichts, was mit dem NVIDIA-Treiber dieses Computers (CUDA %1) läuft; deshalb wird der Prozessor benutzt.</translation>
    </message>
    <message>
        <source>This Encore has no engine for %1 on this machine; get the right download of Encore.</source>
        <translation>Diese Version von Encore hat für %1 auf diesem Computer keine Engine; laden Sie die passende herunter.</translation>
    </message>
    <message>
        <source>This build has no update key, so it cannot look for new versions.</source>
        <translation>Diese Version hat keinen Update-Schlüssel und kann nicht nach neuen Versionen suchen.</translation>
    </message>
    <message>
        <source>This build knows no address of updates; put one into the settings.</source>
        <translation>Diese Version kennt keine Adresse für Updates; tragen Sie in den Einstellungen eine ein.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>Dieser Chat wurde in einem anderen Fenster gelöscht.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window; start or choose another one.</source>
        <translation>Dieser Chat wurde in einem anderen Fenster gelöscht; beginnen oder wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>This download is no longer in the list.</source>
        <translation>Dieser Download ist nicht mehr in der Liste.</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU, so the processor is used.</source>
        <translation>Dieser Computer hat keine NVIDIA-GPU, deshalb wird der Prozessor benutzt.</translation>
    </message>
    <message>
        <source>This message was deleted in another window.</source>
        <translation>Diese Nachricht wurde in einem anderen Fenster gelöscht.</translation>
    </message>
    <message>
        <source>Under 2 bits a weight, for models that were trained with three values a weight.</source>
        <translation>Unter 2 Bit je Gewicht, für Modelle, die mit drei Werten je Gewicht trainiert wurden.</translation>
    </message>
    <message>
        <source>Unsloth&apos;s dynamic kind: the bits are chosen layer by layer.</source>
        <translation>Unsloths dynamische Art: Die Bits werden Schicht für Schicht gewählt.</translation>
    </message>
    <message>
        <source>What was deleted is gone for good; another window removed it.</source>
        <translation>Was gelöscht war, ist endgültig weg; ein anderes Fenster hat es entfernt.</translation>
    </message>
    <message>
        <source>You may not read %1; see %2.</source>
        <translation>Sie dürfen %1 nicht lesen; siehe %2.</translation>
    </message>
    <message>
        <source>a large loss, for when nothing larger fits</source>
        <translation>ein großer Verlust, für den Fall, dass nichts Größeres passt</translation>
    </message>
    <message>
        <source>a noticeable loss, for when 4 bits do not fit</source>
        <translation>ein merklicher Verlust, für den Fall, dass 4 Bit nicht passen</translation>
    </message>
    <message>
        <source>a very large loss, an experiment</source>
        <translation>ein sehr großer Verlust, ein Experiment</translation>
    </message>
    <message>
        <source>all but the same as the original</source>
        <translation>fast wie das Original</translation>
    </message>
    <message>
        <source>another program shortened it</source>
        <translation>ein anderes Programm hat sie gekürzt</translation>
    </message>
    <message>
        <source>another window has been opening them for too long</source>
        <translation>ein anderes Fenster öffnet sie schon zu lange</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>Datenbank ist schreibgeschützt</translation>
    </message>
    <message>
        <source>close to the original</source>
        <translation>nah am Original</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>Datenbank ist gesperrt</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>Datenbank oder Datenträger ist voll</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>Fehler des Datenträgers</translation>
    </message>
    <message>
        <source>extra folder</source>
        <translation>weiterer Ordner</translation>
    </message>
    <message>
        <source>in %1 seconds</source>
        <translation>in %1 Sekunden</translation>
    </message>
    <message>
        <source>in a few minutes</source>
        <translation>in einigen Minuten</translation>
    </message>
    <message>
        <source>in an older, simple format</source>
        <translation>in einem älteren, einfachen Format</translation>
    </message>
    <message>
        <source>it did not end</source>
        <translation>sie endete nicht</translation>
    </message>
    <message>
        <source>it ended without a word</source>
        <translation>sie endete ohne Meldung</translation>
    </message>
    <message>
        <source>it is not on the Python package index</source>
        <translation>es ist nicht im Python-Paketindex</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>es dauert zu lange</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>dem Zertifikat wird hier nicht vertraut</translation>
    </message>
    <message>
        <source>its name is not found, or this computer is offline</source>
        <translation>der Name wird nicht gefunden, oder dieser Computer ist offline</translation>
    </message>
    <message>
        <source>models folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>no encrypted connection came about</source>
        <translation>es kam keine verschlüsselte Verbindung zustande</translation>
    </message>
    <message>
        <source>nothing listens at that address</source>
        <translation>unter dieser Adresse antwortet nichts</translation>
    </message>
    <message>
        <source>packed tighter than in plain formats</source>
        <translation>dichter gepackt als in einfachen Formaten</translation>
    </message>
    <message>
        <source>the Hub</source>
        <translation>der Hub</translation>
    </message>
    <message>
        <source>the Hub may not be asked: HF_HUB_OFFLINE is set</source>
        <translation>der Hub darf nicht gefragt werden: HF_HUB_OFFLINE ist gesetzt</translation>
    </message>
    <message>
        <source>the Python package index</source>
        <translation>der Python-Paketindex</translation>
    </message>
    <message>
        <source>the connection failed</source>
        <translation>die Verbindung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>the connection to %1 was cut</source>
        <translation>die Verbindung zu %1 wurde unterbrochen</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>die Verbindung wurde unterbrochen</translation>
    </message>
    <message>
        <source>the copy is not the same, so the disk is at fault</source>
        <translation>die Kopie ist nicht dieselbe, der Datenträger ist also fehlerhaft</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <source>the downloaded file was changed since; download it again.</source>
        <translation>die heruntergeladene Datei wurde seitdem geändert; laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>the file broke off before its end</source>
        <translation>die Datei brach vor ihrem Ende ab</translation>
    </message>
    <message>
        <source>the file of this AppImage cannot be found; replace it by hand.</source>
        <translation>die Datei dieses AppImage ist nicht zu finden; ersetzen Sie sie von Hand.</translation>
    </message>
    <message>
        <source>the proxy does not let us through to %1</source>
        <translation>der Proxy lässt uns nicht zu %1 durch</translation>
    </message>
    <message>
        <source>the search</source>
        <translation>die Suche</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>der Server</translation>
    </message>
    <message>
        <source>the server sends next to nothing</source>
        <translation>der Server sendet fast nichts</translation>
    </message>
    <message>
        <source>the smaller mix</source>
        <translation>die kleinere Mischung</translation>
    </message>
    <message>
        <source>the usual balance of size and quality</source>
        <translation>die übliche Balance von Größe und Qualität</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>zu viele Umleitungen</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>Datenbankdatei kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>very close to the original</source>
        <translation>sehr nah am Original</translation>
    </message>
    <message>
        <source>with many more where they count</source>
        <translation>mit viel mehr, wo es darauf ankommt</translation>
    </message>
    <message>
        <source>with more where they count</source>
        <translation>mit mehr, wo es darauf ankommt</translation>
    </message>
    <message>
        <source>with more where they count and in the first and last layer</source>
        <translation>mit mehr, wo es darauf ankommt, und in der ersten und letzten Schicht</translation>
    </message>
</context>
<context>
    <name>ServerSection</name>
    <message>
        <source>Copy the address</source>
        <translation>Adresse kopieren</translation>
    </message>
</context>
<context>
    <name>ServerViewModel</name>
    <message>
        <source>Programs on this computer reach it at %1; they need no API key.</source>
        <translation>Programme auf diesem Computer erreichen ihn unter %1; sie brauchen keinen API-Schlüssel.</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>Der Server startet…</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1; choose another one.</source>
        <translation>An Port %1 kann nichts lauschen; einen anderen wählen.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>3-bit</source>
        <translation>3 Bit</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.</source>
        <translation>Ein Spiegelserver statt huggingface.co. Die Variable HF_ENDPOINT hat Vorrang.</translation>
    </message>
    <message>
        <source>Accent</source>
        <translation>Akzentfarbe</translation>
    </message>
    <message>
        <source>Address of updates</source>
        <translation>Adresse der Updates</translation>
    </message>
    <message>
        <source>After the first answer, while nothing else is asked, the model writes a title for the chat. Models of less than 0.9 billion parameters leave it at the first words.</source>
        <translation>Nach der ersten Antwort, solange nichts anderes gefragt wird, schreibt das Modell einen Titel für den Chat. Bei Modellen mit weniger als 0,9 Milliarden Parametern bleibt es bei den ersten Wörtern.</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>Bernstein</translation>
    </message>
    <message>
        <source>An address or a folder; empty for the usual one. The variable ENCORE_UPDATES goes before it.</source>
        <translation>Eine Adresse oder ein Ordner; leer für die übliche Adresse. Die Variable ENCORE_UPDATES hat Vorrang.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answers at once</source>
        <translation>Antworten gleichzeitig</translation>
    </message>
    <message>
        <source>App</source>
        <translation>App</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Check drafts in steps of fixed widths. Off: the width follows the number of drafts, and each new width is recaptured.</source>
        <translation>Drafts in Schritten fester Breiten prüfen. Aus: Die Breite folgt der Zahl der Drafts, und jede neue Breite wird neu aufgenommen.</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together reach this share. 1 is off.</source>
        <translation>Unter den wahrscheinlichsten Tokens wählen, die zusammen diesen Anteil erreichen. 1 ist aus.</translation>
    </message>
    <message>
        <source>Choose among this many of the likeliest tokens.</source>
        <translation>Unter so vielen der wahrscheinlichsten Tokens wählen.</translation>
    </message>
    <message>
        <source>Closing the window then only hides it, and what is running goes on. The menu of the icon has Quit.</source>
        <translation>Das Schließen blendet das Fenster dann nur aus, und was läuft, läuft weiter. Beenden steht im Menü des Symbols.</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Großzügig</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Compact has less space between things and more on the screen.</source>
        <translation>Kompakt lässt weniger Abstand und zeigt mehr auf dem Bildschirm.</translation>
    </message>
    <message>
        <source>Processor: layers</source>
        <translation>Prozessor: Schichten</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>Kontextspeicher</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Download limit</source>
        <translation>Download-Limit</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>Draft-Länge</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>Quelle der Drafts</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>Drafting</translation>
    </message>
    <message>
        <source>Processor: experts</source>
        <translation>Prozessor: Experten</translation>
    </message>
    <message>
        <source>Fixed verify width</source>
        <translation>Feste Prüfbreite</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Graph replay</source>
        <translation>Graph-Wiedergabe</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>Graphit</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Grows with every use of a token. 0 is off.</source>
        <translation>Wächst mit jeder Verwendung eines Tokens. 0 ist aus.</translation>
    </message>
    <message>
        <source>Guess the next tokens and check them in one step. The answer is the same.</source>
        <translation>Die nächsten Tokens raten und in einem Schritt prüfen. Die Antwort bleibt dieselbe.</translation>
    </message>
    <message>
        <source>How exactly the model remembers the context (KV cache); fewer bits need less memory.</source>
        <translation>Wie genau sich das Modell den Kontext merkt (KV-Cache); weniger Bits brauchen weniger Speicher.</translation>
    </message>
    <message>
        <source>How freely words are chosen. 0 always takes the likeliest word.</source>
        <translation>Wie frei Wörter gewählt werden. 0 nimmt immer das wahrscheinlichste Wort.</translation>
    </message>
    <message>
        <source>How many answers a model writes side by side. Each needs memory for a context of its own.</source>
        <translation>Wie viele Antworten ein Modell nebeneinander schreibt. Jede braucht Speicher für einen eigenen Kontext.</translation>
    </message>
    <message>
        <source>How many of the latest tokens the penalties look at.</source>
        <translation>Wie viele der letzten Tokens für die Strafen zählen.</translation>
    </message>
    <message>
        <source>How many processor cores the engine uses.</source>
        <translation>Wie viele Prozessorkerne die Engine nutzt.</translation>
    </message>
    <message>
        <source>How many times in a row an answer may call tools before it is stopped.</source>
        <translation>Wie oft hintereinander eine Antwort Werkzeuge aufrufen darf, bevor sie angehalten wird.</translation>
    </message>
    <message>
        <source>How many tokens the model can look back on; more needs more memory. Automatic: what the model and the free memory comfortably allow.</source>
        <translation>Auf wie viele Tokens das Modell zurückblicken kann; mehr braucht mehr Speicher. Automatisch: was das Modell und der freie Speicher bequem zulassen.</translation>
    </message>
    <message>
        <source>How much they think, in their own word; empty leaves it to them.</source>
        <translation>Wie viel die Modelle nachdenken, mit ihrem eigenen Wort dafür; leer überlässt es ihnen.</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>Hub-Adresse</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Symbol im Infobereich</translation>
    </message>
    <message>
        <source>In percent of the system&apos;s size.</source>
        <translation>In Prozent der Größe des Systems.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Layers without room</source>
        <translation>Schichten ohne Platz</translation>
    </message>
    <message>
        <source>Leave out tokens less likely than this share of the likeliest one. 0 is off.</source>
        <translation>Tokens weglassen, deren Wahrscheinlichkeit unter diesem Anteil des wahrscheinlichsten Tokens liegt. 0 ist aus.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>Hell oder dunkel.</translation>
    </message>
    <message>
        <source>Like http://host:8080. Left empty, the system&apos;s own proxy is used.</source>
        <translation>Etwa http://host:8080. Bleibt es leer, wird der Proxy des Systems verwendet.</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Lokaler Server</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Longest repeat</source>
        <translation>Längste Wiederholung</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>Nach Updates suchen</translation>
    </message>
    <message>
        <source>Makes tokens that were used less likely. 1 is off.</source>
        <translation>Macht schon verwendete Tokens unwahrscheinlicher. 1 ist aus.</translation>
    </message>
    <message>
        <source>Megabytes per second for all downloads together.</source>
        <translation>Megabyte pro Sekunde für alle Downloads zusammen.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without a request after which a model is unloaded that one of them had loaded.</source>
        <translation>Minuten ohne Anfrage, nach denen ein Modell entladen wird, das eines davon laden ließ.</translation>
    </message>
    <message>
        <source>Mirror of libraries</source>
        <translation>Spiegelserver für Bibliotheken</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Models and downloads</source>
        <translation>Modelle und Downloads</translation>
    </message>
    <message>
        <source>More model folders</source>
        <translation>Weitere Modellordner</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Kein Limit</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Once a day, Encore asks whether there is a newer one. Nothing is installed unasked.</source>
        <translation>Einmal am Tag fragt Encore, ob es eine neuere Version gibt. Nichts wird ungefragt installiert.</translation>
    </message>
    <message>
        <source>One folder a line. Their models are used where they are, never changed.</source>
        <translation>Ein Ordner pro Zeile. Die Modelle darin werden an ihrem Ort verwendet und nie verändert.</translation>
    </message>
    <message>
        <source>Other programs on this computer may use the models, through the API of OpenAI. It is the same engine: no model is in memory twice.</source>
        <translation>Andere Programme auf diesem Computer können die Modelle über die API von OpenAI nutzen. Es ist dieselbe Engine: Kein Modell ist doppelt im Speicher.</translation>
    </message>
    <message>
        <source>Padded context</source>
        <translation>Aufgefüllter Kontext</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>Reichweite der Strafen</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Präsenzstrafe</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Read by the GPU</source>
        <translation>Von der GPU gelesen</translation>
    </message>
    <message>
        <source>Record each step once and replay it. Off: every kernel is launched one by one.</source>
        <translation>Jeden Schritt einmal aufnehmen und dann wiedergeben. Aus: Jeder Kernel wird einzeln gestartet.</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Repeats in the text</source>
        <translation>Wiederholungen im Text</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Round the context up to fixed lengths, so that a step stays the same from token to token. Off: with replay on, every token is recaptured.</source>
        <translation>Den Kontext auf feste Längen aufrunden, damit ein Schritt von Token zu Token gleich bleibt. Aus: Bei eingeschalteter Wiedergabe wird für jedes Token neu aufgenommen.</translation>
    </message>
    <message>
        <source>Rounds of calls</source>
        <translation>Runden von Aufrufen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Shortcuts other than the default: a line `action = keys` for each.</source>
        <translation>Vom Standard abweichende Tastenkürzel: je eine Zeile `action = keys`.</translation>
    </message>
    <message>
        <source>Shortest repeat</source>
        <translation>Kürzeste Wiederholung</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>Takes effect at the next start of Encore.</source>
        <translation>Wirkt ab dem nächsten Start von Encore.</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Petrol</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>The color of what is chosen or can be pressed.</source>
        <translation>Die Farbe dessen, was gewählt ist oder gedrückt werden kann.</translation>
    </message>
    <message>
        <source>The fewest tokens that count as a repeat.</source>
        <translation>Ab so vielen Tokens zählt etwas als Wiederholung.</translation>
    </message>
    <message>
        <source>The model loaded at the next start.</source>
        <translation>Das Modell, das beim nächsten Start geladen wird.</translation>
    </message>
    <message>
        <source>The model&apos;s own head</source>
        <translation>Eigener Head des Modells</translation>
    </message>
    <message>
        <source>The most gigabytes (GiB) that a model takes of the GPU. What does not fit is read from main memory, more slowly. Automatic: what is free.</source>
        <translation>Wie viele Gigabyte (GiB) ein Modell höchstens von der GPU belegt. Was nicht hineinpasst, wird langsamer aus dem Arbeitsspeicher gelesen. Automatisch: was frei ist.</translation>
    </message>
    <message>
        <source>The most tokens guessed at once. Automatic: as many as pay.</source>
        <translation>So viele Tokens werden höchstens auf einmal geraten. Automatisch: so viele, wie sich lohnen.</translation>
    </message>
    <message>
        <source>The most tokens in one answer.</source>
        <translation>So viele Tokens hat eine Antwort höchstens.</translation>
    </message>
    <message>
        <source>The most tokens that are looked up in the text so far.</source>
        <translation>So viele Tokens werden höchstens im bisherigen Text nachgeschlagen.</translation>
    </message>
    <message>
        <source>The same for every token that was used. 0 is off.</source>
        <translation>Gleich für jedes schon verwendete Token. 0 ist aus.</translation>
    </message>
    <message>
        <source>The same seed and the same question give the same answer.</source>
        <translation>Derselbe Seed und dieselbe Frage ergeben dieselbe Antwort.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>Wörter aus Drafts unterlegen</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>Titel vom Modell</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Unload after</source>
        <translation>Entladen nach</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Updates</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>What becomes of layers that the GPU has no room for. Automatic: what was measured to be faster.</source>
        <translation>Was mit Schichten geschieht, für die auf der GPU kein Platz ist. Automatisch: was sich als schneller erwiesen hat.</translation>
    </message>
    <message>
        <source>What fits the model</source>
        <translation>Was zum Modell passt</translation>
    </message>
    <message>
        <source>What models run on. Automatic: the GPU, or the processor where only that has room.</source>
        <translation>Worauf Modelle laufen. Automatisch: die GPU, oder der Prozessor, wenn nur dort Platz ist.</translation>
    </message>
    <message>
        <source>What the model is told before every conversation.</source>
        <translation>Was dem Modell vor jedem Chat gesagt wird.</translation>
    </message>
    <message>
        <source>When a long answer, a download or a comparison ends while you are in another program.</source>
        <translation>Wenn eine lange Antwort, ein Download oder ein Vergleich endet, während Sie in einem anderen Programm sind.</translation>
    </message>
    <message>
        <source>Where models are kept; empty for the usual folder.</source>
        <translation>Wo Modelle liegen; leer für den üblichen Ordner.</translation>
    </message>
    <message>
        <source>Where other programs find the server.</source>
        <translation>Wo andere Programme den Server finden.</translation>
    </message>
    <message>
        <source>Where the engine&apos;s libraries come from instead of files.pythonhosted.org: the address goes before the rest of theirs. The variable ENCORE_WHEEL_MIRROR goes before it.</source>
        <translation>Woher die Bibliotheken der Engine statt von files.pythonhosted.org kommen: Die Adresse wird dem Rest ihrer Adressen vorangestellt. Die Variable ENCORE_WHEEL_MIRROR hat Vorrang.</translation>
    </message>
    <message>
        <source>Whether models that have the choice think before they answer.</source>
        <translation>Ob Modelle, die die Wahl haben, nachdenken, bevor sie antworten.</translation>
    </message>
    <message>
        <source>Words of an answer that came from accepted drafts have a soft background.</source>
        <translation>Wörter einer Antwort, die aus angenommenen Drafts stammen, werden sanft unterlegt.</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>float16</source>
        <translation>float16</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
</context>
<context>
    <name>SettingsPanel</name>
    <message>
        <source>Hide the settings (Ctrl+,)</source>
        <translation>Einstellungen ausblenden (Strg+,)</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Reset all settings…</source>
        <translation>Alle Einstellungen zurücksetzen…</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Engine libraries</source>
        <translation>Bibliotheken der Engine</translation>
    </message>
    <message>
        <source>install repair remove</source>
        <translation>installieren reparieren entfernen</translation>
    </message>
    <message>
        <source>network files</source>
        <translation>Netzwerk Dateien</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>Teile der Einstellungen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>Alle Einstellungen zurücksetzen?</translation>
    </message>
    <message>
        <source>Every setting goes back to its default, the system prompt too.</source>
        <translation>Jede Einstellung kehrt zu ihrem Standard zurück, auch der System-Prompt.</translation>
    </message>
</context>
<context>
    <name>SettingsViewModel</name>
    <message>
        <source>The settings file could not be read; the last good settings are used.</source>
        <translation>Die Einstellungsdatei konnte nicht gelesen werden; die letzten gültigen Einstellungen werden verwendet.</translation>
    </message>
    <message>
        <source>The setting %1 in the settings file has no usable value; it is %2 now.</source>
        <translation>Die Einstellung %1 hat in der Einstellungsdatei keinen brauchbaren Wert; sie ist jetzt %2.</translation>
    </message>
    <message>
        <source>The device, the context and the threads take effect when the model is reloaded.</source>
        <translation>Gerät, Kontext und Threads wirken, sobald das Modell neu geladen wird.</translation>
    </message>
    <message>
        <source>The engine has no network access, opens only models, and writes only into its caches.</source>
        <translation>Die Engine hat keinen Netzwerkzugriff, öffnet nur Modelle und schreibt nur in ihre Caches.</translation>
    </message>
    <message>
        <source>The engine has no network access, but may use your files: %1.</source>
        <translation>Die Engine hat keinen Netzwerkzugriff, kann aber Ihre Dateien nutzen: %1.</translation>
    </message>
    <message>
        <source>The engine opens only models, but may use the network: %1.</source>
        <translation>Die Engine öffnet nur Modelle, kann aber das Netzwerk nutzen: %1.</translation>
    </message>
    <message>
        <source>The engine may use the network and your files: %1.</source>
        <translation>Die Engine kann das Netzwerk und Ihre Dateien nutzen: %1.</translation>
    </message>
    <message>
        <source>Reset %1 to %2</source>
        <translation>%1 auf %2 zurücksetzen</translation>
    </message>
    <message>
        <source>For models of this computer; %1 answers now.</source>
        <translation>Für Modelle dieses Computers; jetzt antwortet %1.</translation>
    </message>
    <message>
        <source>%1 has its own: %2. What is set here replaces it.</source>
        <translation>%1 hat einen eigenen Wert: %2. Was hier gesetzt wird, ersetzt ihn.</translation>
    </message>
    <message>
        <source>Needs drafting, which is off.</source>
        <translation>Benötigt Drafting; das ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>Drafting is on.</source>
        <translation>Drafting ist an.</translation>
    </message>
    <message>
        <source>Drafting is off.</source>
        <translation>Drafting ist aus.</translation>
    </message>
    <message>
        <source>Drafts do not come from repeats.</source>
        <translation>Drafts stammen nicht aus Wiederholungen.</translation>
    </message>
    <message>
        <source>This desktop has no tray to show it in.</source>
        <translation>Dieser Desktop hat keinen Infobereich, der das zeigen könnte.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>%1 cannot be set to that.</source>
        <translation>%1 lässt sich nicht darauf setzen.</translation>
    </message>
    <message>
        <source>%1 must be between %2 and %3.</source>
        <translation>%1 muss zwischen %2 und %3 liegen.</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>Hier verwenden</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Keys of {0}</source>
        <translation>Tasten für {0}</translation>
    </message>
    <message>
        <source>Text fields keep {0} for themselves. Choose other keys.</source>
        <translation>Textfelder behalten {0} für sich. Wählen Sie andere Tasten.</translation>
    </message>
    <message>
        <source>{0} are the keys of “{1}”.</source>
        <translation>{0} gehört schon zu „{1}“.</translation>
    </message>
    <message>
        <source>Those keys are for typing. Add Ctrl or Alt.</source>
        <translation>Diese Tasten sind zum Tippen da. Bitte Strg oder Alt hinzunehmen.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Hide the conversations (Ctrl+B)</source>
        <translation>Chats ausblenden (Strg+B)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Temporary chat, never saved (Ctrl+Shift+N)</source>
        <translation>Temporärer Chat, wird nie gespeichert (Strg+Umschalt+N)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>Kein Chat enthält diese Wörter.</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Neuer Chat (Strg+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Chats importieren…</translation>
    </message>
</context>
<context>
    <name>SidebarRows</name>
    <message>
        <source>Temporary</source>
        <translation>Temporär</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>open</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>Folder {0}, {1}, chats: {2}</source>
        <translation>Ordner {0}, {1}, Chats: {2}</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>Address of a mirror</source>
        <translation>Adresse eines Spiegelservers</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Use the network</source>
        <translation>Netzwerk nutzen</translation>
    </message>
    <message>
        <source>Mirror instead of files.pythonhosted.org</source>
        <translation>Spiegelserver statt files.pythonhosted.org</translation>
    </message>
    <message>
        <source>Folder of wheels, without a network</source>
        <translation>Ordner mit Wheels, ohne Netzwerk</translation>
    </message>
    <message>
        <source>Folder of wheels</source>
        <translation>Ordner mit Wheels</translation>
    </message>
</context>
<context>
    <name>Sparkline</name>
    <message>
        <source>Speed over time</source>
        <translation>Tempo im Zeitverlauf</translation>
    </message>
    <message>
        <source>Tokens per second, up to {0}; behind it the previous answer</source>
        <translation>Tokens pro Sekunde, bis zu {0}; dahinter die vorige Antwort</translation>
    </message>
</context>
<context>
    <name>StatePanel</name>
    <message>
        <source>Busy</source>
        <translation>Beschäftigt</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Only text can be put here. Open the file and copy what it says.</source>
        <translation>Hier ist nur Text möglich. Öffnen Sie die Datei und kopieren Sie, was darin steht.</translation>
    </message>
</context>
<context>
    <name>ThinkingBlock</name>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Hide the thoughts</source>
        <translation>Gedanken ausblenden</translation>
    </message>
    <message>
        <source>Show the thoughts</source>
        <translation>Gedanken anzeigen</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Think before answering</source>
        <translation>Vor dem Antworten nachdenken</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>Think: {0}</source>
        <translation>Denken: {0}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
</context>
<context>
    <name>ThinkingViewModel</name>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keins</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>Minimal</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Very high</source>
        <translation>Sehr hoch</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Maximal</translation>
    </message>
</context>
<context>
    <name>ToLatestButton</name>
    <message>
        <source>Jump to the latest message</source>
        <translation>Zur neuesten Nachricht springen</translation>
    </message>
</context>
<context>
    <name>ToolBlock</name>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Allow for this chat</source>
        <translation>Für diesen Chat erlauben</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>The call and its result</source>
        <translation>Der Aufruf und sein Ergebnis</translation>
    </message>
    <message>
        <source>Hide the call</source>
        <translation>Aufruf ausblenden</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>Aufruf zeigen</translation>
    </message>
</context>
<context>
    <name>ToolDialog</name>
    <message>
        <source>Add a tool server</source>
        <translation>Werkzeugserver hinzufügen</translation>
    </message>
    <message>
        <source>Change a tool server</source>
        <translation>Werkzeugserver ändern</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>As it is called in the list</source>
        <translation>Wie er in der Liste heißt</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>One a line</source>
        <translation>Eines pro Zeile</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Header of the key</source>
        <translation>Header des Schlüssels</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Gespeichert; zum Ersetzen eingeben</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>Nur, wenn er einen verlangt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>Schlüssel vergessen</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>Werkzeuge des Servers</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>Ein Programm auf diesem Computer</translation>
    </message>
    <message>
        <source>An address (HTTP)</source>
        <translation>Eine Adresse (HTTP)</translation>
    </message>
    <message>
        <source>A server runs with your rights, or sees what a model sends it: add only those that you trust. “Test” starts it once.</source>
        <translation>Ein Server läuft mit Ihren Rechten oder sieht, was ein Modell ihm schickt: Fügen Sie nur solche hinzu, denen Sie vertrauen. „Testen“ startet ihn einmal.</translation>
    </message>
    <message>
        <source>Starting it…</source>
        <translation>Wird gestartet…</translation>
    </message>
</context>
<context>
    <name>ToolImportDialog</name>
    <message>
        <source>Import tool servers</source>
        <translation>Werkzeugserver importieren</translation>
    </message>
    <message>
        <source>Servers as JSON</source>
        <translation>Server als JSON</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Paste the part “mcpServers” from the settings of another program, or from the page of a server. Nothing is started: the servers are added switched off.</source>
        <translation>Fügen Sie den Teil „mcpServers“ aus den Einstellungen eines anderen Programms oder von der Seite eines Servers ein. Nichts wird gestartet: Die Server werden ausgeschaltet hinzugefügt.</translation>
    </message>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>%1 kann nicht gelesen werden: Prüfen Sie die Zugriffsrechte.</translation>
    </message>
</context>
<context>
    <name>ToolRounds</name>
    <message>
        <source>The model called tools %1 times in a row, the limit in Settings.</source>
        <translation>Das Modell hat %1-mal hintereinander Werkzeuge aufgerufen; mehr erlauben die Einstellungen nicht.</translation>
    </message>
</context>
<context>
    <name>ToolServerRow</name>
    <message>
        <source>Sign out</source>
        <translation>Abmelden</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Anmelden …</translation>
    </message>
    <message>
        <source>Sign out of %1</source>
        <translation>Bei %1 abmelden</translation>
    </message>
    <message>
        <source>Sign in to %1 with the browser</source>
        <translation>Mit dem Browser bei %1 anmelden</translation>
    </message>
    <message>
        <source>Chats may use %1</source>
        <translation>Chats dürfen %1 verwenden</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
</context>
<context>
    <name>ToolServersViewModel</name>
    <message>
        <source>What goes to this address and comes from it travels unencrypted.</source>
        <translation>Was an diese Adresse geht und von ihr kommt, wird unverschlüsselt übertragen.</translation>
    </message>
    <message>
        <source>You are signed in.</source>
        <translation>Sie sind angemeldet.</translation>
    </message>
    <message>
        <source>Waiting until you have signed in with the browser…</source>
        <translation>Warten, bis Sie sich mit dem Browser angemeldet haben …</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message numerus="yes">
        <source>%n are left out, which cannot be used.</source>
        <translation>
            <numerusform>%n ist nicht verwendbar und wurde weggelassen.</numerusform>
            <numerusform>%n sind nicht verwendbar und wurden weggelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %n tools.</source>
        <translation>
            <numerusform>Er hat %n Werkzeug.</numerusform>
            <numerusform>Er hat %n Werkzeuge.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolStep</name>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>allow it?</source>
        <translation>erlauben?</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>not carried out</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>von Ihnen abgelehnt</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>läuft…</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>%1 cannot be reached: see whether the address is right. (%2)</source>
        <translation>%1 ist nicht erreichbar: Prüfen Sie, ob die Adresse stimmt. (%2)</translation>
    </message>
    <message>
        <source>%1 could not be started: “%2” is not on this computer.</source>
        <translation>%1 konnte nicht gestartet werden: „%2“ gibt es auf diesem Computer nicht.</translation>
    </message>
    <message>
        <source>%1 did not tell its tools within %3 seconds. Its last words: %2</source>
        <translation>%1 hat seine Werkzeuge nicht innerhalb von %3 Sekunden genannt. Seine letzten Worte: %2</translation>
    </message>
    <message>
        <source>%1 does not answer as an MCP server should: %2</source>
        <translation>%1 antwortet nicht, wie ein MCP-Server es sollte: %2</translation>
    </message>
    <message>
        <source>%1 ended before it had told its tools. Its last words: %2</source>
        <translation>%1 endete, bevor er seine Werkzeuge genannt hatte. Seine letzten Worte: %2</translation>
    </message>
    <message>
        <source>%1 is switched off in Settings.</source>
        <translation>%1 ist in den Einstellungen ausgeschaltet.</translation>
    </message>
    <message>
        <source>%1 sent more than could be read and was ended.</source>
        <translation>%1 hat mehr gesendet, als gelesen werden konnte, und wurde beendet.</translation>
    </message>
    <message>
        <source>%1 wants a key, or another one: enter it in Settings.</source>
        <translation>%1 verlangt einen Schlüssel oder einen anderen: Geben Sie ihn in den Einstellungen ein.</translation>
    </message>
    <message>
        <source>%1 wants you to sign in: choose “Sign in…” in Settings, or enter a key.</source>
        <translation>%1 verlangt eine Anmeldung: Wählen Sie „Anmelden …“ in den Einstellungen oder geben Sie einen Schlüssel ein.</translation>
    </message>
    <message>
        <source>Give the server a name, as it is to be called in the list.</source>
        <translation>Geben Sie dem Server einen Namen, wie er in der Liste heißen soll.</translation>
    </message>
    <message>
        <source>No servers are in it: look for “mcpServers”.</source>
        <translation>Es enthält keine Server: Suchen Sie nach „mcpServers“.</translation>
    </message>
    <message>
        <source>That is no JSON: copy all of it, from the first brace to the last.</source>
        <translation>Das ist kein JSON: Kopieren Sie alles, von der ersten bis zur letzten Klammer.</translation>
    </message>
    <message>
        <source>That is no address: enter one like https://example.com/mcp.</source>
        <translation>Das ist keine Adresse: Geben Sie eine wie https://example.com/mcp ein.</translation>
    </message>
    <message>
        <source>That is no command: enter the program that starts the server, such as npx.</source>
        <translation>Das ist kein Befehl: Geben Sie das Programm ein, das den Server startet, etwa npx.</translation>
    </message>
    <message>
        <source>That is no header: enter a name like Authorization.</source>
        <translation>Das ist kein Header: Geben Sie einen Namen wie Authorization ein.</translation>
    </message>
    <message>
        <source>That is no key: a key has no accented letters.</source>
        <translation>Das ist kein Schlüssel: Ein Schlüssel hat keine Umlaute oder Akzente.</translation>
    </message>
    <message>
        <source>The address may have no password: the key has its own field.</source>
        <translation>Die Adresse darf kein Passwort enthalten: Der Schlüssel hat ein eigenes Feld.</translation>
    </message>
    <message>
        <source>The list of tool servers could not be saved to %1: check the disk.</source>
        <translation>Die Liste der Werkzeugserver konnte nicht in %1 gespeichert werden: Prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>There are too many tool servers: remove one.</source>
        <translation>Es gibt zu viele Werkzeugserver: Entfernen Sie einen.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>You could not be signed in to %1: try it again in Settings. (%2)</source>
        <translation>Die Anmeldung bei %1 ist nicht gelungen: Versuchen Sie es in den Einstellungen noch einmal. (%2)</translation>
    </message>
    <message>
        <source>You may close this page and go on in Encore.</source>
        <translation>Sie können diese Seite schließen und in Encore weitermachen.</translation>
    </message>
    <message>
        <source>none.</source>
        <translation>keine.</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value, one a line.</source>
        <translation>„%1“ ist keine Variable: Schreiben Sie NAME=Wert, eine pro Zeile.</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools that the model may call in this chat</source>
        <translation>Werkzeuge, die das Modell in diesem Chat aufrufen darf</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n Werkzeug</numerusform>
            <numerusform>%n Werkzeuge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsSection</name>
    <message>
        <source>Tool servers</source>
        <translation>Werkzeugserver</translation>
    </message>
    <message>
        <source>Programs and services that give a model tools, over the Model Context Protocol (MCP). One that is switched on can be chosen below the message box, and is started when a chat wants its tools. Each call is shown, and asked for.</source>
        <translation>Programme und Dienste, die einem Modell Werkzeuge geben, über das Model Context Protocol (MCP). Ein eingeschalteter kann unter dem Nachrichtenfeld gewählt werden und wird gestartet, wenn ein Chat seine Werkzeuge braucht. Jeder Aufruf wird gezeigt, und Sie werden gefragt.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>Server hinzufügen…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1 entfernen?</translation>
    </message>
    <message>
        <source>How it is started, its key and your sign-in are forgotten. Conversations stay.</source>
        <translation>Wie er gestartet wird, sein Schlüssel und Ihre Anmeldung werden vergessen. Unterhaltungen bleiben.</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>Chat</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show Encore</source>
        <translation>Encore zeigen</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>UndoOffers</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>It cannot be brought back: another window has removed it for good.</source>
        <translation>Das lässt sich nicht zurückholen: Ein anderes Fenster hat es endgültig entfernt.</translation>
    </message>
</context>
<context>
    <name>UpdateSection</name>
    <message>
        <source>Progress of the download</source>
        <translation>Fortschritt des Downloads</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Neuerungen</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nichts zu tun</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Encore %1 is out.</source>
        <translation>Encore %1 ist erschienen.</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Neuerungen</translation>
    </message>
</context>
<context>
    <name>UpdatesViewModel</name>
    <message>
        <source>working copy</source>
        <translation>Arbeitskopie</translation>
    </message>
    <message>
        <source>Downloading Encore %1: %2 of %3.</source>
        <translation>Encore %1 wird heruntergeladen: %2 von %3.</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>Jetzt suchen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Download</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Open the package</source>
        <translation>Paket öffnen</translation>
    </message>
    <message>
        <source>the version before</source>
        <translation>die vorige Version</translation>
    </message>
    <message>
        <source>Go back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>Die vorige Version</translation>
    </message>
    <message>
        <source>Encore %1 was downloaded, but not installed.</source>
        <translation>Encore %1 wurde heruntergeladen, aber nicht installiert.</translation>
    </message>
    <message>
        <source>Looking for a new version…</source>
        <translation>Nach neuer Version wird gesucht…</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>Dies ist die neueste Version.</translation>
    </message>
    <message>
        <source>Encore %1 is out; `git pull` brings it here.</source>
        <translation>Encore %1 ist erschienen; `git pull` holt es hierher.</translation>
    </message>
    <message>
        <source>Encore %1 is out, but has no package for this computer.</source>
        <translation>Encore %1 ist erschienen, hat aber kein Paket für diesen Computer.</translation>
    </message>
    <message>
        <source>Encore %1 is out: %2 to download.</source>
        <translation>Encore %1 ist erschienen: %2 herunterzuladen.</translation>
    </message>
    <message>
        <source>Encore %1 is here. Open the package, or run: sudo apt install %2</source>
        <translation>Encore %1 liegt bereit. Das Paket öffnen oder ausführen: sudo apt install %2</translation>
    </message>
    <message>
        <source>Encore %1 is here: %2</source>
        <translation>Encore %1 liegt bereit: %2</translation>
    </message>
    <message>
        <source>%1 starts the next time you open Encore.</source>
        <translation>%1 startet, wenn Encore das nächste Mal geöffnet wird.</translation>
    </message>
</context>
<context>
    <name>ValueSlider</name>
    <message>
        <source>{0}, slider</source>
        <translation>{0}, Schieberegler</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>Header wird gelesen…</translation>
    </message>
    <message>
        <source>May be too large</source>
        <translation>Vielleicht zu groß</translation>
    </message>
    <message>
        <source>Should fit</source>
        <translation>Sollte passen</translation>
    </message>
    <message>
        <source>Should fit on the CPU</source>
        <translation>Sollte auf die CPU passen</translation>
    </message>
    <message>
        <source>%1 % of the experts on the GPU</source>
        <translation>%1 % der Experten auf der GPU</translation>
    </message>
    <message>
        <source>%1 % of the layers on the GPU</source>
        <translation>%1 % der Schichten auf der GPU</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>%1 free on the GPU</source>
        <translation>%1 auf der GPU frei</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Cannot be run</source>
        <translation>Nicht lauffähig</translation>
    </message>
    <message>
        <source>Context (KV cache)</source>
        <translation>Kontext (KV-Cache)</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>Passt mit weniger Kontext</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Partly on the GPU</source>
        <translation>Teilweise auf der GPU</translation>
    </message>
    <message>
        <source>Runs on the CPU</source>
        <translation>Läuft auf der CPU</translation>
    </message>
    <message>
        <source>Runs on the GPU</source>
        <translation>Läuft auf der GPU</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Use %1 context</source>
        <translation>%1 Kontext nutzen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>What shall we talk about?</source>
        <translation>Worüber wollen wir reden?</translation>
    </message>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>Alles bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Explain how a rainbow forms, in simple words.</source>
        <translation>Erkläre in einfachen Worten, wie ein Regenbogen entsteht.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write a short, friendly note to thank a neighbor.</source>
        <translation>Schreibe einen kurzen, freundlichen Dankesgruß an eine Nachbarin.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programmieren</translation>
    </message>
    <message>
        <source>Write a Python function that reverses a string.</source>
        <translation>Schreibe eine Python-Funktion, die eine Zeichenkette umkehrt.</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Show the conversations</source>
        <translation>Chats anzeigen</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Hide the conversations</source>
        <translation>Chats ausblenden</translation>
    </message>
    <message>
        <source>Temporary chat, never saved</source>
        <translation>Temporärer Chat, wird nie gespeichert</translation>
    </message>
    <message>
        <source>Hide the settings</source>
        <translation>Einstellungen ausblenden</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Zum Chat</translation>
    </message>
    <message>
        <source>Open or close a chat beside</source>
        <translation>Einen Chat daneben öffnen oder schließen</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Dateien anhängen…</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>Im Chat suchen</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort stoppen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Modell wählen…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>GGUF-Datei importieren…</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>Modell entladen</translation>
    </message>
    <message>
        <source>Reload the model</source>
        <translation>Modell neu laden</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>Chats ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Übliche Textgröße</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Befehlspalette…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>Version and updates</source>
        <translation>Version und Updates</translation>
    </message>
    <message>
        <source>Logs…</source>
        <translation>Protokolle…</translation>
    </message>
    <message>
        <source>Quit Encore</source>
        <translation>Encore beenden</translation>
    </message>
</context>
<context>
    <name>_ActionDelegate</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>gerade nicht</translation>
    </message>
</context>
<context>
    <name>_CellDelegate</name>
    <message>
        <source>Name of the model</source>
        <translation>Name des Modells</translation>
    </message>
</context>
<context>
    <name>_ModelDelegate</name>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
</context>
<context>
    <name>cards</name>
    <message>
        <source>Scroll the code sideways</source>
        <translation>Code seitwärts scrollen</translation>
    </message>
</context>
<context>
    <name>parent</name>
    <message>
        <source>Import a model</source>
        <translation>Modell importieren</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>Modelle (*.gguf);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>self.fold</name>
    <message>
        <source>Fold the code</source>
        <translation>Code einklappen</translation>
    </message>
    <message>
        <source>Unfold the code</source>
        <translation>Code ausklappen</translation>
    </message>
</context>
</TS>
