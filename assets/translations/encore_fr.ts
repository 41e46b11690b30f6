<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr">
<context>
    <name>ActionList</name>
    <message>
        <source>Search the actions</source>
        <translation>Rechercher une action</translation>
    </message>
    <message>
        <source>No action has these words.</source>
        <translation>Aucune action ne contient ces mots.</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Actions</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>{0} is loaded.</source>
        <translation>{0} est chargé.</translation>
    </message>
    <message>
        <source>The comparison begins.</source>
        <translation>La comparaison commence.</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>La réponse est terminée.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>La réponse a été arrêtée.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>La réponse s’est terminée prématurément.</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message>
        <source>The engine is not running. Choose a model to start it.</source>
        <translation>Le moteur n’est pas lancé. Choisissez un modèle pour le démarrer.</translation>
    </message>
    <message>
        <source>The engine stopped before the answer was complete.</source>
        <translation>Le moteur s’est arrêté avant la fin de la réponse.</translation>
    </message>
    <message>
        <source>%1 The answer stays in this window and is saved as soon as that works.</source>
        <translation>%1 La réponse reste dans cette fenêtre et sera enregistrée dès que ce sera possible.</translation>
    </message>
</context>
<context>
    <name>AnswerSteps</name>
    <message>
        <source>Answer</source>
        <translation>Répondre</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Open {0}, {1}</source>
        <translation>Ouvrir {0}, {1}</translation>
    </message>
    <message>
        <source>Show the text of the file</source>
        <translation>Afficher le texte du fichier</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Retirer {0}</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Text of {0}</source>
        <translation>Texte de {0}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>This is the beginning; Copy takes all {0} characters.</source>
        <translation>Ceci est le début&#x202f;; Copier prend l’ensemble des {0} caractères.</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>the first %1 %</source>
        <translation>les premiers %1&#xa0;%</translation>
    </message>
</context>
<context>
    <name>AttachmentsViewModel</name>
    <message>
        <source>reading…</source>
        <translation>lecture…</translation>
    </message>
    <message numerus="yes">
        <source>A message holds up to %1 files; %n of those chosen were left out.</source>
        <translation>
            <numerusform>Un message contient au plus %1 fichiers&#x202f;; %n fichier choisi a été laissé de côté.</numerusform>
            <numerusform>Un message contient au plus %1 fichiers&#x202f;; %n fichiers choisis ont été laissés de côté.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Texte collé</translation>
    </message>
    <message>
        <source>%1 is attached already.</source>
        <translation>%1 est déjà joint.</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>The answer is complete.</source>
        <translation>La réponse est terminée.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>La réponse s’est terminée prématurément.</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0} a été téléchargé.</translation>
    </message>
    <message>
        <source>The download of {0} stopped.</source>
        <translation>Le téléchargement de {0} s’est arrêté.</translation>
    </message>
    <message>
        <source>The comparison is complete: {0}.</source>
        <translation>La comparaison est terminée : {0}.</translation>
    </message>
</context>
<context>
    <name>BannerBar</name>
    <message>
        <source>Nothing to do</source>
        <translation>Rien à faire</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>BesideViewModel</name>
    <message>
        <source>Loading %1…</source>
        <translation>Chargement de %1…</translation>
    </message>
    <message>
        <source>Waiting for the other answer…</source>
        <translation>En attente de l’autre réponse…</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>%1 (branch)</source>
        <translation>%1 (branche)</translation>
    </message>
    <message>
        <source>This version was deleted, with what followed it.</source>
        <translation>Cette version a été supprimée, avec ce qui la suivait.</translation>
    </message>
    <message>
        <source>The question was deleted, with its answer.</source>
        <translation>La question a été supprimée, avec sa réponse.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>Cette conversation a été supprimée dans une autre fenêtre.</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>16 GB of memory, or a GPU with 12 GB</source>
        <translation>16 Go de mémoire, ou un GPU avec 12 Go</translation>
    </message>
    <message>
        <source>16 GB of memory, or a GPU with 8 GB</source>
        <translation>16 Go de mémoire, ou un GPU avec 8 Go</translation>
    </message>
    <message>
        <source>32 GB of memory, or a GPU with 24 GB</source>
        <translation>32 Go de mémoire, ou un GPU avec 24 Go</translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation>4 Go de mémoire</translation>
    </message>
    <message>
        <source>64 GB of memory, or a GPU with 48 GB</source>
        <translation>64 Go de mémoire, ou un GPU avec 48 Go</translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation>8 Go de mémoire</translation>
    </message>
    <message>
        <source>8 GB of memory, 16 GB is comfortable</source>
        <translation>8 Go de mémoire, 16 Go pour être à l’aise</translation>
    </message>
    <message>
        <source>Any computer</source>
        <translation>N’importe quel ordinateur</translation>
    </message>
    <message>
        <source>Careful reasoning and code with a mid-range GPU.</source>
        <translation>Raisonnement soigné et code avec un GPU de milieu de gamme.</translation>
    </message>
    <message>
        <source>Conversation and writing on a laptop; long texts.</source>
        <translation>Conversation et rédaction sur un portable ; textes longs.</translation>
    </message>
    <message>
        <source>Conversation, writing and long texts; eight languages.</source>
        <translation>Conversation, rédaction et textes longs ; huit langues.</translation>
    </message>
    <message>
        <source>Knowledge and writing close to much larger models.</source>
        <translation>Connaissances et rédaction proches de modèles bien plus grands.</translation>
    </message>
    <message>
        <source>Mathematics and puzzles, thinking at length before it answers.</source>
        <translation>Mathématiques et énigmes, avec une longue réflexion avant de répondre.</translation>
    </message>
    <message>
        <source>Questions that need thought, code and many languages on a good desktop.</source>
        <translation>Questions qui demandent réflexion, code et nombreuses langues sur un bon ordinateur de bureau.</translation>
    </message>
    <message>
        <source>Quick, simple answers in many languages on an old or small computer.</source>
        <translation>Réponses rapides et simples en de nombreuses langues sur un ordinateur ancien ou modeste.</translation>
    </message>
    <message>
        <source>Seeing that everything works; short answers in English, often wrong.</source>
        <translation>Pour voir que tout fonctionne ; réponses courtes en anglais, souvent fausses.</translation>
    </message>
    <message>
        <source>Summaries, rewriting and everyday questions in English.</source>
        <translation>Résumés, réécriture et questions de tous les jours en anglais.</translation>
    </message>
    <message>
        <source>The best all-rounder for a laptop; thinks before it answers, in many languages.</source>
        <translation>Le plus polyvalent pour un portable ; réfléchit avant de répondre, en de nombreuses langues.</translation>
    </message>
    <message>
        <source>The largest of this list: broad knowledge and careful writing.</source>
        <translation>Le plus grand de cette liste : vastes connaissances et rédaction soignée.</translation>
    </message>
    <message>
        <source>The strongest reasoning and code that one large GPU holds.</source>
        <translation>Le meilleur raisonnement et code que contient un seul grand GPU.</translation>
    </message>
    <message>
        <source>Writing and conversation, direct and without long thinking.</source>
        <translation>Rédaction et conversation, directes et sans longue réflexion.</translation>
    </message>
    <message>
        <source>Writing, explaining and repairing code.</source>
        <translation>Écrire, expliquer et réparer du code.</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Conversations</source>
        <translation>Conversations</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Attach files</source>
        <translation>Joindre des fichiers</translation>
    </message>
    <message>
        <source>The disk does not take it: it may be full. Close Encore all the same, and lose the answer?</source>
        <translation>L’enregistrement sur le disque échoue&#xa0;: il est peut-être plein. Fermer Encore quand même et perdre la réponse&#x202f;?</translation>
    </message>
    <message>
        <source>An answer is not saved</source>
        <translation>Une réponse n’est pas enregistrée</translation>
    </message>
</context>
<context>
    <name>ChatPanes</name>
    <message>
        <source>Ask both</source>
        <translation>Demander aux deux</translation>
    </message>
    <message>
        <source>Put each question to both chats, each with its own model</source>
        <translation>Poser chaque question aux deux discussions, chacune avec son propre modèle</translation>
    </message>
    <message>
        <source>Close this chat beside</source>
        <translation>Fermer la discussion à côté</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouveau chat</translation>
    </message>
</context>
<context>
    <name>ChatRowDelegate</name>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Renommer (F2)</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>Supprimer (Suppr)</translation>
    </message>
    <message>
        <source>Close; nothing of it is kept (Del)</source>
        <translation>Fermer&#x202f;; rien n’en est conservé (Suppr)</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Autres actions</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>Titre de la conversation</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Nom du dossier</translation>
    </message>
</context>
<context>
    <name>ChatSettingsButton</name>
    <message>
        <source>Own settings</source>
        <translation>Réglages propres</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Ce chat</translation>
    </message>
    <message>
        <source>Settings of this chat, which has some of its own</source>
        <translation>Réglages de ce chat, dont certains lui sont propres</translation>
    </message>
    <message>
        <source>Settings of this chat, as in Settings</source>
        <translation>Réglages de ce chat, identiques aux réglages généraux</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>This chat</source>
        <translation>Ce chat</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Créer un préréglage…</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>Supprimer ce préréglage</translation>
    </message>
    <message>
        <source>All as in Settings</source>
        <translation>Tout selon les réglages</translation>
    </message>
    <message>
        <source>What you set here is for this chat only, from its next answer on. Everything else is as in Settings.</source>
        <translation>Ce que vous réglez ici ne vaut que pour ce chat, dès sa prochaine réponse. Tout le reste suit les réglages généraux.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Sans</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Créer un préréglage</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>Nom du préréglage&#xa0;:</translation>
    </message>
    <message>
        <source>Delete the preset {0}? Chats keep what it set.</source>
        <translation>Supprimer le préréglage {0}&#x202f;? Les chats conservent ce qu’il a défini.</translation>
    </message>
</context>
<context>
    <name>ChatSettingsViewModel</name>
    <message>
        <source>The loaded model</source>
        <translation>Le modèle chargé</translation>
    </message>
    <message>
        <source>%1: as in Settings</source>
        <translation>%1&#xa0;: selon les réglages</translation>
    </message>
</context>
<context>
    <name>ChatViewModel</name>
    <message>
        <source>A file is still being read; send it in a moment.</source>
        <translation>Un fichier est encore en cours de lecture&#x202f;; envoyez le message dans un instant.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>Une réponse est en cours de rédaction. Arrêtez-la ou attendez qu’elle se termine.</translation>
    </message>
    <message>
        <source>A comparison is being made. Stop it or wait for its end.</source>
        <translation>Une comparaison est en cours. Arrêtez-la ou attendez qu’elle se termine.</translation>
    </message>
    <message>
        <source>No model yet. Choose one from the list, or import a GGUF file.</source>
        <translation>Aucun modèle pour l’instant. Choisissez-en un dans la liste ou importez un fichier GGUF.</translation>
    </message>
    <message>
        <source>The oldest messages (%1) were left out to make room.</source>
        <translation>Les messages les plus anciens (%1) ont été laissés de côté pour faire de la place.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Répondre</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Arrêt…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Comparaison…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Chargement du modèle…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Réponse en cours…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Réflexion…</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>Lecture du prompt…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Prêt</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Aucun modèle</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>Démarrage des outils…</translation>
    </message>
    <message>
        <source>A tool waits for your permission</source>
        <translation>Un outil attend votre autorisation</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>Un outil est en cours d’exécution…</translation>
    </message>
    <message>
        <source>%1 cannot go on within an answer. Answer again, or ask it to go on.</source>
        <translation>%1 ne peut pas continuer une réponse. Faites-la refaire ou demandez la suite.</translation>
    </message>
    <message>
        <source>The context is full. Continue without the oldest turns?</source>
        <translation>Le contexte est plein. Continuer sans les échanges les plus anciens&#x202f;?</translation>
    </message>
    <message>
        <source>The context was full before the answer began. Try without the oldest turns?</source>
        <translation>Le contexte était plein avant le début de la réponse. Essayer sans les échanges les plus anciens&#x202f;?</translation>
    </message>
    <message>
        <source>The conversation no longer fits. Answer without the oldest turns?</source>
        <translation>La conversation ne tient plus dans le contexte. Répondre sans les échanges les plus anciens&#x202f;?</translation>
    </message>
</context>
<context>
    <name>CodeCards</name>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>{0}, continued</source>
        <translation>{0}, suite</translation>
    </message>
    <message>
        <source>{0} · {1} lines</source>
        <translation>{0} · {1} lignes</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Palette de commandes</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>The engine is not running.</source>
        <translation>Le moteur n’est pas lancé.</translation>
    </message>
    <message>
        <source>The engine stopped during the comparison.</source>
        <translation>Le moteur s’est arrêté pendant la comparaison.</translation>
    </message>
    <message>
        <source>%1 against %2 recaptures</source>
        <translation>%1 contre %2 recaptures</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>%1 plus rapide</translation>
    </message>
    <message>
        <source>%1 of %1 tokens identical</source>
        <translation>%1 tokens sur %1 identiques</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>%1 plus lent</translation>
    </message>
    <message>
        <source>At least two runs of each configuration are needed.</source>
        <translation>Il faut au moins deux passages de chaque configuration.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Last measured: %1 on this model and device</source>
        <translation>Dernière mesure&#xa0;: %1 sur ce modèle et ce périphérique</translation>
    </message>
    <message>
        <source>Last measured: no measurable difference on this model and device</source>
        <translation>Dernière mesure&#xa0;: aucune différence mesurable sur ce modèle et ce périphérique</translation>
    </message>
    <message>
        <source>Long context</source>
        <translation>Contexte long</translation>
    </message>
    <message>
        <source>No measurable difference</source>
        <translation>Aucune différence mesurable</translation>
    </message>
    <message>
        <source>No measurable difference: the runs vary too much</source>
        <translation>Aucune différence mesurable&#xa0;: les passages varient trop</translation>
    </message>
    <message>
        <source>Too few runs to tell</source>
        <translation>Trop peu de passages pour conclure</translation>
    </message>
    <message>
        <source>With a confidence of 99 % the factor is between %1 and %2, from runs that took turns. A difference is measurable where that range excludes 1 and the factor is 1 % away from it.</source>
        <translation>Avec un niveau de confiance de 99&#xa0;%, le facteur se situe entre %1 et %2, d’après des passages effectués en alternance. Une différence est mesurable si cet intervalle exclut 1 et que le facteur s’en écarte de 1&#xa0;%.</translation>
    </message>
    <message>
        <source>another model: tokens are not compared</source>
        <translation>autre modèle&#xa0;: les tokens ne sont pas comparés</translation>
    </message>
    <message>
        <source>differs from token %1 on</source>
        <translation>diffère à partir du token %1</translation>
    </message>
    <message>
        <source>median of %1, %2</source>
        <translation>médiane sur %1, %2</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>The same question is answered in each configuration, in turns, after a warm-up. Nothing is written into your chats, and the model is set as before afterwards.</source>
        <translation>Chaque configuration répond à la même question, à tour de rôle, après un échauffement. Rien n’est écrit dans vos chats, et le modèle retrouve ensuite ses réglages.</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Votre question</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Passages</translation>
    </message>
</context>
<context>
    <name>ComparisonViewModel</name>
    <message>
        <source>A question of your own</source>
        <translation>Une question de votre choix</translation>
    </message>
    <message>
        <source>Write a question first.</source>
        <translation>Écrivez d’abord une question.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Chargez d’abord un modèle.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>Une réponse est en cours de rédaction. Arrêtez-la ou attendez qu’elle se termine.</translation>
    </message>
    <message>
        <source>Loading the model for %1…</source>
        <translation>Chargement du modèle pour %1…</translation>
    </message>
    <message>
        <source>Warming up %1…</source>
        <translation>Échauffement de %1…</translation>
    </message>
    <message>
        <source>Measuring %1, run %2 of %3…</source>
        <translation>Mesure de %1, passage %2 sur %3…</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 contre %2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>Impossible d’écrire %1&#xa0;: %2.</translation>
    </message>
    <message>
        <source>Stopped; the model is set as before.</source>
        <translation>Arrêté&#x202f;; le modèle a retrouvé ses réglages.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>Attach files (Ctrl+Shift+A)</source>
        <translation>Joindre des fichiers (Ctrl+Maj+A)</translation>
    </message>
    <message>
        <source>Attach it as a file</source>
        <translation>Joindre comme fichier</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Arrêter (Échap)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Envoyer (Entrée)</translation>
    </message>
    <message>
        <source>Write the next message; it is sent when the answer ends</source>
        <translation>Écrivez le prochain message&#x202f;; il partira à la fin de la réponse</translation>
    </message>
    <message>
        <source>Write a message, or / for a prompt</source>
        <translation>Écrire un message, ou / pour un prompt</translation>
    </message>
    <message>
        <source>The pasted text has {0} characters, {1} more than the {2} that a message holds.</source>
        <translation>Le texte collé compte {0} caractères, soit {1} de plus que les {2} qu’un message peut contenir.</translation>
    </message>
    <message>
        <source>With the {0} characters pasted, the message would be {1} longer than the {2} that it may hold.</source>
        <translation>Avec les {0} caractères collés, le message dépasserait de {1} la limite de {2}.</translation>
    </message>
    <message>
        <source>That is a picture, which no model here can see; describe it in words.</source>
        <translation>C’est une image, qu’aucun modèle ne peut voir ici&#x202f;; décrivez-la avec des mots.</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>Message</translation>
    </message>
</context>
<context>
    <name>ConfigurationGrid</name>
    <message>
        <source>Add a configuration</source>
        <translation>Ajouter une configuration</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Recommencer</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Remove configuration {0}</source>
        <translation>Retirer la configuration {0}</translation>
    </message>
</context>
<context>
    <name>ConfigurationTable</name>
    <message>
        <source>%1 answers elsewhere. Choose a model of this computer to compare.</source>
        <translation>%1 répond ailleurs. Choisissez un modèle de cet ordinateur pour comparer.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Chargez d’abord un modèle.</translation>
    </message>
    <message>
        <source>%1 and %2 are the same. Change a setting in one of them.</source>
        <translation>%1 et %2 sont identiques. Modifiez un réglage dans l’une des deux.</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1&#xa0;: activé</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1&#xa0;: désactivé</translation>
    </message>
</context>
<context>
    <name>ContextEditor</name>
    <message>
        <source>Context length in tokens</source>
        <translation>Longueur du contexte en tokens</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used</source>
        <translation>Contexte utilisé</translation>
    </message>
</context>
<context>
    <name>ConversationListModel</name>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>«&#xa0;{0}&#xa0;» a été supprimé.</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were deleted.</source>
        <translation>
            <numerusform>%n chat a été supprimé.</numerusform>
            <numerusform>%n chats ont été supprimés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>Chat temporaire</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouveau chat</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>épinglé</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporaire</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
</context>
<context>
    <name>CopyCodeButton</name>
    <message>
        <source>Copy code</source>
        <translation>Copier le code</translation>
    </message>
</context>
<context>
    <name>CostLine</name>
    <message>
        <source>Cut to fit</source>
        <translation>Raccourcir</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Recharger</translation>
    </message>
    <message>
        <source>Cut {0} so that it fits</source>
        <translation>Raccourcir {0} pour qu’il tienne</translation>
    </message>
    <message>
        <source>Reload with {0} context (+{1})</source>
        <translation>Recharger avec {0} (+{1})</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>7 derniers jours</translation>
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
        <translation>%1 téléchargements par mois</translation>
    </message>
    <message>
        <source>%1 likes</source>
        <translation>%1 J’aime</translation>
    </message>
    <message>
        <source>Press Enter to open it</source>
        <translation>Appuyez sur Entrée pour l’ouvrir</translation>
    </message>
    <message>
        <source>Terms to accept</source>
        <translation>Conditions à accepter</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>par %1</translation>
    </message>
    <message>
        <source>license %1</source>
        <translation>licence %1</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>mis à jour&#xa0;: %1</translation>
    </message>
</context>
<context>
    <name>DiscoverTab</name>
    <message>
        <source>Search Hugging Face, or paste a model&apos;s name or address</source>
        <translation>Cherchez sur Hugging Face, ou collez le nom ou l’adresse d’un modèle</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>Chercher des modèles sur Hugging Face</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Afficher plus</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>Ordre des résultats</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>De bons modèles pour commencer</translation>
    </message>
    <message>
        <source>On Hugging Face</source>
        <translation>Sur Hugging Face</translation>
    </message>
</context>
<context>
    <name>DiscoverViewModel</name>
    <message>
        <source>Most downloaded</source>
        <translation>Plus téléchargés</translation>
    </message>
    <message>
        <source>Most liked</source>
        <translation>Plus aimés</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Plus récents</translation>
    </message>
    <message>
        <source>Searching Hugging Face…</source>
        <translation>Recherche sur Hugging Face…</translation>
    </message>
    <message>
        <source>No GGUF model on Hugging Face matches “%1”; try fewer or other words.</source>
        <translation>Aucun modèle GGUF sur Hugging Face ne correspond à «&#xa0;%1&#xa0;»&#x202f;; essayez avec moins de mots ou d’autres mots.</translation>
    </message>
</context>
<context>
    <name>DownloadRowWidget</name>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Discuter</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Go on with {0}</source>
        <translation>Reprendre {0}</translation>
    </message>
    <message>
        <source>Pause {0}</source>
        <translation>Suspendre {0}</translation>
    </message>
    <message>
        <source>Try {0} again</source>
        <translation>Réessayer {0}</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>Discuter avec {0}</translation>
    </message>
    <message>
        <source>Cancel {0}</source>
        <translation>Annuler {0}</translation>
    </message>
    <message>
        <source>Move {0} up</source>
        <translation>Monter {0}</translation>
    </message>
    <message>
        <source>Cancel {0}? What has been downloaded of it is deleted.</source>
        <translation>Annuler {0}&#x202f;? Ce qui en a été téléchargé sera supprimé.</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>Annuler le téléchargement</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>%1 · checking that it is whole</source>
        <translation>%1 · vérification de l’intégrité</translation>
    </message>
    <message>
        <source>%1 · downloaded and checked</source>
        <translation>%1 · téléchargé et vérifié</translation>
    </message>
    <message>
        <source>%1 · paused</source>
        <translation>%1 · en pause</translation>
    </message>
    <message>
        <source>%1 · stopped</source>
        <translation>%1 · arrêté</translation>
    </message>
    <message>
        <source>%1 · waits its turn</source>
        <translation>%1 · en attente</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>connexion</translation>
    </message>
</context>
<context>
    <name>DownloadsTab</name>
    <message>
        <source>Clear finished</source>
        <translation>Retirer les terminés</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Models you choose under Discover arrive here.</source>
        <translation>Aucun téléchargement en cours. Les modèles choisis dans Découvrir arrivent ici.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Trouver un modèle</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Sans</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source>Download limit in megabytes per second</source>
        <translation>Limite de téléchargement en mégaoctets par seconde</translation>
    </message>
    <message>
        <source>The most that all downloads together take of the line</source>
        <translation>Le débit maximal que tous les téléchargements peuvent prendre ensemble</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Limite</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>Rien n’est en cours.</translation>
    </message>
</context>
<context>
    <name>DownloadsViewModel</name>
    <message>
        <source>1 download</source>
        <translation>1 téléchargement</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 téléchargements</translation>
    </message>
</context>
<context>
    <name>DraftCost</name>
    <message>
        <source>%1 of %2 after this</source>
        <translation>%1 sur %2 après ce message</translation>
    </message>
    <message>
        <source>%1 of %2 are used</source>
        <translation>%1 sur %2 utilisés</translation>
    </message>
    <message>
        <source>With the chat before it the message has %1 tokens; %2 fit.</source>
        <translation>Avec le chat qui le précède, le message compte %1 tokens&#x202f;; la limite est de %2.</translation>
    </message>
    <message>
        <source>%3 has %1 tokens, of which %2 fit in the context.</source>
        <translation>%3 compte %1 tokens, dont %2 tiennent dans le contexte.</translation>
    </message>
</context>
<context>
    <name>Drafter</name>
    <message>
        <source>Draft model</source>
        <translation>Modèle d’ébauche</translation>
    </message>
    <message>
        <source>Prediction head</source>
        <translation>Tête de prédiction</translation>
    </message>
    <message>
        <source>Gemma 4 assistant</source>
        <translation>Assistant de Gemma 4</translation>
    </message>
</context>
<context>
    <name>DrafterOffers</name>
    <message>
        <source>Getting %1…</source>
        <translation>Récupération de %1…</translation>
    </message>
    <message>
        <source>Get %1 to draft for it</source>
        <translation>Obtenir %1 pour ses ébauches</translation>
    </message>
</context>
<context>
    <name>Drafters</name>
    <message>
        <source>%1 (cannot draft for the loaded model)</source>
        <translation>%1 (ne peut pas ébaucher pour le modèle chargé)</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Drop to import %1</source>
        <translation>Déposer pour importer %1</translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation>Déposer pour joindre %1</translation>
    </message>
    <message>
        <source>Drop to insert the text</source>
        <translation>Déposer pour insérer le texte</translation>
    </message>
    <message>
        <source>Pictures cannot be attached</source>
        <translation>Les images ne peuvent pas être jointes</translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>Déposer pour joindre %n fichier</numerusform>
            <numerusform>Déposer pour joindre %n fichiers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EffectLine</name>
    <message>
        <source>Prove it</source>
        <translation>Le prouver</translation>
    </message>
    <message>
        <source>Prove it: {0}</source>
        <translation>Le prouver&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Measure it on and off, on this model and device</source>
        <translation>Mesurer avec et sans, sur ce modèle et ce périphérique</translation>
    </message>
</context>
<context>
    <name>EndpointDialog</name>
    <message>
        <source>Add an engine</source>
        <translation>Ajouter un moteur</translation>
    </message>
    <message>
        <source>Change an engine</source>
        <translation>Modifier un moteur</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Conservée ; saisissez pour la remplacer</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>Seulement s’il en demande une</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>Oublier la clé</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Tester</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Autre serveur</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible interface. Encore asks it for its models when the list of models is opened, and for answers when you chat with one of them.</source>
        <translation>Tout serveur doté d’une interface compatible avec OpenAI. Encore lui demande ses modèles à l’ouverture de la liste des modèles, et des réponses lorsque vous discutez avec l’un d’eux.</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Interrogation…</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>Change %1</source>
        <translation>Modifier %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Retirer %1</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>The engine of this model is no longer in the settings: choose another model.</source>
        <translation>Le moteur de ce modèle n’est plus dans les réglages : choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>%1 answers conversations only.</source>
        <translation>%1 ne répond qu’à des conversations.</translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2: check its address and your network.</source>
        <translation>%1 est injoignable à %2 : vérifiez l’adresse et votre réseau.</translation>
    </message>
    <message>
        <source>%1 does not accept the key: enter the right one in Settings, Model.</source>
        <translation>%1 n’accepte pas la clé : saisissez la bonne dans Réglages, Modèle.</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: is it switched on, and reachable?</source>
        <translation>%1 ne répond pas à %2 : est-il allumé et joignable ?</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: start it there, or correct its address.</source>
        <translation>%1 ne répond pas à %2 : démarrez-le là-bas ou corrigez l’adresse.</translation>
    </message>
    <message>
        <source>%1 does not have this model any more: choose another in the list of models.</source>
        <translation>%1 n’a plus ce modèle : choisissez-en un autre dans la liste.</translation>
    </message>
    <message>
        <source>%1 does not take these settings and answers without them: %2.</source>
        <translation>%1 n’accepte pas ces réglages et répond sans eux : %2.</translation>
    </message>
    <message>
        <source>%1 ended the answer with its content filter: ask in other words.</source>
        <translation>Le filtre de contenu de %1 a mis fin à la réponse : demandez autrement.</translation>
    </message>
    <message>
        <source>%1 ended the connection before the answer was complete: ask again.</source>
        <translation>%1 a coupé la connexion avant la fin de la réponse : redemandez.</translation>
    </message>
    <message>
        <source>%1 failed with error %3: ask again, or look at its log.</source>
        <translation>%1 a échoué avec l’erreur %3 : redemandez ou consultez son journal.</translation>
    </message>
    <message>
        <source>%1 has too much to do, or your quota there is used up: wait.</source>
        <translation>%1 est surchargé, ou votre quota y est épuisé : patientez.</translation>
    </message>
    <message>
        <source>%1 has too much to do: ask again in %3 s.</source>
        <translation>%1 est surchargé : redemandez dans %3 s.</translation>
    </message>
    <message>
        <source>%1 is not found: check its address, %2, and your network.</source>
        <translation>%1 est introuvable : vérifiez l’adresse, %2, et votre réseau.</translation>
    </message>
    <message>
        <source>%1 is still loading the model: ask again in a moment.</source>
        <translation>%1 charge encore le modèle : redemandez dans un instant.</translation>
    </message>
    <message>
        <source>%1 refuses the request with error %3: look at its log.</source>
        <translation>%1 refuse la requête avec l’erreur %3 : consultez son journal.</translation>
    </message>
    <message>
        <source>%1 refuses the request: %3</source>
        <translation>%1 refuse la requête : %3</translation>
    </message>
    <message>
        <source>%1 reports an error without saying which: look at its log.</source>
        <translation>%1 signale une erreur sans dire laquelle : consultez son journal.</translation>
    </message>
    <message>
        <source>%1 reports: %3</source>
        <translation>%1 signale : %3</translation>
    </message>
    <message>
        <source>%1 sends us to %3, which is not followed: if that is right, enter it as the address.</source>
        <translation>%1 renvoie vers %3, ce qui n’est pas suivi : si c’est correct, saisissez-le comme adresse.</translation>
    </message>
    <message>
        <source>%1 sent something that is no part of an answer: ask again, or look at its log.</source>
        <translation>%1 a envoyé quelque chose qui n’appartient pas à une réponse : redemandez ou consultez son journal.</translation>
    </message>
    <message>
        <source>%1 takes too long to answer: look at what it is doing.</source>
        <translation>%1 met trop de temps à répondre : regardez ce qu’il fait.</translation>
    </message>
    <message>
        <source>%1 wants a key: enter it in Settings, Model.</source>
        <translation>%1 demande une clé : saisissez-la dans Réglages, Modèle.</translation>
    </message>
    <message>
        <source>%2 is no OpenAI-compatible server: the address of %1 may end in /v1.</source>
        <translation>%2 n’est pas un serveur compatible avec OpenAI : l’adresse de %1 se termine peut-être par /v1.</translation>
    </message>
    <message>
        <source>Give the engine a name, as it is to be called in the list.</source>
        <translation>Donnez un nom au moteur, tel qu’il figurera dans la liste.</translation>
    </message>
    <message>
        <source>No encrypted connection to %1 came about: if it has none, let its address begin with http://.</source>
        <translation>Aucune connexion chiffrée avec %1 : s’il n’en a pas, faites commencer son adresse par http://.</translation>
    </message>
    <message>
        <source>No keyring works here, so the key is in %1, which only you can read.</source>
        <translation>Aucun trousseau ne fonctionne ici : la clé est dans %1, que vous seul pouvez lire.</translation>
    </message>
    <message>
        <source>That is no address: enter one like http://127.0.0.1:8080.</source>
        <translation>Ce n’est pas une adresse : saisissez-en une comme http://127.0.0.1:8080.</translation>
    </message>
    <message>
        <source>That is no key: a key has no spaces and no accented letters.</source>
        <translation>Ce n’est pas une clé : une clé n’a ni espaces ni lettres accentuées.</translation>
    </message>
    <message>
        <source>The address may have no password and no parameters: the key has its own field.</source>
        <translation>L’adresse ne peut avoir ni mot de passe ni paramètres : la clé a son propre champ.</translation>
    </message>
    <message>
        <source>The answer of %1 could not be read: ask again, or look at the log.</source>
        <translation>La réponse de %1 n’a pas pu être lue : redemandez ou consultez le journal.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted on this computer: have it installed, or use an address whose certificate is trusted.</source>
        <translation>Le certificat de %1 n’est pas approuvé sur cet ordinateur : faites-le installer ou utilisez une adresse dont le certificat l’est.</translation>
    </message>
    <message>
        <source>The conversation is longer than %1 can take: begin a new chat, or shorten it.</source>
        <translation>La conversation est plus longue que ce que %1 peut prendre : commencez-en une autre ou raccourcissez-la.</translation>
    </message>
    <message>
        <source>The key could not be kept in %1: check the disk.</source>
        <translation>La clé n’a pas pu être conservée dans %1 : vérifiez le disque.</translation>
    </message>
    <message>
        <source>The list of engines could not be saved to %1: check the disk.</source>
        <translation>La liste des moteurs n’a pas pu être enregistrée dans %1 : vérifiez le disque.</translation>
    </message>
    <message>
        <source>There are too many engines elsewhere: remove one.</source>
        <translation>Il y a trop de moteurs ailleurs : retirez-en un.</translation>
    </message>
    <message>
        <source>What answers at %2 is no OpenAI-compatible server: check the address of %1.</source>
        <translation>Ce qui répond à %2 n’est pas un serveur compatible avec OpenAI : vérifiez l’adresse de %1.</translation>
    </message>
</context>
<context>
    <name>EndpointsSection</name>
    <message>
        <source>Servers whose models you can chat with here: llama.cpp, vLLM, Ollama, LM Studio, another Encore, or a service with the same interface.</source>
        <translation>Des serveurs dont vous pouvez utiliser les modèles ici : llama.cpp, vLLM, Ollama, LM Studio, un autre Encore ou un service doté de la même interface.</translation>
    </message>
    <message>
        <source>Add an engine…</source>
        <translation>Ajouter un moteur…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>Retirer %1 ?</translation>
    </message>
    <message>
        <source>Its address and its key are forgotten. Conversations stay.</source>
        <translation>Son adresse et sa clé sont oubliées. Les conversations restent.</translation>
    </message>
</context>
<context>
    <name>EndpointsViewModel</name>
    <message>
        <source>Key and conversations travel unencrypted to this address.</source>
        <translation>La clé et les conversations circulent en clair vers cette adresse.</translation>
    </message>
    <message>
        <source>Conversations travel unencrypted to this address.</source>
        <translation>Les conversations circulent en clair vers cette adresse.</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>Le serveur</translation>
    </message>
    <message>
        <source>%1 answers, but has no models: load one there.</source>
        <translation>%1 répond, mais n’a aucun modèle : chargez-en un là-bas.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2.</source>
        <translation>%1 répond. Ses modèles : %2.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2 and %3 more.</source>
        <translation>%1 répond. Ses modèles : %2 et %3 autres.</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The engine stopped three times within a minute and was not restarted. Choose a model to try again.</source>
        <translation>Le moteur s’est arrêté trois fois en une minute et n’a pas été redémarré. Choisissez un modèle pour réessayer.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly. It was restarted; you can go on.</source>
        <translation>Le moteur s’est arrêté de façon inattendue. Il a été redémarré&#x202f;; vous pouvez continuer.</translation>
    </message>
    <message>
        <source>The engine that would look into the file is not running; try again.</source>
        <translation>Le moteur qui devait examiner le fichier n’est pas lancé&#x202f;; réessayez.</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Choose another build</source>
        <translation>Choisir une autre variante</translation>
    </message>
    <message>
        <source>Install from a folder or a mirror</source>
        <translation>Installer depuis un dossier ou un miroir</translation>
    </message>
    <message>
        <source>Encore may look for updates of itself</source>
        <translation>Encore peut rechercher ses propres mises à jour</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Cet ordinateur</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>It asks once a day, tells nothing about you, and installs nothing unasked.</source>
        <translation>La vérification a lieu une fois par jour, ne transmet rien sur vous et n’installe rien sans votre accord.</translation>
    </message>
    <message>
        <source>One more step: the engine</source>
        <translation>Encore une étape&#xa0;: le moteur</translation>
    </message>
    <message>
        <source>This version of Encore needs other libraries than those that are installed. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>Cette version d’Encore a besoin d’autres bibliothèques que celles qui sont installées. Elles sont récupérées une seule fois. En attendant, vous pouvez chercher et télécharger des modèles.</translation>
    </message>
    <message>
        <source>Models run on libraries that must fit this computer. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>Les modèles fonctionnent grâce à des bibliothèques adaptées à cet ordinateur. Elles sont récupérées une seule fois. En attendant, vous pouvez chercher et télécharger des modèles.</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>Le moteur</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>En service&#xa0;: %1</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>Examen de cet ordinateur…</translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Change…</source>
        <translation>Changer…</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Réparer</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Revenir</translation>
    </message>
    <message>
        <source>Remove the engine&apos;s libraries?</source>
        <translation>Supprimer les bibliothèques du moteur&#x202f;?</translation>
    </message>
    <message>
        <source>No model can answer until they are installed again. Models and conversations stay.</source>
        <translation>Aucun modèle ne pourra répondre tant qu’elles ne seront pas réinstallées. Les modèles et les conversations restent.</translation>
    </message>
    <message>
        <source>Encore runs from a checkout: the engine uses the environment&apos;s libraries.</source>
        <translation>Encore s’exécute depuis une copie de travail&#xa0;: le moteur utilise les bibliothèques de l’environnement.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed.</source>
        <translation>Les bibliothèques du moteur ne sont pas installées.</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>Auparavant&#xa0;: %1</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Installer…</translation>
    </message>
</context>
<context>
    <name>EngineSentences</name>
    <message>
        <source>%1 cannot be divided after %2 of its %3 layers; choose another number of layers for the processor, or auto.</source>
        <translation>%1 ne peut pas être divisé après %2 de ses %3 couches ; choisissez un autre nombre de couches pour le processeur, ou auto.</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the path and the disk.</source>
        <translation>%1 ne peut pas être lu (%2) ; vérifiez le chemin et le disque.</translation>
    </message>
    <message>
        <source>%1 cannot draft for this model, because only %2 of their %3 tokens agree; choose a smaller model of the same family.</source>
        <translation>%1 ne peut pas ébaucher pour ce modèle, car seuls %2 de leurs %3 tokens concordent ; choisissez un modèle plus petit de la même famille.</translation>
    </message>
    <message>
        <source>%1 cannot draft here: it reads what the GPU has of a model, but the processor computes the first layers of this one; choose ngram, or let the GPU read those layers from main memory.</source>
        <translation>%1 ne peut pas ébaucher ici : il lit ce que le GPU a d’un modèle, mais le processeur calcule les premières couches de celui-ci ; choisissez ngram, ou laissez le GPU lire ces couches dans la mémoire principale.</translation>
    </message>
    <message>
        <source>%1 claims to be a GGUF of version %2, which is not known; download it again, or update this app.</source>
        <translation>%1 se dit un GGUF de version %2, qui n’est pas connue ; téléchargez-le à nouveau ou mettez à jour cette application.</translation>
    </message>
    <message>
        <source>%1 describes a model of impossible shape: %2; download it again or choose another file.</source>
        <translation>%1 décrit un modèle de forme impossible : %2 ; téléchargez-le à nouveau ou choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory, so %2 GiB of it are read from main memory, more slowly.</source>
        <translation>%1 ne tient pas dans la mémoire du GPU : %2 Gio en sont lus dans la mémoire principale, plus lentement.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; %3 GiB are read from main memory when they are needed.</source>
        <translation>%1 ne tient pas dans la mémoire du GPU : %2 % de ses experts s’y trouvent, les plus utilisés ; %3 Gio sont lus dans la mémoire principale au besoin.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes %3 GiB of the others, and the GPU reads %4 GiB from main memory when they are needed.</source>
        <translation>%1 ne tient pas dans la mémoire du GPU : %2 % de ses experts s’y trouvent, les plus utilisés ; des autres, le processeur calcule %3 Gio et le GPU lit %4 Gio dans la mémoire principale au besoin.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes the others, %3 GiB.</source>
        <translation>%1 ne tient pas dans la mémoire du GPU : %2 % de ses experts s’y trouvent, les plus utilisés ; le processeur calcule les autres, %3 Gio.</translation>
    </message>
    <message>
        <source>%1 failed unexpectedly; %2.</source>
        <translation>%1 : échec inattendu ; %2.</translation>
    </message>
    <message>
        <source>%1 has %2 layers and reads %3 of its model, which is not supported yet; choose another drafter.</source>
        <translation>%1 a %2 couches et en lit %3 de son modèle, ce qui n’est pas encore pris en charge ; choisissez un autre modèle d’ébauche.</translation>
    </message>
    <message>
        <source>%1 has a tokenizer of %2 words, but embeddings of only %3; download it again or choose another file.</source>
        <translation>%1 a un tokeniseur de %2 mots, mais des plongements pour %3 seulement ; téléchargez-le à nouveau ou choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, of which %3 are rotated; that shape is not supported yet.</source>
        <translation>%1 a des têtes de %2 éléments, dont %3 subissent une rotation ; cette forme n’est pas encore prise en charge.</translation>
    </message>
    <message>
        <source>%1 has keys and values of different sizes; that is not supported yet.</source>
        <translation>%1 a des clés et des valeurs de tailles différentes ; ce n’est pas encore pris en charge.</translation>
    </message>
    <message>
        <source>%1 has no prediction head that can draft; choose ngram or a smaller model of the same family.</source>
        <translation>%1 n’a pas de tête de prédiction capable d’ébaucher ; choisissez ngram ou un modèle plus petit de la même famille.</translation>
    </message>
    <message>
        <source>%1 has no table of embeddings; the file is incomplete, download it again.</source>
        <translation>%1 n’a pas de table de plongements ; le fichier est incomplet, téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; the file is incomplete, download it again.</source>
        <translation>%1 n’a pas de tenseur %2 ; le fichier est incomplet, téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 has no tokenizer; choose a file that holds the complete model.</source>
        <translation>%1 n’a pas de tokeniseur ; choisissez un fichier qui contient le modèle complet.</translation>
    </message>
    <message>
        <source>%1 has recurrent heads of %2 elements; that shape is not supported yet.</source>
        <translation>%1 a des têtes récurrentes de %2 éléments ; cette forme n’est pas encore prise en charge.</translation>
    </message>
    <message>
        <source>%1 has tensors that its architecture should not have, such as %2; this variant is not supported yet.</source>
        <translation>%1 a des tenseurs que son architecture ne devrait pas avoir, comme %2 ; cette variante n’est pas encore prise en charge.</translation>
    </message>
    <message>
        <source>%1 holds no weights, only a vocabulary; choose a complete model file.</source>
        <translation>%1 ne contient pas de poids, seulement un vocabulaire ; choisissez un fichier de modèle complet.</translation>
    </message>
    <message>
        <source>%1 is a GGUF of version 1, which is out of use; choose a newer file of the model.</source>
        <translation>%1 est un GGUF de version 1, qui n’est plus en usage ; choisissez un fichier plus récent du modèle.</translation>
    </message>
    <message>
        <source>%1 is a big-endian GGUF, which is not supported; choose a little-endian one.</source>
        <translation>%1 est un GGUF gros-boutiste, qui n’est pas pris en charge ; choisissez-en un petit-boutiste.</translation>
    </message>
    <message>
        <source>%1 is a drafter in the layout %2, which is not supported; choose one that was converted with llama.cpp.</source>
        <translation>%1 est un modèle d’ébauche dans la disposition %2, qui n’est pas prise en charge ; choisissez-en un converti avec llama.cpp.</translation>
    </message>
    <message>
        <source>%1 is a drafter of the kind %2, which is not supported yet; choose a DFlash drafter.</source>
        <translation>%1 est un modèle d’ébauche du type %2, qui n’est pas encore pris en charge ; choisissez-en un DFlash.</translation>
    </message>
    <message>
        <source>%1 is a folder; choose the .gguf file inside it.</source>
        <translation>%1 est un dossier ; choisissez le fichier .gguf qu’il contient.</translation>
    </message>
    <message>
        <source>%1 is a granite model without rotary embedding, which is not supported yet.</source>
        <translation>%1 est un modèle granite sans plongement rotatif, ce qui n’est pas encore pris en charge.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: %2 reaches %3 bytes past the end of the file; download it again.</source>
        <translation>%1 est tronqué ou endommagé : %2 dépasse de %3 octets la fin du fichier ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: it ends inside %2; download it again.</source>
        <translation>%1 est tronqué ou endommagé : il se termine dans %2 ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is damaged or incomplete: %2; download it again or choose another file.</source>
        <translation>%1 est endommagé ou incomplet : %2 ; téléchargez-le à nouveau ou choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; download it again or choose another file.</source>
        <translation>%1 est endommagé : %2 ; téléchargez-le à nouveau ou choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>%1 is damaged: an earlier part has its tensor %2 too; download the model again.</source>
        <translation>%1 est endommagé : une partie précédente a aussi le tenseur %2 ; téléchargez le modèle à nouveau.</translation>
    </message>
    <message>
        <source>%1 is damaged: it claims to be part %2 of %3, counted from 0; download it again.</source>
        <translation>%1 est endommagé : il se dit la partie %2 sur %3, en comptant à partir de 0 ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is damaged: its general.alignment (%2) is not a power of two; download it again or choose another file.</source>
        <translation>%1 est endommagé : son general.alignment (%2) n’est pas une puissance de deux ; téléchargez-le à nouveau ou choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>%1 is damaged: tensor %2 is %3 where %4 is expected; download it again.</source>
        <translation>%1 est endommagé : le tenseur %2 est %3 au lieu de %4 ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is empty; download it again.</source>
        <translation>%1 est vide ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is missing: this model has %2 parts, all in one folder; download that part.</source>
        <translation>%1 manque : ce modèle a %2 parties, toutes dans un dossier ; téléchargez cette partie.</translation>
    </message>
    <message>
        <source>%1 is not a GGUF model file, whatever its name says; choose a model in GGUF format.</source>
        <translation>%1 n’est pas un fichier de modèle GGUF, quoi qu’en dise son nom ; choisissez un modèle au format GGUF.</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 n’est pas une liste</translation>
    </message>
    <message>
        <source>%1 is not a regular file; choose a .gguf file.</source>
        <translation>%1 n’est pas un fichier ordinaire ; choisissez un fichier .gguf.</translation>
    </message>
    <message>
        <source>%1 is not part %2 of %3 of the model that its name says; download it again.</source>
        <translation>%1 n’est pas la partie %2 sur %3 du modèle que dit son nom ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 est désactivé</translation>
    </message>
    <message>
        <source>%1 is one of %2 parts of a model, so its name must end in -00001-of-%3.gguf (with its own number); rename it as it was downloaded.</source>
        <translation>%1 est l’une des %2 parties d’un modèle, son nom doit donc finir par -00001-of-%3.gguf (avec son propre numéro) ; rendez-lui le nom du téléchargement.</translation>
    </message>
    <message>
        <source>%1 keeps its context memory in %2 bits a value, so that it fits.</source>
        <translation>%1 garde sa mémoire de contexte en %2 bits par valeur pour tenir en mémoire.</translation>
    </message>
    <message>
        <source>%1 keeps the first %2 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>%1 garde les %2 premiers tokens de son contexte dans la mémoire du GPU ; la suite est lue dans la mémoire principale, plus lentement.</translation>
    </message>
    <message>
        <source>%1 may not be read; change its permissions or copy it to your models folder.</source>
        <translation>La lecture de %1 n’est pas permise ; changez ses droits ou copiez-le dans votre dossier de modèles.</translation>
    </message>
    <message>
        <source>%1 needs %2 GiB of %3 with a context of %4 tokens (%5 GiB of it weights), but %6 GiB are free; %7.</source>
        <translation>%1 demande %2 Gio de %3 avec un contexte de %4 tokens (dont %5 Gio de poids), mais %6 Gio sont libres ; %7.</translation>
    </message>
    <message>
        <source>%1 needs more %2 than is free; %3.</source>
        <translation>%1 : il faut plus de %2 qu’il n’y en a de libre ; %3.</translation>
    </message>
    <message>
        <source>%1 needs more memory than there is. %2</source>
        <translation>%1 : il faut plus de mémoire qu’il n’y en a. %2</translation>
    </message>
    <message>
        <source>%1 overlaps another tensor</source>
        <translation>%1 chevauche un autre tenseur</translation>
    </message>
    <message>
        <source>%1 runs on the CPU, more slowly: with a context of %2 tokens it needs %3 GiB of GPU memory, and %4 GiB are free.</source>
        <translation>%1 s’exécute sur le processeur, plus lentement : avec un contexte de %2 tokens il demande %3 Gio de mémoire GPU, et %4 Gio sont libres.</translation>
    </message>
    <message>
        <source>%1 says the model has %2 tensors, but its parts hold %3; download the model again.</source>
        <translation>Selon %1, le modèle a %2 tenseurs, mais ses parties en contiennent %3 ; téléchargez le modèle à nouveau.</translation>
    </message>
    <message>
        <source>%1 scales its values, which is not supported yet; choose another drafter.</source>
        <translation>%1 met ses valeurs à l’échelle, ce qui n’est pas encore pris en charge ; choisissez un autre modèle d’ébauche.</translation>
    </message>
    <message>
        <source>%1 stores %2 as %3, which is not supported.</source>
        <translation>%1 enregistre %2 en %3, ce qui n’est pas pris en charge.</translation>
    </message>
    <message>
        <source>%1 stores %2 as tensor type %3, which is not known; choose a file with another quantization, or update this app.</source>
        <translation>%1 enregistre %2 avec le type de tenseur %3, qui n’est pas connu ; choisissez un fichier d’une autre quantification ou mettez à jour cette application.</translation>
    </message>
    <message>
        <source>%1 stores the tensor %2 as %3, which is not supported yet; choose another quantization of this model, such as Q4_K_M or Q8_0.</source>
        <translation>%1 enregistre le tenseur %2 en %3, ce qui n’est pas encore pris en charge ; choisissez une autre quantification de ce modèle, comme Q4_K_M ou Q8_0.</translation>
    </message>
    <message>
        <source>%1 stretches its context with %2 scaling, which is not supported yet; choose another model.</source>
        <translation>%1 étend son contexte par la mise à l’échelle %2, qui n’est pas encore prise en charge ; choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>%1 took far more memory than the %2 GiB that the model should need, so it was ended; the file may be damaged: download it again or choose another model.</source>
        <translation>%1 : bien plus de mémoire a été prise que les %2 Gio que le modèle devrait demander, l’opération a donc été interrompue ; le fichier est peut-être endommagé : téléchargez-le à nouveau ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>%1: %2 and %3 are off</source>
        <translation>%1 : %2 et %3 sont désactivés</translation>
    </message>
    <message>
        <source>%1: %2 is off</source>
        <translation>%1 : %2 est désactivé</translation>
    </message>
    <message>
        <source>%1; drop the oldest turns, or load the model with a larger context.</source>
        <translation>%1 ; retirez les tours les plus anciens ou chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>%1; shorten it, or load the model with a larger context.</source>
        <translation>%1 ; raccourcissez-le ou chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>A context of %1 tokens is more than the %2 this model was made for; choose a smaller context.</source>
        <translation>Un contexte de %1 tokens dépasse les %2 pour lesquels ce modèle est fait ; choisissez un contexte plus petit.</translation>
    </message>
    <message>
        <source>Changing the settings</source>
        <translation>Modification des réglages</translation>
    </message>
    <message>
        <source>Choose a smaller context.</source>
        <translation>Choisissez un contexte plus petit.</translation>
    </message>
    <message>
        <source>Choose a smaller model or context.</source>
        <translation>Choisissez un modèle ou un contexte plus petit.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>Fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>mémoire GPU</translation>
    </message>
    <message>
        <source>Inspecting %1</source>
        <translation>Examen de %1</translation>
    </message>
    <message>
        <source>It does not fit: %1; %2.</source>
        <translation>Il ne tient pas : %1 ; %2.</translation>
    </message>
    <message>
        <source>It fits on the CPU: %1.</source>
        <translation>Il tient sur le processeur : %1.</translation>
    </message>
    <message>
        <source>It fits on the GPU: %1.</source>
        <translation>Il tient sur le GPU : %1.</translation>
    </message>
    <message>
        <source>It has no chat template, so it continues text rather than answers.</source>
        <translation>Il n’a pas de modèle de conversation, il continue donc le texte au lieu de répondre.</translation>
    </message>
    <message>
        <source>It is too large for the GPU, but fits on the CPU, more slowly: %1.</source>
        <translation>Il est trop grand pour le GPU, mais tient sur le processeur, plus lentement : %1.</translation>
    </message>
    <message>
        <source>It keeps the first %1 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>Les %1 premiers tokens du contexte sont dans la mémoire du GPU ; la suite est lue dans la mémoire principale, plus lentement.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, at about %2 tok/s: %3.</source>
        <translation>Il s’exécute sur le GPU, avec %1 en mémoire principale, à environ %2 tok/s : %3.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, more slowly: %2.</source>
        <translation>Il s’exécute sur le GPU, avec %1 en mémoire principale, plus lentement : %2.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory, at about %3 tok/s: %4.</source>
        <translation>Il s’exécute avec %1 % de ses experts sur le GPU et %2 en mémoire principale, à environ %3 tok/s : %4.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory: %3.</source>
        <translation>Il s’exécute avec %1 % de ses experts sur le GPU et %2 en mémoire principale : %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor, at about %2 tok/s: %3.</source>
        <translation>Il s’exécute avec %1 % de ses couches sur le GPU et les autres sur le processeur, à environ %2 tok/s : %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor: %2.</source>
        <translation>Il s’exécute avec %1 % de ses couches sur le GPU et les autres sur le processeur : %2.</translation>
    </message>
    <message>
        <source>It was made for a context of %1 tokens at most.</source>
        <translation>Il est fait pour un contexte de %1 tokens au plus.</translation>
    </message>
    <message>
        <source>Its context memory takes %1 bits a value, so that it fits.</source>
        <translation>Sa mémoire de contexte prend %1 bits par valeur pour qu’il tienne.</translation>
    </message>
    <message>
        <source>Kernels for %1 cannot be compiled here (%2); install a C compiler and Triton, or choose the device cpu.</source>
        <translation>Les noyaux pour %1 ne peuvent pas être compilés ici (%2) ; installez un compilateur C et Triton ou choisissez l’appareil cpu.</translation>
    </message>
    <message>
        <source>Keys and values cannot be %1 in this model: its heads have %2 elements, which are not whole blocks of %3; choose the type f16, bf16 or f32.</source>
        <translation>Les clés et valeurs ne peuvent pas être %1 dans ce modèle : ses têtes ont %2 éléments, qui ne font pas des blocs entiers de %3 ; choisissez le type f16, bf16 ou f32.</translation>
    </message>
    <message>
        <source>Landlock cannot be used: %1</source>
        <translation>Landlock ne peut pas être utilisé : %1</translation>
    </message>
    <message>
        <source>Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU</source>
        <translation>Landlock de Linux 5.19 ou plus récent est requis là où des noyaux sont compilés pour un GPU</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>Chargement de %1</translation>
    </message>
    <message>
        <source>Models of architecture %1 are not supported yet; supported are: %2.</source>
        <translation>Les modèles d’architecture %1 ne sont pas encore pris en charge ; le sont : %2.</translation>
    </message>
    <message>
        <source>Models of architecture %1 only draft tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>Les modèles d’architecture %1 ne font qu’ébaucher pour un autre modèle ; chargez celui-ci et choisissez ce fichier comme source d’ébauches.</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver does not start (%1), so the model cannot run on %2; restart the computer, or choose the device cpu.</source>
        <translation>Le pilote NVIDIA ne démarre pas (%1), le modèle ne peut donc pas s’exécuter sur %2 ; redémarrez l’ordinateur ou choisissez l’appareil cpu.</translation>
    </message>
    <message>
        <source>No model is loaded; choose one first.</source>
        <translation>Aucun modèle n’est chargé ; choisissez-en un d’abord.</translation>
    </message>
    <message>
        <source>Only an answer to a question can be continued.</source>
        <translation>Seule une réponse à une question peut être continuée.</translation>
    </message>
    <message>
        <source>Replaying steps failed, so they are launched one by one until the model is loaded again; the answer is the same, only slower.</source>
        <translation>La relecture des étapes a échoué, elles sont donc lancées une à une jusqu’au prochain chargement du modèle ; la réponse est la même, seulement plus lente.</translation>
    </message>
    <message>
        <source>That leaves little memory for other programs.</source>
        <translation>Cela laisse peu de mémoire aux autres programmes.</translation>
    </message>
    <message>
        <source>The GPU failed, so the engine has to start again; try once more, and run the model on the CPU if it happens again.</source>
        <translation>Le GPU a échoué, le moteur doit donc redémarrer ; réessayez, et passez au processeur si cela se reproduit.</translation>
    </message>
    <message>
        <source>The GPU is not used, because NVIDIA&apos;s driver does not start (%1); restart the computer.</source>
        <translation>Le GPU n’est pas utilisé, car le pilote NVIDIA ne démarre pas (%1) ; redémarrez l’ordinateur.</translation>
    </message>
    <message>
        <source>The GPU is not used, because its kernels cannot be compiled here: %1.</source>
        <translation>Le GPU n’est pas utilisé, car ses noyaux ne peuvent pas être compilés ici : %1.</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>La réponse</translation>
    </message>
    <message>
        <source>The answer cannot be given the form that was asked for (%1); change its schema.</source>
        <translation>La réponse ne peut pas prendre la forme demandée (%1) ; modifiez son schéma.</translation>
    </message>
    <message>
        <source>The conversation is too long to be made into a prompt; start a new one or shorten it.</source>
        <translation>La conversation est trop longue pour en faire un prompt ; commencez-en une nouvelle ou raccourcissez-la.</translation>
    </message>
    <message>
        <source>The device chosen is not there; choose the device auto or cpu.</source>
        <translation>L’appareil choisi n’est pas là ; choisissez l’appareil auto ou cpu.</translation>
    </message>
    <message>
        <source>The drafter %1 stretches its context, which is not supported yet; choose another.</source>
        <translation>Le modèle d’ébauche %1 étend son contexte, ce qui n’est pas encore pris en charge ; choisissez-en un autre.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for a model with another vocabulary; choose the one that was made for this model.</source>
        <translation>Le modèle d’ébauche dans %1 est fait pour un modèle au vocabulaire différent ; choisissez celui qui est fait pour ce modèle.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for another model; choose the one that was made for this model.</source>
        <translation>Le modèle d’ébauche dans %1 est fait pour un autre modèle ; choisissez celui qui est fait pour ce modèle.</translation>
    </message>
    <message>
        <source>The drafter in the folder %1 cannot be read (%2); download it again.</source>
        <translation>Le modèle d’ébauche du dossier %1 ne peut pas être lu (%2) ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>The engine could not be started: %1: %2.</source>
        <translation>Le moteur n’a pas pu démarrer : %1 : %2.</translation>
    </message>
    <message>
        <source>The engine sent a message that cannot be read: %1.</source>
        <translation>Le moteur a envoyé un message illisible : %1.</translation>
    </message>
    <message>
        <source>The engine stopped while it was starting; its log says why.</source>
        <translation>Le moteur s’est arrêté pendant son démarrage ; son journal dit pourquoi.</translation>
    </message>
    <message>
        <source>The form that was asked for is not a JSON schema; correct it.</source>
        <translation>La forme demandée n’est pas un schéma JSON ; corrigez-la.</translation>
    </message>
    <message>
        <source>The form that was asked for is too complex to be followed; simplify its schema.</source>
        <translation>La forme demandée est trop complexe pour être suivie ; simplifiez son schéma.</translation>
    </message>
    <message>
        <source>The message is empty; write something first.</source>
        <translation>Le message est vide ; écrivez d’abord quelque chose.</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite, so no token can be chosen. The model file may be damaged: download it again or choose another one.</source>
        <translation>Le modèle a produit des nombres qui ne sont pas finis, aucun token ne peut donc être choisi. Le fichier du modèle est peut-être endommagé : téléchargez-le à nouveau ou choisissez-en un autre.</translation>
    </message>
    <message>
        <source>The parameters of the tool %1 are not a JSON schema; correct them.</source>
        <translation>Les paramètres de l’outil %1 ne sont pas un schéma JSON ; corrigez-les.</translation>
    </message>
    <message>
        <source>The prediction head in %1 belongs to another model; choose the one that was made with this model.</source>
        <translation>La tête de prédiction dans %1 appartient à un autre modèle ; choisissez celle qui a été faite avec ce modèle.</translation>
    </message>
    <message>
        <source>The prediction head in %1 only drafts tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>La tête de prédiction dans %1 ne fait qu’ébaucher pour un autre modèle ; chargez celui-ci et choisissez ce fichier comme source d’ébauches.</translation>
    </message>
    <message>
        <source>The processor computes %1 of the %2 layers of %3, more slowly than the GPU would; %4 GiB are in main memory.</source>
        <translation>Le processeur calcule %1 des %2 couches de %3, plus lentement que ne le ferait le GPU ; %4 Gio sont dans la mémoire principale.</translation>
    </message>
    <message>
        <source>The processor&apos;s part of the model has failed; load the model again.</source>
        <translation>La partie du modèle calculée par le processeur a échoué ; rechargez le modèle.</translation>
    </message>
    <message>
        <source>The prompt is %1 tokens long, but the context holds %2</source>
        <translation>Le prompt compte %1 tokens, mais le contexte en contient %2</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>Le prompt est vide ; écrivez d’abord quelque chose.</translation>
    </message>
    <message>
        <source>The request cannot be carried out: %1.</source>
        <translation>La demande ne peut pas être exécutée : %1.</translation>
    </message>
    <message>
        <source>The text holds a broken character; remove it and try again.</source>
        <translation>Le texte contient un caractère invalide ; supprimez-le et réessayez.</translation>
    </message>
    <message>
        <source>The text is too long to be sent; the limit is %1 MiB.</source>
        <translation>Le texte est trop long pour être envoyé ; la limite est de %1 Mio.</translation>
    </message>
    <message>
        <source>The text of %1 characters is far longer than the context of %2 tokens; shorten it.</source>
        <translation>Le texte de %1 caractères est bien plus long que le contexte de %2 tokens ; raccourcissez-le.</translation>
    </message>
    <message>
        <source>The tokenizer in this model file has no merges, so it cannot be used; get the file again or choose another one.</source>
        <translation>Le tokeniseur de ce fichier de modèle n’a pas de fusions et ne peut donc pas servir ; récupérez le fichier à nouveau ou choisissez-en un autre.</translation>
    </message>
    <message>
        <source>There is no CUDA device here, so the model cannot run on %1; choose the device auto or cpu.</source>
        <translation>Il n’y a pas d’appareil CUDA ici, le modèle ne peut donc pas s’exécuter sur %1 ; choisissez l’appareil auto ou cpu.</translation>
    </message>
    <message>
        <source>There is no device %1 here: this computer&apos;s last one is cuda:%2.</source>
        <translation>Il n’y a pas d’appareil %1 ici : le dernier de cet ordinateur est cuda:%2.</translation>
    </message>
    <message>
        <source>There is no file %1; check the path or download the model.</source>
        <translation>Il n’y a pas de fichier %1 ; vérifiez le chemin ou téléchargez le modèle.</translation>
    </message>
    <message>
        <source>There is no room for a draft after position %1; load the model with a larger context.</source>
        <translation>Il n’y a pas de place pour une ébauche après la position %1 ; chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>This model has no chat template, %1.</source>
        <translation>Ce modèle n’a pas de modèle de conversation, %1.</translation>
    </message>
    <message>
        <source>This model uses a tokenizer of the type %1, which Encore does not support yet; choose a model with a byte-level BPE or SentencePiece tokenizer.</source>
        <translation>Ce modèle utilise un tokeniseur du type %1, qu’Encore ne prend pas encore en charge ; choisissez un modèle avec un tokeniseur BPE par octets ou SentencePiece.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not accept this conversation, so ChatML was used for it; answers may be worse for it.</source>
        <translation>Le modèle de conversation de ce modèle n’accepte pas cette conversation, ChatML a donc été utilisé ; les réponses peuvent en pâtir.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not work, %1.</source>
        <translation>Le modèle de conversation de ce modèle ne fonctionne pas, %1.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template leaves your last message out of the prompt, so the model does not see it; get another file of this model, or choose another one.</source>
        <translation>Le modèle de conversation de ce modèle omet votre dernier message dans le prompt, le modèle ne le voit donc pas ; prenez un autre fichier de ce modèle ou choisissez-en un autre.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template takes more time or memory than any prompt needs, %1.</source>
        <translation>Le modèle de conversation de ce modèle prend plus de temps ou de mémoire que n’en demande un prompt, %1.</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer %1; a general one is used, and answers may be worse for it.</source>
        <translation>Le tokeniseur de ce modèle %1 ; un tokeniseur général est utilisé, et les réponses peuvent en pâtir.</translation>
    </message>
    <message>
        <source>Unloading the model</source>
        <translation>Déchargement du modèle</translation>
    </message>
    <message>
        <source>Whether it fits is not known: %1</source>
        <translation>On ne sait pas s’il tient : %1</translation>
    </message>
    <message>
        <source>a context of %1 tokens would fit</source>
        <translation>un contexte de %1 tokens tiendrait</translation>
    </message>
    <message>
        <source>asks for the pre-tokenizer %1, which is not known</source>
        <translation>demande le pré-tokeniseur %1, qui n’est pas connu</translation>
    </message>
    <message>
        <source>capturing steps</source>
        <translation>capture des étapes</translation>
    </message>
    <message>
        <source>choose a smaller context</source>
        <translation>choisissez un contexte plus petit</translation>
    </message>
    <message>
        <source>choose a smaller context or run it on the CPU</source>
        <translation>choisissez un contexte plus petit ou passez au processeur</translation>
    </message>
    <message>
        <source>choose a smaller quantization or a smaller model</source>
        <translation>choisissez une quantification ou un modèle plus petit</translation>
    </message>
    <message>
        <source>close other programs or choose a smaller model</source>
        <translation>fermez d’autres programmes ou choisissez un modèle plus petit</translation>
    </message>
    <message>
        <source>close other programs, or choose a smaller quantization or a smaller model</source>
        <translation>fermez d’autres programmes, ou choisissez une quantification ou un modèle plus petit</translation>
    </message>
    <message>
        <source>fixed verify width (fixed_verify)</source>
        <translation>largeur de vérification fixe (fixed_verify)</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than any model has</source>
        <translation>il annonce %1 %2, plus qu’aucun modèle</translation>
    </message>
    <message>
        <source>it claims %1 bytes for %2, more than any model has</source>
        <translation>il annonce %1 octets pour %2, plus qu’aucun modèle</translation>
    </message>
    <message>
        <source>it claims %1 entries in %2, more than any model has</source>
        <translation>il annonce %1 entrées dans %2, plus qu’aucun modèle</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>il n’a pas de %1</translation>
    </message>
    <message>
        <source>it needs %1 of GPU memory with a context of %2 tokens, and %3 are free</source>
        <translation>il demande %1 de mémoire GPU avec un contexte de %2 tokens, et %3 sont libres</translation>
    </message>
    <message>
        <source>it needs %1 of memory with a context of %2 tokens, and %3 are free</source>
        <translation>il demande %1 de mémoire avec un contexte de %2 tokens, et %3 sont libres</translation>
    </message>
    <message>
        <source>its %1 is %2, not between %3 and %4</source>
        <translation>son %1 vaut %2, pas entre %3 et %4</translation>
    </message>
    <message>
        <source>its compute capability is %1, and they need 8.0</source>
        <translation>sa capacité de calcul est %1, il faut 8.0</translation>
    </message>
    <message>
        <source>its vocabulary is empty</source>
        <translation>son vocabulaire est vide</translation>
    </message>
    <message>
        <source>load the model with a smaller context or run it on the CPU, and ask again</source>
        <translation>chargez le modèle avec un contexte plus petit ou passez au processeur, et reposez la question</translation>
    </message>
    <message>
        <source>load the model with a smaller context, and ask again</source>
        <translation>chargez le modèle avec un contexte plus petit et reposez la question</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>mémoire</translation>
    </message>
    <message>
        <source>names none</source>
        <translation>ne nomme aucun pré-tokeniseur</translation>
    </message>
    <message>
        <source>only Linux has limits that a program can set itself</source>
        <translation>seul Linux a des limites qu’un programme peut se fixer lui-même</translation>
    </message>
    <message>
        <source>padded context (kvpad)</source>
        <translation>contexte arrondi (kvpad)</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>préremplissage, %1</translation>
    </message>
    <message>
        <source>preparing kernels</source>
        <translation>préparation des noyaux</translation>
    </message>
    <message>
        <source>reading the tokenizer</source>
        <translation>lecture du tokeniseur</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>lecture des poids</translation>
    </message>
    <message>
        <source>see the log at %1</source>
        <translation>voyez le journal dans %1</translation>
    </message>
    <message>
        <source>so ChatML is used; if answers are poor, get another file of this model</source>
        <translation>ChatML est donc utilisé ; si les réponses sont mauvaises, prenez un autre fichier de ce modèle</translation>
    </message>
    <message>
        <source>span %1</source>
        <translation>portée %1</translation>
    </message>
    <message>
        <source>span %1 → %2</source>
        <translation>portée %1 → %2</translation>
    </message>
    <message>
        <source>span %1 → %2, width %3 → %4</source>
        <translation>portée %1 → %2, largeur %3 → %4</translation>
    </message>
    <message>
        <source>span %1, width %2</source>
        <translation>portée %1, largeur %2</translation>
    </message>
    <message>
        <source>starting the device</source>
        <translation>démarrage du périphérique</translation>
    </message>
    <message>
        <source>system calls cannot be filtered: %1</source>
        <translation>les appels système ne peuvent pas être filtrés : %1</translation>
    </message>
    <message>
        <source>the engine&apos;s log says more</source>
        <translation>le journal du moteur en dit plus</translation>
    </message>
    <message>
        <source>the kernel refuses: %1</source>
        <translation>le noyau refuse : %1</translation>
    </message>
    <message>
        <source>the key %1 is there twice</source>
        <translation>la clé %1 y est deux fois</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>le tenseur %1</translation>
    </message>
    <message>
        <source>the tensor %1 is there twice</source>
        <translation>le tenseur %1 y est deux fois</translation>
    </message>
    <message>
        <source>the value of %1</source>
        <translation>la valeur de %1</translation>
    </message>
    <message>
        <source>this kernel has no Landlock, or was started without it</source>
        <translation>ce noyau n’a pas Landlock ou a démarré sans lui</translation>
    </message>
    <message>
        <source>trying the chat template</source>
        <translation>essai du modèle de conversation</translation>
    </message>
    <message>
        <source>verify %1</source>
        <translation>vérification, %1</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>largeur %1</translation>
    </message>
    <message>
        <source>width %1 → %2</source>
        <translation>largeur %1 → %2</translation>
    </message>
</context>
<context>
    <name>ExchangeViewModel</name>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>The export is in %1.</source>
        <translation>L’export se trouve dans %1.</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>1 chat a été importé.</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were imported.</source>
        <translation>
            <numerusform>%n chat a été importé.</numerusform>
            <numerusform>%n chats ont été importés.</numerusform>
        </translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>Aucun chat n’a été importé.</translation>
    </message>
    <message>
        <source>Already here: %1.</source>
        <translation>Déjà présents&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Left out, as they could not be read: %1.</source>
        <translation>Laissés de côté, car illisibles&#xa0;: %1.</translation>
    </message>
    <message>
        <source>A chat was deleted while it was exported.</source>
        <translation>Un chat a été supprimé pendant son export.</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Markdown files in a zip</source>
        <translation>Fichiers Markdown dans un zip</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Import chats of Encore, ChatGPT, LM Studio, Jan or Open WebUI</source>
        <translation>Importer des chats d’Encore, ChatGPT, LM Studio, Jan ou Open WebUI</translation>
    </message>
    <message>
        <source>Exported chats</source>
        <translation>Chats exportés</translation>
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
        <translation>Page web</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>Rechercher dans ce chat</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>Résultat précédent (Maj+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>Résultat suivant (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Fermer (Échap)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Introuvable</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
</context>
<context>
    <name>Fits</name>
    <message>
        <source>Fits</source>
        <translation>Tient en mémoire</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>Tient avec moins de contexte</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of GPU memory that are free.</source>
        <translation>D’après sa taille&#xa0;: environ %1 sur les %2 de mémoire GPU libre.</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of memory that are free.</source>
        <translation>D’après sa taille&#xa0;: environ %1 sur les %2 de mémoire libre.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>Ouvrir le dossier des modèles</translation>
    </message>
    <message>
        <source>Move the models folder…</source>
        <translation>Déplacer le dossier des modèles…</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>Surveiller un dossier…</translation>
    </message>
    <message>
        <source>Stop watching {0}</source>
        <translation>Ne plus surveiller {0}</translation>
    </message>
    <message>
        <source>Where shall the models be kept?</source>
        <translation>Où faut-il conserver les modèles&#x202f;?</translation>
    </message>
    <message>
        <source>Which folder has models?</source>
        <translation>Quel dossier contient des modèles&#x202f;?</translation>
    </message>
</context>
<context>
    <name>FolderMove</name>
    <message>
        <source>The variable %1 says where models are kept; change it instead.</source>
        <translation>C’est la variable %1 qui indique où les modèles sont conservés&#x202f;; modifiez-la plutôt.</translation>
    </message>
    <message>
        <source>Moving the models to %1…</source>
        <translation>Déplacement des modèles vers %1…</translation>
    </message>
    <message>
        <source>The models are in %1 now.</source>
        <translation>Les modèles sont maintenant dans %1.</translation>
    </message>
    <message>
        <source>What is new or in use stayed where it was: %1.</source>
        <translation>Ce qui est nouveau ou en cours d’utilisation est resté à sa place&#xa0;: %1.</translation>
    </message>
</context>
<context>
    <name>Footnote</name>
    <message>
        <source>What made this answer</source>
        <translation>Origine de cette réponse</translation>
    </message>
    <message>
        <source>Shows what made this answer</source>
        <translation>Affiche l’origine de cette réponse</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tok/s</translation>
    </message>
    <message>
        <source>1 recapture</source>
        <translation>1 recapture</translation>
    </message>
    <message numerus="yes">
        <source>%n recaptures</source>
        <translation>
            <numerusform>%n recapture</numerusform>
            <numerusform>%n recaptures</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 token</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 paramètres</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>reste %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>reste %1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>reste %1 h %2 min</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>contexte %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 sur %2 (%3&#xa0;%)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Réflexion…</translation>
    </message>
    <message>
        <source>Stopped while thinking</source>
        <translation>Arrêté pendant la réflexion</translation>
    </message>
    <message>
        <source>Stopped after thinking for %1</source>
        <translation>Arrêté après %1 de réflexion</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>A réfléchi pendant %1</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>échec</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>interrompue</translation>
    </message>
    <message>
        <source>%1 as fast by drafting</source>
        <translation>%1 plus rapide grâce aux ébauches</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1&#xa0;: désactivé</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>%1 tokens par étape</translation>
    </message>
    <message>
        <source>%1, %2 faster</source>
        <translation>%1, %2 plus rapide</translation>
    </message>
    <message>
        <source>%1, %2 slower</source>
        <translation>%1, %2 plus lente</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>Acceptées par rang</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>Répondu par</translation>
    </message>
    <message>
        <source>Compared with versions</source>
        <translation>Comparée aux versions</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>Ébauches</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>Ébauches acceptées</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Fin</translation>
    </message>
    <message>
        <source>Fingerprint of the tokens</source>
        <translation>Empreinte des tokens</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Premier token</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>Gain des ébauches</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>Recaptures</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>Tokens du prompt</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens par étape</translation>
    </message>
    <message>
        <source>drafts %1</source>
        <translation>ébauches %1</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>modifiée par vous</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désactivé</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activé</translation>
    </message>
    <message>
        <source>same answer as %1/%2</source>
        <translation>même réponse que %1/%2</translation>
    </message>
    <message>
        <source>stopped at the longest answer allowed</source>
        <translation>arrêtée à la longueur maximale autorisée</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>arrêtée par vous</translation>
    </message>
    <message>
        <source>stopped: the context is full</source>
        <translation>arrêtée&#xa0;: le contexte est plein</translation>
    </message>
    <message>
        <source>stopped: the model was switched or loaded again</source>
        <translation>arrêtée&#xa0;: le modèle a été changé ou rechargé</translation>
    </message>
</context>
<context>
    <name>GateBox</name>
    <message>
        <source>Access token (hf_…)</source>
        <translation>Jeton d’accès (hf_…)</translation>
    </message>
    <message>
        <source>Access token of Hugging Face</source>
        <translation>Jeton d’accès de Hugging Face</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Ouvrir sa page</translation>
    </message>
    <message>
        <source>Use this token</source>
        <translation>Utiliser ce jeton</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message>
        <source>Earlier comparisons</source>
        <translation>Comparaisons précédentes</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>Retirer de l’historique</translation>
    </message>
</context>
<context>
    <name>ImportMenu</name>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>Use a file where it is…</source>
        <translation>Utiliser un fichier sur place…</translation>
    </message>
    <message>
        <source>Nothing is copied; the file must stay where it is.</source>
        <translation>Rien n’est copié&#x202f;; le fichier doit rester où il est.</translation>
    </message>
    <message>
        <source>Link a file into the models folder…</source>
        <translation>Lier un fichier dans le dossier des modèles…</translation>
    </message>
    <message>
        <source>Takes no room; only on the same disk.</source>
        <translation>N’occupe pas de place&#x202f;; uniquement sur le même disque.</translation>
    </message>
    <message>
        <source>Copy a file into the models folder…</source>
        <translation>Copier un fichier dans le dossier des modèles…</translation>
    </message>
    <message>
        <source>The other file can be deleted afterwards.</source>
        <translation>L’autre fichier peut ensuite être supprimé.</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Hugging Face cache</source>
        <translation>Cache de Hugging Face</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>Dossier des modèles</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>Emplacement d’origine</translation>
    </message>
    <message>
        <source>Your folder</source>
        <translation>Votre dossier</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Models %1</source>
        <translation>Modèles&#xa0;: %1</translation>
    </message>
    <message>
        <source>unfinished downloads %1</source>
        <translation>téléchargements inachevés&#xa0;: %1</translation>
    </message>
    <message>
        <source>used where they are %1</source>
        <translation>utilisés sur place&#xa0;: %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 libres sur %2</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>Vérification de %1…</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>Importing %1…</source>
        <translation>Importation de %1…</translation>
    </message>
    <message>
        <source>%1 is among your models now.</source>
        <translation>%1 fait maintenant partie de vos modèles.</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>Suppression de %1…</translation>
    </message>
    <message>
        <source>%1 is in the trash.</source>
        <translation>%1 est dans la corbeille.</translation>
    </message>
    <message>
        <source>%1 was taken off the list; its file stays.</source>
        <translation>%1 a été retiré de la liste&#x202f;; son fichier reste.</translation>
    </message>
    <message>
        <source>Bringing back %1…</source>
        <translation>Restauration de %1…</translation>
    </message>
    <message>
        <source>%1 is back.</source>
        <translation>%1 est de retour.</translation>
    </message>
    <message>
        <source>One thing at a time: wait until this is done: %1</source>
        <translation>Une chose à la fois&#xa0;: attendez la fin de cette tâche&#xa0;: %1</translation>
    </message>
    <message>
        <source>is sound; its checksum was recorded for the next time</source>
        <translation>est intact&#x202f;; sa somme de contrôle a été enregistrée pour la prochaine fois</translation>
    </message>
    <message>
        <source>is the file that its cache says it is</source>
        <translation>est bien le fichier annoncé par son cache</translation>
    </message>
    <message>
        <source>is the file that the Hub has</source>
        <translation>est bien le fichier présent sur le Hub</translation>
    </message>
    <message>
        <source>is the file that the catalogue names</source>
        <translation>est bien le fichier indiqué par le catalogue</translation>
    </message>
    <message>
        <source>is unchanged since it was first verified</source>
        <translation>n’a pas changé depuis sa première vérification</translation>
    </message>
</context>
<context>
    <name>LibraryViewModel</name>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architecture</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Dernier usage</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Emplacement</translation>
    </message>
    <message>
        <source>never</source>
        <translation>jamais</translation>
    </message>
</context>
<context>
    <name>LoadDialog</name>
    <message>
        <source>Load a model</source>
        <translation>Charger un modèle</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Périphérique</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>Mémoire du contexte</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>Source des ébauches</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Set as defaults</source>
        <translation>Définir par défaut</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Charger</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>Mémoire du GPU</translation>
    </message>
    <message>
        <source>The most that the model takes of the GPU; the rest is read from main memory.</source>
        <translation>Ce que le modèle occupe au plus sur le GPU ; le reste est lu dans la mémoire principale.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> Gio</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>{0} (cannot draft for it)</source>
        <translation>{0} (ne peut pas ébaucher pour lui)</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Rien à faire</translation>
    </message>
    <message>
        <source>These values are this model&apos;s own; all others follow the settings.</source>
        <translation>Ces valeurs sont propres à ce modèle&#x202f;; toutes les autres suivent les réglages.</translation>
    </message>
    <message>
        <source>All values are those of the settings.</source>
        <translation>Toutes les valeurs sont celles des réglages.</translation>
    </message>
</context>
<context>
    <name>LoadOptions</name>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>Lecture de son en-tête…</translation>
    </message>
</context>
<context>
    <name>LoadedFileWatch</name>
    <message>
        <source>The file of %1 is gone. It works until it is unloaded.</source>
        <translation>Le fichier de %1 a disparu. Le modèle fonctionne jusqu’à son déchargement.</translation>
    </message>
    <message>
        <source>The file of %1 was changed.</source>
        <translation>Le fichier de %1 a été modifié.</translation>
    </message>
    <message>
        <source>Load it again</source>
        <translation>Le recharger</translation>
    </message>
</context>
<context>
    <name>LogsDialog</name>
    <message>
        <source>Logs</source>
        <translation>Journaux</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Niveau</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>Origine</translation>
    </message>
    <message>
        <source>Search the logs</source>
        <translation>Rechercher dans les journaux</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ouvrir le dossier</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Créer un rapport…</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Tous les niveaux</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Avertissements et erreurs</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Erreurs</translation>
    </message>
    <message>
        <source>Window and engine</source>
        <translation>Fenêtre et moteur</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenêtre</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Lines of the logs</source>
        <translation>Lignes des journaux</translation>
    </message>
    <message>
        <source>The lines shown, without names and secrets</source>
        <translation>Les lignes affichées, sans noms ni secrets</translation>
    </message>
    <message>
        <source>{0} of the latest {1} lines</source>
        <translation>{0} des {1} dernières lignes</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Your data</source>
        <translation>Vos données</translation>
    </message>
    <message>
        <source>Engines elsewhere</source>
        <translation>Moteurs ailleurs</translation>
    </message>
    <message>
        <source>The engine is not installed yet, so no model can answer.</source>
        <translation>Le moteur n’est pas encore installé&#xa0;: aucun modèle ne peut répondre.</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Installer…</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0} a été téléchargé.</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Discuter</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Continue this answer</source>
        <translation>Continuer cette réponse</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Autres actions</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>Impossible pendant qu’une réponse est en cours</translation>
    </message>
    <message>
        <source>Answer again with another model…</source>
        <translation>Régénérer avec un autre modèle…</translation>
    </message>
    <message>
        <source>Branch into a new chat</source>
        <translation>Bifurquer dans un nouveau chat</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
</context>
<context>
    <name>MessageBody</name>
    <message>
        <source>Shown as plain text: this part is too large to format</source>
        <translation>Affiché en texte brut&#xa0;: cette partie est trop longue pour être mise en forme</translation>
    </message>
</context>
<context>
    <name>MessageCard</name>
    <message>
        <source>Show all</source>
        <translation>Tout afficher</translation>
    </message>
    <message>
        <source>The answer is on its way</source>
        <translation>La réponse arrive</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Votre message</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Answered by {0}</source>
        <translation>Réponse de {0}</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Edit the answer</source>
        <translation>Modifier la réponse</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Modifier votre message</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Enregistrer et continuer</translation>
    </message>
    <message>
        <source>The model goes on from the end of your text</source>
        <translation>Le modèle poursuit à partir de la fin de votre texte</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>Version précédente</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Version suivante</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Copier le message</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Régénérer</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>Modifier et renvoyer</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>Version {0} sur {1}</translation>
    </message>
    <message>
        <source>Edit this answer</source>
        <translation>Modifier cette réponse</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>Impossible pendant qu’une réponse est en cours</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message>
        <source>Drafting pauses: checking drafts takes longer than they save.</source>
        <translation>L’ébauche est en pause&#xa0;: vérifier les ébauches prend plus de temps qu’elles n’en font gagner.</translation>
    </message>
    <message>
        <source>Drafting pauses: the draft model would have to read the chat first, which takes longer than it saves.</source>
        <translation>L’ébauche est en pause&#xa0;: le modèle d’ébauche devrait d’abord lire la discussion, ce qui prend plus de temps que cela n’en fait gagner.</translation>
    </message>
    <message>
        <source>No drafts: nothing repeats so far.</source>
        <translation>Pas d’ébauches&#xa0;: rien ne se répète jusqu’ici.</translation>
    </message>
    <message>
        <source>%1 answers; its steps are not known here</source>
        <translation>%1 répond ; ses étapes ne sont pas connues ici</translation>
    </message>
    <message>
        <source>No answer yet</source>
        <translation>Pas encore de réponse</translation>
    </message>
    <message>
        <source>Every step is replayed</source>
        <translation>Chaque étape est rejouée</translation>
    </message>
    <message>
        <source>Some steps are not replayed</source>
        <translation>Certaines étapes ne sont pas rejouées</translation>
    </message>
    <message>
        <source>Replay failed and is off</source>
        <translation>Le rejeu a échoué et est désactivé</translation>
    </message>
</context>
<context>
    <name>MeterDetails</name>
    <message>
        <source>Recaptures</source>
        <translation>Recaptures</translation>
    </message>
    <message>
        <source>Steps that had to be captured again</source>
        <translation>Étapes qui ont dû être capturées à nouveau</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>Tokens dans le contexte, par rapport à sa capacité</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>Ébauches acceptées</translation>
    </message>
    <message>
        <source>Drafted tokens that were right</source>
        <translation>Tokens ébauchés qui étaient corrects</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens par étape</translation>
    </message>
    <message>
        <source>Tokens that each step gives while drafting</source>
        <translation>Tokens produits par chaque étape avec l’ébauche</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>Gain des ébauches</translation>
    </message>
    <message>
        <source>How many times as fast as without drafts</source>
        <translation>Combien de fois plus rapide que sans ébauches</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>Acceptées par rang</translation>
    </message>
    <message>
        <source>How often the first, second, third … draft of a step was right</source>
        <translation>Fréquence à laquelle la première, deuxième, troisième… ébauche d’une étape était juste</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>Rejeux</translation>
    </message>
    <message>
        <source>Captured steps that were replayed</source>
        <translation>Étapes capturées qui ont été rejouées</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Premier token</translation>
    </message>
    <message>
        <source>Time until the first token</source>
        <translation>Temps jusqu’au premier token</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Speed of reading the prompt</source>
        <translation>Vitesse de lecture du prompt</translation>
    </message>
    <message>
        <source>Experts on the GPU</source>
        <translation>Experts sur le GPU</translation>
    </message>
    <message>
        <source>How many of the model&apos;s experts are in the GPU&apos;s memory</source>
        <translation>Part des experts du modèle dans la mémoire du GPU</translation>
    </message>
    <message>
        <source>Expert hits</source>
        <translation>Experts trouvés</translation>
    </message>
    <message>
        <source>How often an expert that was needed was in the GPU&apos;s memory</source>
        <translation>À quelle fréquence un expert requis était dans la mémoire du GPU</translation>
    </message>
    <message>
        <source>Over the bus</source>
        <translation>Par le bus</translation>
    </message>
    <message>
        <source>What the GPU read of the other experts from main memory</source>
        <translation>Ce que le GPU a lu des autres experts dans la mémoire principale</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>Captures</translation>
    </message>
    <message>
        <source>Steps captured ahead of need</source>
        <translation>Étapes capturées à l’avance</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Hors rejeu</translation>
    </message>
    <message>
        <source>Steps run without replay</source>
        <translation>Étapes exécutées sans rejeu</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Memory used by the model</source>
        <translation>Mémoire utilisée par le modèle</translation>
    </message>
    <message>
        <source>whole answer {0}</source>
        <translation>réponse entière {0}</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>pas encore de réponse</translation>
    </message>
    <message>
        <source>Last recapture: {0}</source>
        <translation>Dernière recapture&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>MeterStrip</name>
    <message>
        <source>Replay meter</source>
        <translation>Indicateur de rejeu</translation>
    </message>
    <message>
        <source>Show all numbers</source>
        <translation>Afficher tous les chiffres</translation>
    </message>
    <message>
        <source>Show one line</source>
        <translation>Afficher une seule ligne</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>Tokens dans le contexte, par rapport à sa capacité</translation>
    </message>
    <message>
        <source>Speed now: {0}</source>
        <translation>Vitesse actuelle&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Context used: {0}</source>
        <translation>Contexte utilisé&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>there</source>
        <translation>présent</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>Sur le disque</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Drafts as</source>
        <translation>Ébauche en tant que</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architecture</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Gabarit de chat</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>not stated in the file</source>
        <translation>non indiquée dans le fichier</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Dernier usage</translation>
    </message>
    <message>
        <source>never</source>
        <translation>jamais</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Provenance</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>Valeurs propres</translation>
    </message>
    <message>
        <source>Get it (%1)</source>
        <translation>Obtenir (%1)</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Interrogation de Hugging Face…</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>Il figure parmi les téléchargements.</translation>
    </message>
    <message>
        <source>It is the file that Hugging Face has now.</source>
        <translation>C’est le fichier que Hugging Face propose actuellement.</translation>
    </message>
    <message>
        <source>Hugging Face has a newer file of this name.</source>
        <translation>Hugging Face propose un fichier plus récent de ce nom.</translation>
    </message>
</context>
<context>
    <name>ModelDetailsPanel</name>
    <message>
        <source>Look for a newer file</source>
        <translation>Chercher une mise à jour</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Rien à faire</translation>
    </message>
</context>
<context>
    <name>ModelOffer</name>
    <message>
        <source>This chat is set to %1, which is not loaded.</source>
        <translation>Ce chat est réglé sur %1, qui n’est pas chargé.</translation>
    </message>
    <message>
        <source>Load it</source>
        <translation>Le charger</translation>
    </message>
    <message>
        <source>This chat is set to %1, which is no longer there.</source>
        <translation>Ce chat est réglé sur %1, qui n’existe plus.</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>{0} {1} %</source>
        <translation>{0} {1}&#xa0;%</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modèle&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>ModelPickerViewModel</name>
    <message>
        <source>No model yet. Import a GGUF file, or put one into %1.</source>
        <translation>Aucun modèle pour l’instant. Importez un fichier GGUF ou placez-en un dans %1.</translation>
    </message>
    <message>
        <source>%1 was unloaded; %2 of memory are free again.</source>
        <translation>%1 a été déchargé&#x202f;; %2 de mémoire sont à nouveau libres.</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>Récupération du modèle de départ</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Search your models</source>
        <translation>Rechercher dans vos modèles</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>Options du modèle…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Décharger</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>Plus de modèles…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>Importer un fichier GGUF…</translation>
    </message>
    <message>
        <source>No model of yours has these words.</source>
        <translation>Aucun de vos modèles ne contient ces mots.</translation>
    </message>
    <message>
        <source>Free the memory of the loaded model (Ctrl+U)</source>
        <translation>Libérer la mémoire du modèle chargé (Ctrl+U)</translation>
    </message>
</context>
<context>
    <name>ModelSearch</name>
    <message>
        <source>loaded</source>
        <translation>chargé</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Models on this machine</source>
        <translation>Modèles sur cet ordinateur</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Lignes</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Colonnes</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Back to the chat (Esc)</source>
        <translation>Retour au chat (Échap)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Téléchargements</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>Découvrir</translation>
    </message>
    <message>
        <source>My models</source>
        <translation>Mes modèles</translation>
    </message>
</context>
<context>
    <name>MyModelsTab</name>
    <message>
        <source>Chat with it</source>
        <translation>Discuter</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>Options du modèle…</translation>
    </message>
    <message>
        <source>Check that the file is whole</source>
        <translation>Vérifier que le fichier est intact</translation>
    </message>
    <message>
        <source>Show the file in the file manager</source>
        <translation>Afficher le fichier dans son dossier</translation>
    </message>
    <message>
        <source>Move the model to the trash (Del)</source>
        <translation>Mettre le modèle à la corbeille (Suppr)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>How full the disk is</source>
        <translation>Taux de remplissage du disque</translation>
    </message>
    <message>
        <source>There is no model on this machine yet. Find one, or drop a .gguf file here.</source>
        <translation>Il n’y a pas encore de modèle sur cet ordinateur. Trouvez-en un ou déposez un fichier .gguf ici.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Trouver un modèle</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>Mettre à la corbeille</translation>
    </message>
    <message>
        <source>It belongs to another program or folder; remove it there</source>
        <translation>Il appartient à un autre programme ou dossier&#x202f;; supprimez-le là-bas</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>Vérifier le fichier</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Afficher dans son dossier</translation>
    </message>
    <message>
        <source>Unload (Ctrl+U)</source>
        <translation>Décharger (Ctrl+U)</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
</context>
<context>
    <name>NoModelPage</name>
    <message>
        <source>A model is needed first</source>
        <translation>Il faut d’abord un modèle</translation>
    </message>
    <message>
        <source>Download the starter model (about 100 MB)</source>
        <translation>Télécharger le modèle de départ (environ 100 MB)</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Find a model…</source>
        <translation>Trouver un modèle…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>Importer un fichier GGUF…</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>Ouvrir le dossier des modèles</translation>
    </message>
    <message>
        <source>Or drop a .gguf file anywhere here.</source>
        <translation>Ou déposez un fichier .gguf n’importe où ici.</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Installed</source>
        <translation>Installé</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Discuter</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>Getting…</source>
        <translation>Récupération…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Get %1</source>
        <translation>Obtenir %1</translation>
    </message>
    <message>
        <source>None of its files can be recommended; open it and choose one.</source>
        <translation>Aucun de ses fichiers ne peut être recommandé&#x202f;; ouvrez-le et choisissez-en un.</translation>
    </message>
    <message>
        <source>The Hub did not say how large it is.</source>
        <translation>Le Hub n’a pas indiqué sa taille.</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Inconnu</translation>
    </message>
    <message>
        <source>The usual %1 does not fit.</source>
        <translation>La version habituelle %1 ne tient pas.</translation>
    </message>
    <message>
        <source>%1 has no file that can be recommended; open it and choose one.</source>
        <translation>%1 n’a aucun fichier à recommander&#x202f;; ouvrez-le et choisissez-en un.</translation>
    </message>
</context>
<context>
    <name>OptionEditor</name>
    <message>
        <source>Takes effect when the model is loaded again.</source>
        <translation>Prend effet au prochain chargement du modèle.</translation>
    </message>
</context>
<context>
    <name>OwnDataSection</name>
    <message>
        <source>Export everything…</source>
        <translation>Tout exporter…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Créer un rapport…</translation>
    </message>
    <message>
        <source>Show the logs…</source>
        <translation>Afficher les journaux…</translation>
    </message>
    <message>
        <source>Conversations, to keep and to read, and the settings, in one zip.</source>
        <translation>Les conversations, à conserver et à lire, et les réglages, dans un seul zip.</translation>
    </message>
    <message>
        <source>For whoever looks into a problem: versions, machine, settings, logs; no conversations. You see it first.</source>
        <translation>Pour qui examine un problème&#xa0;: versions, ordinateur, réglages, journaux&#x202f;; aucune conversation. Vous le relisez d’abord.</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>Tout exporter</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Enregistrer le rapport</translation>
    </message>
</context>
<context>
    <name>OwnDataViewModel</name>
    <message>
        <source>The report is in %1.</source>
        <translation>Le rapport se trouve dans %1.</translation>
    </message>
    <message>
        <source>%1 conversations and the settings are in %2.</source>
        <translation>%1 conversations et les réglages se trouvent dans %2.</translation>
    </message>
    <message>
        <source>1 conversation and the settings are in %2.</source>
        <translation>1 conversation et les réglages se trouvent dans %2.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Find, download and keep models</source>
        <translation>Chercher, télécharger et conserver des modèles</translation>
    </message>
    <message>
        <source>Measure what a setting does</source>
        <translation>Mesurer l’effet d’un réglage</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>The libraries that models run on</source>
        <translation>Les bibliothèques qui font fonctionner les modèles</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Install</source>
        <translation>Installer</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>Commencer à discuter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progression</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Change to this build</source>
        <translation>Passer à cette variante</translation>
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
        <translation>Modifier les prompts…</translation>
    </message>
    <message>
        <source>Write a prompt…</source>
        <translation>Écrire un prompt…</translation>
    </message>
</context>
<context>
    <name>PromptForm</name>
    <message>
        <source>Insert</source>
        <translation>Insérer</translation>
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
        <translation>Nom</translation>
    </message>
    <message>
        <source>Name, to be typed after the slash</source>
        <translation>Nom, à saisir après la barre oblique</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
        <translation>Texte du prompt</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nouveau</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Write {{topic}} where the topic is asked for when you use the prompt.</source>
        <translation>Écrivez {{sujet}} là où le sujet doit être demandé quand vous utilisez le prompt.</translation>
    </message>
    <message>
        <source>Save the changes to this prompt?</source>
        <translation>Enregistrer les modifications de ce prompt&#x202f;?</translation>
    </message>
    <message>
        <source>Delete the prompt {0}?</source>
        <translation>Supprimer le prompt {0}&#x202f;?</translation>
    </message>
</context>
<context>
    <name>ProvenancePopup</name>
    <message>
        <source>What made this answer</source>
        <translation>Origine de cette réponse</translation>
    </message>
    <message>
        <source>Tint the words that came from drafts</source>
        <translation>Surligner les mots issus d’ébauches</translation>
    </message>
</context>
<context>
    <name>QuantCard</name>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Discuter</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Recommandé</translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation>Télécharger {0}, {1}</translation>
    </message>
    <message>
        <source>Show the download of {0}</source>
        <translation>Afficher le téléchargement de {0}</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>Discuter avec {0}</translation>
    </message>
    <message>
        <source>{0} % there</source>
        <translation>{0}&#xa0;% présents</translation>
    </message>
</context>
<context>
    <name>QueueBar</name>
    <message>
        <source>The queue waits, as the answer did not end by itself.</source>
        <translation>La file est en attente, car la réponse ne s’est pas terminée d’elle-même.</translation>
    </message>
    <message>
        <source>Send the queue</source>
        <translation>Envoyer la file</translation>
    </message>
</context>
<context>
    <name>QueuedRow</name>
    <message>
        <source>Send the queued message sooner</source>
        <translation>Envoyer plus tôt le message en file d’attente</translation>
    </message>
    <message>
        <source>Edit the queued message</source>
        <translation>Modifier le message en file d’attente</translation>
    </message>
    <message>
        <source>Remove the queued message</source>
        <translation>Retirer le message de la file d’attente</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En attente</translation>
    </message>
</context>
<context>
    <name>RemoteModels</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>Asking for its models…</source>
        <translation>Demande de ses modèles…</translation>
    </message>
    <message>
        <source>It has no models: load one there.</source>
        <translation>Il n’a aucun modèle : chargez-en un là-bas.</translation>
    </message>
</context>
<context>
    <name>RepoPageViewModel</name>
    <message>
        <source>License: %1</source>
        <translation>Licence&#xa0;: %1</translation>
    </message>
    <message>
        <source>License not stated</source>
        <translation>Licence non indiquée</translation>
    </message>
    <message>
        <source>The makers of %1 ask you to accept their terms first: open its page, sign in and accept them, then make an access token there (Settings, Access Tokens) and paste it here.</source>
        <translation>Les auteurs de %1 demandent d’abord d’accepter leurs conditions&#xa0;: ouvrez sa page, connectez-vous et acceptez-les, puis créez-y un jeton d’accès (Settings, Access Tokens) et collez-le ici.</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Interrogation de Hugging Face…</translation>
    </message>
    <message>
        <source>There is no GGUF file in %1; try a repository whose name ends in GGUF.</source>
        <translation>Il n’y a pas de fichier GGUF dans %1&#x202f;; essayez un dépôt dont le nom se termine par GGUF.</translation>
    </message>
</context>
<context>
    <name>RepoView</name>
    <message>
        <source>Back to the results (Esc)</source>
        <translation>Retour aux résultats (Échap)</translation>
    </message>
    <message>
        <source>Open its page in the browser</source>
        <translation>Ouvrir sa page dans le navigateur</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>par {0}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>Rapport</translation>
    </message>
    <message>
        <source>Files of the report</source>
        <translation>Fichiers du rapport</translation>
    </message>
    <message>
        <source>Text of the chosen file</source>
        <translation>Texte du fichier choisi</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Enregistrer…</translation>
    </message>
    <message>
        <source>This is all that the report holds. Names, secrets and the path of your home are taken out; look through it all the same.</source>
        <translation>C’est tout ce que contient le rapport. Les noms, les secrets et le chemin de votre dossier personnel en sont retirés&#x202f;; relisez-le tout de même.</translation>
    </message>
</context>
<context>
    <name>ResultCard</name>
    <message>
        <source>Use the winner for this model</source>
        <translation>Adopter la meilleure pour ce modèle</translation>
    </message>
    <message>
        <source>Show the race</source>
        <translation>Voir la course</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Enregistrer le résultat</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>Impossible d’écrire {0}.</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Enregistrer sous</translation>
    </message>
    <message>
        <source>Table of all runs (CSV)</source>
        <translation>Tableau de tous les passages (CSV)</translation>
    </message>
    <message>
        <source>Everything (JSON)</source>
        <translation>Tout (JSON)</translation>
    </message>
    <message>
        <source>Picture of this card (PNG)</source>
        <translation>Image de cette carte (PNG)</translation>
    </message>
    <message>
        <source>{0} against {1}</source>
        <translation>{0} contre {1}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Configuration</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Médiane</translation>
    </message>
    <message>
        <source>Runs within</source>
        <translation>Dispersion</translation>
    </message>
    <message>
        <source>Against A</source>
        <translation>Contre A</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>Recaptures</translation>
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
        <translation>Modèles trouvés</translation>
    </message>
</context>
<context>
    <name>RowMenus</name>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Delete the folder, keep its chats</source>
        <translation>Supprimer le dossier, garder ses chats</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>Ouvrir à côté</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>Exporter en</translation>
    </message>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chats</source>
        <translation>
            <numerusform>Supprimer %n chat</numerusform>
            <numerusform>Supprimer %n chats</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>Déplacer vers un dossier</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nouveau dossier…</translation>
    </message>
    <message>
        <source>Out of the folder</source>
        <translation>Sortir du dossier</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>%1 free in %2</source>
        <translation>%1 libres dans %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>%1 de mémoire</translation>
    </message>
    <message>
        <source>%1 on the disk</source>
        <translation>%1 sur le disque</translation>
    </message>
    <message>
        <source>%1 to download</source>
        <translation>%1 à télécharger</translation>
    </message>
    <message>
        <source>%1, which fits this computer</source>
        <translation>%1, adapté à cet ordinateur</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>Vérification de %1</translation>
    </message>
    <message>
        <source>Driver for CUDA %1</source>
        <translation>Pilote pour CUDA %1</translation>
    </message>
    <message>
        <source>NVIDIA GPU with %1</source>
        <translation>GPU NVIDIA avec %1</translation>
    </message>
    <message>
        <source>No NVIDIA GPU</source>
        <translation>Aucun GPU NVIDIA</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>Trying out the engine; the first time takes up to a minute</source>
        <translation>Essai du moteur&#x202f;; la première fois, cela prend jusqu’à une minute</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>Décompression</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>connexion</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>du %1</translation>
    </message>
</context>
<context>
    <name>RuntimeViewModel</name>
    <message>
        <source>Paused; what was fetched is kept.</source>
        <translation>En pause&#x202f;; ce qui a été récupéré est conservé.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Démarrage</translation>
    </message>
    <message>
        <source>There are newer libraries, of %1. The installed ones go on working.</source>
        <translation>Il existe des bibliothèques plus récentes, du %1. Celles qui sont installées continuent de fonctionner.</translation>
    </message>
    <message>
        <source>The engine is ready.</source>
        <translation>Le moteur est prêt.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were repaired.</source>
        <translation>Les bibliothèques du moteur ont été réparées.</translation>
    </message>
    <message>
        <source>All libraries are as they should be.</source>
        <translation>Toutes les bibliothèques sont en ordre.</translation>
    </message>
    <message>
        <source>The engine runs with %1 again.</source>
        <translation>Le moteur fonctionne à nouveau avec %1.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were removed.</source>
        <translation>Les bibliothèques du moteur ont été supprimées.</translation>
    </message>
</context>
<context>
    <name>RuntimeWatch</name>
    <message>
        <source>The engine&apos;s libraries were removed. What is loaded works until Encore is closed; install them again for the next time.</source>
        <translation>Les bibliothèques du moteur ont été supprimées. Ce qui est chargé fonctionne jusqu’à la fermeture d’Encore&#x202f;; réinstallez-les pour la prochaine fois.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were changed; they are now: %1.</source>
        <translation>Les bibliothèques du moteur ont changé&#x202f;; ce sont maintenant&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>Redémarrer le moteur</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>Effacer</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 After that start Encore again; nothing is kept in this window.</source>
        <translation>%1 Relancez ensuite Encore ; rien n’est conservé dans cette fenêtre.</translation>
    </message>
    <message>
        <source>%1 and %2 are one inside the other; choose another folder.</source>
        <translation>%1 et %2 sont l’un dans l’autre ; choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>%1 a répondu %2</translation>
    </message>
    <message>
        <source>%1 answered %2 for %3; try again later.</source>
        <translation>%1 a répondu %2 pour %3 ; réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 answers with more than %2 MB, which cannot be right: check the address of the Hub in the settings.</source>
        <translation>%1 répond avec plus de %2 Mo, ce qui ne peut pas être juste : vérifiez l’adresse du Hub dans les réglages.</translation>
    </message>
    <message>
        <source>%1 answers, but not as the Hub does: check the address of the Hub in the settings, or whether this network asks you to sign in first.</source>
        <translation>%1 répond, mais pas comme le Hub : vérifiez l’adresse du Hub dans les réglages, ou si ce réseau demande d’abord de se connecter.</translation>
    </message>
    <message>
        <source>%1 arrived damaged: its checksum is %2…, not %3…; try again to fetch it anew.</source>
        <translation>%1 est arrivé endommagé : sa somme de contrôle est %2…, et non %3… ; « Réessayer » le récupère à nouveau.</translation>
    </message>
    <message>
        <source>%1 asks to slow down</source>
        <translation>%1 demande de ralentir</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 bits</translation>
    </message>
    <message>
        <source>%1 cannot be deleted (%2); delete it by hand.</source>
        <translation>%1 ne peut pas être supprimé (%2) ; supprimez-le à la main.</translation>
    </message>
    <message>
        <source>%1 cannot be downloaded from %2; look the model up again.</source>
        <translation>%1 ne peut pas être téléchargé depuis %2 ; recherchez à nouveau le modèle.</translation>
    </message>
    <message>
        <source>%1 cannot be kept in %2: %3.</source>
        <translation>%1 ne peut pas être conservé dans %2 : %3.</translation>
    </message>
    <message>
        <source>%1 cannot be kept: %2.</source>
        <translation>%1 ne peut pas être conservé : %2.</translation>
    </message>
    <message>
        <source>%1 cannot be linked from another disk here (%2); copy it, or use it where it is.</source>
        <translation>%1 ne peut pas être lié ici depuis un autre disque (%2) ; copiez-le, ou utilisez-le là où il est.</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>%1 ne peut pas être ouvert : %2.</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>%1 est injoignable</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>%1 ne peut pas être lu (%2).</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the address of updates in the settings.</source>
        <translation>%1 ne peut pas être lu (%2) ; vérifiez l’adresse des mises à jour dans les réglages.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 ne peut pas être lu : %2.</translation>
    </message>
    <message>
        <source>%1 cannot be replaced: %2.</source>
        <translation>%1 ne peut pas être remplacé : %2.</translation>
    </message>
    <message>
        <source>%1 cannot be written to %2: %3.</source>
        <translation>%1 ne peut pas être écrit dans %2 : %3.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 ne peut pas être écrit : %2.</translation>
    </message>
    <message>
        <source>%1 changed on the server, so its download started over.</source>
        <translation>%1 a changé sur le serveur, son téléchargement a donc recommencé.</translation>
    </message>
    <message>
        <source>%1 changed while it was moved; everything is still in %2; try again when nothing writes there.</source>
        <translation>%1 a changé pendant le déplacement ; tout est encore dans %2 ; réessayez quand rien n’y écrit.</translation>
    </message>
    <message>
        <source>%1 could not be brought back (%2); look for it in the trash.</source>
        <translation>%1 n’a pas pu être restauré (%2) ; cherchez-le dans la corbeille.</translation>
    </message>
    <message>
        <source>%1 could not be downloaded because of a fault in this program; see its log.</source>
        <translation>%1 n’a pas pu être téléchargé à cause d’un défaut de ce programme ; voir son journal.</translation>
    </message>
    <message>
        <source>%1 could not be fetched (%2): put any GGUF model into %3, or try again later.</source>
        <translation>%1 n’a pas pu être récupéré (%2) : placez un modèle GGUF quelconque dans %3, ou réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 could not be fetched: %2; what is there is kept, try again to go on with it.</source>
        <translation>%1 n’a pas pu être récupéré : %2 ; ce qui est là est conservé, « Réessayer » continue à partir de là.</translation>
    </message>
    <message>
        <source>%1 could not be read (%2); check the file.</source>
        <translation>%1 n’a pas pu être lu (%2) ; vérifiez le fichier.</translation>
    </message>
    <message>
        <source>%1 could not be removed (%2); if it is loaded, load another model first.</source>
        <translation>%1 n’a pas pu être retiré (%2) ; s’il est chargé, chargez d’abord un autre modèle.</translation>
    </message>
    <message>
        <source>%1 could not be saved (%2); check that the disk is not full.</source>
        <translation>%1 n’a pas pu être enregistré (%2) ; vérifiez que le disque n’est pas plein.</translation>
    </message>
    <message>
        <source>%1 does not accept the token; make a new one at %2/settings/tokens and put it in, or take the old one out.</source>
        <translation>%1 n’accepte pas le jeton ; créez-en un nouveau sur %2/settings/tokens et saisissez-le, ou retirez l’ancien.</translation>
    </message>
    <message>
        <source>%1 does not accept your token for %2; enter another in the settings.</source>
        <translation>%1 n’accepte pas votre jeton pour %2 ; saisissez-en un autre dans les réglages.</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1 ne répond pas : %2</translation>
    </message>
    <message>
        <source>%1 does not answer: %2; check the network and try again.</source>
        <translation>%1 ne répond pas : %2 ; vérifiez le réseau et réessayez.</translation>
    </message>
    <message>
        <source>%1 does not answer; check the network and try again.</source>
        <translation>%1 ne répond pas ; vérifiez le réseau et réessayez.</translation>
    </message>
    <message>
        <source>%1 does not exist or is private; for a private one, enter your token in the settings.</source>
        <translation>%1 n’existe pas ou est privé ; s’il est privé, saisissez votre jeton dans les réglages.</translation>
    </message>
    <message>
        <source>%1 does not give out %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 ne fournit pas %2 ; vérifiez l’adresse du miroir, s’il y en a un, ou réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2.</source>
        <translation>%1 ne permet pas à ce jeton de voir %2.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2: %3.</source>
        <translation>%1 ne permet pas à ce jeton de voir %2 : %3.</translation>
    </message>
    <message>
        <source>%1 does not say which version of %2 it has.</source>
        <translation>%1 n’indique pas quelle version de %2 il a.</translation>
    </message>
    <message>
        <source>%1 has %2; an attachment may have up to %3. Attach a part of it.</source>
        <translation>%1 fait %2 ; une pièce jointe peut faire jusqu’à %3. Joignez-en une partie.</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (%2); try again later.</source>
        <translation>%1 a lui-même un problème (%2) ; réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 has another file</source>
        <translation>%1 a un autre fichier</translation>
    </message>
    <message>
        <source>%1 has another file under that name</source>
        <translation>%1 a un autre fichier sous ce nom</translation>
    </message>
    <message>
        <source>%1 has another file under the name %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 a un autre fichier sous le nom %2 ; vérifiez l’adresse du miroir, s’il y en a un, ou réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 has compute capability %2, but the engine needs %3, so the processor is used.</source>
        <translation>%1 a la capacité de calcul %2, mais il faut %3 au moteur ; le processeur est donc utilisé.</translation>
    </message>
    <message>
        <source>%1 has had too many questions from here; try again %2.</source>
        <translation>%1 a reçu trop de requêtes d’ici ; réessayez %2.</translation>
    </message>
    <message>
        <source>%1 has more than the %2 characters that an attachment holds; attach a part of it.</source>
        <translation>%1 dépasse les %2 caractères qu’une pièce jointe peut contenir ; joignez-en une partie.</translation>
    </message>
    <message>
        <source>%1 has no %2 any more; look at what it has now.</source>
        <translation>%1 n’a plus %2 ; regardez ce qu’il a maintenant.</translation>
    </message>
    <message>
        <source>%1 has no files to download; choose another model.</source>
        <translation>%1 n’a aucun fichier à télécharger ; choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>%1 has no such version on %2; leave the version out of the address.</source>
        <translation>%1 n’a pas cette version sur %2 ; retirez la version de l’adresse.</translation>
    </message>
    <message>
        <source>%1 has no text in it; it may be scanned pages, which are pictures.</source>
        <translation>%1 ne contient pas de texte ; ce sont peut-être des pages numérisées, donc des images.</translation>
    </message>
    <message>
        <source>%1 has no update list there (%2); check the address of updates in the settings, or try again later.</source>
        <translation>%1 n’y a pas de liste de mises à jour (%2) ; vérifiez l’adresse des mises à jour dans les réglages ou réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 has trouble (it answered %2)</source>
        <translation>%1 a des difficultés (réponse %2)</translation>
    </message>
    <message>
        <source>%1 is a %2, not a model; paste the address of a model.</source>
        <translation>%1 n’est pas un modèle (%2) ; collez l’adresse d’un modèle.</translation>
    </message>
    <message>
        <source>%1 is a file; choose a folder.</source>
        <translation>%1 est un fichier ; choisissez un dossier.</translation>
    </message>
    <message>
        <source>%1 is a folder; attach the files in it.</source>
        <translation>%1 est un dossier ; joignez les fichiers qu’il contient.</translation>
    </message>
    <message>
        <source>%1 is a folder; watch it, or put it into %2, and the models in it are listed.</source>
        <translation>%1 est un dossier ; surveillez-le ou placez-le dans %2, et les modèles qu’il contient figureront dans la liste.</translation>
    </message>
    <message>
        <source>%1 is a name that cannot be kept here.</source>
        <translation>%1 est un nom qui ne peut pas être utilisé ici.</translation>
    </message>
    <message>
        <source>%1 is a picture, which no model here can see; describe it in words.</source>
        <translation>%1 est une image, qu’aucun modèle ne peut voir ici ; décrivez-la avec des mots.</translation>
    </message>
    <message>
        <source>%1 is being downloaded by another Encore window or command; stop it there.</source>
        <translation>%1 est en cours de téléchargement par une autre fenêtre ou commande d’Encore ; arrêtez-le là-bas.</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); correct it or delete it.</source>
        <translation>%1 est endommagé (%2) ; corrigez-le ou supprimez-le.</translation>
    </message>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation>%1 est endommagé et ne peut pas être lu.</translation>
    </message>
    <message>
        <source>%1 is damaged, or needs a password.</source>
        <translation>%1 est endommagé ou exige un mot de passe.</translation>
    </message>
    <message>
        <source>%1 is damaged; install the engine&apos;s libraries again.</source>
        <translation>%1 est endommagé ; réinstallez les bibliothèques du moteur.</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 est vide.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2 with the account of your token.</source>
        <translation>%1 est à accès restreint : acceptez ses conditions sur %2 avec le compte de votre jeton.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2, make a token at %3/settings/tokens and put it into the settings, or into HF_TOKEN.</source>
        <translation>%1 est à accès restreint : acceptez ses conditions sur %2, créez un jeton sur %3/settings/tokens et saisissez-le dans les réglages ou dans HF_TOKEN.</translation>
    </message>
    <message>
        <source>%1 is larger than 512 MB; export fewer conversations at once.</source>
        <translation>%1 dépasse 512 Mo ; exportez moins de conversations à la fois.</translation>
    </message>
    <message>
        <source>%1 is locked with a password; save it without one first.</source>
        <translation>%1 est protégé par un mot de passe ; enregistrez-le d’abord sans.</translation>
    </message>
    <message>
        <source>%1 is longer than %2 KB; shorten it.</source>
        <translation>%1 dépasse %2 Ko ; raccourcissez-le.</translation>
    </message>
    <message>
        <source>%1 is no address of a mirror; give one like https://mirror.example/pypi, or choose a folder.</source>
        <translation>%1 n’est pas l’adresse d’un miroir ; indiquez-en une comme https://mirror.example/pypi, ou choisissez un dossier.</translation>
    </message>
    <message>
        <source>%1 is no address of updates; give a folder, or an address that begins with https, http or file.</source>
        <translation>%1 n’est pas une adresse de mises à jour ; indiquez un dossier, ou une adresse qui commence par https, http ou file.</translation>
    </message>
    <message>
        <source>%1 is no address to fetch from; correct the Hub&apos;s address in the settings.</source>
        <translation>%1 n’est pas une adresse de téléchargement ; corrigez l’adresse du Hub dans les réglages.</translation>
    </message>
    <message>
        <source>%1 is no address; correct the address of the Hub in the settings.</source>
        <translation>%1 n’est pas une adresse ; corrigez l’adresse du Hub dans les réglages.</translation>
    </message>
    <message>
        <source>%1 is no address; paste one like %2/author/name.</source>
        <translation>%1 n’est pas une adresse ; collez-en une comme %2/author/name.</translation>
    </message>
    <message>
        <source>%1 is no longer in %2; look the model up again.</source>
        <translation>%1 n’est plus dans %2 ; recherchez à nouveau le modèle.</translation>
    </message>
    <message>
        <source>%1 is no longer there; list the models again.</source>
        <translation>%1 n’est plus là ; listez à nouveau les modèles.</translation>
    </message>
    <message>
        <source>%1 is no name of a repository, like author/name.</source>
        <translation>%1 n’est pas un nom de dépôt comme author/name.</translation>
    </message>
    <message>
        <source>%1 is no whole path; give the folder of updates from its root.</source>
        <translation>%1 n’est pas un chemin complet ; indiquez le dossier des mises à jour depuis sa racine.</translation>
    </message>
    <message>
        <source>%1 is not Encore&apos;s to remove: it is in %2 (%3); remove it there.</source>
        <translation>Encore ne peut pas retirer %1 : il est dans %2 (%3) ; retirez-le là-bas.</translation>
    </message>
    <message>
        <source>%1 is not a file that can be read.</source>
        <translation>%1 n’est pas un fichier lisible.</translation>
    </message>
    <message>
        <source>%1 is not a text file; attach text, code, PDF or .docx.</source>
        <translation>%1 n’est pas un fichier texte ; joignez du texte, du code, un PDF ou un .docx.</translation>
    </message>
    <message>
        <source>%1 is not on the Hub; paste an address like %2/author/name.</source>
        <translation>%1 n’est pas sur le Hub ; collez une adresse comme %2/author/name.</translation>
    </message>
    <message>
        <source>%1 is not the file that is needed: its checksum is another one; get it again.</source>
        <translation>%1 n’est pas le fichier requis : sa somme de contrôle est différente ; récupérez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is not the file that the update list describes; it is not used.</source>
        <translation>%1 n’est pas le fichier décrit par la liste de mises à jour ; il n’est pas utilisé.</translation>
    </message>
    <message>
        <source>%1 is not there, though the update list names it.</source>
        <translation>%1 n’est pas là, bien que la liste de mises à jour le cite.</translation>
    </message>
    <message>
        <source>%1 is not what it should be: its checksum is %2…, not %3…; remove it and get it again.</source>
        <translation>%1 n’est pas ce qu’il devrait être : sa somme de contrôle est %2…, et non %3… ; retirez-le et récupérez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 is used; its driver runs CUDA %2.</source>
        <translation>%1 est utilisé ; son pilote gère CUDA %2.</translation>
    </message>
    <message>
        <source>%1 keeps changing on the server; try again later, or look it up again.</source>
        <translation>%1 ne cesse de changer sur le serveur ; réessayez plus tard ou recherchez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 lacks %2 and %3 more; put the wheels there.</source>
        <translation>Il manque %2 et %3 autres dans %1 ; placez-y les wheels.</translation>
    </message>
    <message>
        <source>%1 lacks %2; put the wheels there.</source>
        <translation>Il manque %2 dans %1 ; placez-y les wheels.</translation>
    </message>
    <message>
        <source>%1 names no repository; paste an address like %2/author/name.</source>
        <translation>%1 ne désigne aucun dépôt ; collez une adresse comme %2/author/name.</translation>
    </message>
    <message>
        <source>%1 needs %2, but the disk of %3 has %4 free; make room, or use the file where it is.</source>
        <translation>%1 a besoin de %2, mais le disque de %3 n’a que %4 de libres ; libérez de la place, ou utilisez le fichier là où il est.</translation>
    </message>
    <message>
        <source>%1 needs a token; enter one in the settings.</source>
        <translation>%1 exige un jeton ; saisissez-en un dans les réglages.</translation>
    </message>
    <message>
        <source>%1 needs the network, which is off: unset HF_HUB_OFFLINE to switch it on.</source>
        <translation>%1 : il faut le réseau, qui est désactivé ; supprimez HF_HUB_OFFLINE pour l’activer.</translation>
    </message>
    <message>
        <source>%1 only drafts tokens for another model; choose it in the load options of that model.</source>
        <translation>%1 ne fait qu’ébaucher pour un autre modèle ; choisissez-le dans les options de ce modèle.</translation>
    </message>
    <message>
        <source>%1 only shows pictures to a model; choose the model that it belongs to.</source>
        <translation>%1 ne fait que montrer des images à un modèle ; choisissez le modèle auquel il appartient.</translation>
    </message>
    <message>
        <source>%1 redirects in circles</source>
        <translation>%1 redirige en boucle</translation>
    </message>
    <message>
        <source>%1 refuses to answer about %2 (%3); try again later.</source>
        <translation>%1 refuse de répondre au sujet de %2 (%3) ; réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 sends next to nothing</source>
        <translation>%1 n’envoie presque rien</translation>
    </message>
    <message>
        <source>%1 sends the file in another form than requested; use another address of the Hub in the settings.</source>
        <translation>%1 envoie le fichier sous une autre forme que celle demandée ; utilisez une autre adresse du Hub dans les réglages.</translation>
    </message>
    <message>
        <source>%1 sends us to %2 without encryption, which is refused; check the address of the Hub in the settings.</source>
        <translation>%1 nous renvoie vers %2 sans chiffrement, ce qui est refusé ; vérifiez l’adresse du Hub dans les réglages.</translation>
    </message>
    <message>
        <source>%1 sends us to what is no address; check the address of the Hub in the settings, or try again later.</source>
        <translation>%1 nous renvoie vers ce qui n’est pas une adresse ; vérifiez l’adresse du Hub dans les réglages ou réessayez plus tard.</translation>
    </message>
    <message>
        <source>%1 stopped sending</source>
        <translation>%1 n’envoie plus rien</translation>
    </message>
    <message>
        <source>%1 took too long to make; export fewer chats at once, or as Markdown.</source>
        <translation>La création de %1 a pris trop de temps ; exportez moins de discussions à la fois, ou en Markdown.</translation>
    </message>
    <message>
        <source>%1 took too long to read, or is damaged; attach its text instead.</source>
        <translation>La lecture de %1 a pris trop de temps, ou le fichier est endommagé ; joignez plutôt son texte.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub since it was chosen; look the model up again to get the new one.</source>
        <translation>%1 a été remplacé sur le Hub depuis que vous l’avez choisi ; recherchez à nouveau le modèle pour obtenir le nouveau.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub; look the model up again.</source>
        <translation>%1 a été remplacé sur le Hub ; recherchez à nouveau le modèle.</translation>
    </message>
    <message>
        <source>%1 was stopped; download it again.</source>
        <translation>%1 a été interrompu ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1 went away; import it again.</source>
        <translation>%1 a disparu ; importez-le à nouveau.</translation>
    </message>
    <message>
        <source>%1/%2 has a name that cannot be kept here; choose another model.</source>
        <translation>%1/%2 a un nom qui ne peut pas être utilisé ici ; choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>%1; trying again in %2 s.</source>
        <translation>%1 ; nouvel essai dans %2 s.</translation>
    </message>
    <message>
        <source>1 bit</source>
        <translation>1 bit</translation>
    </message>
    <message>
        <source>16 bits a weight, as the model was trained: the original, the largest that makes sense.</source>
        <translation>16 bits par poids, comme le modèle a été entraîné : l’original, le plus grand qui ait un sens.</translation>
    </message>
    <message>
        <source>16 bits a weight, not quantized: as good as the original, the largest that makes sense.</source>
        <translation>16 bits par poids, non quantifié : aussi bon que l’original, le plus grand qui ait un sens.</translation>
    </message>
    <message>
        <source>32 bits a weight: twice the size of BF16, and no better in practice.</source>
        <translation>32 bits par poids : deux fois la taille de BF16, sans être meilleur en pratique.</translation>
    </message>
    <message>
        <source>4-bit floating point in NVIDIA&apos;s format: small, with little lost.</source>
        <translation>Virgule flottante sur 4 bits au format NVIDIA : petit, avec peu de pertes.</translation>
    </message>
    <message>
        <source>4-bit floating point, in which models like gpt-oss were trained: the original of those.</source>
        <translation>Virgule flottante sur 4 bits, dans laquelle des modèles comme gpt-oss ont été entraînés : leur original.</translation>
    </message>
    <message>
        <source>A rare format.</source>
        <translation>Un format rare.</translation>
    </message>
    <message>
        <source>About %1 a weight, %2: %3.</source>
        <translation>Environ %1 par poids, %2 : %3.</translation>
    </message>
    <message>
        <source>About %1 a weight: %2.</source>
        <translation>Environ %1 par poids : %2.</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>adresse déjà utilisée</translation>
    </message>
    <message>
        <source>Another Encore window or command is changing the engine&apos;s libraries; wait for it.</source>
        <translation>Une autre fenêtre ou commande d’Encore modifie les bibliothèques du moteur ; attendez qu’elle ait fini.</translation>
    </message>
    <message>
        <source>Another Encore window or command is downloading this.</source>
        <translation>Une autre fenêtre ou commande d’Encore est en train de le télécharger.</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>Télécharger %1</translation>
    </message>
    <message>
        <source>Encore %1 could not be installed: %2</source>
        <translation>Encore %1 n’a pas pu être installé : %2</translation>
    </message>
    <message>
        <source>Encore %1 has no package for this computer.</source>
        <translation>Encore %1 n’a pas de paquet pour cet ordinateur.</translation>
    </message>
    <message>
        <source>Encore %1 is no longer here; download it again.</source>
        <translation>Encore %1 n’est plus là ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>Encore is closing; what was not finished was left as it was.</source>
        <translation>Encore se ferme ; ce qui n’était pas terminé est resté tel quel.</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>le fichier existe déjà</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>cache de Hugging Face</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>erreur d’entrée/sortie</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>lien impossible entre deux disques</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>est un dossier</translation>
    </message>
    <message>
        <source>Its name does not say how it was quantized.</source>
        <translation>Son nom ne dit pas comment il a été quantifié.</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>Consulter %1</translation>
    </message>
    <message>
        <source>Looking for new versions</source>
        <translation>Rechercher de nouvelles versions</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>Examiner %1</translation>
    </message>
    <message>
        <source>Made with an importance matrix, which keeps more of the quality.</source>
        <translation>Fait avec une matrice d’importance, qui préserve mieux la qualité.</translation>
    </message>
    <message>
        <source>No file manager could be opened; the file is %1.</source>
        <translation>Aucun gestionnaire de fichiers n’a pu être ouvert ; le fichier est %1.</translation>
    </message>
    <message>
        <source>No keyring works here, so the token is in %1, which only you can read.</source>
        <translation>Aucun trousseau ne fonctionne ici : le jeton est dans %1, que vous seul pouvez lire.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>plus d’espace sur le disque</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>fichier ou dossier inexistant</translation>
    </message>
    <message>
        <source>No version before this one is kept here.</source>
        <translation>Aucune version antérieure à celle-ci n’est conservée ici.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>n’est pas un dossier</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1 of %2 (%3); choose another port or address.</source>
        <translation>Impossible d’écouter sur le port %1 de %2 (%3) ; choisissez un autre port ou une autre adresse.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>permission refusée</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>système de fichiers en lecture seule</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; the log in the Encore folder has the details.</source>
        <translation>Une erreur inattendue s’est produite ; le journal dans le dossier d’Encore en donne les détails.</translation>
    </message>
    <message>
        <source>That is no token: it begins with hf_ and has only letters and digits.</source>
        <translation>Ce n’est pas un jeton : il commence par hf_ et n’a que des lettres et des chiffres.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are those of another version of Encore; the page “Engine” of the window or `encore runtime install` gets the right ones.</source>
        <translation>Les bibliothèques du moteur sont celles d’une autre version d’Encore ; la page « Moteur » de la fenêtre ou `encore runtime install` récupère les bonnes.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used; with driver %2 or newer it is the GPU.</source>
        <translation>Cet Encore n’a pas de version pour le pilote NVIDIA de cet ordinateur (CUDA %1) ; le processeur est donc utilisé. Avec le pilote %2 ou plus récent, ce sera le GPU.</translation>
    </message>
    <message>
        <source>The address of updates</source>
        <translation>L’adresse des mises à jour</translation>
    </message>
    <message>
        <source>The answer was deleted with its conversation.</source>
        <translation>La réponse a été supprimée avec sa conversation.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted here; check the clock of this machine, and the proxy in the settings.</source>
        <translation>Le certificat de %1 n’est pas reconnu ici ; vérifiez l’horloge de cet ordinateur et le proxy dans les réglages.</translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation>La comparaison</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>La conversation</translation>
    </message>
    <message>
        <source>The conversations at %1 are damaged and another window has them open; close all windows of Encore and start it again.</source>
        <translation>Les conversations de %1 sont endommagées et ouvertes dans une autre fenêtre ; fermez toutes les fenêtres d’Encore et relancez-le.</translation>
    </message>
    <message>
        <source>The conversations at %1 cannot be opened (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>Les conversations de %1 ne peuvent pas être ouvertes (%2) ; vérifiez que le dossier est accessible en écriture et que le disque n’est pas plein.</translation>
    </message>
    <message>
        <source>The conversations at %1 were written by a newer version of Encore; install that version, or move the file away to start afresh.</source>
        <translation>Les conversations de %1 ont été écrites par une version plus récente d’Encore ; installez cette version, ou déplacez le fichier pour repartir de zéro.</translation>
    </message>
    <message>
        <source>The conversations could not be read; the damaged file is kept at %1.</source>
        <translation>Les conversations n’ont pas pu être lues ; le fichier endommagé est conservé dans %1.</translation>
    </message>
    <message>
        <source>The disk of %1 cannot hold a file as large as %2; move the models to another disk.</source>
        <translation>Le disque de %1 ne peut pas contenir un fichier aussi grand que %2 ; déplacez les modèles vers un autre disque.</translation>
    </message>
    <message>
        <source>The disk of %1 has too little room for %2: free %3 more, then try again; what was fetched is kept.</source>
        <translation>Le disque de %1 n’a pas assez de place pour %2 : libérez encore %3, puis réessayez ; ce qui a été téléchargé est conservé.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room for %2, then try again; what was fetched is kept.</source>
        <translation>Le disque de %1 est plein : libérez de la place pour %2, puis réessayez ; ce qui a été téléchargé est conservé.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room, then try again; what was fetched is kept.</source>
        <translation>Le disque de %1 est plein : libérez de la place, puis réessayez ; ce qui a été téléchargé est conservé.</translation>
    </message>
    <message>
        <source>The download was paused; try again to go on with it.</source>
        <translation>Le téléchargement a été mis en pause ; réessayez pour le poursuivre.</translation>
    </message>
    <message>
        <source>The engine does not run with these libraries: %1; nothing was changed, choose another build or try again.</source>
        <translation>Le moteur ne fonctionne pas avec ces bibliothèques : %1 ; rien n’a été changé, choisissez une autre version ou réessayez.</translation>
    </message>
    <message>
        <source>The engine is not installed yet; the page “Engine” of the window or `encore runtime install` does it.</source>
        <translation>Le moteur n’est pas encore installé ; la page « Moteur » de la fenêtre ou `encore runtime install` s’en charge.</translation>
    </message>
    <message>
        <source>The engine runs on the processor of this Mac.</source>
        <translation>Le moteur fonctionne sur le processeur de ce Mac.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries</source>
        <translation>Les bibliothèques du moteur</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed yet.</source>
        <translation>Les bibliothèques du moteur ne sont pas encore installées.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries could not be unpacked: %1; try again.</source>
        <translation>Les bibliothèques du moteur n’ont pas pu être décompressées : %1 ; réessayez.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries need %1 GB in %2, but its disk has %3 GB free; free %4 GB more, then try again.</source>
        <translation>Les bibliothèques du moteur ont besoin de %1 Go dans %2, mais son disque n’a que %3 Go de libres ; libérez encore %4 Go, puis réessayez.</translation>
    </message>
    <message>
        <source>The export could not be saved to %1 (%2); choose another place, or make room.</source>
        <translation>L’export n’a pas pu être enregistré dans %1 (%2) ; choisissez un autre emplacement ou libérez de la place.</translation>
    </message>
    <message>
        <source>The header of %1 could not be kept in %2: %3.</source>
        <translation>L’en-tête de %1 n’a pas pu être conservé dans %2 : %3.</translation>
    </message>
    <message>
        <source>The header of %1 could not be read: %2; try again later.</source>
        <translation>L’en-tête de %1 n’a pas pu être lu : %2 ; réessayez plus tard.</translation>
    </message>
    <message>
        <source>The header of %1 is longer than %2 MB, as that of no known model is; choose another file.</source>
        <translation>L’en-tête de %1 dépasse %2 Mo, ce qu’aucun modèle connu n’atteint ; choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>The libraries %1 do not fit this machine: %2.</source>
        <translation>Les bibliothèques %1 ne conviennent pas à cet ordinateur : %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no address for %2.</source>
        <translation>La liste des bibliothèques %1 n’a pas d’adresse pour %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no wheel of %2.</source>
        <translation>La liste des bibliothèques %1 n’a pas de wheel de %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 is damaged: %2.</source>
        <translation>La liste des bibliothèques %1 est endommagée : %2.</translation>
    </message>
    <message>
        <source>The models could not be moved to %1 (%2): everything is still in %3; try again, it goes on from here.</source>
        <translation>Les modèles n’ont pas pu être déplacés vers %1 (%2) : tout est encore dans %3 ; réessayez, cela reprendra ici.</translation>
    </message>
    <message>
        <source>The models need %1 more, but the disk of %2 has %3 free; make room there, or choose another folder.</source>
        <translation>Les modèles ont besoin de %1 de plus, mais le disque de %2 n’a que %3 de libres ; libérez-y de la place, ou choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>The preset %1 could not be read (%2); mend its file or save it anew.</source>
        <translation>Le préréglage %1 n’a pas pu être lu (%2) ; corrigez son fichier ou enregistrez-le à nouveau.</translation>
    </message>
    <message>
        <source>The proxy cannot be used; give the address of an HTTP proxy, like http://host:8080.</source>
        <translation>Le proxy ne peut pas être utilisé ; indiquez l’adresse d’un proxy HTTP, comme http://host:8080.</translation>
    </message>
    <message>
        <source>The proxy does not let us through: %1; check it in the settings.</source>
        <translation>Le proxy ne nous laisse pas passer : %1 ; vérifiez-le dans les réglages.</translation>
    </message>
    <message>
        <source>The report could not be saved to %1 (%2); choose another place.</source>
        <translation>Le rapport n’a pas pu être enregistré dans %1 (%2) ; choisissez un autre emplacement.</translation>
    </message>
    <message>
        <source>The settings are longer than %1 KB and were not saved; shorten the system prompt.</source>
        <translation>Les réglages dépassent %1 Ko et n’ont pas été enregistrés ; raccourcissez l’invite système.</translation>
    </message>
    <message>
        <source>The settings could not be saved to %1 (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>Les réglages n’ont pas pu être enregistrés dans %1 (%2) ; vérifiez que le dossier est accessible en écriture et que le disque n’est pas plein.</translation>
    </message>
    <message>
        <source>The settings of %1 could not be saved to %2 (%3); check that the disk is not full.</source>
        <translation>Les réglages de %1 n’ont pas pu être enregistrés dans %2 (%3) ; vérifiez que le disque n’est pas plein.</translation>
    </message>
    <message>
        <source>The signature of the update list cannot be read; try again later.</source>
        <translation>La signature de la liste de mises à jour est illisible ; réessayez plus tard.</translation>
    </message>
    <message>
        <source>The starter model is not there; put a GGUF model into %1 and name it.</source>
        <translation>Le modèle de départ n’est pas là ; placez un modèle GGUF dans %1 et indiquez son nom.</translation>
    </message>
    <message>
        <source>The token cannot be kept in %1: %2.</source>
        <translation>Le jeton ne peut pas être conservé dans %1 : %2.</translation>
    </message>
    <message>
        <source>The update key of this build is damaged; install Encore again.</source>
        <translation>La clé de mise à jour de cette version est endommagée ; réinstallez Encore.</translation>
    </message>
    <message>
        <source>The update list is for another version of Encore; get the new one from where you got this one.</source>
        <translation>La liste de mises à jour est destinée à une autre version d’Encore ; obtenez la nouvelle là où vous avez obtenu celle-ci.</translation>
    </message>
    <message>
        <source>The update list is for the channel %1, not for %2; check the address of updates in the settings.</source>
        <translation>La liste de mises à jour concerne le canal %1, et non %2 ; vérifiez l’adresse des mises à jour dans les réglages.</translation>
    </message>
    <message>
        <source>The update list is longer than %1 KB; not used.</source>
        <translation>La liste de mises à jour dépasse %1 Ko ; elle n’est pas utilisée.</translation>
    </message>
    <message>
        <source>The update list is not signed with Encore&apos;s key, so it is not used; check the address of updates in the settings.</source>
        <translation>La liste de mises à jour n’est pas signée avec la clé d’Encore, elle n’est donc pas utilisée ; vérifiez l’adresse des mises à jour dans les réglages.</translation>
    </message>
    <message>
        <source>The update list is of %1, older than one seen before, so it is not used; try again later, or check the address of updates.</source>
        <translation>La liste de mises à jour date du %1, elle est plus ancienne qu’une autre déjà vue et n’est donc pas utilisée ; réessayez plus tard ou vérifiez l’adresse des mises à jour.</translation>
    </message>
    <message>
        <source>The update list names a file outside its folder; not used.</source>
        <translation>La liste de mises à jour cite un fichier hors de son dossier ; elle n’est pas utilisée.</translation>
    </message>
    <message>
        <source>The update list names a file that cannot be kept here; not used.</source>
        <translation>La liste de mises à jour cite un fichier qui ne peut pas être conservé ici ; elle n’est pas utilisée.</translation>
    </message>
    <message>
        <source>The update list names no address to download from; not used.</source>
        <translation>La liste de mises à jour n’indique aucune adresse de téléchargement ; elle n’est pas utilisée.</translation>
    </message>
    <message>
        <source>The version %1 of %2 is gone; look the model up again.</source>
        <translation>La version %1 de %2 n’existe plus ; recherchez à nouveau le modèle.</translation>
    </message>
    <message>
        <source>There are no earlier libraries to go back to.</source>
        <translation>Il n’y a pas de bibliothèques antérieures auxquelles revenir.</translation>
    </message>
    <message>
        <source>There is another %1 in %2; choose an empty folder. Everything is still in %3.</source>
        <translation>Il y a un autre %1 dans %2 ; choisissez un dossier vide. Tout est encore dans %3.</translation>
    </message>
    <message>
        <source>There is another %1 now; %2 stays deleted.</source>
        <translation>Il y a maintenant un autre %1 ; %2 reste supprimé.</translation>
    </message>
    <message>
        <source>There is another model called %1; rename one of the two.</source>
        <translation>Il y a un autre modèle nommé %1 ; renommez l’un des deux.</translation>
    </message>
    <message>
        <source>There is no %1 on %2, or it is private and needs a token; check its name.</source>
        <translation>Il n’y a pas de %1 sur %2, ou il est privé et exige un jeton ; vérifiez le nom.</translation>
    </message>
    <message>
        <source>There is no %1 on %2; check its name.</source>
        <translation>Il n’y a pas de %1 sur %2 ; vérifiez le nom.</translation>
    </message>
    <message>
        <source>There is no build %1; choose one of: %2.</source>
        <translation>Il n’y a pas de version %1 ; choisissez parmi : %2.</translation>
    </message>
    <message>
        <source>There is no folder %1; nothing was moved.</source>
        <translation>Il n’y a pas de dossier %1 ; rien n’a été déplacé.</translation>
    </message>
    <message>
        <source>This Encore has no build for the processor alone; the one for NVIDIA GPUs, which is larger, runs there, too.</source>
        <translation>Cet Encore n’a pas de version pour le processeur seul ; celle pour les GPU NVIDIA, plus volumineuse, y fonctionne aussi.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used.</source>
        <translation>Cet Encore n’a pas de version pour le pilote NVIDIA de cet ordinateur (CUDA %1) ; le processeur est donc utilisé.</translation>
    </message>
    <message>
        <source>This Encore has no engine for %1 on this machine; get the right download of Encore.</source>
        <translation>Cet Encore n’a pas de moteur pour %1 sur cet ordinateur ; téléchargez l’Encore qui convient.</translation>
    </message>
    <message>
        <source>This build has no update key, so it cannot look for new versions.</source>
        <translation>Cette version n’a pas de clé de mise à jour, elle ne peut donc pas chercher de nouvelles versions.</translation>
    </message>
    <message>
        <source>This build knows no address of updates; put one into the settings.</source>
        <translation>Cette version ne connaît aucune adresse de mises à jour ; saisissez-en une dans les réglages.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>Cette conversation a été supprimée dans une autre fenêtre.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window; start or choose another one.</source>
        <translation>Cette conversation a été supprimée dans une autre fenêtre ; commencez-en ou choisissez-en une autre.</translation>
    </message>
    <message>
        <source>This download is no longer in the list.</source>
        <translation>Ce téléchargement n’est plus dans la liste.</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU, so the processor is used.</source>
        <translation>Cet ordinateur n’a pas de GPU NVIDIA ; le processeur est donc utilisé.</translation>
    </message>
    <message>
        <source>This message was deleted in another window.</source>
        <translation>Ce message a été supprimé dans une autre fenêtre.</translation>
    </message>
    <message>
        <source>Under 2 bits a weight, for models that were trained with three values a weight.</source>
        <translation>Moins de 2 bits par poids, pour les modèles entraînés avec trois valeurs par poids.</translation>
    </message>
    <message>
        <source>Unsloth&apos;s dynamic kind: the bits are chosen layer by layer.</source>
        <translation>Type dynamique d’Unsloth : les bits sont choisis couche par couche.</translation>
    </message>
    <message>
        <source>What was deleted is gone for good; another window removed it.</source>
        <translation>Ce qui a été supprimé l’est définitivement ; une autre fenêtre l’a retiré.</translation>
    </message>
    <message>
        <source>You may not read %1; see %2.</source>
        <translation>Vous n’avez pas le droit de lire %1 ; voir %2.</translation>
    </message>
    <message>
        <source>a large loss, for when nothing larger fits</source>
        <translation>une forte perte, quand rien de plus grand ne tient</translation>
    </message>
    <message>
        <source>a noticeable loss, for when 4 bits do not fit</source>
        <translation>une perte sensible, quand 4 bits ne tiennent pas</translation>
    </message>
    <message>
        <source>a very large loss, an experiment</source>
        <translation>une très forte perte, une expérience</translation>
    </message>
    <message>
        <source>all but the same as the original</source>
        <translation>presque identique à l’original</translation>
    </message>
    <message>
        <source>another program shortened it</source>
        <translation>un autre programme l’a raccourci</translation>
    </message>
    <message>
        <source>another window has been opening them for too long</source>
        <translation>une autre fenêtre met trop de temps à les ouvrir</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>base de données en lecture seule</translation>
    </message>
    <message>
        <source>close to the original</source>
        <translation>proche de l’original</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>collection</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>jeu de données</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>la base de données est verrouillée</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>la base de données ou le disque est plein</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>erreur du disque</translation>
    </message>
    <message>
        <source>extra folder</source>
        <translation>dossier supplémentaire</translation>
    </message>
    <message>
        <source>in %1 seconds</source>
        <translation>dans %1 secondes</translation>
    </message>
    <message>
        <source>in a few minutes</source>
        <translation>dans quelques minutes</translation>
    </message>
    <message>
        <source>in an older, simple format</source>
        <translation>dans un format simple et plus ancien</translation>
    </message>
    <message>
        <source>it did not end</source>
        <translation>il ne s’est pas terminé</translation>
    </message>
    <message>
        <source>it ended without a word</source>
        <translation>il s’est terminé sans un mot</translation>
    </message>
    <message>
        <source>it is not on the Python package index</source>
        <translation>il n’est pas dans l’index des paquets Python</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>cela prend trop de temps</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>son certificat n’est pas reconnu ici</translation>
    </message>
    <message>
        <source>its name is not found, or this computer is offline</source>
        <translation>son nom est introuvable, ou cet ordinateur est hors ligne</translation>
    </message>
    <message>
        <source>models folder</source>
        <translation>dossier des modèles</translation>
    </message>
    <message>
        <source>no encrypted connection came about</source>
        <translation>aucune connexion chiffrée n’a pu être établie</translation>
    </message>
    <message>
        <source>nothing listens at that address</source>
        <translation>rien n’écoute à cette adresse</translation>
    </message>
    <message>
        <source>packed tighter than in plain formats</source>
        <translation>plus compact que dans les formats simples</translation>
    </message>
    <message>
        <source>the Hub</source>
        <translation>le Hub</translation>
    </message>
    <message>
        <source>the Hub may not be asked: HF_HUB_OFFLINE is set</source>
        <translation>le Hub ne peut pas être interrogé : HF_HUB_OFFLINE est défini</translation>
    </message>
    <message>
        <source>the Python package index</source>
        <translation>l’index des paquets Python</translation>
    </message>
    <message>
        <source>the connection failed</source>
        <translation>la connexion a échoué</translation>
    </message>
    <message>
        <source>the connection to %1 was cut</source>
        <translation>la connexion à %1 a été coupée</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>la connexion a été coupée</translation>
    </message>
    <message>
        <source>the copy is not the same, so the disk is at fault</source>
        <translation>la copie n’est pas identique, le disque est donc en cause</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>le disque est plein</translation>
    </message>
    <message>
        <source>the downloaded file was changed since; download it again.</source>
        <translation>le fichier téléchargé a été modifié depuis ; téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>the file broke off before its end</source>
        <translation>le fichier s’est interrompu avant la fin</translation>
    </message>
    <message>
        <source>the file of this AppImage cannot be found; replace it by hand.</source>
        <translation>le fichier de cet AppImage est introuvable ; remplacez-le à la main.</translation>
    </message>
    <message>
        <source>the proxy does not let us through to %1</source>
        <translation>le proxy ne nous laisse pas atteindre %1</translation>
    </message>
    <message>
        <source>the search</source>
        <translation>la recherche</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>le serveur</translation>
    </message>
    <message>
        <source>the server sends next to nothing</source>
        <translation>le serveur n’envoie presque rien</translation>
    </message>
    <message>
        <source>the smaller mix</source>
        <translation>le mélange le plus petit</translation>
    </message>
    <message>
        <source>the usual balance of size and quality</source>
        <translation>l’équilibre habituel entre taille et qualité</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>trop de redirections</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>impossible d’ouvrir le fichier de la base de données</translation>
    </message>
    <message>
        <source>very close to the original</source>
        <translation>très proche de l’original</translation>
    </message>
    <message>
        <source>with many more where they count</source>
        <translation>avec beaucoup plus là où cela compte</translation>
    </message>
    <message>
        <source>with more where they count</source>
        <translation>avec plus là où cela compte</translation>
    </message>
    <message>
        <source>with more where they count and in the first and last layer</source>
        <translation>avec plus là où cela compte et dans la première et la dernière couche</translation>
    </message>
</context>
<context>
    <name>ServerSection</name>
    <message>
        <source>Copy the address</source>
        <translation>Copier l’adresse</translation>
    </message>
</context>
<context>
    <name>ServerViewModel</name>
    <message>
        <source>Programs on this computer reach it at %1; they need no API key.</source>
        <translation>Les programmes de cet ordinateur l’atteignent à l’adresse %1 ; aucune clé d’API n’est nécessaire.</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>Le serveur démarre…</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1; choose another one.</source>
        <translation>Rien ne peut écouter sur le port %1 ; choisissez-en un autre.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>3-bit</source>
        <translation>3 bits</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 bits</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 bits</translation>
    </message>
    <message>
        <source>A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.</source>
        <translation>Un miroir à utiliser à la place de huggingface.co. La variable HF_ENDPOINT est prioritaire.</translation>
    </message>
    <message>
        <source>Accent</source>
        <translation>Couleur d’accent</translation>
    </message>
    <message>
        <source>Address of updates</source>
        <translation>Adresse des mises à jour</translation>
    </message>
    <message>
        <source>After the first answer, while nothing else is asked, the model writes a title for the chat. Models of less than 0.9 billion parameters leave it at the first words.</source>
        <translation>Après la première réponse, quand rien d’autre n’est demandé, le modèle écrit un titre pour le chat. Les modèles de moins de 0,9 milliard de paramètres s’en tiennent aux premiers mots.</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>Ambre</translation>
    </message>
    <message>
        <source>An address or a folder; empty for the usual one. The variable ENCORE_UPDATES goes before it.</source>
        <translation>Une adresse ou un dossier&#x202f;; laissez vide pour l’adresse habituelle. La variable ENCORE_UPDATES est prioritaire.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Réponses</translation>
    </message>
    <message>
        <source>Answers at once</source>
        <translation>Réponses simultanées</translation>
    </message>
    <message>
        <source>App</source>
        <translation>Application</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Bleu</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Appels</translation>
    </message>
    <message>
        <source>Check drafts in steps of fixed widths. Off: the width follows the number of drafts, and each new width is recaptured.</source>
        <translation>Vérifie les ébauches par étapes de largeurs fixes. Désactivé&#xa0;: la largeur suit le nombre d’ébauches, et chaque nouvelle largeur est recapturée.</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together reach this share. 1 is off.</source>
        <translation>Choisit parmi les tokens les plus probables qui, ensemble, atteignent cette part. 1&#xa0;: désactivé.</translation>
    </message>
    <message>
        <source>Choose among this many of the likeliest tokens.</source>
        <translation>Choisit parmi ce nombre de tokens les plus probables.</translation>
    </message>
    <message>
        <source>Closing the window then only hides it, and what is running goes on. The menu of the icon has Quit.</source>
        <translation>Fermer la fenêtre ne fait alors que la masquer, et ce qui est en cours continue. Le menu de l’icône permet de quitter.</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Confortable</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compact</translation>
    </message>
    <message>
        <source>Compact has less space between things and more on the screen.</source>
        <translation>Compact laisse moins d’espace entre les éléments et en montre plus à l’écran.</translation>
    </message>
    <message>
        <source>Processor: layers</source>
        <translation>Processeur : couches</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longueur du contexte</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>Mémoire du contexte</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Densité</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Bureau</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Périphérique</translation>
    </message>
    <message>
        <source>Download limit</source>
        <translation>Limite de téléchargement</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>Longueur d’ébauche</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>Source des ébauches</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>Ébauche</translation>
    </message>
    <message>
        <source>Processor: experts</source>
        <translation>Processeur : experts</translation>
    </message>
    <message>
        <source>Fixed verify width</source>
        <translation>Largeur de vérification fixe</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Pénalité de fréquence</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>Mémoire du GPU</translation>
    </message>
    <message>
        <source>Graph replay</source>
        <translation>Rejeu du graphe</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>Graphite</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Vert</translation>
    </message>
    <message>
        <source>Grows with every use of a token. 0 is off.</source>
        <translation>Augmente à chaque utilisation d’un token. 0&#xa0;: désactivé.</translation>
    </message>
    <message>
        <source>Guess the next tokens and check them in one step. The answer is the same.</source>
        <translation>Devine les tokens suivants et les vérifie en une seule étape. La réponse est la même.</translation>
    </message>
    <message>
        <source>How exactly the model remembers the context (KV cache); fewer bits need less memory.</source>
        <translation>Précision avec laquelle le modèle retient le contexte (cache KV) ; moins de bits demandent moins de mémoire.</translation>
    </message>
    <message>
        <source>How freely words are chosen. 0 always takes the likeliest word.</source>
        <translation>Degré de liberté dans le choix des mots. 0 prend toujours le mot le plus probable.</translation>
    </message>
    <message>
        <source>How many answers a model writes side by side. Each needs memory for a context of its own.</source>
        <translation>Combien de réponses un modèle rédige en parallèle. Chacune demande de la mémoire pour son propre contexte.</translation>
    </message>
    <message>
        <source>How many of the latest tokens the penalties look at.</source>
        <translation>Nombre de tokens récents examinés par les pénalités.</translation>
    </message>
    <message>
        <source>How many processor cores the engine uses.</source>
        <translation>Nombre de cœurs du processeur utilisés par le moteur.</translation>
    </message>
    <message>
        <source>How many times in a row an answer may call tools before it is stopped.</source>
        <translation>Combien de fois de suite une réponse peut appeler des outils avant d’être arrêtée.</translation>
    </message>
    <message>
        <source>How many tokens the model can look back on; more needs more memory. Automatic: what the model and the free memory comfortably allow.</source>
        <translation>Nombre de tokens sur lesquels le modèle peut revenir&#x202f;; plus il est grand, plus il faut de mémoire. Automatique&#xa0;: ce que permettent sans peine le modèle et la mémoire libre.</translation>
    </message>
    <message>
        <source>How much they think, in their own word; empty leaves it to them.</source>
        <translation>Intensité de leur réflexion, dans leurs propres termes&#x202f;; vide&#xa0;: à eux de choisir.</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>Adresse du Hub</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Icône dans la zone de notification</translation>
    </message>
    <message>
        <source>In percent of the system&apos;s size.</source>
        <translation>En pourcentage de la taille du système.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Layers without room</source>
        <translation>Couches sans place</translation>
    </message>
    <message>
        <source>Leave out tokens less likely than this share of the likeliest one. 0 is off.</source>
        <translation>Écarte les tokens moins probables que cette part du plus probable. 0&#xa0;: désactivé.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>Clair ou sombre.</translation>
    </message>
    <message>
        <source>Like http://host:8080. Left empty, the system&apos;s own proxy is used.</source>
        <translation>Par exemple http://host:8080. Si ce champ est vide, le proxy du système est utilisé.</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Comme le système</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Serveur local</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Réponse maximale</translation>
    </message>
    <message>
        <source>Longest repeat</source>
        <translation>Répétition maximale</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>Rechercher des mises à jour</translation>
    </message>
    <message>
        <source>Makes tokens that were used less likely. 1 is off.</source>
        <translation>Rend moins probables les tokens déjà utilisés. 1&#xa0;: désactivé.</translation>
    </message>
    <message>
        <source>Megabytes per second for all downloads together.</source>
        <translation>Mégaoctets par seconde pour tous les téléchargements ensemble.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without a request after which a model is unloaded that one of them had loaded.</source>
        <translation>Minutes sans requête après lesquelles un modèle chargé par l’un d’eux est déchargé.</translation>
    </message>
    <message>
        <source>Mirror of libraries</source>
        <translation>Miroir des bibliothèques</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Models and downloads</source>
        <translation>Modèles et téléchargements</translation>
    </message>
    <message>
        <source>More model folders</source>
        <translation>Autres dossiers de modèles</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sans limite</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Aucune</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Notifications</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
    <message>
        <source>Once a day, Encore asks whether there is a newer one. Nothing is installed unasked.</source>
        <translation>Une fois par jour, Encore demande s’il existe une version plus récente. Rien n’est installé sans votre accord.</translation>
    </message>
    <message>
        <source>One folder a line. Their models are used where they are, never changed.</source>
        <translation>Un dossier par ligne. Leurs modèles sont utilisés sur place, jamais modifiés.</translation>
    </message>
    <message>
        <source>Other programs on this computer may use the models, through the API of OpenAI. It is the same engine: no model is in memory twice.</source>
        <translation>D’autres programmes de cet ordinateur peuvent utiliser les modèles par l’API d’OpenAI. C’est le même moteur : aucun modèle n’est deux fois en mémoire.</translation>
    </message>
    <message>
        <source>Padded context</source>
        <translation>Contexte arrondi</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>Portée des pénalités</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Pénalité de présence</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aléatoire</translation>
    </message>
    <message>
        <source>Read by the GPU</source>
        <translation>Lues par le GPU</translation>
    </message>
    <message>
        <source>Record each step once and replay it. Off: every kernel is launched one by one.</source>
        <translation>Enregistre chaque étape une fois et la rejoue. Désactivé&#xa0;: chaque noyau est lancé un par un.</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Pénalité de répétition</translation>
    </message>
    <message>
        <source>Repeats in the text</source>
        <translation>Répétitions du texte</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Rejeu</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>Rose</translation>
    </message>
    <message>
        <source>Round the context up to fixed lengths, so that a step stays the same from token to token. Off: with replay on, every token is recaptured.</source>
        <translation>Arrondit le contexte à des longueurs fixes, pour qu’une étape reste la même d’un token à l’autre. Désactivé&#xa0;: quand le rejeu est activé, chaque token est recapturé.</translation>
    </message>
    <message>
        <source>Rounds of calls</source>
        <translation>Séries d’appels</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Serveur</translation>
    </message>
    <message>
        <source>Shortcuts other than the default: a line `action = keys` for each.</source>
        <translation>Raccourcis différents de ceux par défaut&#xa0;: une ligne `action = touches` pour chacun.</translation>
    </message>
    <message>
        <source>Shortest repeat</source>
        <translation>Répétition minimale</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>Takes effect at the next start of Encore.</source>
        <translation>Prend effet au prochain démarrage d’Encore.</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Sarcelle</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Taille du texte</translation>
    </message>
    <message>
        <source>The color of what is chosen or can be pressed.</source>
        <translation>La couleur de ce qui est sélectionné ou cliquable.</translation>
    </message>
    <message>
        <source>The fewest tokens that count as a repeat.</source>
        <translation>Le nombre minimal de tokens qui comptent comme une répétition.</translation>
    </message>
    <message>
        <source>The model loaded at the next start.</source>
        <translation>Le modèle chargé au prochain démarrage.</translation>
    </message>
    <message>
        <source>The model&apos;s own head</source>
        <translation>Tête propre au modèle</translation>
    </message>
    <message>
        <source>The most gigabytes (GiB) that a model takes of the GPU. What does not fit is read from main memory, more slowly. Automatic: what is free.</source>
        <translation>Le nombre maximal de gigaoctets (Gio) qu’un modèle occupe sur le GPU. Le reste est lu dans la mémoire principale, plus lentement. Automatique : ce qui est libre.</translation>
    </message>
    <message>
        <source>The most tokens guessed at once. Automatic: as many as pay.</source>
        <translation>Le nombre maximal de tokens devinés à la fois. Automatique&#xa0;: autant qu’il est utile.</translation>
    </message>
    <message>
        <source>The most tokens in one answer.</source>
        <translation>Le nombre maximal de tokens dans une réponse.</translation>
    </message>
    <message>
        <source>The most tokens that are looked up in the text so far.</source>
        <translation>Le nombre maximal de tokens recherchés dans le texte déjà présent.</translation>
    </message>
    <message>
        <source>The same for every token that was used. 0 is off.</source>
        <translation>La même pour chaque token déjà utilisé. 0&#xa0;: désactivé.</translation>
    </message>
    <message>
        <source>The same seed and the same question give the same answer.</source>
        <translation>La même graine et la même question donnent la même réponse.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thème</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>Surligner les mots ébauchés</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>Titres par le modèle</translation>
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
        <translation>Décharger après</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Mises à jour</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violet</translation>
    </message>
    <message>
        <source>What becomes of layers that the GPU has no room for. Automatic: what was measured to be faster.</source>
        <translation>Ce que deviennent les couches pour lesquelles le GPU n’a pas de place. Automatique : ce qui a été mesuré comme le plus rapide.</translation>
    </message>
    <message>
        <source>What fits the model</source>
        <translation>Selon le modèle</translation>
    </message>
    <message>
        <source>What models run on. Automatic: the GPU, or the processor where only that has room.</source>
        <translation>Ce qui fait fonctionner les modèles. Automatique&#xa0;: le GPU, ou le processeur quand lui seul a assez de place.</translation>
    </message>
    <message>
        <source>What the model is told before every conversation.</source>
        <translation>Ce qui est dit au modèle avant chaque conversation.</translation>
    </message>
    <message>
        <source>When a long answer, a download or a comparison ends while you are in another program.</source>
        <translation>Quand une longue réponse, un téléchargement ou une comparaison se termine pendant que vous êtes dans un autre programme.</translation>
    </message>
    <message>
        <source>Where models are kept; empty for the usual folder.</source>
        <translation>L’endroit où les modèles sont conservés&#x202f;; laissez vide pour le dossier habituel.</translation>
    </message>
    <message>
        <source>Where other programs find the server.</source>
        <translation>Où les autres programmes trouvent le serveur.</translation>
    </message>
    <message>
        <source>Where the engine&apos;s libraries come from instead of files.pythonhosted.org: the address goes before the rest of theirs. The variable ENCORE_WHEEL_MIRROR goes before it.</source>
        <translation>D’où viennent les bibliothèques du moteur, à la place de files.pythonhosted.org&#xa0;: l’adresse se place devant le reste de la leur. La variable ENCORE_WHEEL_MIRROR est prioritaire.</translation>
    </message>
    <message>
        <source>Whether models that have the choice think before they answer.</source>
        <translation>Si les modèles qui ont le choix réfléchissent avant de répondre.</translation>
    </message>
    <message>
        <source>Words of an answer that came from accepted drafts have a soft background.</source>
        <translation>Les mots d’une réponse issus d’ébauches acceptées ont un fond léger.</translation>
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
        <translation>Masquer les réglages (Ctrl+,)</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Rechercher dans les réglages</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Recharger</translation>
    </message>
    <message>
        <source>Reset all settings…</source>
        <translation>Rétablir tous les réglages…</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Aucun réglage ne contient ces mots.</translation>
    </message>
    <message>
        <source>Engine libraries</source>
        <translation>Bibliothèques du moteur</translation>
    </message>
    <message>
        <source>install repair remove</source>
        <translation>installer réparer supprimer</translation>
    </message>
    <message>
        <source>network files</source>
        <translation>réseau fichiers</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>Sections des réglages</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>Rétablir tous les réglages&#x202f;?</translation>
    </message>
    <message>
        <source>Every setting goes back to its default, the system prompt too.</source>
        <translation>Chaque réglage revient à sa valeur par défaut, y compris le prompt système.</translation>
    </message>
</context>
<context>
    <name>SettingsViewModel</name>
    <message>
        <source>The settings file could not be read; the last good settings are used.</source>
        <translation>Le fichier des réglages n’a pas pu être lu&#x202f;; les derniers réglages valables sont utilisés.</translation>
    </message>
    <message>
        <source>The setting %1 in the settings file has no usable value; it is %2 now.</source>
        <translation>Dans le fichier des réglages, la valeur de %1 est inutilisable&#x202f;; elle est maintenant %2.</translation>
    </message>
    <message>
        <source>The device, the context and the threads take effect when the model is reloaded.</source>
        <translation>Le périphérique, le contexte et les threads prennent effet au rechargement du modèle.</translation>
    </message>
    <message>
        <source>The engine has no network access, opens only models, and writes only into its caches.</source>
        <translation>Le moteur n’a pas accès au réseau, n’ouvre que des modèles et n’écrit que dans ses caches.</translation>
    </message>
    <message>
        <source>The engine has no network access, but may use your files: %1.</source>
        <translation>Le moteur n’a pas accès au réseau, mais peut utiliser vos fichiers&#xa0;: %1.</translation>
    </message>
    <message>
        <source>The engine opens only models, but may use the network: %1.</source>
        <translation>Le moteur n’ouvre que des modèles, mais peut utiliser le réseau&#xa0;: %1.</translation>
    </message>
    <message>
        <source>The engine may use the network and your files: %1.</source>
        <translation>Le moteur peut utiliser le réseau et vos fichiers&#xa0;: %1.</translation>
    </message>
    <message>
        <source>Reset %1 to %2</source>
        <translation>Rétablir «&#xa0;%1&#xa0;»&#xa0;: %2</translation>
    </message>
    <message>
        <source>For models of this computer; %1 answers now.</source>
        <translation>Pour les modèles de cet ordinateur ; %1 répond à présent.</translation>
    </message>
    <message>
        <source>%1 has its own: %2. What is set here replaces it.</source>
        <translation>%1 a sa propre valeur : %2. Ce qui est réglé ici la remplace.</translation>
    </message>
    <message>
        <source>Needs drafting, which is off.</source>
        <translation>Nécessite l’ébauche, qui est désactivée.</translation>
    </message>
    <message>
        <source>Drafting is on.</source>
        <translation>L’ébauche est activée.</translation>
    </message>
    <message>
        <source>Drafting is off.</source>
        <translation>L’ébauche est désactivée.</translation>
    </message>
    <message>
        <source>Drafts do not come from repeats.</source>
        <translation>Les ébauches ne viennent pas de répétitions.</translation>
    </message>
    <message>
        <source>This desktop has no tray to show it in.</source>
        <translation>Ce bureau n’a pas de zone de notification pour l’afficher.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activé</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désactivé</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vide</translation>
    </message>
    <message>
        <source>%1 cannot be set to that.</source>
        <translation>%1 ne peut pas prendre cette valeur.</translation>
    </message>
    <message>
        <source>%1 must be between %2 and %3.</source>
        <translation>%1 doit être entre %2 et %3.</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>Les utiliser ici</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Tout rétablir</translation>
    </message>
    <message>
        <source>Keys of {0}</source>
        <translation>Raccourci de {0}</translation>
    </message>
    <message>
        <source>Text fields keep {0} for themselves. Choose other keys.</source>
        <translation>Les champs de texte gardent {0} pour eux. Choisissez d’autres touches.</translation>
    </message>
    <message>
        <source>{0} are the keys of “{1}”.</source>
        <translation>{0} est le raccourci de «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>Those keys are for typing. Add Ctrl or Alt.</source>
        <translation>Ces touches servent à la saisie. Ajoutez Ctrl ou Alt.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Hide the conversations (Ctrl+B)</source>
        <translation>Masquer les conversations (Ctrl+B)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouveau chat</translation>
    </message>
    <message>
        <source>Temporary chat, never saved (Ctrl+Shift+N)</source>
        <translation>Chat temporaire, jamais enregistré (Ctrl+Maj+N)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>Rechercher dans les conversations</translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>Aucune conversation ne contient ces mots.</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Nouveau chat (Ctrl+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Importer des chats…</translation>
    </message>
</context>
<context>
    <name>SidebarRows</name>
    <message>
        <source>Temporary</source>
        <translation>Temporaires</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Épinglés</translation>
    </message>
    <message>
        <source>open</source>
        <translation>ouvert</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>fermé</translation>
    </message>
    <message>
        <source>Folder {0}, {1}, chats: {2}</source>
        <translation>Dossier {0}, {1}, chats&#xa0;: {2}</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>Address of a mirror</source>
        <translation>Adresse d’un miroir</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Choisir un dossier…</translation>
    </message>
    <message>
        <source>Use the network</source>
        <translation>Utiliser le réseau</translation>
    </message>
    <message>
        <source>Mirror instead of files.pythonhosted.org</source>
        <translation>Miroir à la place de files.pythonhosted.org</translation>
    </message>
    <message>
        <source>Folder of wheels, without a network</source>
        <translation>Dossier de wheels, sans réseau</translation>
    </message>
    <message>
        <source>Folder of wheels</source>
        <translation>Dossier de wheels</translation>
    </message>
</context>
<context>
    <name>Sparkline</name>
    <message>
        <source>Speed over time</source>
        <translation>Vitesse au fil du temps</translation>
    </message>
    <message>
        <source>Tokens per second, up to {0}; behind it the previous answer</source>
        <translation>Tokens par seconde, jusqu’à {0}&#x202f;; en arrière-plan, la réponse précédente</translation>
    </message>
</context>
<context>
    <name>StatePanel</name>
    <message>
        <source>Busy</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Rien à faire</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Only text can be put here. Open the file and copy what it says.</source>
        <translation>Seul du texte peut être mis ici. Ouvrez le fichier et copiez ce qu’il contient.</translation>
    </message>
</context>
<context>
    <name>ThinkingBlock</name>
    <message>
        <source>Thoughts</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Hide the thoughts</source>
        <translation>Masquer la réflexion</translation>
    </message>
    <message>
        <source>Show the thoughts</source>
        <translation>Afficher la réflexion</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Think before answering</source>
        <translation>Réfléchir avant de répondre</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>Réfléchir</translation>
    </message>
    <message>
        <source>Think: {0}</source>
        <translation>Réflexion&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
</context>
<context>
    <name>ThinkingViewModel</name>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Sans</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>Minimale</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Faible</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Moyenne</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Élevée</translation>
    </message>
    <message>
        <source>Very high</source>
        <translation>Très élevée</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Maximale</translation>
    </message>
</context>
<context>
    <name>ToLatestButton</name>
    <message>
        <source>Jump to the latest message</source>
        <translation>Aller au dernier message</translation>
    </message>
</context>
<context>
    <name>ToolBlock</name>
    <message>
        <source>Allow once</source>
        <translation>Autoriser une fois</translation>
    </message>
    <message>
        <source>Allow for this chat</source>
        <translation>Autoriser pour cette discussion</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Refuser</translation>
    </message>
    <message>
        <source>The call and its result</source>
        <translation>L’appel et son résultat</translation>
    </message>
    <message>
        <source>Hide the call</source>
        <translation>Masquer l’appel</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>Afficher l’appel</translation>
    </message>
</context>
<context>
    <name>ToolDialog</name>
    <message>
        <source>Add a tool server</source>
        <translation>Ajouter un serveur d’outils</translation>
    </message>
    <message>
        <source>Change a tool server</source>
        <translation>Modifier un serveur d’outils</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>As it is called in the list</source>
        <translation>Tel qu’il figure dans la liste</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Commande</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Arguments</translation>
    </message>
    <message>
        <source>One a line</source>
        <translation>Un par ligne</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variables</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Header of the key</source>
        <translation>En-tête de la clé</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Conservée ; saisissez pour la remplacer</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>Seulement s’il en demande une</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>Oublier la clé</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>Outils du serveur</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Tester</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>Un programme de cet ordinateur</translation>
    </message>
    <message>
        <source>An address (HTTP)</source>
        <translation>Une adresse (HTTP)</translation>
    </message>
    <message>
        <source>A server runs with your rights, or sees what a model sends it: add only those that you trust. “Test” starts it once.</source>
        <translation>Un serveur s’exécute avec vos droits, ou voit ce qu’un modèle lui envoie : n’ajoutez que ceux auxquels vous faites confiance. « Tester » le démarre une fois.</translation>
    </message>
    <message>
        <source>Starting it…</source>
        <translation>Démarrage…</translation>
    </message>
</context>
<context>
    <name>ToolImportDialog</name>
    <message>
        <source>Import tool servers</source>
        <translation>Importer des serveurs d’outils</translation>
    </message>
    <message>
        <source>Servers as JSON</source>
        <translation>Serveurs en JSON</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Ouvrir un fichier…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Paste the part “mcpServers” from the settings of another program, or from the page of a server. Nothing is started: the servers are added switched off.</source>
        <translation>Collez la partie « mcpServers » des réglages d’un autre programme ou de la page d’un serveur. Rien n’est démarré : les serveurs sont ajoutés désactivés.</translation>
    </message>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>%1 ne peut pas être lu : vérifiez ses droits d’accès.</translation>
    </message>
</context>
<context>
    <name>ToolRounds</name>
    <message>
        <source>The model called tools %1 times in a row, the limit in Settings.</source>
        <translation>Le modèle a appelé des outils %1 fois de suite, la limite fixée dans les réglages.</translation>
    </message>
</context>
<context>
    <name>ToolServerRow</name>
    <message>
        <source>Sign out</source>
        <translation>Se déconnecter</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Se connecter…</translation>
    </message>
    <message>
        <source>Sign out of %1</source>
        <translation>Se déconnecter de %1</translation>
    </message>
    <message>
        <source>Sign in to %1 with the browser</source>
        <translation>Se connecter à %1 avec le navigateur</translation>
    </message>
    <message>
        <source>Chats may use %1</source>
        <translation>Les discussions peuvent utiliser %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>Modifier %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Retirer %1</translation>
    </message>
</context>
<context>
    <name>ToolServersViewModel</name>
    <message>
        <source>What goes to this address and comes from it travels unencrypted.</source>
        <translation>Ce qui va à cette adresse et en vient circule sans chiffrement.</translation>
    </message>
    <message>
        <source>You are signed in.</source>
        <translation>Vous êtes connecté.</translation>
    </message>
    <message>
        <source>Waiting until you have signed in with the browser…</source>
        <translation>En attente de votre connexion avec le navigateur…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Démarrage…</translation>
    </message>
    <message numerus="yes">
        <source>%n are left out, which cannot be used.</source>
        <translation>
            <numerusform>%n est inutilisable et laissé de côté.</numerusform>
            <numerusform>%n sont inutilisables et laissés de côté.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %n tools.</source>
        <translation>
            <numerusform>Il a %n outil.</numerusform>
            <numerusform>Il a %n outils.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolStep</name>
    <message>
        <source>Arguments</source>
        <translation>Arguments</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Erreur</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>allow it?</source>
        <translation>autoriser ?</translation>
    </message>
    <message>
        <source>done</source>
        <translation>terminé</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>échec</translation>
    </message>
    <message>
        <source>not carried out</source>
        <translation>non exécuté</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>refusé par vous</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>en cours…</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>en attente</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>%1 cannot be reached: see whether the address is right. (%2)</source>
        <translation>%1 est injoignable : vérifiez que l’adresse est correcte. (%2)</translation>
    </message>
    <message>
        <source>%1 could not be started: “%2” is not on this computer.</source>
        <translation>%1 n’a pas pu démarrer : « %2 » n’est pas sur cet ordinateur.</translation>
    </message>
    <message>
        <source>%1 did not tell its tools within %3 seconds. Its last words: %2</source>
        <translation>%1 n’a pas annoncé ses outils en %3 secondes. Ses derniers mots : %2</translation>
    </message>
    <message>
        <source>%1 does not answer as an MCP server should: %2</source>
        <translation>%1 ne répond pas comme un serveur MCP le devrait : %2</translation>
    </message>
    <message>
        <source>%1 ended before it had told its tools. Its last words: %2</source>
        <translation>%1 s’est arrêté avant d’annoncer ses outils. Ses derniers mots : %2</translation>
    </message>
    <message>
        <source>%1 is switched off in Settings.</source>
        <translation>%1 est désactivé dans les réglages.</translation>
    </message>
    <message>
        <source>%1 sent more than could be read and was ended.</source>
        <translation>%1 a envoyé plus que ce qui pouvait être lu et a été arrêté.</translation>
    </message>
    <message>
        <source>%1 wants a key, or another one: enter it in Settings.</source>
        <translation>%1 demande une clé, ou une autre : saisissez-la dans les réglages.</translation>
    </message>
    <message>
        <source>%1 wants you to sign in: choose “Sign in…” in Settings, or enter a key.</source>
        <translation>%1 demande une connexion : choisissez « Se connecter… » dans les réglages ou saisissez une clé.</translation>
    </message>
    <message>
        <source>Give the server a name, as it is to be called in the list.</source>
        <translation>Donnez un nom au serveur, tel qu’il doit figurer dans la liste.</translation>
    </message>
    <message>
        <source>No servers are in it: look for “mcpServers”.</source>
        <translation>Il ne contient aucun serveur : cherchez « mcpServers ».</translation>
    </message>
    <message>
        <source>That is no JSON: copy all of it, from the first brace to the last.</source>
        <translation>Ce n’est pas du JSON : copiez tout, de la première accolade à la dernière.</translation>
    </message>
    <message>
        <source>That is no address: enter one like https://example.com/mcp.</source>
        <translation>Ce n’est pas une adresse : saisissez-en une comme https://example.com/mcp.</translation>
    </message>
    <message>
        <source>That is no command: enter the program that starts the server, such as npx.</source>
        <translation>Ce n’est pas une commande : saisissez le programme qui démarre le serveur, comme npx.</translation>
    </message>
    <message>
        <source>That is no header: enter a name like Authorization.</source>
        <translation>Ce n’est pas un en-tête : saisissez un nom comme Authorization.</translation>
    </message>
    <message>
        <source>That is no key: a key has no accented letters.</source>
        <translation>Ce n’est pas une clé : une clé n’a pas de lettres accentuées.</translation>
    </message>
    <message>
        <source>The address may have no password: the key has its own field.</source>
        <translation>L’adresse ne doit pas contenir de mot de passe : la clé a son propre champ.</translation>
    </message>
    <message>
        <source>The list of tool servers could not be saved to %1: check the disk.</source>
        <translation>La liste des serveurs d’outils n’a pas pu être enregistrée dans %1 : vérifiez le disque.</translation>
    </message>
    <message>
        <source>There are too many tool servers: remove one.</source>
        <translation>Il y a trop de serveurs d’outils : retirez-en un.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>You could not be signed in to %1: try it again in Settings. (%2)</source>
        <translation>La connexion à %1 a échoué : réessayez dans les réglages. (%2)</translation>
    </message>
    <message>
        <source>You may close this page and go on in Encore.</source>
        <translation>Vous pouvez fermer cette page et continuer dans Encore.</translation>
    </message>
    <message>
        <source>none.</source>
        <translation>aucun.</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value, one a line.</source>
        <translation>« %1 » n’est pas une variable : écrivez NOM=valeur, une par ligne.</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools that the model may call in this chat</source>
        <translation>Outils que le modèle peut appeler dans cette discussion</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n outil</numerusform>
            <numerusform>%n outils</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsSection</name>
    <message>
        <source>Tool servers</source>
        <translation>Serveurs d’outils</translation>
    </message>
    <message>
        <source>Programs and services that give a model tools, over the Model Context Protocol (MCP). One that is switched on can be chosen below the message box, and is started when a chat wants its tools. Each call is shown, and asked for.</source>
        <translation>Programmes et services qui donnent des outils à un modèle, par le Model Context Protocol (MCP). Un serveur activé peut être choisi sous la zone de message et démarre quand une discussion veut ses outils. Chaque appel est affiché et vous est demandé.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>Ajouter un serveur…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importer…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>Retirer %1 ?</translation>
    </message>
    <message>
        <source>How it is started, its key and your sign-in are forgotten. Conversations stay.</source>
        <translation>Son mode de démarrage, sa clé et votre connexion sont oubliés. Les conversations restent.</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>Conversation</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show Encore</source>
        <translation>Afficher Encore</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouveau chat</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
</context>
<context>
    <name>UndoOffers</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>It cannot be brought back: another window has removed it for good.</source>
        <translation>Restauration impossible&#xa0;: une autre fenêtre l’a supprimé définitivement.</translation>
    </message>
</context>
<context>
    <name>UpdateSection</name>
    <message>
        <source>Progress of the download</source>
        <translation>Progression du téléchargement</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Nouveautés</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Rien à faire</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Encore %1 is out.</source>
        <translation>Encore %1 est disponible.</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Nouveautés</translation>
    </message>
</context>
<context>
    <name>UpdatesViewModel</name>
    <message>
        <source>working copy</source>
        <translation>copie de travail</translation>
    </message>
    <message>
        <source>Downloading Encore %1: %2 of %3.</source>
        <translation>Téléchargement d’Encore %1&#xa0;: %2 sur %3.</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Open the package</source>
        <translation>Ouvrir le paquet</translation>
    </message>
    <message>
        <source>the version before</source>
        <translation>la version précédente</translation>
    </message>
    <message>
        <source>Go back to %1</source>
        <translation>Revenir à %1</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>La version précédente</translation>
    </message>
    <message>
        <source>Encore %1 was downloaded, but not installed.</source>
        <translation>Encore %1 a été téléchargé, mais pas installé.</translation>
    </message>
    <message>
        <source>Looking for a new version…</source>
        <translation>Recherche d’une nouvelle version…</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>C’est la version la plus récente.</translation>
    </message>
    <message>
        <source>Encore %1 is out; `git pull` brings it here.</source>
        <translation>Encore %1 est disponible&#x202f;; `git pull` l’installe ici.</translation>
    </message>
    <message>
        <source>Encore %1 is out, but has no package for this computer.</source>
        <translation>Encore %1 est disponible, mais sans paquet pour cet ordinateur.</translation>
    </message>
    <message>
        <source>Encore %1 is out: %2 to download.</source>
        <translation>Encore %1 est disponible&#xa0;: %2 à télécharger.</translation>
    </message>
    <message>
        <source>Encore %1 is here. Open the package, or run: sudo apt install %2</source>
        <translation>Encore %1 est là. Ouvrez le paquet ou exécutez&#xa0;: sudo apt install %2</translation>
    </message>
    <message>
        <source>Encore %1 is here: %2</source>
        <translation>Encore %1 est là&#xa0;: %2</translation>
    </message>
    <message>
        <source>%1 starts the next time you open Encore.</source>
        <translation>%1 démarrera à la prochaine ouverture d’Encore.</translation>
    </message>
</context>
<context>
    <name>ValueSlider</name>
    <message>
        <source>{0}, slider</source>
        <translation>{0}, curseur</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>Lecture de son en-tête…</translation>
    </message>
    <message>
        <source>May be too large</source>
        <translation>Peut-être trop grand</translation>
    </message>
    <message>
        <source>Should fit</source>
        <translation>Devrait tenir</translation>
    </message>
    <message>
        <source>Should fit on the CPU</source>
        <translation>Devrait tenir sur le CPU</translation>
    </message>
    <message>
        <source>%1 % of the experts on the GPU</source>
        <translation>%1 % des experts sur le GPU</translation>
    </message>
    <message>
        <source>%1 % of the layers on the GPU</source>
        <translation>%1 % des couches sur le GPU</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 libres</translation>
    </message>
    <message>
        <source>%1 free on the GPU</source>
        <translation>%1 libres sur le GPU</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activations</translation>
    </message>
    <message>
        <source>Cannot be run</source>
        <translation>Incompatible</translation>
    </message>
    <message>
        <source>Context (KV cache)</source>
        <translation>Contexte (cache KV)</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>Tient avec moins de contexte</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Inconnu</translation>
    </message>
    <message>
        <source>Partly on the GPU</source>
        <translation>En partie sur le GPU</translation>
    </message>
    <message>
        <source>Runs on the CPU</source>
        <translation>Fonctionne sur le CPU</translation>
    </message>
    <message>
        <source>Runs on the GPU</source>
        <translation>Fonctionne sur le GPU</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
    </message>
    <message>
        <source>Use %1 context</source>
        <translation>Contexte de %1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>What shall we talk about?</source>
        <translation>De quoi parlons-nous&#x202f;?</translation>
    </message>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>Tout reste sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Expliquer</translation>
    </message>
    <message>
        <source>Explain how a rainbow forms, in simple words.</source>
        <translation>Expliquez avec des mots simples comment se forme un arc-en-ciel.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Écrire</translation>
    </message>
    <message>
        <source>Write a short, friendly note to thank a neighbor.</source>
        <translation>Écrivez un petit mot sympathique pour remercier un voisin.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programmer</translation>
    </message>
    <message>
        <source>Write a Python function that reverses a string.</source>
        <translation>Écrivez une fonction Python qui inverse une chaîne de caractères.</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Show the conversations</source>
        <translation>Afficher les conversations</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouveau chat</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Hide the conversations</source>
        <translation>Masquer les conversations</translation>
    </message>
    <message>
        <source>Temporary chat, never saved</source>
        <translation>Chat temporaire, jamais enregistré</translation>
    </message>
    <message>
        <source>Hide the settings</source>
        <translation>Masquer les réglages</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Joindre des fichiers</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>Rechercher dans les conversations</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Aller au chat</translation>
    </message>
    <message>
        <source>Open or close a chat beside</source>
        <translation>Ouvrir ou fermer une discussion à côté</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Joindre des fichiers…</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>Rechercher dans le chat</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Résultat suivant</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Résultat précédent</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Régénérer</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>Copier la dernière réponse</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Choisir un modèle…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>Importer un fichier GGUF…</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>Décharger le modèle</translation>
    </message>
    <message>
        <source>Reload the model</source>
        <translation>Recharger le modèle</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Affichage</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>Afficher ou masquer les conversations</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Agrandir le texte</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Réduire le texte</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Taille normale</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Clair ou sombre</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Palette de commandes…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Raccourcis clavier…</translation>
    </message>
    <message>
        <source>Version and updates</source>
        <translation>Version et mises à jour</translation>
    </message>
    <message>
        <source>Logs…</source>
        <translation>Journaux…</translation>
    </message>
    <message>
        <source>Quit Encore</source>
        <translation>Quitter Encore</translation>
    </message>
</context>
<context>
    <name>_ActionDelegate</name>
    <message>
        <source>on</source>
        <translation>activé</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désactivé</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>indisponible</translation>
    </message>
</context>
<context>
    <name>_CellDelegate</name>
    <message>
        <source>Name of the model</source>
        <translation>Nom du modèle</translation>
    </message>
</context>
<context>
    <name>_ModelDelegate</name>
    <message>
        <source>loaded</source>
        <translation>chargé</translation>
    </message>
</context>
<context>
    <name>cards</name>
    <message>
        <source>Scroll the code sideways</source>
        <translation>Faire défiler le code horizontalement</translation>
    </message>
</context>
<context>
    <name>parent</name>
    <message>
        <source>Import a model</source>
        <translation>Importer un modèle</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>Modèles (*.gguf);;Tous les fichiers (*)</translation>
    </message>
</context>
<context>
    <name>self.fold</name>
    <message>
        <source>Fold the code</source>
        <translation>Replier le code</translation>
    </message>
    <message>
        <source>Unfold the code</source>
        <translation>Déplier le code</translation>
    </message>
</context>
</TS>
