<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es">
<context>
    <name>ActionList</name>
    <message>
        <source>Search the actions</source>
        <translation>Buscar acciones</translation>
    </message>
    <message>
        <source>No action has these words.</source>
        <translation>Ninguna acción contiene esas palabras.</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Acciones</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>{0} is loaded.</source>
        <translation>{0} está cargado.</translation>
    </message>
    <message>
        <source>The comparison begins.</source>
        <translation>Empieza la comparación.</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>La respuesta está completa.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>Se detuvo la respuesta.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>La respuesta terminó antes de tiempo.</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message>
        <source>The engine is not running. Choose a model to start it.</source>
        <translation>El motor no está en marcha. Elija un modelo para iniciarlo.</translation>
    </message>
    <message>
        <source>The engine stopped before the answer was complete.</source>
        <translation>El motor se detuvo antes de completar la respuesta.</translation>
    </message>
    <message>
        <source>%1 The answer stays in this window and is saved as soon as that works.</source>
        <translation>%1 La respuesta permanece en esta ventana y se guardará en cuanto sea posible.</translation>
    </message>
</context>
<context>
    <name>AnswerSteps</name>
    <message>
        <source>Answer</source>
        <translation>Responder</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Open {0}, {1}</source>
        <translation>Abrir {0}, {1}</translation>
    </message>
    <message>
        <source>Show the text of the file</source>
        <translation>Mostrar el texto del archivo</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Quitar {0}</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Text of {0}</source>
        <translation>Texto de {0}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>This is the beginning; Copy takes all {0} characters.</source>
        <translation>Este es el comienzo; Copiar toma los {0} caracteres.</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>the first %1 %</source>
        <translation>el primer %1 %</translation>
    </message>
</context>
<context>
    <name>AttachmentsViewModel</name>
    <message>
        <source>reading…</source>
        <translation>leyendo…</translation>
    </message>
    <message numerus="yes">
        <source>A message holds up to %1 files; %n of those chosen were left out.</source>
        <translation>
            <numerusform>Un mensaje admite hasta %1 archivos; se omitió %n de los elegidos.</numerusform>
            <numerusform>Un mensaje admite hasta %1 archivos; se omitieron %n de los elegidos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Texto pegado</translation>
    </message>
    <message>
        <source>%1 is attached already.</source>
        <translation>%1 ya está adjunto.</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>The answer is complete.</source>
        <translation>La respuesta está completa.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>La respuesta terminó antes de tiempo.</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>Se descargó {0}.</translation>
    </message>
    <message>
        <source>The download of {0} stopped.</source>
        <translation>Se detuvo la descarga de {0}.</translation>
    </message>
    <message>
        <source>The comparison is complete: {0}.</source>
        <translation>La comparación ha terminado: {0}.</translation>
    </message>
</context>
<context>
    <name>BannerBar</name>
    <message>
        <source>Nothing to do</source>
        <translation>Nada que hacer</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Descartar</translation>
    </message>
</context>
<context>
    <name>BesideViewModel</name>
    <message>
        <source>Loading %1…</source>
        <translation>Cargando %1…</translation>
    </message>
    <message>
        <source>Waiting for the other answer…</source>
        <translation>Esperando la otra respuesta…</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>%1 (branch)</source>
        <translation>%1 (rama)</translation>
    </message>
    <message>
        <source>This version was deleted, with what followed it.</source>
        <translation>Se eliminó esta versión, con lo que le seguía.</translation>
    </message>
    <message>
        <source>The question was deleted, with its answer.</source>
        <translation>Se eliminó la pregunta, con su respuesta.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>Esta conversación se eliminó en otra ventana.</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>16 GB of memory, or a GPU with 12 GB</source>
        <translation>16 GB de memoria, o una GPU con 12 GB</translation>
    </message>
    <message>
        <source>16 GB of memory, or a GPU with 8 GB</source>
        <translation>16 GB de memoria, o una GPU con 8 GB</translation>
    </message>
    <message>
        <source>32 GB of memory, or a GPU with 24 GB</source>
        <translation>32 GB de memoria, o una GPU con 24 GB</translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation>4 GB de memoria</translation>
    </message>
    <message>
        <source>64 GB of memory, or a GPU with 48 GB</source>
        <translation>64 GB de memoria, o una GPU con 48 GB</translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation>8 GB de memoria</translation>
    </message>
    <message>
        <source>8 GB of memory, 16 GB is comfortable</source>
        <translation>8 GB de memoria; 16 GB es lo cómodo</translation>
    </message>
    <message>
        <source>Any computer</source>
        <translation>Cualquier equipo</translation>
    </message>
    <message>
        <source>Careful reasoning and code with a mid-range GPU.</source>
        <translation>Razonamiento cuidadoso y código con una GPU de gama media.</translation>
    </message>
    <message>
        <source>Conversation and writing on a laptop; long texts.</source>
        <translation>Conversación y escritura en un portátil; textos largos.</translation>
    </message>
    <message>
        <source>Conversation, writing and long texts; eight languages.</source>
        <translation>Conversación, escritura y textos largos; ocho idiomas.</translation>
    </message>
    <message>
        <source>Knowledge and writing close to much larger models.</source>
        <translation>Conocimiento y escritura cercanos a modelos mucho mayores.</translation>
    </message>
    <message>
        <source>Mathematics and puzzles, thinking at length before it answers.</source>
        <translation>Matemáticas y acertijos, pensando largamente antes de responder.</translation>
    </message>
    <message>
        <source>Questions that need thought, code and many languages on a good desktop.</source>
        <translation>Preguntas que exigen pensar, código y muchos idiomas en un buen equipo de sobremesa.</translation>
    </message>
    <message>
        <source>Quick, simple answers in many languages on an old or small computer.</source>
        <translation>Respuestas rápidas y sencillas en muchos idiomas en un equipo antiguo o pequeño.</translation>
    </message>
    <message>
        <source>Seeing that everything works; short answers in English, often wrong.</source>
        <translation>Para ver que todo funciona; respuestas breves en inglés, a menudo erróneas.</translation>
    </message>
    <message>
        <source>Summaries, rewriting and everyday questions in English.</source>
        <translation>Resúmenes, reescritura y preguntas cotidianas en inglés.</translation>
    </message>
    <message>
        <source>The best all-rounder for a laptop; thinks before it answers, in many languages.</source>
        <translation>El más completo para un portátil; piensa antes de responder, en muchos idiomas.</translation>
    </message>
    <message>
        <source>The largest of this list: broad knowledge and careful writing.</source>
        <translation>El mayor de esta lista: amplio conocimiento y escritura cuidada.</translation>
    </message>
    <message>
        <source>The strongest reasoning and code that one large GPU holds.</source>
        <translation>El mejor razonamiento y código que cabe en una GPU grande.</translation>
    </message>
    <message>
        <source>Writing and conversation, direct and without long thinking.</source>
        <translation>Escritura y conversación, directas y sin pensar mucho.</translation>
    </message>
    <message>
        <source>Writing, explaining and repairing code.</source>
        <translation>Escribir, explicar y reparar código.</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>The disk does not take it: it may be full. Close Encore all the same, and lose the answer?</source>
        <translation>El disco no la admite: puede estar lleno. ¿Cerrar Encore de todos modos y perder la respuesta?</translation>
    </message>
    <message>
        <source>An answer is not saved</source>
        <translation>Hay una respuesta sin guardar</translation>
    </message>
</context>
<context>
    <name>ChatPanes</name>
    <message>
        <source>Ask both</source>
        <translation>Preguntar a ambos</translation>
    </message>
    <message>
        <source>Put each question to both chats, each with its own model</source>
        <translation>Hacer cada pregunta en ambos chats, cada uno con su propio modelo</translation>
    </message>
    <message>
        <source>Close this chat beside</source>
        <translation>Cerrar el chat de al lado</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
</context>
<context>
    <name>ChatRowDelegate</name>
    <message>
        <source>Unpin</source>
        <translation>No fijar</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Renombrar (F2)</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>Eliminar (Supr)</translation>
    </message>
    <message>
        <source>Close; nothing of it is kept (Del)</source>
        <translation>Cerrar; no se conserva nada (Supr)</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Más acciones</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>Título de la conversación</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Nombre de la carpeta</translation>
    </message>
</context>
<context>
    <name>ChatSettingsButton</name>
    <message>
        <source>Own settings</source>
        <translation>Ajustes propios</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>Settings of this chat, which has some of its own</source>
        <translation>Ajustes de este chat, que tiene algunos propios</translation>
    </message>
    <message>
        <source>Settings of this chat, as in Settings</source>
        <translation>Ajustes de este chat, como en Ajustes</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Guardar como preajuste…</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>Eliminar este preajuste</translation>
    </message>
    <message>
        <source>All as in Settings</source>
        <translation>Todo como en Ajustes</translation>
    </message>
    <message>
        <source>What you set here is for this chat only, from its next answer on. Everything else is as in Settings.</source>
        <translation>Lo que se elija aquí vale solo para este chat, a partir de su próxima respuesta. Todo lo demás queda como en Ajustes.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Guardar como preajuste</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>Nombre del preajuste:</translation>
    </message>
    <message>
        <source>Delete the preset {0}? Chats keep what it set.</source>
        <translation>¿Eliminar el preajuste {0}? Los chats conservan lo que estableció.</translation>
    </message>
</context>
<context>
    <name>ChatSettingsViewModel</name>
    <message>
        <source>The loaded model</source>
        <translation>El modelo cargado</translation>
    </message>
    <message>
        <source>%1: as in Settings</source>
        <translation>%1: como en Ajustes</translation>
    </message>
</context>
<context>
    <name>ChatViewModel</name>
    <message>
        <source>A file is still being read; send it in a moment.</source>
        <translation>Todavía se está leyendo un archivo; envíe el mensaje en un momento.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>Se está escribiendo una respuesta. Deténgala o espere a que termine.</translation>
    </message>
    <message>
        <source>A comparison is being made. Stop it or wait for its end.</source>
        <translation>Se está haciendo una comparación. Deténgala o espere a que termine.</translation>
    </message>
    <message>
        <source>No model yet. Choose one from the list, or import a GGUF file.</source>
        <translation>Aún no hay ningún modelo. Elija uno de la lista o importe un archivo GGUF.</translation>
    </message>
    <message>
        <source>The oldest messages (%1) were left out to make room.</source>
        <translation>Los mensajes más antiguos (%1) se omitieron para hacer espacio.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Responder</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Deteniendo…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Comparando…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Cargando el modelo…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Respondiendo…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Pensando…</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>Leyendo el prompt…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Sin modelo</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>Iniciando las herramientas…</translation>
    </message>
    <message>
        <source>A tool waits for your permission</source>
        <translation>Una herramienta espera su permiso</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>Se está ejecutando una herramienta…</translation>
    </message>
    <message>
        <source>%1 cannot go on within an answer. Answer again, or ask it to go on.</source>
        <translation>%1 no puede continuar una respuesta. Genera otra o pídele que siga.</translation>
    </message>
    <message>
        <source>The context is full. Continue without the oldest turns?</source>
        <translation>El contexto está lleno. ¿Continuar sin los turnos más antiguos?</translation>
    </message>
    <message>
        <source>The context was full before the answer began. Try without the oldest turns?</source>
        <translation>El contexto se llenó antes de que empezara la respuesta. ¿Probar sin los turnos más antiguos?</translation>
    </message>
    <message>
        <source>The conversation no longer fits. Answer without the oldest turns?</source>
        <translation>La conversación ya no cabe. ¿Responder sin los turnos más antiguos?</translation>
    </message>
</context>
<context>
    <name>CodeCards</name>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>{0}, continued</source>
        <translation>{0}, continuación</translation>
    </message>
    <message>
        <source>{0} · {1} lines</source>
        <translation>{0} · {1} líneas</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Paleta de comandos</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>The engine is not running.</source>
        <translation>El motor no está en marcha.</translation>
    </message>
    <message>
        <source>The engine stopped during the comparison.</source>
        <translation>El motor se detuvo durante la comparación.</translation>
    </message>
    <message>
        <source>%1 against %2 recaptures</source>
        <translation>%1 frente a %2 recapturas</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>%1 más rápido</translation>
    </message>
    <message>
        <source>%1 of %1 tokens identical</source>
        <translation>%1 de %1 tokens idénticos</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>%1 más lento</translation>
    </message>
    <message>
        <source>At least two runs of each configuration are needed.</source>
        <translation>Se necesitan al menos dos ejecuciones de cada configuración.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Last measured: %1 on this model and device</source>
        <translation>Última medición: %1 con este modelo y dispositivo</translation>
    </message>
    <message>
        <source>Last measured: no measurable difference on this model and device</source>
        <translation>Última medición: sin diferencia medible con este modelo y dispositivo</translation>
    </message>
    <message>
        <source>Long context</source>
        <translation>Contexto largo</translation>
    </message>
    <message>
        <source>No measurable difference</source>
        <translation>Sin diferencia medible</translation>
    </message>
    <message>
        <source>No measurable difference: the runs vary too much</source>
        <translation>Sin diferencia medible: las ejecuciones varían demasiado</translation>
    </message>
    <message>
        <source>Too few runs to tell</source>
        <translation>Muy pocas ejecuciones para saberlo</translation>
    </message>
    <message>
        <source>With a confidence of 99 % the factor is between %1 and %2, from runs that took turns. A difference is measurable where that range excludes 1 and the factor is 1 % away from it.</source>
        <translation>Con una confianza del 99 %, el factor está entre %1 y %2, según ejecuciones alternadas. Una diferencia es medible cuando ese intervalo no incluye el 1 y el factor se aleja de él un 1 %.</translation>
    </message>
    <message>
        <source>another model: tokens are not compared</source>
        <translation>otro modelo: los tokens no se comparan</translation>
    </message>
    <message>
        <source>differs from token %1 on</source>
        <translation>difiere a partir del token %1</translation>
    </message>
    <message>
        <source>median of %1, %2</source>
        <translation>mediana de %1, %2</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>The same question is answered in each configuration, in turns, after a warm-up. Nothing is written into your chats, and the model is set as before afterwards.</source>
        <translation>La misma pregunta se responde en cada configuración, por turnos, tras un calentamiento. No se escribe nada en los chats y, al final, el modelo queda ajustado como antes.</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>La pregunta</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ejecuciones</translation>
    </message>
</context>
<context>
    <name>ComparisonViewModel</name>
    <message>
        <source>A question of your own</source>
        <translation>Una pregunta propia</translation>
    </message>
    <message>
        <source>Write a question first.</source>
        <translation>Escriba antes una pregunta.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Cargue antes un modelo.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>Se está escribiendo una respuesta. Deténgala o espere a que termine.</translation>
    </message>
    <message>
        <source>Loading the model for %1…</source>
        <translation>Cargando el modelo para %1…</translation>
    </message>
    <message>
        <source>Warming up %1…</source>
        <translation>Calentando %1…</translation>
    </message>
    <message>
        <source>Measuring %1, run %2 of %3…</source>
        <translation>Midiendo %1, ejecución %2 de %3…</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 frente a %2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>No se puede escribir %1: %2.</translation>
    </message>
    <message>
        <source>Stopped; the model is set as before.</source>
        <translation>Detenida; el modelo queda ajustado como antes.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Attach files (Ctrl+Shift+A)</source>
        <translation>Adjuntar archivos (Ctrl+Mayús+A)</translation>
    </message>
    <message>
        <source>Attach it as a file</source>
        <translation>Adjuntarlo como archivo</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Detener (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Enviar (Intro)</translation>
    </message>
    <message>
        <source>Write the next message; it is sent when the answer ends</source>
        <translation>Escriba el próximo mensaje; se enviará cuando termine la respuesta</translation>
    </message>
    <message>
        <source>Write a message, or / for a prompt</source>
        <translation>Escriba un mensaje, o / para usar un prompt</translation>
    </message>
    <message>
        <source>The pasted text has {0} characters, {1} more than the {2} that a message holds.</source>
        <translation>El texto pegado tiene {0} caracteres, {1} más que los {2} que admite un mensaje.</translation>
    </message>
    <message>
        <source>With the {0} characters pasted, the message would be {1} longer than the {2} that it may hold.</source>
        <translation>Con los {0} caracteres pegados, el mensaje superaría en {1} los {2} que admite.</translation>
    </message>
    <message>
        <source>That is a picture, which no model here can see; describe it in words.</source>
        <translation>Eso es una imagen, y ningún modelo de aquí puede verla; descríbala con palabras.</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
</context>
<context>
    <name>ConfigurationGrid</name>
    <message>
        <source>Add a configuration</source>
        <translation>Añadir una configuración</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Reiniciar</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Remove configuration {0}</source>
        <translation>Quitar la configuración {0}</translation>
    </message>
</context>
<context>
    <name>ConfigurationTable</name>
    <message>
        <source>%1 answers elsewhere. Choose a model of this computer to compare.</source>
        <translation>%1 responde desde otro lugar. Elija un modelo de este equipo para comparar.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Cargue antes un modelo.</translation>
    </message>
    <message>
        <source>%1 and %2 are the same. Change a setting in one of them.</source>
        <translation>%1 y %2 son iguales. Cambie un ajuste en una de ellas.</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1: activado</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1: desactivado</translation>
    </message>
</context>
<context>
    <name>ContextEditor</name>
    <message>
        <source>Context length in tokens</source>
        <translation>Longitud del contexto en tokens</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used</source>
        <translation>Contexto usado</translation>
    </message>
</context>
<context>
    <name>ConversationListModel</name>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>Se eliminó «{0}».</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were deleted.</source>
        <translation>
            <numerusform>Se eliminó %n chat.</numerusform>
            <numerusform>Se eliminaron %n chats.</numerusform>
        </translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>Chat temporal</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>fijado</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporal</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>CopyCodeButton</name>
    <message>
        <source>Copy code</source>
        <translation>Copiar código</translation>
    </message>
</context>
<context>
    <name>CostLine</name>
    <message>
        <source>Cut to fit</source>
        <translation>Recortar</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Recargar</translation>
    </message>
    <message>
        <source>Cut {0} so that it fits</source>
        <translation>Recortar {0} para que quepa</translation>
    </message>
    <message>
        <source>Reload with {0} context (+{1})</source>
        <translation>Recargar con {0} (+{1})</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>a month of another year</comment>
        <translation>MMMM &apos;de&apos; yyyy</translation>
    </message>
</context>
<context>
    <name>Discover</name>
    <message>
        <source>%1 downloads a month</source>
        <translation>%1 descargas al mes</translation>
    </message>
    <message>
        <source>%1 likes</source>
        <translation>%1 me gusta</translation>
    </message>
    <message>
        <source>Press Enter to open it</source>
        <translation>Pulse Intro para abrirlo</translation>
    </message>
    <message>
        <source>Terms to accept</source>
        <translation>Condiciones por aceptar</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>de %1</translation>
    </message>
    <message>
        <source>license %1</source>
        <translation>licencia %1</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>actualizado %1</translation>
    </message>
</context>
<context>
    <name>DiscoverTab</name>
    <message>
        <source>Search Hugging Face, or paste a model&apos;s name or address</source>
        <translation>Busque en Hugging Face o pegue el nombre o la dirección de un modelo</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>Buscar modelos en Hugging Face</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mostrar más</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>Orden de los resultados</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>Buenos modelos para empezar</translation>
    </message>
    <message>
        <source>On Hugging Face</source>
        <translation>En Hugging Face</translation>
    </message>
</context>
<context>
    <name>DiscoverViewModel</name>
    <message>
        <source>Most downloaded</source>
        <translation>Más descargados</translation>
    </message>
    <message>
        <source>Most liked</source>
        <translation>Con más me gusta</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Más recientes</translation>
    </message>
    <message>
        <source>Searching Hugging Face…</source>
        <translation>Buscando en Hugging Face…</translation>
    </message>
    <message>
        <source>No GGUF model on Hugging Face matches “%1”; try fewer or other words.</source>
        <translation>Ningún modelo GGUF de Hugging Face coincide con «%1»; pruebe con menos palabras o con otras.</translation>
    </message>
</context>
<context>
    <name>DownloadRowWidget</name>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Chatear</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Go on with {0}</source>
        <translation>Seguir con {0}</translation>
    </message>
    <message>
        <source>Pause {0}</source>
        <translation>Pausar {0}</translation>
    </message>
    <message>
        <source>Try {0} again</source>
        <translation>Reintentar {0}</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>Chatear con {0}</translation>
    </message>
    <message>
        <source>Cancel {0}</source>
        <translation>Cancelar {0}</translation>
    </message>
    <message>
        <source>Move {0} up</source>
        <translation>Subir {0}</translation>
    </message>
    <message>
        <source>Cancel {0}? What has been downloaded of it is deleted.</source>
        <translation>¿Cancelar {0}? Se eliminará lo que ya se haya descargado.</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>Cancelar la descarga</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>%1 · checking that it is whole</source>
        <translation>%1 · comprobando que esté íntegro</translation>
    </message>
    <message>
        <source>%1 · downloaded and checked</source>
        <translation>%1 · descargado y comprobado</translation>
    </message>
    <message>
        <source>%1 · paused</source>
        <translation>%1 · en pausa</translation>
    </message>
    <message>
        <source>%1 · stopped</source>
        <translation>%1 · detenido</translation>
    </message>
    <message>
        <source>%1 · waits its turn</source>
        <translation>%1 · espera su turno</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>conectando</translation>
    </message>
</context>
<context>
    <name>DownloadsTab</name>
    <message>
        <source>Clear finished</source>
        <translation>Quitar terminadas</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Models you choose under Discover arrive here.</source>
        <translation>No se está descargando nada. Los modelos que se elijan en Descubrir llegarán aquí.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Buscar un modelo</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source>Download limit in megabytes per second</source>
        <translation>Límite de descarga en megabytes por segundo</translation>
    </message>
    <message>
        <source>The most that all downloads together take of the line</source>
        <translation>Lo máximo que ocupan de la conexión todas las descargas juntas</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Límite</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>No hay nada en curso.</translation>
    </message>
</context>
<context>
    <name>DownloadsViewModel</name>
    <message>
        <source>1 download</source>
        <translation>1 descarga</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 descargas</translation>
    </message>
</context>
<context>
    <name>DraftCost</name>
    <message>
        <source>%1 of %2 after this</source>
        <translation>%1 de %2 después de esto</translation>
    </message>
    <message>
        <source>%1 of %2 are used</source>
        <translation>%1 de %2 en uso</translation>
    </message>
    <message>
        <source>With the chat before it the message has %1 tokens; %2 fit.</source>
        <translation>Con el chat que lo precede, el mensaje tiene %1 tokens; caben %2.</translation>
    </message>
    <message>
        <source>%3 has %1 tokens, of which %2 fit in the context.</source>
        <translation>%3 tiene %1 tokens, de los que caben %2 en el contexto.</translation>
    </message>
</context>
<context>
    <name>Drafter</name>
    <message>
        <source>Draft model</source>
        <translation>Modelo especulativo</translation>
    </message>
    <message>
        <source>Prediction head</source>
        <translation>Cabeza de predicción</translation>
    </message>
    <message>
        <source>Gemma 4 assistant</source>
        <translation>Asistente de Gemma 4</translation>
    </message>
</context>
<context>
    <name>DrafterOffers</name>
    <message>
        <source>Getting %1…</source>
        <translation>Obteniendo %1…</translation>
    </message>
    <message>
        <source>Get %1 to draft for it</source>
        <translation>Obtener %1 para especular con él</translation>
    </message>
</context>
<context>
    <name>Drafters</name>
    <message>
        <source>%1 (cannot draft for the loaded model)</source>
        <translation>%1 (no puede especular para el modelo cargado)</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Drop to import %1</source>
        <translation>Soltar para importar %1</translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation>Soltar para adjuntar %1</translation>
    </message>
    <message>
        <source>Drop to insert the text</source>
        <translation>Soltar para insertar el texto</translation>
    </message>
    <message>
        <source>Pictures cannot be attached</source>
        <translation>No se pueden adjuntar imágenes</translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>Soltar para adjuntar %n archivo</numerusform>
            <numerusform>Soltar para adjuntar %n archivos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EffectLine</name>
    <message>
        <source>Prove it</source>
        <translation>Comprobarlo</translation>
    </message>
    <message>
        <source>Prove it: {0}</source>
        <translation>Comprobarlo: {0}</translation>
    </message>
    <message>
        <source>Measure it on and off, on this model and device</source>
        <translation>Medirlo activado y desactivado, con este modelo y dispositivo</translation>
    </message>
</context>
<context>
    <name>EndpointDialog</name>
    <message>
        <source>Add an engine</source>
        <translation>Añadir un motor</translation>
    </message>
    <message>
        <source>Change an engine</source>
        <translation>Cambiar un motor</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Guardada; escriba para reemplazarla</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>Solo si la pide</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>Olvidar la clave</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Otro servidor</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible interface. Encore asks it for its models when the list of models is opened, and for answers when you chat with one of them.</source>
        <translation>Cualquier servidor con una interfaz compatible con OpenAI. Encore le pide sus modelos al abrir la lista de modelos, y respuestas cuando conversas con uno de ellos.</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Preguntando…</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>Change %1</source>
        <translation>Cambiar %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Quitar %1</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>The engine of this model is no longer in the settings: choose another model.</source>
        <translation>El motor de este modelo ya no está en los ajustes: elija otro modelo.</translation>
    </message>
    <message>
        <source>%1 answers conversations only.</source>
        <translation>%1 solo responde a conversaciones.</translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2: check its address and your network.</source>
        <translation>No se puede llegar a %1 en %2: compruebe la dirección y la red.</translation>
    </message>
    <message>
        <source>%1 does not accept the key: enter the right one in Settings, Model.</source>
        <translation>%1 no acepta la clave: introduzca la correcta en Ajustes, Modelo.</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: is it switched on, and reachable?</source>
        <translation>%1 no responde en %2: ¿está encendido y accesible?</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: start it there, or correct its address.</source>
        <translation>%1 no responde en %2: inícialo allí o corrige la dirección.</translation>
    </message>
    <message>
        <source>%1 does not have this model any more: choose another in the list of models.</source>
        <translation>%1 ya no tiene este modelo: elija otro en la lista de modelos.</translation>
    </message>
    <message>
        <source>%1 does not take these settings and answers without them: %2.</source>
        <translation>%1 no admite estos ajustes y responde sin ellos: %2.</translation>
    </message>
    <message>
        <source>%1 ended the answer with its content filter: ask in other words.</source>
        <translation>El filtro de contenido de %1 terminó la respuesta: pregunta con otras palabras.</translation>
    </message>
    <message>
        <source>%1 ended the connection before the answer was complete: ask again.</source>
        <translation>%1 cerró la conexión antes de completar la respuesta: pregunta otra vez.</translation>
    </message>
    <message>
        <source>%1 failed with error %3: ask again, or look at its log.</source>
        <translation>%1 falló con el error %3: pregunte otra vez o mire su registro.</translation>
    </message>
    <message>
        <source>%1 has too much to do, or your quota there is used up: wait.</source>
        <translation>%1 está saturado o su cuota allí se ha agotado: espere.</translation>
    </message>
    <message>
        <source>%1 has too much to do: ask again in %3 s.</source>
        <translation>%1 está saturado: pregunta otra vez en %3 s.</translation>
    </message>
    <message>
        <source>%1 is not found: check its address, %2, and your network.</source>
        <translation>No se encuentra %1: compruebe la dirección, %2, y la red.</translation>
    </message>
    <message>
        <source>%1 is still loading the model: ask again in a moment.</source>
        <translation>%1 aún está cargando el modelo: pregunta de nuevo en un momento.</translation>
    </message>
    <message>
        <source>%1 refuses the request with error %3: look at its log.</source>
        <translation>%1 rechaza la petición con el error %3: mire su registro.</translation>
    </message>
    <message>
        <source>%1 refuses the request: %3</source>
        <translation>%1 rechaza la petición: %3</translation>
    </message>
    <message>
        <source>%1 reports an error without saying which: look at its log.</source>
        <translation>%1 comunica un error sin decir cuál: mire su registro.</translation>
    </message>
    <message>
        <source>%1 reports: %3</source>
        <translation>%1 comunica: %3</translation>
    </message>
    <message>
        <source>%1 sends us to %3, which is not followed: if that is right, enter it as the address.</source>
        <translation>%1 remite a %3 y no se sigue: si es correcto, introdúcelo como dirección.</translation>
    </message>
    <message>
        <source>%1 sent something that is no part of an answer: ask again, or look at its log.</source>
        <translation>%1 envió algo que no es parte de una respuesta: pregunte otra vez o mire su registro.</translation>
    </message>
    <message>
        <source>%1 takes too long to answer: look at what it is doing.</source>
        <translation>%1 tarda demasiado en responder: mire qué está haciendo.</translation>
    </message>
    <message>
        <source>%1 wants a key: enter it in Settings, Model.</source>
        <translation>%1 pide una clave: introdúzcala en Ajustes, Modelo.</translation>
    </message>
    <message>
        <source>%2 is no OpenAI-compatible server: the address of %1 may end in /v1.</source>
        <translation>%2 no es un servidor compatible con OpenAI: la dirección de %1 quizá termine en /v1.</translation>
    </message>
    <message>
        <source>Give the engine a name, as it is to be called in the list.</source>
        <translation>Da un nombre al motor, tal como se llamará en la lista.</translation>
    </message>
    <message>
        <source>No encrypted connection to %1 came about: if it has none, let its address begin with http://.</source>
        <translation>No se logró una conexión cifrada con %1: si no la tiene, haga que su dirección empiece por http://.</translation>
    </message>
    <message>
        <source>No keyring works here, so the key is in %1, which only you can read.</source>
        <translation>Aquí no funciona ningún llavero, así que la clave está en %1, que solo usted puede leer.</translation>
    </message>
    <message>
        <source>That is no address: enter one like http://127.0.0.1:8080.</source>
        <translation>Eso no es una dirección: introduzca una como http://127.0.0.1:8080.</translation>
    </message>
    <message>
        <source>That is no key: a key has no spaces and no accented letters.</source>
        <translation>Eso no es una clave: una clave no tiene espacios ni letras acentuadas.</translation>
    </message>
    <message>
        <source>The address may have no password and no parameters: the key has its own field.</source>
        <translation>La dirección no puede llevar contraseña ni parámetros: la clave tiene su propio campo.</translation>
    </message>
    <message>
        <source>The answer of %1 could not be read: ask again, or look at the log.</source>
        <translation>No se pudo leer la respuesta de %1: pregunte otra vez o mire el registro.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted on this computer: have it installed, or use an address whose certificate is trusted.</source>
        <translation>Este equipo no confía en el certificado de %1: instálelo o use una dirección con un certificado de confianza.</translation>
    </message>
    <message>
        <source>The conversation is longer than %1 can take: begin a new chat, or shorten it.</source>
        <translation>La conversación es más larga de lo que admite %1: empieza otro chat o acórtala.</translation>
    </message>
    <message>
        <source>The key could not be kept in %1: check the disk.</source>
        <translation>No se pudo guardar la clave en %1: compruebe el disco.</translation>
    </message>
    <message>
        <source>The list of engines could not be saved to %1: check the disk.</source>
        <translation>No se pudo guardar la lista de motores en %1: compruebe el disco.</translation>
    </message>
    <message>
        <source>There are too many engines elsewhere: remove one.</source>
        <translation>Hay demasiados motores en otros lugares: quite uno.</translation>
    </message>
    <message>
        <source>What answers at %2 is no OpenAI-compatible server: check the address of %1.</source>
        <translation>Lo que responde en %2 no es un servidor compatible con OpenAI: compruebe la dirección de %1.</translation>
    </message>
</context>
<context>
    <name>EndpointsSection</name>
    <message>
        <source>Servers whose models you can chat with here: llama.cpp, vLLM, Ollama, LM Studio, another Encore, or a service with the same interface.</source>
        <translation>Servidores con cuyos modelos puede conversar aquí: llama.cpp, vLLM, Ollama, LM Studio, otro Encore o un servicio con la misma interfaz.</translation>
    </message>
    <message>
        <source>Add an engine…</source>
        <translation>Añadir un motor…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>¿Quitar %1?</translation>
    </message>
    <message>
        <source>Its address and its key are forgotten. Conversations stay.</source>
        <translation>Se olvidan su dirección y su clave. Las conversaciones se quedan.</translation>
    </message>
</context>
<context>
    <name>EndpointsViewModel</name>
    <message>
        <source>Key and conversations travel unencrypted to this address.</source>
        <translation>La clave y las conversaciones viajan sin cifrar a esta dirección.</translation>
    </message>
    <message>
        <source>Conversations travel unencrypted to this address.</source>
        <translation>Las conversaciones viajan sin cifrar a esta dirección.</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>El servidor</translation>
    </message>
    <message>
        <source>%1 answers, but has no models: load one there.</source>
        <translation>%1 responde, pero no tiene modelos: cargue uno allí.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2.</source>
        <translation>%1 responde. Sus modelos: %2.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2 and %3 more.</source>
        <translation>%1 responde. Sus modelos: %2 y %3 más.</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The engine stopped three times within a minute and was not restarted. Choose a model to try again.</source>
        <translation>El motor se detuvo tres veces en un minuto y no se reinició. Elija un modelo para intentarlo de nuevo.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly. It was restarted; you can go on.</source>
        <translation>El motor se detuvo de forma inesperada. Se ha reiniciado y se puede continuar.</translation>
    </message>
    <message>
        <source>The engine that would look into the file is not running; try again.</source>
        <translation>El motor que debe examinar el archivo no está en marcha; inténtelo de nuevo.</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Choose another build</source>
        <translation>Elegir otra compilación</translation>
    </message>
    <message>
        <source>Install from a folder or a mirror</source>
        <translation>Instalar desde una carpeta o un espejo</translation>
    </message>
    <message>
        <source>Encore may look for updates of itself</source>
        <translation>Encore puede buscar sus propias actualizaciones</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Este equipo</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>It asks once a day, tells nothing about you, and installs nothing unasked.</source>
        <translation>Pregunta una vez al día, no revela nada sobre quien lo usa y no instala nada sin permiso.</translation>
    </message>
    <message>
        <source>One more step: the engine</source>
        <translation>Un paso más: el motor</translation>
    </message>
    <message>
        <source>This version of Encore needs other libraries than those that are installed. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>Esta versión de Encore necesita otras bibliotecas que las instaladas. Se descargan una sola vez. Mientras tanto se pueden buscar y descargar modelos.</translation>
    </message>
    <message>
        <source>Models run on libraries that must fit this computer. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>Los modelos funcionan con bibliotecas que deben ser adecuadas para este equipo. Se descargan una sola vez. Mientras tanto se pueden buscar y descargar modelos.</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>El motor</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>En uso: %1</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>Examinando este equipo…</translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Change…</source>
        <translation>Cambiar…</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparar</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Quitar…</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Volver</translation>
    </message>
    <message>
        <source>Remove the engine&apos;s libraries?</source>
        <translation>¿Quitar las bibliotecas del motor?</translation>
    </message>
    <message>
        <source>No model can answer until they are installed again. Models and conversations stay.</source>
        <translation>Ningún modelo podrá responder hasta que se instalen de nuevo. Los modelos y las conversaciones se conservan.</translation>
    </message>
    <message>
        <source>Encore runs from a checkout: the engine uses the environment&apos;s libraries.</source>
        <translation>Encore se ejecuta desde una copia de trabajo: el motor usa las bibliotecas del entorno.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed.</source>
        <translation>Las bibliotecas del motor no están instaladas.</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>Antes: %1</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Instalar…</translation>
    </message>
</context>
<context>
    <name>EngineSentences</name>
    <message>
        <source>%1 cannot be divided after %2 of its %3 layers; choose another number of layers for the processor, or auto.</source>
        <translation>%1 no se puede dividir tras %2 de sus %3 capas; elija otro número de capas para el procesador, o auto.</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the path and the disk.</source>
        <translation>No se puede leer %1 (%2); revise la ruta y el disco.</translation>
    </message>
    <message>
        <source>%1 cannot draft for this model, because only %2 of their %3 tokens agree; choose a smaller model of the same family.</source>
        <translation>%1 no puede redactar borradores para este modelo, porque solo coinciden %2 de sus %3 tokens; elija un modelo más pequeño de la misma familia.</translation>
    </message>
    <message>
        <source>%1 cannot draft here: it reads what the GPU has of a model, but the processor computes the first layers of this one; choose ngram, or let the GPU read those layers from main memory.</source>
        <translation>%1 no puede redactar borradores aquí: lee lo que la GPU tiene de un modelo, pero el procesador calcula las primeras capas de este; elija ngram o deje que la GPU lea esas capas de la memoria principal.</translation>
    </message>
    <message>
        <source>%1 claims to be a GGUF of version %2, which is not known; download it again, or update this app.</source>
        <translation>%1 dice ser un GGUF de la versión %2, que no se conoce; descárguelo de nuevo o actualice esta aplicación.</translation>
    </message>
    <message>
        <source>%1 describes a model of impossible shape: %2; download it again or choose another file.</source>
        <translation>%1 describe un modelo de forma imposible: %2; descárguelo de nuevo o elija otro archivo.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory, so %2 GiB of it are read from main memory, more slowly.</source>
        <translation>%1 no cabe en la memoria de la GPU, así que %2 GiB se leen de la memoria principal, más despacio.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; %3 GiB are read from main memory when they are needed.</source>
        <translation>%1 no cabe en la memoria de la GPU: el %2 % de sus expertos está allí, los más usados; %3 GiB se leen de la memoria principal cuando hacen falta.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes %3 GiB of the others, and the GPU reads %4 GiB from main memory when they are needed.</source>
        <translation>%1 no cabe en la memoria de la GPU: el %2 % de sus expertos está allí, los más usados; de los demás, el procesador calcula %3 GiB y la GPU lee %4 GiB de la memoria principal cuando hacen falta.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes the others, %3 GiB.</source>
        <translation>%1 no cabe en la memoria de la GPU: el %2 % de sus expertos está allí, los más usados; el procesador calcula los demás, %3 GiB.</translation>
    </message>
    <message>
        <source>%1 failed unexpectedly; %2.</source>
        <translation>%1: error inesperado; %2.</translation>
    </message>
    <message>
        <source>%1 has %2 layers and reads %3 of its model, which is not supported yet; choose another drafter.</source>
        <translation>%1 tiene %2 capas y lee %3 de su modelo, lo que aún no se admite; elija otro modelo de borradores.</translation>
    </message>
    <message>
        <source>%1 has a tokenizer of %2 words, but embeddings of only %3; download it again or choose another file.</source>
        <translation>%1 tiene un tokenizador de %2 palabras, pero embeddings de solo %3; descárguelo de nuevo o elija otro archivo.</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, of which %3 are rotated; that shape is not supported yet.</source>
        <translation>%1 tiene cabezas de %2 elementos, de los que se rotan %3; esa forma aún no se admite.</translation>
    </message>
    <message>
        <source>%1 has keys and values of different sizes; that is not supported yet.</source>
        <translation>%1 tiene claves y valores de distinto tamaño; eso aún no se admite.</translation>
    </message>
    <message>
        <source>%1 has no prediction head that can draft; choose ngram or a smaller model of the same family.</source>
        <translation>%1 no tiene una cabeza de predicción que pueda redactar borradores; elija ngram o un modelo más pequeño de la misma familia.</translation>
    </message>
    <message>
        <source>%1 has no table of embeddings; the file is incomplete, download it again.</source>
        <translation>%1 no tiene tabla de embeddings; el archivo está incompleto, descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; the file is incomplete, download it again.</source>
        <translation>%1 no tiene el tensor %2; el archivo está incompleto, descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 has no tokenizer; choose a file that holds the complete model.</source>
        <translation>%1 no tiene tokenizador; elija un archivo con el modelo completo.</translation>
    </message>
    <message>
        <source>%1 has recurrent heads of %2 elements; that shape is not supported yet.</source>
        <translation>%1 tiene cabezas recurrentes de %2 elementos; esa forma aún no se admite.</translation>
    </message>
    <message>
        <source>%1 has tensors that its architecture should not have, such as %2; this variant is not supported yet.</source>
        <translation>%1 tiene tensores que su arquitectura no debería tener, como %2; esta variante aún no se admite.</translation>
    </message>
    <message>
        <source>%1 holds no weights, only a vocabulary; choose a complete model file.</source>
        <translation>%1 no contiene pesos, solo un vocabulario; elija un archivo de modelo completo.</translation>
    </message>
    <message>
        <source>%1 is a GGUF of version 1, which is out of use; choose a newer file of the model.</source>
        <translation>%1 es un GGUF de la versión 1, que ya no se usa; elija un archivo más reciente del modelo.</translation>
    </message>
    <message>
        <source>%1 is a big-endian GGUF, which is not supported; choose a little-endian one.</source>
        <translation>%1 es un GGUF big-endian, que no se admite; elija uno little-endian.</translation>
    </message>
    <message>
        <source>%1 is a drafter in the layout %2, which is not supported; choose one that was converted with llama.cpp.</source>
        <translation>%1 es un modelo de borradores con la disposición %2, que no se admite; elija uno convertido con llama.cpp.</translation>
    </message>
    <message>
        <source>%1 is a drafter of the kind %2, which is not supported yet; choose a DFlash drafter.</source>
        <translation>%1 es un modelo de borradores del tipo %2, que aún no se admite; elija uno DFlash.</translation>
    </message>
    <message>
        <source>%1 is a folder; choose the .gguf file inside it.</source>
        <translation>%1 es una carpeta; elija el archivo .gguf que contiene.</translation>
    </message>
    <message>
        <source>%1 is a granite model without rotary embedding, which is not supported yet.</source>
        <translation>%1 es un modelo granite sin embedding rotatorio, que aún no se admite.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: %2 reaches %3 bytes past the end of the file; download it again.</source>
        <translation>%1 está cortado o dañado: %2 sobrepasa en %3 bytes el final del archivo; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: it ends inside %2; download it again.</source>
        <translation>%1 está cortado o dañado: termina dentro de %2; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is damaged or incomplete: %2; download it again or choose another file.</source>
        <translation>%1 está dañado o incompleto: %2; descárguelo de nuevo o elija otro archivo.</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; download it again or choose another file.</source>
        <translation>%1 está dañado: %2; descárguelo de nuevo o elija otro archivo.</translation>
    </message>
    <message>
        <source>%1 is damaged: an earlier part has its tensor %2 too; download the model again.</source>
        <translation>%1 está dañado: una parte anterior también tiene el tensor %2; descargue el modelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is damaged: it claims to be part %2 of %3, counted from 0; download it again.</source>
        <translation>%1 está dañado: dice ser la parte %2 de %3, contando desde 0; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is damaged: its general.alignment (%2) is not a power of two; download it again or choose another file.</source>
        <translation>%1 está dañado: su general.alignment (%2) no es una potencia de dos; descárguelo de nuevo o elija otro archivo.</translation>
    </message>
    <message>
        <source>%1 is damaged: tensor %2 is %3 where %4 is expected; download it again.</source>
        <translation>%1 está dañado: el tensor %2 es %3 donde se espera %4; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is empty; download it again.</source>
        <translation>%1 está vacío; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is missing: this model has %2 parts, all in one folder; download that part.</source>
        <translation>Falta %1: este modelo tiene %2 partes, todas en una carpeta; descargue esa parte.</translation>
    </message>
    <message>
        <source>%1 is not a GGUF model file, whatever its name says; choose a model in GGUF format.</source>
        <translation>%1 no es un archivo de modelo GGUF, diga lo que diga su nombre; elija un modelo en formato GGUF.</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 no es una lista</translation>
    </message>
    <message>
        <source>%1 is not a regular file; choose a .gguf file.</source>
        <translation>%1 no es un archivo normal; elija un archivo .gguf.</translation>
    </message>
    <message>
        <source>%1 is not part %2 of %3 of the model that its name says; download it again.</source>
        <translation>%1 no es la parte %2 de %3 del modelo que dice su nombre; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 está desactivado</translation>
    </message>
    <message>
        <source>%1 is one of %2 parts of a model, so its name must end in -00001-of-%3.gguf (with its own number); rename it as it was downloaded.</source>
        <translation>%1 es una de las %2 partes de un modelo, así que su nombre debe acabar en -00001-of-%3.gguf (con su propio número); devuélvale el nombre con que se descargó.</translation>
    </message>
    <message>
        <source>%1 keeps its context memory in %2 bits a value, so that it fits.</source>
        <translation>%1 guarda su memoria de contexto en %2 bits por valor para que quepa.</translation>
    </message>
    <message>
        <source>%1 keeps the first %2 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>%1 guarda los primeros %2 tokens de su contexto en la memoria de la GPU; lo que sigue se lee de la memoria principal, más despacio.</translation>
    </message>
    <message>
        <source>%1 may not be read; change its permissions or copy it to your models folder.</source>
        <translation>No se permite leer %1; cambie sus permisos o cópielo a su carpeta de modelos.</translation>
    </message>
    <message>
        <source>%1 needs %2 GiB of %3 with a context of %4 tokens (%5 GiB of it weights), but %6 GiB are free; %7.</source>
        <translation>%1 necesita %2 GiB de %3 con un contexto de %4 tokens (%5 GiB son pesos), pero hay %6 GiB libres; %7.</translation>
    </message>
    <message>
        <source>%1 needs more %2 than is free; %3.</source>
        <translation>%1: se necesita más %2 de la que hay libre; %3.</translation>
    </message>
    <message>
        <source>%1 needs more memory than there is. %2</source>
        <translation>%1: se necesita más memoria de la que hay. %2</translation>
    </message>
    <message>
        <source>%1 overlaps another tensor</source>
        <translation>%1 se solapa con otro tensor</translation>
    </message>
    <message>
        <source>%1 runs on the CPU, more slowly: with a context of %2 tokens it needs %3 GiB of GPU memory, and %4 GiB are free.</source>
        <translation>%1 se ejecuta en la CPU, más despacio: con un contexto de %2 tokens necesita %3 GiB de memoria de GPU, y hay %4 GiB libres.</translation>
    </message>
    <message>
        <source>%1 says the model has %2 tensors, but its parts hold %3; download the model again.</source>
        <translation>%1 dice que el modelo tiene %2 tensores, pero sus partes contienen %3; descargue el modelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 scales its values, which is not supported yet; choose another drafter.</source>
        <translation>%1 escala sus valores, lo que aún no se admite; elija otro modelo de borradores.</translation>
    </message>
    <message>
        <source>%1 stores %2 as %3, which is not supported.</source>
        <translation>%1 guarda %2 como %3, que no se admite.</translation>
    </message>
    <message>
        <source>%1 stores %2 as tensor type %3, which is not known; choose a file with another quantization, or update this app.</source>
        <translation>%1 guarda %2 como tipo de tensor %3, que no se conoce; elija un archivo con otra cuantización o actualice esta aplicación.</translation>
    </message>
    <message>
        <source>%1 stores the tensor %2 as %3, which is not supported yet; choose another quantization of this model, such as Q4_K_M or Q8_0.</source>
        <translation>%1 guarda el tensor %2 como %3, que aún no se admite; elija otra cuantización de este modelo, como Q4_K_M o Q8_0.</translation>
    </message>
    <message>
        <source>%1 stretches its context with %2 scaling, which is not supported yet; choose another model.</source>
        <translation>%1 amplía su contexto con el escalado %2, que aún no se admite; elija otro modelo.</translation>
    </message>
    <message>
        <source>%1 took far more memory than the %2 GiB that the model should need, so it was ended; the file may be damaged: download it again or choose another model.</source>
        <translation>%1: ocupó mucha más memoria que los %2 GiB que el modelo debería necesitar, por lo que se interrumpió; el archivo puede estar dañado: descárguelo de nuevo o elija otro modelo.</translation>
    </message>
    <message>
        <source>%1: %2 and %3 are off</source>
        <translation>%1: %2 y %3 están desactivados</translation>
    </message>
    <message>
        <source>%1: %2 is off</source>
        <translation>%1: %2 está desactivado</translation>
    </message>
    <message>
        <source>%1; drop the oldest turns, or load the model with a larger context.</source>
        <translation>%1; quite los turnos más antiguos o cargue el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>%1; shorten it, or load the model with a larger context.</source>
        <translation>%1; acórtelo o cargue el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>A context of %1 tokens is more than the %2 this model was made for; choose a smaller context.</source>
        <translation>Un contexto de %1 tokens supera los %2 para los que se hizo este modelo; elija un contexto menor.</translation>
    </message>
    <message>
        <source>Changing the settings</source>
        <translation>Cambio de la configuración</translation>
    </message>
    <message>
        <source>Choose a smaller context.</source>
        <translation>Elija un contexto menor.</translation>
    </message>
    <message>
        <source>Choose a smaller model or context.</source>
        <translation>Elija un modelo o un contexto menor.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>Cierre otros programas.</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>memoria de GPU</translation>
    </message>
    <message>
        <source>Inspecting %1</source>
        <translation>Inspección de %1</translation>
    </message>
    <message>
        <source>It does not fit: %1; %2.</source>
        <translation>No cabe: %1; %2.</translation>
    </message>
    <message>
        <source>It fits on the CPU: %1.</source>
        <translation>Cabe en la CPU: %1.</translation>
    </message>
    <message>
        <source>It fits on the GPU: %1.</source>
        <translation>Cabe en la GPU: %1.</translation>
    </message>
    <message>
        <source>It has no chat template, so it continues text rather than answers.</source>
        <translation>No tiene plantilla de chat, así que continúa el texto en vez de responder.</translation>
    </message>
    <message>
        <source>It is too large for the GPU, but fits on the CPU, more slowly: %1.</source>
        <translation>Es demasiado grande para la GPU, pero cabe en la CPU, más despacio: %1.</translation>
    </message>
    <message>
        <source>It keeps the first %1 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>Los primeros %1 tokens del contexto están en la memoria de la GPU; lo que sigue se lee de la memoria principal, más despacio.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, at about %2 tok/s: %3.</source>
        <translation>Se ejecuta en la GPU con %1 en la memoria principal, a unos %2 tok/s: %3.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, more slowly: %2.</source>
        <translation>Se ejecuta en la GPU con %1 en la memoria principal, más despacio: %2.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory, at about %3 tok/s: %4.</source>
        <translation>Se ejecuta con el %1 % de sus expertos en la GPU y %2 en la memoria principal, a unos %3 tok/s: %4.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory: %3.</source>
        <translation>Se ejecuta con el %1 % de sus expertos en la GPU y %2 en la memoria principal: %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor, at about %2 tok/s: %3.</source>
        <translation>Se ejecuta con el %1 % de sus capas en la GPU y las demás en el procesador, a unos %2 tok/s: %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor: %2.</source>
        <translation>Se ejecuta con el %1 % de sus capas en la GPU y las demás en el procesador: %2.</translation>
    </message>
    <message>
        <source>It was made for a context of %1 tokens at most.</source>
        <translation>Se hizo para un contexto de %1 tokens como máximo.</translation>
    </message>
    <message>
        <source>Its context memory takes %1 bits a value, so that it fits.</source>
        <translation>Su memoria de contexto usa %1 bits por valor para que quepa.</translation>
    </message>
    <message>
        <source>Kernels for %1 cannot be compiled here (%2); install a C compiler and Triton, or choose the device cpu.</source>
        <translation>Aquí no se pueden compilar núcleos para %1 (%2); instale un compilador de C y Triton o elija el dispositivo cpu.</translation>
    </message>
    <message>
        <source>Keys and values cannot be %1 in this model: its heads have %2 elements, which are not whole blocks of %3; choose the type f16, bf16 or f32.</source>
        <translation>Las claves y los valores no pueden ser %1 en este modelo: sus cabezas tienen %2 elementos, que no son bloques enteros de %3; elija el tipo f16, bf16 o f32.</translation>
    </message>
    <message>
        <source>Landlock cannot be used: %1</source>
        <translation>no se puede usar Landlock: %1</translation>
    </message>
    <message>
        <source>Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU</source>
        <translation>donde se compilan núcleos para una GPU se necesita Landlock de Linux 5.19 o posterior</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>Carga de %1</translation>
    </message>
    <message>
        <source>Models of architecture %1 are not supported yet; supported are: %2.</source>
        <translation>Los modelos de arquitectura %1 aún no se admiten; se admiten: %2.</translation>
    </message>
    <message>
        <source>Models of architecture %1 only draft tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>Los modelos de arquitectura %1 solo redactan borradores para otro modelo; cargue ese y elija este archivo como fuente de borradores.</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver does not start (%1), so the model cannot run on %2; restart the computer, or choose the device cpu.</source>
        <translation>El controlador de NVIDIA no arranca (%1), así que el modelo no puede ejecutarse en %2; reinicie el equipo o elija el dispositivo cpu.</translation>
    </message>
    <message>
        <source>No model is loaded; choose one first.</source>
        <translation>No hay ningún modelo cargado; elija uno primero.</translation>
    </message>
    <message>
        <source>Only an answer to a question can be continued.</source>
        <translation>Solo se puede continuar una respuesta a una pregunta.</translation>
    </message>
    <message>
        <source>Replaying steps failed, so they are launched one by one until the model is loaded again; the answer is the same, only slower.</source>
        <translation>La reproducción de los pasos falló, así que se lanzan uno a uno hasta que se cargue de nuevo el modelo; la respuesta es la misma, solo más lenta.</translation>
    </message>
    <message>
        <source>That leaves little memory for other programs.</source>
        <translation>Eso deja poca memoria para otros programas.</translation>
    </message>
    <message>
        <source>The GPU failed, so the engine has to start again; try once more, and run the model on the CPU if it happens again.</source>
        <translation>La GPU falló, así que el motor tiene que arrancar de nuevo; inténtelo otra vez y use la CPU si vuelve a ocurrir.</translation>
    </message>
    <message>
        <source>The GPU is not used, because NVIDIA&apos;s driver does not start (%1); restart the computer.</source>
        <translation>No se usa la GPU, porque el controlador de NVIDIA no arranca (%1); reinicie el equipo.</translation>
    </message>
    <message>
        <source>The GPU is not used, because its kernels cannot be compiled here: %1.</source>
        <translation>No se usa la GPU, porque aquí no se pueden compilar sus núcleos: %1.</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>La respuesta</translation>
    </message>
    <message>
        <source>The answer cannot be given the form that was asked for (%1); change its schema.</source>
        <translation>No se puede dar a la respuesta la forma solicitada (%1); cambie su esquema.</translation>
    </message>
    <message>
        <source>The conversation is too long to be made into a prompt; start a new one or shorten it.</source>
        <translation>La conversación es demasiado larga para convertirla en un prompt; empiece otra o acórtela.</translation>
    </message>
    <message>
        <source>The device chosen is not there; choose the device auto or cpu.</source>
        <translation>El dispositivo elegido no está; elija el dispositivo auto o cpu.</translation>
    </message>
    <message>
        <source>The drafter %1 stretches its context, which is not supported yet; choose another.</source>
        <translation>El modelo de borradores %1 amplía su contexto, lo que aún no se admite; elija otro.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for a model with another vocabulary; choose the one that was made for this model.</source>
        <translation>El modelo de borradores de %1 se hizo para un modelo con otro vocabulario; elija el que se hizo para este modelo.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for another model; choose the one that was made for this model.</source>
        <translation>El modelo de borradores de %1 se hizo para otro modelo; elija el que se hizo para este modelo.</translation>
    </message>
    <message>
        <source>The drafter in the folder %1 cannot be read (%2); download it again.</source>
        <translation>No se puede leer el modelo de borradores de la carpeta %1 (%2); descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>The engine could not be started: %1: %2.</source>
        <translation>No se pudo iniciar el motor: %1: %2.</translation>
    </message>
    <message>
        <source>The engine sent a message that cannot be read: %1.</source>
        <translation>El motor envió un mensaje que no se puede leer: %1.</translation>
    </message>
    <message>
        <source>The engine stopped while it was starting; its log says why.</source>
        <translation>El motor se detuvo al iniciarse; su registro dice por qué.</translation>
    </message>
    <message>
        <source>The form that was asked for is not a JSON schema; correct it.</source>
        <translation>La forma solicitada no es un esquema JSON; corríjala.</translation>
    </message>
    <message>
        <source>The form that was asked for is too complex to be followed; simplify its schema.</source>
        <translation>La forma solicitada es demasiado compleja para seguirla; simplifique su esquema.</translation>
    </message>
    <message>
        <source>The message is empty; write something first.</source>
        <translation>El mensaje está vacío; escriba algo primero.</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite, so no token can be chosen. The model file may be damaged: download it again or choose another one.</source>
        <translation>El modelo produjo números que no son finitos, así que no se puede elegir ningún token. El archivo del modelo puede estar dañado: descárguelo de nuevo o elija otro.</translation>
    </message>
    <message>
        <source>The parameters of the tool %1 are not a JSON schema; correct them.</source>
        <translation>Los parámetros de la herramienta %1 no son un esquema JSON; corríjalos.</translation>
    </message>
    <message>
        <source>The prediction head in %1 belongs to another model; choose the one that was made with this model.</source>
        <translation>La cabeza de predicción de %1 pertenece a otro modelo; elija la que se hizo con este modelo.</translation>
    </message>
    <message>
        <source>The prediction head in %1 only drafts tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>La cabeza de predicción de %1 solo redacta borradores para otro modelo; cargue ese y elija este archivo como fuente de borradores.</translation>
    </message>
    <message>
        <source>The processor computes %1 of the %2 layers of %3, more slowly than the GPU would; %4 GiB are in main memory.</source>
        <translation>El procesador calcula %1 de las %2 capas de %3, más despacio que la GPU; %4 GiB están en la memoria principal.</translation>
    </message>
    <message>
        <source>The processor&apos;s part of the model has failed; load the model again.</source>
        <translation>La parte del modelo que calcula el procesador ha fallado; vuelva a cargar el modelo.</translation>
    </message>
    <message>
        <source>The prompt is %1 tokens long, but the context holds %2</source>
        <translation>El prompt tiene %1 tokens, pero en el contexto caben %2</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>El prompt está vacío; escriba algo primero.</translation>
    </message>
    <message>
        <source>The request cannot be carried out: %1.</source>
        <translation>No se puede llevar a cabo la petición: %1.</translation>
    </message>
    <message>
        <source>The text holds a broken character; remove it and try again.</source>
        <translation>El texto contiene un carácter roto; quítelo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The text is too long to be sent; the limit is %1 MiB.</source>
        <translation>El texto es demasiado largo para enviarlo; el límite es %1 MiB.</translation>
    </message>
    <message>
        <source>The text of %1 characters is far longer than the context of %2 tokens; shorten it.</source>
        <translation>El texto de %1 caracteres es mucho más largo que el contexto de %2 tokens; acórtelo.</translation>
    </message>
    <message>
        <source>The tokenizer in this model file has no merges, so it cannot be used; get the file again or choose another one.</source>
        <translation>El tokenizador de este archivo de modelo no tiene fusiones, así que no se puede usar; obtenga el archivo de nuevo o elija otro.</translation>
    </message>
    <message>
        <source>There is no CUDA device here, so the model cannot run on %1; choose the device auto or cpu.</source>
        <translation>Aquí no hay ningún dispositivo CUDA, así que el modelo no puede ejecutarse en %1; elija el dispositivo auto o cpu.</translation>
    </message>
    <message>
        <source>There is no device %1 here: this computer&apos;s last one is cuda:%2.</source>
        <translation>Aquí no hay ningún dispositivo %1: el último de este equipo es cuda:%2.</translation>
    </message>
    <message>
        <source>There is no file %1; check the path or download the model.</source>
        <translation>No existe el archivo %1; revise la ruta o descargue el modelo.</translation>
    </message>
    <message>
        <source>There is no room for a draft after position %1; load the model with a larger context.</source>
        <translation>No hay sitio para un borrador tras la posición %1; cargue el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>This model has no chat template, %1.</source>
        <translation>Este modelo no tiene plantilla de chat, %1.</translation>
    </message>
    <message>
        <source>This model uses a tokenizer of the type %1, which Encore does not support yet; choose a model with a byte-level BPE or SentencePiece tokenizer.</source>
        <translation>Este modelo usa un tokenizador del tipo %1, que Encore aún no admite; elija un modelo con un tokenizador BPE de bytes o SentencePiece.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not accept this conversation, so ChatML was used for it; answers may be worse for it.</source>
        <translation>La plantilla de chat de este modelo no acepta esta conversación, así que se usó ChatML; las respuestas pueden empeorar por ello.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not work, %1.</source>
        <translation>La plantilla de chat de este modelo no funciona, %1.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template leaves your last message out of the prompt, so the model does not see it; get another file of this model, or choose another one.</source>
        <translation>La plantilla de chat de este modelo deja su último mensaje fuera del prompt, así que el modelo no lo ve; consiga otro archivo de este modelo o elija otro.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template takes more time or memory than any prompt needs, %1.</source>
        <translation>La plantilla de chat de este modelo consume más tiempo o memoria de lo que necesita cualquier prompt, %1.</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer %1; a general one is used, and answers may be worse for it.</source>
        <translation>El tokenizador de este modelo %1; se usa uno general, y las respuestas pueden empeorar por ello.</translation>
    </message>
    <message>
        <source>Unloading the model</source>
        <translation>Descarga del modelo de la memoria</translation>
    </message>
    <message>
        <source>Whether it fits is not known: %1</source>
        <translation>No se sabe si cabe: %1</translation>
    </message>
    <message>
        <source>a context of %1 tokens would fit</source>
        <translation>un contexto de %1 tokens cabría</translation>
    </message>
    <message>
        <source>asks for the pre-tokenizer %1, which is not known</source>
        <translation>pide el pretokenizador %1, que no se conoce</translation>
    </message>
    <message>
        <source>capturing steps</source>
        <translation>capturando los pasos</translation>
    </message>
    <message>
        <source>choose a smaller context</source>
        <translation>elija un contexto menor</translation>
    </message>
    <message>
        <source>choose a smaller context or run it on the CPU</source>
        <translation>elija un contexto menor o use la CPU</translation>
    </message>
    <message>
        <source>choose a smaller quantization or a smaller model</source>
        <translation>elija una cuantización o un modelo menor</translation>
    </message>
    <message>
        <source>close other programs or choose a smaller model</source>
        <translation>cierre otros programas o elija un modelo más pequeño</translation>
    </message>
    <message>
        <source>close other programs, or choose a smaller quantization or a smaller model</source>
        <translation>cierre otros programas o elija una cuantización o un modelo menor</translation>
    </message>
    <message>
        <source>fixed verify width (fixed_verify)</source>
        <translation>ancho de verificación fijo (fixed_verify)</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than any model has</source>
        <translation>dice tener %1 %2, más que ningún modelo</translation>
    </message>
    <message>
        <source>it claims %1 bytes for %2, more than any model has</source>
        <translation>dice tener %1 bytes para %2, más que ningún modelo</translation>
    </message>
    <message>
        <source>it claims %1 entries in %2, more than any model has</source>
        <translation>dice tener %1 entradas en %2, más que ningún modelo</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>le falta %1</translation>
    </message>
    <message>
        <source>it needs %1 of GPU memory with a context of %2 tokens, and %3 are free</source>
        <translation>necesita %1 de memoria de GPU con un contexto de %2 tokens, y hay %3 libres</translation>
    </message>
    <message>
        <source>it needs %1 of memory with a context of %2 tokens, and %3 are free</source>
        <translation>necesita %1 de memoria con un contexto de %2 tokens, y hay %3 libres</translation>
    </message>
    <message>
        <source>its %1 is %2, not between %3 and %4</source>
        <translation>su %1 es %2, no entre %3 y %4</translation>
    </message>
    <message>
        <source>its compute capability is %1, and they need 8.0</source>
        <translation>su capacidad de cómputo es %1, y se necesita 8.0</translation>
    </message>
    <message>
        <source>its vocabulary is empty</source>
        <translation>su vocabulario está vacío</translation>
    </message>
    <message>
        <source>load the model with a smaller context or run it on the CPU, and ask again</source>
        <translation>cargue el modelo con un contexto menor o use la CPU, y pregunte de nuevo</translation>
    </message>
    <message>
        <source>load the model with a smaller context, and ask again</source>
        <translation>cargue el modelo con un contexto menor y pregunte de nuevo</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>memoria</translation>
    </message>
    <message>
        <source>names none</source>
        <translation>no nombra ningún pretokenizador</translation>
    </message>
    <message>
        <source>only Linux has limits that a program can set itself</source>
        <translation>solo Linux tiene límites que un programa pueda ponerse a sí mismo</translation>
    </message>
    <message>
        <source>padded context (kvpad)</source>
        <translation>contexto con relleno (kvpad)</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>prellenado, %1</translation>
    </message>
    <message>
        <source>preparing kernels</source>
        <translation>preparando los núcleos</translation>
    </message>
    <message>
        <source>reading the tokenizer</source>
        <translation>leyendo el tokenizador</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>leyendo los pesos</translation>
    </message>
    <message>
        <source>see the log at %1</source>
        <translation>vea el registro en %1</translation>
    </message>
    <message>
        <source>so ChatML is used; if answers are poor, get another file of this model</source>
        <translation>así que se usa ChatML; si las respuestas son malas, consiga otro archivo de este modelo</translation>
    </message>
    <message>
        <source>span %1</source>
        <translation>tramo %1</translation>
    </message>
    <message>
        <source>span %1 → %2</source>
        <translation>tramo %1 → %2</translation>
    </message>
    <message>
        <source>span %1 → %2, width %3 → %4</source>
        <translation>tramo %1 → %2, ancho %3 → %4</translation>
    </message>
    <message>
        <source>span %1, width %2</source>
        <translation>tramo %1, ancho %2</translation>
    </message>
    <message>
        <source>starting the device</source>
        <translation>iniciando el dispositivo</translation>
    </message>
    <message>
        <source>system calls cannot be filtered: %1</source>
        <translation>no se pueden filtrar las llamadas al sistema: %1</translation>
    </message>
    <message>
        <source>the engine&apos;s log says more</source>
        <translation>el registro del motor dice más</translation>
    </message>
    <message>
        <source>the kernel refuses: %1</source>
        <translation>el núcleo lo rechaza: %1</translation>
    </message>
    <message>
        <source>the key %1 is there twice</source>
        <translation>la clave %1 aparece dos veces</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>el tensor %1</translation>
    </message>
    <message>
        <source>the tensor %1 is there twice</source>
        <translation>el tensor %1 aparece dos veces</translation>
    </message>
    <message>
        <source>the value of %1</source>
        <translation>el valor de %1</translation>
    </message>
    <message>
        <source>this kernel has no Landlock, or was started without it</source>
        <translation>este núcleo no tiene Landlock o arrancó sin él</translation>
    </message>
    <message>
        <source>trying the chat template</source>
        <translation>probando la plantilla de chat</translation>
    </message>
    <message>
        <source>verify %1</source>
        <translation>verificación, %1</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>ancho %1</translation>
    </message>
    <message>
        <source>width %1 → %2</source>
        <translation>ancho %1 → %2</translation>
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
        <translation>La exportación está en %1.</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>Se importó 1 chat.</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were imported.</source>
        <translation>
            <numerusform>Se importó %n chat.</numerusform>
            <numerusform>Se importaron %n chats.</numerusform>
        </translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>No se importó ningún chat.</translation>
    </message>
    <message>
        <source>Already here: %1.</source>
        <translation>Ya presentes: %1.</translation>
    </message>
    <message>
        <source>Left out, as they could not be read: %1.</source>
        <translation>Omitidos por no poder leerse: %1.</translation>
    </message>
    <message>
        <source>A chat was deleted while it was exported.</source>
        <translation>Se eliminó un chat mientras se exportaba.</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Markdown files in a zip</source>
        <translation>Archivos Markdown en un zip</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Import chats of Encore, ChatGPT, LM Studio, Jan or Open WebUI</source>
        <translation>Importar chats de Encore, ChatGPT, LM Studio, Jan u Open WebUI</translation>
    </message>
    <message>
        <source>Exported chats</source>
        <translation>Chats exportados</translation>
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
        <translation>Página web</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>Buscar en este chat</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>Resultado anterior (Mayús+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>Resultado siguiente (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Cerrar (Esc)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Sin resultados</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} de {1}</translation>
    </message>
</context>
<context>
    <name>Fits</name>
    <message>
        <source>Fits</source>
        <translation>Cabe</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>Cabe con menos contexto</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of GPU memory that are free.</source>
        <translation>Según su tamaño: unos %1 de los %2 libres de memoria de la GPU.</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of memory that are free.</source>
        <translation>Según su tamaño: unos %1 de los %2 libres de memoria.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Demasiado grande</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>Abrir la carpeta de modelos</translation>
    </message>
    <message>
        <source>Move the models folder…</source>
        <translation>Mover la carpeta de modelos…</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>Vigilar una carpeta…</translation>
    </message>
    <message>
        <source>Stop watching {0}</source>
        <translation>Dejar de vigilar {0}</translation>
    </message>
    <message>
        <source>Where shall the models be kept?</source>
        <translation>¿Dónde se guardarán los modelos?</translation>
    </message>
    <message>
        <source>Which folder has models?</source>
        <translation>¿Qué carpeta contiene modelos?</translation>
    </message>
</context>
<context>
    <name>FolderMove</name>
    <message>
        <source>The variable %1 says where models are kept; change it instead.</source>
        <translation>La variable %1 indica dónde se guardan los modelos; cámbiela en su lugar.</translation>
    </message>
    <message>
        <source>Moving the models to %1…</source>
        <translation>Moviendo los modelos a %1…</translation>
    </message>
    <message>
        <source>The models are in %1 now.</source>
        <translation>Los modelos están ahora en %1.</translation>
    </message>
    <message>
        <source>What is new or in use stayed where it was: %1.</source>
        <translation>Lo nuevo o en uso se quedó donde estaba: %1.</translation>
    </message>
</context>
<context>
    <name>Footnote</name>
    <message>
        <source>What made this answer</source>
        <translation>Cómo se hizo esta respuesta</translation>
    </message>
    <message>
        <source>Shows what made this answer</source>
        <translation>Muestra cómo se hizo esta respuesta</translation>
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
        <translation>1 recaptura</translation>
    </message>
    <message numerus="yes">
        <source>%n recaptures</source>
        <translation>
            <numerusform>%n recaptura</numerusform>
            <numerusform>%n recapturas</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 token</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 parámetros</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>quedan %1 s</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>quedan %1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>quedan %1 h %2 min</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>contexto %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 de %2 (%3 %)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Pensando…</translation>
    </message>
    <message>
        <source>Stopped while thinking</source>
        <translation>Detenido mientras pensaba</translation>
    </message>
    <message>
        <source>Stopped after thinking for %1</source>
        <translation>Detenido después de pensar durante %1</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>Pensó durante %1</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>falló</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>interrumpida</translation>
    </message>
    <message>
        <source>%1 as fast by drafting</source>
        <translation>%1 más rápido con especulación</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1: desactivado</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>%1 tokens por paso</translation>
    </message>
    <message>
        <source>%1, %2 faster</source>
        <translation>%1, %2 más rápida</translation>
    </message>
    <message>
        <source>%1, %2 slower</source>
        <translation>%1, %2 más lenta</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>Aceptados por posición</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>Respondido por</translation>
    </message>
    <message>
        <source>Compared with versions</source>
        <translation>Frente a otras versiones</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>Especulación</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>Especulativos aceptados</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Final</translation>
    </message>
    <message>
        <source>Fingerprint of the tokens</source>
        <translation>Huella de los tokens</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Primer token</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>Ganancia por especulación</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>Recapturas</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>Tokens del prompt</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens por paso</translation>
    </message>
    <message>
        <source>drafts %1</source>
        <translation>especulativos %1</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>editada a mano</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivado</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activado</translation>
    </message>
    <message>
        <source>same answer as %1/%2</source>
        <translation>misma respuesta que %1/%2</translation>
    </message>
    <message>
        <source>stopped at the longest answer allowed</source>
        <translation>detenida en la respuesta más larga permitida</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>detenida a mano</translation>
    </message>
    <message>
        <source>stopped: the context is full</source>
        <translation>detenida: el contexto está lleno</translation>
    </message>
    <message>
        <source>stopped: the model was switched or loaded again</source>
        <translation>detenida: se cambió o se recargó el modelo</translation>
    </message>
</context>
<context>
    <name>GateBox</name>
    <message>
        <source>Access token (hf_…)</source>
        <translation>Token de acceso (hf_…)</translation>
    </message>
    <message>
        <source>Access token of Hugging Face</source>
        <translation>Token de acceso de Hugging Face</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Abrir su página</translation>
    </message>
    <message>
        <source>Use this token</source>
        <translation>Usar este token</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message>
        <source>Earlier comparisons</source>
        <translation>Comparaciones anteriores</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>Quitar del historial</translation>
    </message>
</context>
<context>
    <name>ImportMenu</name>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Use a file where it is…</source>
        <translation>Usar un archivo donde está…</translation>
    </message>
    <message>
        <source>Nothing is copied; the file must stay where it is.</source>
        <translation>No se copia nada; el archivo debe permanecer donde está.</translation>
    </message>
    <message>
        <source>Link a file into the models folder…</source>
        <translation>Enlazar un archivo en la carpeta de modelos…</translation>
    </message>
    <message>
        <source>Takes no room; only on the same disk.</source>
        <translation>No ocupa espacio; solo en el mismo disco.</translation>
    </message>
    <message>
        <source>Copy a file into the models folder…</source>
        <translation>Copiar un archivo a la carpeta de modelos…</translation>
    </message>
    <message>
        <source>The other file can be deleted afterwards.</source>
        <translation>El otro archivo se puede eliminar después.</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Hugging Face cache</source>
        <translation>Caché de Hugging Face</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>Carpeta de modelos</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>Donde estaba</translation>
    </message>
    <message>
        <source>Your folder</source>
        <translation>Carpeta propia</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Models %1</source>
        <translation>Modelos %1</translation>
    </message>
    <message>
        <source>unfinished downloads %1</source>
        <translation>descargas sin terminar %1</translation>
    </message>
    <message>
        <source>used where they are %1</source>
        <translation>usados donde están %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 de %2 libres</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>Comprobando %1…</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>Importing %1…</source>
        <translation>Importando %1…</translation>
    </message>
    <message>
        <source>%1 is among your models now.</source>
        <translation>%1 ya está entre los modelos.</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>Quitando %1…</translation>
    </message>
    <message>
        <source>%1 is in the trash.</source>
        <translation>%1 está en la papelera.</translation>
    </message>
    <message>
        <source>%1 was taken off the list; its file stays.</source>
        <translation>%1 se quitó de la lista; su archivo se conserva.</translation>
    </message>
    <message>
        <source>Bringing back %1…</source>
        <translation>Recuperando %1…</translation>
    </message>
    <message>
        <source>%1 is back.</source>
        <translation>%1 está de vuelta.</translation>
    </message>
    <message>
        <source>One thing at a time: wait until this is done: %1</source>
        <translation>Una cosa a la vez: espere a que termine esto: %1</translation>
    </message>
    <message>
        <source>is sound; its checksum was recorded for the next time</source>
        <translation>está en buen estado; su suma de comprobación quedó registrada para la próxima vez</translation>
    </message>
    <message>
        <source>is the file that its cache says it is</source>
        <translation>es el archivo que su caché dice que es</translation>
    </message>
    <message>
        <source>is the file that the Hub has</source>
        <translation>es el archivo que tiene el Hub</translation>
    </message>
    <message>
        <source>is the file that the catalogue names</source>
        <translation>es el archivo que indica el catálogo</translation>
    </message>
    <message>
        <source>is unchanged since it was first verified</source>
        <translation>no ha cambiado desde que se verificó por primera vez</translation>
    </message>
</context>
<context>
    <name>LibraryViewModel</name>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Arquitectura</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Último uso</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Ubicación</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nunca</translation>
    </message>
</context>
<context>
    <name>LoadDialog</name>
    <message>
        <source>Load a model</source>
        <translation>Cargar un modelo</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>Memoria del contexto</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>Fuente de especulación</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Set as defaults</source>
        <translation>Usar por defecto</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>Memoria de la GPU</translation>
    </message>
    <message>
        <source>The most that the model takes of the GPU; the rest is read from main memory.</source>
        <translation>Lo máximo que el modelo ocupa en la GPU; el resto se lee de la memoria principal.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>{0} (cannot draft for it)</source>
        <translation>{0} (no puede especular para este modelo)</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nada que hacer</translation>
    </message>
    <message>
        <source>These values are this model&apos;s own; all others follow the settings.</source>
        <translation>Estos valores son propios de este modelo; todos los demás siguen los ajustes.</translation>
    </message>
    <message>
        <source>All values are those of the settings.</source>
        <translation>Todos los valores son los de los ajustes.</translation>
    </message>
</context>
<context>
    <name>LoadOptions</name>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>Leyendo su cabecera…</translation>
    </message>
</context>
<context>
    <name>LoadedFileWatch</name>
    <message>
        <source>The file of %1 is gone. It works until it is unloaded.</source>
        <translation>El archivo de %1 ya no existe. El modelo funcionará hasta que se libere.</translation>
    </message>
    <message>
        <source>The file of %1 was changed.</source>
        <translation>El archivo de %1 ha cambiado.</translation>
    </message>
    <message>
        <source>Load it again</source>
        <translation>Cargarlo de nuevo</translation>
    </message>
</context>
<context>
    <name>LogsDialog</name>
    <message>
        <source>Logs</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Nivel</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>Origen</translation>
    </message>
    <message>
        <source>Search the logs</source>
        <translation>Buscar en los registros</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Guardar un informe…</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Todos los niveles</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Advertencias y errores</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Errores</translation>
    </message>
    <message>
        <source>Window and engine</source>
        <translation>Ventana y motor</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Lines of the logs</source>
        <translation>Líneas de los registros</translation>
    </message>
    <message>
        <source>The lines shown, without names and secrets</source>
        <translation>Las líneas mostradas, sin nombres ni secretos</translation>
    </message>
    <message>
        <source>{0} of the latest {1} lines</source>
        <translation>{0} de las últimas {1} líneas</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Your data</source>
        <translation>Sus datos</translation>
    </message>
    <message>
        <source>Engines elsewhere</source>
        <translation>Motores en otros lugares</translation>
    </message>
    <message>
        <source>The engine is not installed yet, so no model can answer.</source>
        <translation>El motor aún no está instalado, así que ningún modelo puede responder.</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Instalar…</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>Se descargó {0}.</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Chatear</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Continue this answer</source>
        <translation>Continuar esta respuesta</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Más acciones</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>No mientras se genera una respuesta</translation>
    </message>
    <message>
        <source>Answer again with another model…</source>
        <translation>Regenerar con otro modelo…</translation>
    </message>
    <message>
        <source>Branch into a new chat</source>
        <translation>Bifurcar en un chat nuevo</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
</context>
<context>
    <name>MessageBody</name>
    <message>
        <source>Shown as plain text: this part is too large to format</source>
        <translation>Se muestra como texto sin formato: esta parte es demasiado grande para formatearla</translation>
    </message>
</context>
<context>
    <name>MessageCard</name>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>The answer is on its way</source>
        <translation>La respuesta está en camino</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Su mensaje</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Answered by {0}</source>
        <translation>Respuesta de {0}</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Edit the answer</source>
        <translation>Editar la respuesta</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Editar su mensaje</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>Guardar y continuar</translation>
    </message>
    <message>
        <source>The model goes on from the end of your text</source>
        <translation>El modelo sigue desde el final del texto</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>Versión anterior</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Versión siguiente</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Copiar mensaje</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Regenerar</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>Editar y reenviar</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>Versión {0} de {1}</translation>
    </message>
    <message>
        <source>Edit this answer</source>
        <translation>Editar esta respuesta</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>No mientras se genera una respuesta</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message>
        <source>Drafting pauses: checking drafts takes longer than they save.</source>
        <translation>La especulación está en pausa: verificar los tokens especulativos lleva más tiempo del que ahorran.</translation>
    </message>
    <message>
        <source>Drafting pauses: the draft model would have to read the chat first, which takes longer than it saves.</source>
        <translation>La especulación está en pausa: el modelo especulativo tendría que leer primero el chat, lo que lleva más tiempo del que ahorra.</translation>
    </message>
    <message>
        <source>No drafts: nothing repeats so far.</source>
        <translation>Sin tokens especulativos: hasta ahora nada se repite.</translation>
    </message>
    <message>
        <source>%1 answers; its steps are not known here</source>
        <translation>%1 responde; aquí no se conocen sus pasos</translation>
    </message>
    <message>
        <source>No answer yet</source>
        <translation>Aún no hay respuesta</translation>
    </message>
    <message>
        <source>Every step is replayed</source>
        <translation>Todos los pasos se reproducen</translation>
    </message>
    <message>
        <source>Some steps are not replayed</source>
        <translation>Algunos pasos no se reproducen</translation>
    </message>
    <message>
        <source>Replay failed and is off</source>
        <translation>La reproducción falló y está desactivada</translation>
    </message>
</context>
<context>
    <name>MeterDetails</name>
    <message>
        <source>Recaptures</source>
        <translation>Recapturas</translation>
    </message>
    <message>
        <source>Steps that had to be captured again</source>
        <translation>Pasos que hubo que capturar de nuevo</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>Tokens en el contexto, de su capacidad</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>Especulativos aceptados</translation>
    </message>
    <message>
        <source>Drafted tokens that were right</source>
        <translation>Tokens especulativos que eran correctos</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens por paso</translation>
    </message>
    <message>
        <source>Tokens that each step gives while drafting</source>
        <translation>Tokens que da cada paso durante la especulación</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>Ganancia por especulación</translation>
    </message>
    <message>
        <source>How many times as fast as without drafts</source>
        <translation>Cuántas veces más rápido que sin especulación</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>Aceptados por posición</translation>
    </message>
    <message>
        <source>How often the first, second, third … draft of a step was right</source>
        <translation>Con qué frecuencia acertó el primer, segundo, tercer… token especulativo de un paso</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>Reproducciones</translation>
    </message>
    <message>
        <source>Captured steps that were replayed</source>
        <translation>Pasos capturados que se reprodujeron</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Primer token</translation>
    </message>
    <message>
        <source>Time until the first token</source>
        <translation>Tiempo hasta el primer token</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Speed of reading the prompt</source>
        <translation>Velocidad de lectura del prompt</translation>
    </message>
    <message>
        <source>Experts on the GPU</source>
        <translation>Expertos en la GPU</translation>
    </message>
    <message>
        <source>How many of the model&apos;s experts are in the GPU&apos;s memory</source>
        <translation>Cuántos expertos del modelo están en la memoria de la GPU</translation>
    </message>
    <message>
        <source>Expert hits</source>
        <translation>Aciertos de expertos</translation>
    </message>
    <message>
        <source>How often an expert that was needed was in the GPU&apos;s memory</source>
        <translation>Con qué frecuencia un experto necesario estaba en la memoria de la GPU</translation>
    </message>
    <message>
        <source>Over the bus</source>
        <translation>Por el bus</translation>
    </message>
    <message>
        <source>What the GPU read of the other experts from main memory</source>
        <translation>Lo que la GPU leyó de los demás expertos en la memoria principal</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>Capturas</translation>
    </message>
    <message>
        <source>Steps captured ahead of need</source>
        <translation>Pasos capturados antes de necesitarse</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Directos</translation>
    </message>
    <message>
        <source>Steps run without replay</source>
        <translation>Pasos ejecutados sin reproducción</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Memory used by the model</source>
        <translation>Memoria que usa el modelo</translation>
    </message>
    <message>
        <source>whole answer {0}</source>
        <translation>respuesta completa {0}</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>aún no hay respuesta</translation>
    </message>
    <message>
        <source>Last recapture: {0}</source>
        <translation>Última recaptura: {0}</translation>
    </message>
</context>
<context>
    <name>MeterStrip</name>
    <message>
        <source>Replay meter</source>
        <translation>Medidor de reproducción</translation>
    </message>
    <message>
        <source>Show all numbers</source>
        <translation>Mostrar todas las cifras</translation>
    </message>
    <message>
        <source>Show one line</source>
        <translation>Mostrar una línea</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>Tokens en el contexto, de su capacidad</translation>
    </message>
    <message>
        <source>Speed now: {0}</source>
        <translation>Velocidad actual: {0}</translation>
    </message>
    <message>
        <source>Context used: {0}</source>
        <translation>Contexto usado: {0}</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>there</source>
        <translation>incluida</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>En el disco</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Drafts as</source>
        <translation>Tipo de borrador</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Arquitectura</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Plantilla de chat</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>not stated in the file</source>
        <translation>no consta en el archivo</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Último uso</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nunca</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Procedencia</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>Valores propios</translation>
    </message>
    <message>
        <source>Get it (%1)</source>
        <translation>Obtener (%1)</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Consultando Hugging Face…</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>Está entre las descargas.</translation>
    </message>
    <message>
        <source>It is the file that Hugging Face has now.</source>
        <translation>Es el archivo que Hugging Face tiene ahora.</translation>
    </message>
    <message>
        <source>Hugging Face has a newer file of this name.</source>
        <translation>Hugging Face tiene un archivo más reciente con este nombre.</translation>
    </message>
</context>
<context>
    <name>ModelDetailsPanel</name>
    <message>
        <source>Look for a newer file</source>
        <translation>Buscar un archivo más reciente</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nada que hacer</translation>
    </message>
</context>
<context>
    <name>ModelOffer</name>
    <message>
        <source>This chat is set to %1, which is not loaded.</source>
        <translation>Este chat usa %1, que no está cargado.</translation>
    </message>
    <message>
        <source>Load it</source>
        <translation>Cargarlo</translation>
    </message>
    <message>
        <source>This chat is set to %1, which is no longer there.</source>
        <translation>Este chat usa %1, que ya no existe.</translation>
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
        <translation>Elegir un modelo</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modelo: {0}</translation>
    </message>
</context>
<context>
    <name>ModelPickerViewModel</name>
    <message>
        <source>No model yet. Import a GGUF file, or put one into %1.</source>
        <translation>Aún no hay ningún modelo. Importe un archivo GGUF o coloque uno en %1.</translation>
    </message>
    <message>
        <source>%1 was unloaded; %2 of memory are free again.</source>
        <translation>Se liberó %1; vuelven a estar libres %2 de memoria.</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>Obteniendo el modelo inicial</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Search your models</source>
        <translation>Buscar en los modelos</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>Opciones de carga…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Liberar</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>Más modelos…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>Importar un archivo GGUF…</translation>
    </message>
    <message>
        <source>No model of yours has these words.</source>
        <translation>Ningún modelo propio contiene esas palabras.</translation>
    </message>
    <message>
        <source>Free the memory of the loaded model (Ctrl+U)</source>
        <translation>Liberar la memoria del modelo cargado (Ctrl+U)</translation>
    </message>
</context>
<context>
    <name>ModelSearch</name>
    <message>
        <source>loaded</source>
        <translation>cargado</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Models on this machine</source>
        <translation>Modelos en este equipo</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Filas</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Columnas</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Back to the chat (Esc)</source>
        <translation>Volver al chat (Esc)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Descargas</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>Descubrir</translation>
    </message>
    <message>
        <source>My models</source>
        <translation>Mis modelos</translation>
    </message>
</context>
<context>
    <name>MyModelsTab</name>
    <message>
        <source>Chat with it</source>
        <translation>Chatear</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>Opciones de carga…</translation>
    </message>
    <message>
        <source>Check that the file is whole</source>
        <translation>Comprobar que el archivo esté íntegro</translation>
    </message>
    <message>
        <source>Show the file in the file manager</source>
        <translation>Mostrar el archivo en el gestor de archivos</translation>
    </message>
    <message>
        <source>Move the model to the trash (Del)</source>
        <translation>Mover el modelo a la papelera (Supr)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>How full the disk is</source>
        <translation>Ocupación del disco</translation>
    </message>
    <message>
        <source>There is no model on this machine yet. Find one, or drop a .gguf file here.</source>
        <translation>Aún no hay ningún modelo en este equipo. Busque uno o suelte aquí un archivo .gguf.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Buscar un modelo</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>Mover a la papelera</translation>
    </message>
    <message>
        <source>It belongs to another program or folder; remove it there</source>
        <translation>Pertenece a otro programa o carpeta; quítelo allí</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>Comprobar el archivo</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Mostrar en el gestor de archivos</translation>
    </message>
    <message>
        <source>Unload (Ctrl+U)</source>
        <translation>Liberar (Ctrl+U)</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renombrar…</translation>
    </message>
</context>
<context>
    <name>NoModelPage</name>
    <message>
        <source>A model is needed first</source>
        <translation>Primero se necesita un modelo</translation>
    </message>
    <message>
        <source>Download the starter model (about 100 MB)</source>
        <translation>Descargar el modelo inicial (unos 100 MB)</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Find a model…</source>
        <translation>Buscar un modelo…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>Importar un archivo GGUF…</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>Abrir la carpeta de modelos</translation>
    </message>
    <message>
        <source>Or drop a .gguf file anywhere here.</source>
        <translation>O suelte un archivo .gguf en cualquier parte.</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Installed</source>
        <translation>Instalado</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Chatear</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Getting…</source>
        <translation>Obteniendo…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>Get %1</source>
        <translation>Obtener %1</translation>
    </message>
    <message>
        <source>None of its files can be recommended; open it and choose one.</source>
        <translation>Ninguno de sus archivos es recomendable; ábralo y elija uno.</translation>
    </message>
    <message>
        <source>The Hub did not say how large it is.</source>
        <translation>El Hub no indicó su tamaño.</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Desconocido</translation>
    </message>
    <message>
        <source>The usual %1 does not fit.</source>
        <translation>El %1 habitual no cabe.</translation>
    </message>
    <message>
        <source>%1 has no file that can be recommended; open it and choose one.</source>
        <translation>%1 no tiene ningún archivo recomendable; ábralo y elija uno.</translation>
    </message>
</context>
<context>
    <name>OptionEditor</name>
    <message>
        <source>Takes effect when the model is loaded again.</source>
        <translation>Surte efecto cuando se vuelve a cargar el modelo.</translation>
    </message>
</context>
<context>
    <name>OwnDataSection</name>
    <message>
        <source>Export everything…</source>
        <translation>Exportar todo…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Guardar un informe…</translation>
    </message>
    <message>
        <source>Show the logs…</source>
        <translation>Mostrar los registros…</translation>
    </message>
    <message>
        <source>Conversations, to keep and to read, and the settings, in one zip.</source>
        <translation>Las conversaciones, para conservarlas y leerlas, y los ajustes, en un solo zip.</translation>
    </message>
    <message>
        <source>For whoever looks into a problem: versions, machine, settings, logs; no conversations. You see it first.</source>
        <translation>Para quien investigue un problema: versiones, equipo, ajustes y registros; sin conversaciones. Se muestra antes de guardarlo.</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>Exportar todo</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Guardar el informe</translation>
    </message>
</context>
<context>
    <name>OwnDataViewModel</name>
    <message>
        <source>The report is in %1.</source>
        <translation>El informe está en %1.</translation>
    </message>
    <message>
        <source>%1 conversations and the settings are in %2.</source>
        <translation>%1 conversaciones y los ajustes están en %2.</translation>
    </message>
    <message>
        <source>1 conversation and the settings are in %2.</source>
        <translation>1 conversación y los ajustes están en %2.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Find, download and keep models</source>
        <translation>Buscar, descargar y guardar modelos</translation>
    </message>
    <message>
        <source>Measure what a setting does</source>
        <translation>Medir lo que hace un ajuste</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>The libraries that models run on</source>
        <translation>Las bibliotecas con las que funcionan los modelos</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Install</source>
        <translation>Instalar</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>Empezar a chatear</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Change to this build</source>
        <translation>Cambiar a esta compilación</translation>
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
        <translation>Editar prompts…</translation>
    </message>
    <message>
        <source>Write a prompt…</source>
        <translation>Escribir un prompt…</translation>
    </message>
</context>
<context>
    <name>PromptForm</name>
    <message>
        <source>Insert</source>
        <translation>Insertar</translation>
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
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Name, to be typed after the slash</source>
        <translation>Nombre que se escribe después de la barra</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
        <translation>Texto del prompt</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nuevo</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Write {{topic}} where the topic is asked for when you use the prompt.</source>
        <translation>Escriba {{tema}} donde se deba preguntar el tema al usar el prompt.</translation>
    </message>
    <message>
        <source>Save the changes to this prompt?</source>
        <translation>¿Guardar los cambios de este prompt?</translation>
    </message>
    <message>
        <source>Delete the prompt {0}?</source>
        <translation>¿Eliminar el prompt {0}?</translation>
    </message>
</context>
<context>
    <name>ProvenancePopup</name>
    <message>
        <source>What made this answer</source>
        <translation>Cómo se hizo esta respuesta</translation>
    </message>
    <message>
        <source>Tint the words that came from drafts</source>
        <translation>Resaltar las palabras que vienen de especulativos</translation>
    </message>
</context>
<context>
    <name>QuantCard</name>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>Chatear</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Recomendado</translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation>Descargar {0}, {1}</translation>
    </message>
    <message>
        <source>Show the download of {0}</source>
        <translation>Mostrar la descarga de {0}</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>Chatear con {0}</translation>
    </message>
    <message>
        <source>{0} % there</source>
        <translation>{0} % listo</translation>
    </message>
</context>
<context>
    <name>QueueBar</name>
    <message>
        <source>The queue waits, as the answer did not end by itself.</source>
        <translation>La cola espera, porque la respuesta no terminó por sí sola.</translation>
    </message>
    <message>
        <source>Send the queue</source>
        <translation>Enviar la cola</translation>
    </message>
</context>
<context>
    <name>QueuedRow</name>
    <message>
        <source>Send the queued message sooner</source>
        <translation>Enviar antes el mensaje en cola</translation>
    </message>
    <message>
        <source>Edit the queued message</source>
        <translation>Editar el mensaje en cola</translation>
    </message>
    <message>
        <source>Remove the queued message</source>
        <translation>Quitar el mensaje en cola</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En cola</translation>
    </message>
</context>
<context>
    <name>RemoteModels</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 en %2</translation>
    </message>
    <message>
        <source>Asking for its models…</source>
        <translation>Preguntando por sus modelos…</translation>
    </message>
    <message>
        <source>It has no models: load one there.</source>
        <translation>No tiene modelos: cargue uno allí.</translation>
    </message>
</context>
<context>
    <name>RepoPageViewModel</name>
    <message>
        <source>License: %1</source>
        <translation>Licencia: %1</translation>
    </message>
    <message>
        <source>License not stated</source>
        <translation>Licencia no indicada</translation>
    </message>
    <message>
        <source>The makers of %1 ask you to accept their terms first: open its page, sign in and accept them, then make an access token there (Settings, Access Tokens) and paste it here.</source>
        <translation>Los autores de %1 piden aceptar antes sus condiciones: abra su página, inicie sesión y acéptelas; después cree allí un token de acceso (Settings, Access Tokens) y péguelo aquí.</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Consultando Hugging Face…</translation>
    </message>
    <message>
        <source>There is no GGUF file in %1; try a repository whose name ends in GGUF.</source>
        <translation>No hay ningún archivo GGUF en %1; pruebe con un repositorio cuyo nombre termine en GGUF.</translation>
    </message>
</context>
<context>
    <name>RepoView</name>
    <message>
        <source>Back to the results (Esc)</source>
        <translation>Volver a los resultados (Esc)</translation>
    </message>
    <message>
        <source>Open its page in the browser</source>
        <translation>Abrir su página en el navegador</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>de {0}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Files of the report</source>
        <translation>Archivos del informe</translation>
    </message>
    <message>
        <source>Text of the chosen file</source>
        <translation>Texto del archivo elegido</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>This is all that the report holds. Names, secrets and the path of your home are taken out; look through it all the same.</source>
        <translation>Esto es todo lo que contiene el informe. Los nombres, los secretos y la ruta de la carpeta personal se han quitado; aun así, conviene revisarlo todo.</translation>
    </message>
</context>
<context>
    <name>ResultCard</name>
    <message>
        <source>Use the winner for this model</source>
        <translation>Usar la ganadora en este modelo</translation>
    </message>
    <message>
        <source>Show the race</source>
        <translation>Ver la carrera</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Guardar la comparación</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>No se puede escribir {0}.</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Guardar como</translation>
    </message>
    <message>
        <source>Table of all runs (CSV)</source>
        <translation>Tabla de todas las ejecuciones (CSV)</translation>
    </message>
    <message>
        <source>Everything (JSON)</source>
        <translation>Todo (JSON)</translation>
    </message>
    <message>
        <source>Picture of this card (PNG)</source>
        <translation>Imagen de esta tarjeta (PNG)</translation>
    </message>
    <message>
        <source>{0} against {1}</source>
        <translation>{0} frente a {1}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Configuración</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Mediana</translation>
    </message>
    <message>
        <source>Runs within</source>
        <translation>Dispersión</translation>
    </message>
    <message>
        <source>Against A</source>
        <translation>Frente a A</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>Recapturas</translation>
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
        <translation>Modelos encontrados</translation>
    </message>
</context>
<context>
    <name>RowMenus</name>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Delete the folder, keep its chats</source>
        <translation>Eliminar la carpeta y conservar sus chats</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>Abrir al lado</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>No fijar</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>Exportar como</translation>
    </message>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chats</source>
        <translation>
            <numerusform>Eliminar %n chat</numerusform>
            <numerusform>Eliminar %n chats</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>Mover a carpeta</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nueva carpeta…</translation>
    </message>
    <message>
        <source>Out of the folder</source>
        <translation>Sacar de la carpeta</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>%1 free in %2</source>
        <translation>%1 libres en %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>%1 de memoria</translation>
    </message>
    <message>
        <source>%1 on the disk</source>
        <translation>%1 en el disco</translation>
    </message>
    <message>
        <source>%1 to download</source>
        <translation>%1 por descargar</translation>
    </message>
    <message>
        <source>%1, which fits this computer</source>
        <translation>%1, adecuado para este equipo</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>Comprobando %1</translation>
    </message>
    <message>
        <source>Driver for CUDA %1</source>
        <translation>Controlador para CUDA %1</translation>
    </message>
    <message>
        <source>NVIDIA GPU with %1</source>
        <translation>GPU de NVIDIA con %1</translation>
    </message>
    <message>
        <source>No NVIDIA GPU</source>
        <translation>Sin GPU de NVIDIA</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Procesador</translation>
    </message>
    <message>
        <source>Trying out the engine; the first time takes up to a minute</source>
        <translation>Probando el motor; la primera vez tarda hasta un minuto</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>Desempaquetando</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>conectando</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>del %1</translation>
    </message>
</context>
<context>
    <name>RuntimeViewModel</name>
    <message>
        <source>Paused; what was fetched is kept.</source>
        <translation>En pausa; lo que ya se descargó se conserva.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>There are newer libraries, of %1. The installed ones go on working.</source>
        <translation>Hay bibliotecas más recientes, del %1. Las instaladas siguen funcionando.</translation>
    </message>
    <message>
        <source>The engine is ready.</source>
        <translation>El motor está listo.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were repaired.</source>
        <translation>Se repararon las bibliotecas del motor.</translation>
    </message>
    <message>
        <source>All libraries are as they should be.</source>
        <translation>Todas las bibliotecas están como deben.</translation>
    </message>
    <message>
        <source>The engine runs with %1 again.</source>
        <translation>El motor vuelve a funcionar con %1.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were removed.</source>
        <translation>Se quitaron las bibliotecas del motor.</translation>
    </message>
</context>
<context>
    <name>RuntimeWatch</name>
    <message>
        <source>The engine&apos;s libraries were removed. What is loaded works until Encore is closed; install them again for the next time.</source>
        <translation>Se quitaron las bibliotecas del motor. Lo que está cargado funciona hasta que se cierre Encore; instálelas de nuevo para la próxima vez.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were changed; they are now: %1.</source>
        <translation>Las bibliotecas del motor han cambiado; ahora son: %1.</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>Reiniciar el motor</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 After that start Encore again; nothing is kept in this window.</source>
        <translation>%1 Después vuelva a iniciar Encore; en esta ventana no se guarda nada.</translation>
    </message>
    <message>
        <source>%1 and %2 are one inside the other; choose another folder.</source>
        <translation>%1 y %2 están una dentro de la otra; elija otra carpeta.</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>%1 respondió %2</translation>
    </message>
    <message>
        <source>%1 answered %2 for %3; try again later.</source>
        <translation>%1 respondió %2 para %3; inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 answers with more than %2 MB, which cannot be right: check the address of the Hub in the settings.</source>
        <translation>%1 responde con más de %2 MB, lo que no puede ser correcto: revise la dirección del Hub en los ajustes.</translation>
    </message>
    <message>
        <source>%1 answers, but not as the Hub does: check the address of the Hub in the settings, or whether this network asks you to sign in first.</source>
        <translation>%1 responde, pero no como el Hub: revise la dirección del Hub en los ajustes, o si esta red pide antes iniciar sesión.</translation>
    </message>
    <message>
        <source>%1 arrived damaged: its checksum is %2…, not %3…; try again to fetch it anew.</source>
        <translation>%1 llegó dañado: su suma de verificación es %2…, no %3…; pulse «Reintentar» para obtenerlo de nuevo.</translation>
    </message>
    <message>
        <source>%1 asks to slow down</source>
        <translation>%1 pide ir más despacio</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 bits</translation>
    </message>
    <message>
        <source>%1 cannot be deleted (%2); delete it by hand.</source>
        <translation>No se puede eliminar %1 (%2); elimínelo a mano.</translation>
    </message>
    <message>
        <source>%1 cannot be downloaded from %2; look the model up again.</source>
        <translation>No se puede descargar %1 de %2; busque el modelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 cannot be kept in %2: %3.</source>
        <translation>No se puede guardar %1 en %2: %3.</translation>
    </message>
    <message>
        <source>%1 cannot be kept: %2.</source>
        <translation>No se puede conservar %1: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be linked from another disk here (%2); copy it, or use it where it is.</source>
        <translation>%1 no se puede enlazar aquí desde otro disco (%2); cópielo o úselo donde está.</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>No se puede abrir %1: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>no se puede acceder a %1</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>No se puede leer %1 (%2).</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the address of updates in the settings.</source>
        <translation>No se puede leer %1 (%2); revise la dirección de actualizaciones en los ajustes.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>No se puede leer %1: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be replaced: %2.</source>
        <translation>No se puede reemplazar %1: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be written to %2: %3.</source>
        <translation>No se puede escribir %1 en %2: %3.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>No se puede escribir %1: %2.</translation>
    </message>
    <message>
        <source>%1 changed on the server, so its download started over.</source>
        <translation>%1 cambió en el servidor, así que su descarga empezó de nuevo.</translation>
    </message>
    <message>
        <source>%1 changed while it was moved; everything is still in %2; try again when nothing writes there.</source>
        <translation>%1 cambió mientras se movía; todo sigue en %2; inténtelo de nuevo cuando nada escriba allí.</translation>
    </message>
    <message>
        <source>%1 could not be brought back (%2); look for it in the trash.</source>
        <translation>No se pudo recuperar %1 (%2); búsquelo en la papelera.</translation>
    </message>
    <message>
        <source>%1 could not be downloaded because of a fault in this program; see its log.</source>
        <translation>No se pudo descargar %1 por un fallo de este programa; consulte su registro.</translation>
    </message>
    <message>
        <source>%1 could not be fetched (%2): put any GGUF model into %3, or try again later.</source>
        <translation>No se pudo obtener %1 (%2): ponga cualquier modelo GGUF en %3 o inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 could not be fetched: %2; what is there is kept, try again to go on with it.</source>
        <translation>No se pudo obtener %1: %2; lo que hay se conserva, pulse «Reintentar» para continuar.</translation>
    </message>
    <message>
        <source>%1 could not be read (%2); check the file.</source>
        <translation>No se pudo leer %1 (%2); revise el archivo.</translation>
    </message>
    <message>
        <source>%1 could not be removed (%2); if it is loaded, load another model first.</source>
        <translation>No se pudo quitar %1 (%2); si está cargado, cargue antes otro modelo.</translation>
    </message>
    <message>
        <source>%1 could not be saved (%2); check that the disk is not full.</source>
        <translation>No se pudo guardar %1 (%2); compruebe que el disco no está lleno.</translation>
    </message>
    <message>
        <source>%1 does not accept the token; make a new one at %2/settings/tokens and put it in, or take the old one out.</source>
        <translation>%1 no acepta el token; cree uno nuevo en %2/settings/tokens e introdúzcalo, o quite el antiguo.</translation>
    </message>
    <message>
        <source>%1 does not accept your token for %2; enter another in the settings.</source>
        <translation>%1 no acepta su token para %2; introduzca otro en los ajustes.</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1 no responde: %2</translation>
    </message>
    <message>
        <source>%1 does not answer: %2; check the network and try again.</source>
        <translation>%1 no responde: %2; revise la red e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 does not answer; check the network and try again.</source>
        <translation>%1 no responde; revise la red e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 does not exist or is private; for a private one, enter your token in the settings.</source>
        <translation>%1 no existe o es privado; si es privado, introduzca su token en los ajustes.</translation>
    </message>
    <message>
        <source>%1 does not give out %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 no entrega %2; revise la dirección del espejo, si hay uno, o inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2.</source>
        <translation>%1 no permite que este token vea %2.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2: %3.</source>
        <translation>%1 no permite que este token vea %2: %3.</translation>
    </message>
    <message>
        <source>%1 does not say which version of %2 it has.</source>
        <translation>%1 no dice qué versión de %2 tiene.</translation>
    </message>
    <message>
        <source>%1 has %2; an attachment may have up to %3. Attach a part of it.</source>
        <translation>%1 ocupa %2; un adjunto puede ocupar hasta %3. Adjunte una parte.</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (%2); try again later.</source>
        <translation>%1 tiene un problema propio (%2); inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 has another file</source>
        <translation>%1 tiene otro archivo</translation>
    </message>
    <message>
        <source>%1 has another file under that name</source>
        <translation>%1 tiene otro archivo con ese nombre</translation>
    </message>
    <message>
        <source>%1 has another file under the name %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 tiene otro archivo con el nombre %2; revise la dirección del espejo, si hay uno, o inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 has compute capability %2, but the engine needs %3, so the processor is used.</source>
        <translation>%1 tiene la capacidad de cómputo %2, pero el motor necesita %3, así que se usa el procesador.</translation>
    </message>
    <message>
        <source>%1 has had too many questions from here; try again %2.</source>
        <translation>%1 ha recibido demasiadas peticiones desde aquí; inténtelo de nuevo %2.</translation>
    </message>
    <message>
        <source>%1 has more than the %2 characters that an attachment holds; attach a part of it.</source>
        <translation>%1 supera los %2 caracteres que admite un adjunto; adjunte una parte.</translation>
    </message>
    <message>
        <source>%1 has no %2 any more; look at what it has now.</source>
        <translation>%1 ya no tiene %2; mire lo que tiene ahora.</translation>
    </message>
    <message>
        <source>%1 has no files to download; choose another model.</source>
        <translation>%1 no tiene archivos que descargar; elija otro modelo.</translation>
    </message>
    <message>
        <source>%1 has no such version on %2; leave the version out of the address.</source>
        <translation>%1 no tiene esa versión en %2; quite la versión de la dirección.</translation>
    </message>
    <message>
        <source>%1 has no text in it; it may be scanned pages, which are pictures.</source>
        <translation>%1 no contiene texto; puede que sean páginas escaneadas, es decir, imágenes.</translation>
    </message>
    <message>
        <source>%1 has no update list there (%2); check the address of updates in the settings, or try again later.</source>
        <translation>%1 no tiene allí ninguna lista de actualizaciones (%2); revise la dirección de actualizaciones en los ajustes o inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 has trouble (it answered %2)</source>
        <translation>%1 tiene problemas (respondió %2)</translation>
    </message>
    <message>
        <source>%1 is a %2, not a model; paste the address of a model.</source>
        <translation>%1 no es un modelo (%2); pegue la dirección de un modelo.</translation>
    </message>
    <message>
        <source>%1 is a file; choose a folder.</source>
        <translation>%1 es un archivo; elija una carpeta.</translation>
    </message>
    <message>
        <source>%1 is a folder; attach the files in it.</source>
        <translation>%1 es una carpeta; adjunte los archivos que contiene.</translation>
    </message>
    <message>
        <source>%1 is a folder; watch it, or put it into %2, and the models in it are listed.</source>
        <translation>%1 es una carpeta; vigílela o colóquela en %2, y los modelos que contiene aparecerán en la lista.</translation>
    </message>
    <message>
        <source>%1 is a name that cannot be kept here.</source>
        <translation>%1 es un nombre que no se puede guardar aquí.</translation>
    </message>
    <message>
        <source>%1 is a picture, which no model here can see; describe it in words.</source>
        <translation>%1 es una imagen y ningún modelo de aquí puede verla; descríbala con palabras.</translation>
    </message>
    <message>
        <source>%1 is being downloaded by another Encore window or command; stop it there.</source>
        <translation>Otra ventana u orden de Encore está descargando %1; deténgalo allí.</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); correct it or delete it.</source>
        <translation>%1 está dañado (%2); corríjalo o elimínelo.</translation>
    </message>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation>%1 está dañado y no se puede leer.</translation>
    </message>
    <message>
        <source>%1 is damaged, or needs a password.</source>
        <translation>%1 está dañado o necesita una contraseña.</translation>
    </message>
    <message>
        <source>%1 is damaged; install the engine&apos;s libraries again.</source>
        <translation>%1 está dañado; instale de nuevo las bibliotecas del motor.</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 está vacío.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2 with the account of your token.</source>
        <translation>%1 tiene acceso restringido: acepte sus condiciones en %2 con la cuenta de su token.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2, make a token at %3/settings/tokens and put it into the settings, or into HF_TOKEN.</source>
        <translation>%1 tiene acceso restringido: acepte sus condiciones en %2, cree un token en %3/settings/tokens e introdúzcalo en los ajustes o en HF_TOKEN.</translation>
    </message>
    <message>
        <source>%1 is larger than 512 MB; export fewer conversations at once.</source>
        <translation>%1 supera los 512 MB; exporte menos conversaciones a la vez.</translation>
    </message>
    <message>
        <source>%1 is locked with a password; save it without one first.</source>
        <translation>%1 está protegido con contraseña; guárdelo primero sin ella.</translation>
    </message>
    <message>
        <source>%1 is longer than %2 KB; shorten it.</source>
        <translation>%1 supera los %2 KB; acórtelo.</translation>
    </message>
    <message>
        <source>%1 is no address of a mirror; give one like https://mirror.example/pypi, or choose a folder.</source>
        <translation>%1 no es la dirección de un espejo; indique una como https://mirror.example/pypi o elija una carpeta.</translation>
    </message>
    <message>
        <source>%1 is no address of updates; give a folder, or an address that begins with https, http or file.</source>
        <translation>%1 no es una dirección de actualizaciones; indique una carpeta o una dirección que empiece por https, http o file.</translation>
    </message>
    <message>
        <source>%1 is no address to fetch from; correct the Hub&apos;s address in the settings.</source>
        <translation>%1 no es una dirección de descarga; corrija la dirección del Hub en los ajustes.</translation>
    </message>
    <message>
        <source>%1 is no address; correct the address of the Hub in the settings.</source>
        <translation>%1 no es una dirección; corrija la dirección del Hub en los ajustes.</translation>
    </message>
    <message>
        <source>%1 is no address; paste one like %2/author/name.</source>
        <translation>%1 no es una dirección; pegue una como %2/author/name.</translation>
    </message>
    <message>
        <source>%1 is no longer in %2; look the model up again.</source>
        <translation>%1 ya no está en %2; busque el modelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is no longer there; list the models again.</source>
        <translation>%1 ya no está; vuelva a listar los modelos.</translation>
    </message>
    <message>
        <source>%1 is no name of a repository, like author/name.</source>
        <translation>%1 no es un nombre de repositorio como author/name.</translation>
    </message>
    <message>
        <source>%1 is no whole path; give the folder of updates from its root.</source>
        <translation>%1 no es una ruta completa; indique la carpeta de actualizaciones desde la raíz.</translation>
    </message>
    <message>
        <source>%1 is not Encore&apos;s to remove: it is in %2 (%3); remove it there.</source>
        <translation>Encore no puede quitar %1: está en %2 (%3); quítelo allí.</translation>
    </message>
    <message>
        <source>%1 is not a file that can be read.</source>
        <translation>%1 no es un archivo que se pueda leer.</translation>
    </message>
    <message>
        <source>%1 is not a text file; attach text, code, PDF or .docx.</source>
        <translation>%1 no es un archivo de texto; adjunte texto, código, PDF o .docx.</translation>
    </message>
    <message>
        <source>%1 is not on the Hub; paste an address like %2/author/name.</source>
        <translation>%1 no está en el Hub; pegue una dirección como %2/author/name.</translation>
    </message>
    <message>
        <source>%1 is not the file that is needed: its checksum is another one; get it again.</source>
        <translation>%1 no es el archivo necesario: su suma de verificación es otra; obténgalo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is not the file that the update list describes; it is not used.</source>
        <translation>%1 no es el archivo que describe la lista de actualizaciones; no se usa.</translation>
    </message>
    <message>
        <source>%1 is not there, though the update list names it.</source>
        <translation>%1 no está, aunque la lista de actualizaciones lo nombra.</translation>
    </message>
    <message>
        <source>%1 is not what it should be: its checksum is %2…, not %3…; remove it and get it again.</source>
        <translation>%1 no es lo que debería ser: su suma de verificación es %2…, no %3…; quítelo y obténgalo de nuevo.</translation>
    </message>
    <message>
        <source>%1 is used; its driver runs CUDA %2.</source>
        <translation>Se usa %1; su controlador admite CUDA %2.</translation>
    </message>
    <message>
        <source>%1 keeps changing on the server; try again later, or look it up again.</source>
        <translation>%1 no deja de cambiar en el servidor; inténtelo más tarde o búsquelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 lacks %2 and %3 more; put the wheels there.</source>
        <translation>En %1 faltan %2 y %3 más; ponga allí los wheels.</translation>
    </message>
    <message>
        <source>%1 lacks %2; put the wheels there.</source>
        <translation>En %1 falta %2; ponga allí los wheels.</translation>
    </message>
    <message>
        <source>%1 names no repository; paste an address like %2/author/name.</source>
        <translation>%1 no nombra ningún repositorio; pegue una dirección como %2/author/name.</translation>
    </message>
    <message>
        <source>%1 needs %2, but the disk of %3 has %4 free; make room, or use the file where it is.</source>
        <translation>%1 necesita %2, pero el disco de %3 tiene %4 libres; libere espacio o use el archivo donde está.</translation>
    </message>
    <message>
        <source>%1 needs a token; enter one in the settings.</source>
        <translation>%1 necesita un token; introduzca uno en los ajustes.</translation>
    </message>
    <message>
        <source>%1 needs the network, which is off: unset HF_HUB_OFFLINE to switch it on.</source>
        <translation>%1: hace falta la red, que está desactivada; elimine HF_HUB_OFFLINE para activarla.</translation>
    </message>
    <message>
        <source>%1 only drafts tokens for another model; choose it in the load options of that model.</source>
        <translation>%1 solo redacta borradores para otro modelo; elíjalo en las opciones de carga de ese modelo.</translation>
    </message>
    <message>
        <source>%1 only shows pictures to a model; choose the model that it belongs to.</source>
        <translation>%1 solo muestra imágenes a un modelo; elija el modelo al que pertenece.</translation>
    </message>
    <message>
        <source>%1 redirects in circles</source>
        <translation>%1 redirige en círculos</translation>
    </message>
    <message>
        <source>%1 refuses to answer about %2 (%3); try again later.</source>
        <translation>%1 se niega a responder sobre %2 (%3); inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 sends next to nothing</source>
        <translation>%1 apenas envía nada</translation>
    </message>
    <message>
        <source>%1 sends the file in another form than requested; use another address of the Hub in the settings.</source>
        <translation>%1 envía el archivo en otra forma de la pedida; use otra dirección del Hub en los ajustes.</translation>
    </message>
    <message>
        <source>%1 sends us to %2 without encryption, which is refused; check the address of the Hub in the settings.</source>
        <translation>%1 nos envía a %2 sin cifrado, lo que se rechaza; revise la dirección del Hub en los ajustes.</translation>
    </message>
    <message>
        <source>%1 sends us to what is no address; check the address of the Hub in the settings, or try again later.</source>
        <translation>%1 nos envía a algo que no es una dirección; revise la dirección del Hub en los ajustes o inténtelo más tarde.</translation>
    </message>
    <message>
        <source>%1 stopped sending</source>
        <translation>%1 dejó de enviar</translation>
    </message>
    <message>
        <source>%1 took too long to make; export fewer chats at once, or as Markdown.</source>
        <translation>Crear %1 tardó demasiado; exporte menos chats a la vez o como Markdown.</translation>
    </message>
    <message>
        <source>%1 took too long to read, or is damaged; attach its text instead.</source>
        <translation>Leer %1 tardó demasiado, o está dañado; adjunte su texto en su lugar.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub since it was chosen; look the model up again to get the new one.</source>
        <translation>%1 se reemplazó en el Hub después de elegirlo; busque el modelo de nuevo para obtener el nuevo.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub; look the model up again.</source>
        <translation>%1 se reemplazó en el Hub; busque el modelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 was stopped; download it again.</source>
        <translation>%1 se detuvo; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>%1 went away; import it again.</source>
        <translation>%1 ya no está; impórtelo de nuevo.</translation>
    </message>
    <message>
        <source>%1/%2 has a name that cannot be kept here; choose another model.</source>
        <translation>%1/%2 tiene un nombre que no se puede guardar aquí; elija otro modelo.</translation>
    </message>
    <message>
        <source>%1; trying again in %2 s.</source>
        <translation>%1; nuevo intento en %2 s.</translation>
    </message>
    <message>
        <source>1 bit</source>
        <translation>1 bit</translation>
    </message>
    <message>
        <source>16 bits a weight, as the model was trained: the original, the largest that makes sense.</source>
        <translation>16 bits por peso, tal como se entrenó el modelo: el original, lo más grande que tiene sentido.</translation>
    </message>
    <message>
        <source>16 bits a weight, not quantized: as good as the original, the largest that makes sense.</source>
        <translation>16 bits por peso, sin cuantizar: tan bueno como el original, lo más grande que tiene sentido.</translation>
    </message>
    <message>
        <source>32 bits a weight: twice the size of BF16, and no better in practice.</source>
        <translation>32 bits por peso: el doble de tamaño que BF16, y no mejor en la práctica.</translation>
    </message>
    <message>
        <source>4-bit floating point in NVIDIA&apos;s format: small, with little lost.</source>
        <translation>Coma flotante de 4 bits en el formato de NVIDIA: pequeño y con poca pérdida.</translation>
    </message>
    <message>
        <source>4-bit floating point, in which models like gpt-oss were trained: the original of those.</source>
        <translation>Coma flotante de 4 bits, con la que se entrenaron modelos como gpt-oss: su original.</translation>
    </message>
    <message>
        <source>A rare format.</source>
        <translation>Un formato poco común.</translation>
    </message>
    <message>
        <source>About %1 a weight, %2: %3.</source>
        <translation>Unos %1 por peso, %2: %3.</translation>
    </message>
    <message>
        <source>About %1 a weight: %2.</source>
        <translation>Unos %1 por peso: %2.</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>la dirección ya está en uso</translation>
    </message>
    <message>
        <source>Another Encore window or command is changing the engine&apos;s libraries; wait for it.</source>
        <translation>Otra ventana u orden de Encore está cambiando las bibliotecas del motor; espere a que termine.</translation>
    </message>
    <message>
        <source>Another Encore window or command is downloading this.</source>
        <translation>Otra ventana u orden de Encore lo está descargando.</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>Descargar %1</translation>
    </message>
    <message>
        <source>Encore %1 could not be installed: %2</source>
        <translation>No se pudo instalar Encore %1: %2</translation>
    </message>
    <message>
        <source>Encore %1 has no package for this computer.</source>
        <translation>Encore %1 no tiene paquete para este equipo.</translation>
    </message>
    <message>
        <source>Encore %1 is no longer here; download it again.</source>
        <translation>Encore %1 ya no está aquí; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>Encore is closing; what was not finished was left as it was.</source>
        <translation>Encore se está cerrando; lo que no se terminó quedó como estaba.</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>el archivo ya existe</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>caché de Hugging Face</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>error de entrada/salida</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>enlace no válido entre discos</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>es una carpeta</translation>
    </message>
    <message>
        <source>Its name does not say how it was quantized.</source>
        <translation>Su nombre no dice cómo se cuantizó.</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>Ver %1</translation>
    </message>
    <message>
        <source>Looking for new versions</source>
        <translation>Buscar versiones nuevas</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>Examinar %1</translation>
    </message>
    <message>
        <source>Made with an importance matrix, which keeps more of the quality.</source>
        <translation>Hecho con una matriz de importancia, que conserva más calidad.</translation>
    </message>
    <message>
        <source>No file manager could be opened; the file is %1.</source>
        <translation>No se pudo abrir ningún gestor de archivos; el archivo es %1.</translation>
    </message>
    <message>
        <source>No keyring works here, so the token is in %1, which only you can read.</source>
        <translation>Aquí no funciona ningún llavero, así que el token está en %1, que solo usted puede leer.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>no queda espacio en el disco</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>no existe el archivo o la carpeta</translation>
    </message>
    <message>
        <source>No version before this one is kept here.</source>
        <translation>Aquí no se conserva ninguna versión anterior a esta.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>no es una carpeta</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1 of %2 (%3); choose another port or address.</source>
        <translation>No se puede escuchar en el puerto %1 de %2 (%3); elija otro puerto u otra dirección.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>permiso denegado</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>sistema de archivos de solo lectura</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; the log in the Encore folder has the details.</source>
        <translation>Ocurrió algo inesperado; el registro de la carpeta de Encore tiene los detalles.</translation>
    </message>
    <message>
        <source>That is no token: it begins with hf_ and has only letters and digits.</source>
        <translation>Eso no es un token: empieza por hf_ y solo tiene letras y cifras.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are those of another version of Encore; the page “Engine” of the window or `encore runtime install` gets the right ones.</source>
        <translation>Las bibliotecas del motor son de otra versión de Encore; la página «Motor» de la ventana o `encore runtime install` obtiene las correctas.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used; with driver %2 or newer it is the GPU.</source>
        <translation>Este Encore no tiene ninguna compilación para el controlador de NVIDIA de este equipo (CUDA %1), así que se usa el procesador; con el controlador %2 o posterior se usa la GPU.</translation>
    </message>
    <message>
        <source>The address of updates</source>
        <translation>La dirección de actualizaciones</translation>
    </message>
    <message>
        <source>The answer was deleted with its conversation.</source>
        <translation>La respuesta se eliminó con su conversación.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted here; check the clock of this machine, and the proxy in the settings.</source>
        <translation>Aquí no se confía en el certificado de %1; revise el reloj de este equipo y el proxy de los ajustes.</translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation>la comparación</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>la conversación</translation>
    </message>
    <message>
        <source>The conversations at %1 are damaged and another window has them open; close all windows of Encore and start it again.</source>
        <translation>Las conversaciones de %1 están dañadas y otra ventana las tiene abiertas; cierre todas las ventanas de Encore y vuelva a iniciarlo.</translation>
    </message>
    <message>
        <source>The conversations at %1 cannot be opened (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>No se pueden abrir las conversaciones de %1 (%2); compruebe que se puede escribir en la carpeta y que el disco no está lleno.</translation>
    </message>
    <message>
        <source>The conversations at %1 were written by a newer version of Encore; install that version, or move the file away to start afresh.</source>
        <translation>Las conversaciones de %1 las escribió una versión más reciente de Encore; instale esa versión o mueva el archivo para empezar de cero.</translation>
    </message>
    <message>
        <source>The conversations could not be read; the damaged file is kept at %1.</source>
        <translation>No se pudieron leer las conversaciones; el archivo dañado se conserva en %1.</translation>
    </message>
    <message>
        <source>The disk of %1 cannot hold a file as large as %2; move the models to another disk.</source>
        <translation>El disco de %1 no admite un archivo tan grande como %2; mueva los modelos a otro disco.</translation>
    </message>
    <message>
        <source>The disk of %1 has too little room for %2: free %3 more, then try again; what was fetched is kept.</source>
        <translation>El disco de %1 tiene poco espacio para %2: libere %3 más y pulse «Reintentar»; lo descargado se conserva.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room for %2, then try again; what was fetched is kept.</source>
        <translation>El disco de %1 está lleno: libere espacio para %2 y pulse «Reintentar»; lo descargado se conserva.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room, then try again; what was fetched is kept.</source>
        <translation>El disco de %1 está lleno: libere espacio e inténtelo de nuevo; lo descargado se conserva.</translation>
    </message>
    <message>
        <source>The download was paused; try again to go on with it.</source>
        <translation>La descarga se pausó; inténtelo de nuevo para continuar.</translation>
    </message>
    <message>
        <source>The engine does not run with these libraries: %1; nothing was changed, choose another build or try again.</source>
        <translation>El motor no funciona con estas bibliotecas: %1; no se cambió nada, elija otra compilación o inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The engine is not installed yet; the page “Engine” of the window or `encore runtime install` does it.</source>
        <translation>El motor aún no está instalado; lo hace la página «Motor» de la ventana o `encore runtime install`.</translation>
    </message>
    <message>
        <source>The engine runs on the processor of this Mac.</source>
        <translation>El motor funciona en el procesador de este Mac.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries</source>
        <translation>Las bibliotecas del motor</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed yet.</source>
        <translation>Las bibliotecas del motor aún no están instaladas.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries could not be unpacked: %1; try again.</source>
        <translation>No se pudieron descomprimir las bibliotecas del motor: %1; inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries need %1 GB in %2, but its disk has %3 GB free; free %4 GB more, then try again.</source>
        <translation>Las bibliotecas del motor necesitan %1 GB en %2, pero su disco tiene %3 GB libres; libere %4 GB más e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>The export could not be saved to %1 (%2); choose another place, or make room.</source>
        <translation>No se pudo guardar la exportación en %1 (%2); elija otro lugar o libere espacio.</translation>
    </message>
    <message>
        <source>The header of %1 could not be kept in %2: %3.</source>
        <translation>No se pudo guardar la cabecera de %1 en %2: %3.</translation>
    </message>
    <message>
        <source>The header of %1 could not be read: %2; try again later.</source>
        <translation>No se pudo leer la cabecera de %1: %2; inténtelo más tarde.</translation>
    </message>
    <message>
        <source>The header of %1 is longer than %2 MB, as that of no known model is; choose another file.</source>
        <translation>La cabecera de %1 supera los %2 MB, algo que no ocurre en ningún modelo conocido; elija otro archivo.</translation>
    </message>
    <message>
        <source>The libraries %1 do not fit this machine: %2.</source>
        <translation>Las bibliotecas %1 no sirven para este equipo: %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no address for %2.</source>
        <translation>La lista de bibliotecas %1 no tiene dirección para %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no wheel of %2.</source>
        <translation>La lista de bibliotecas %1 no tiene ningún wheel de %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 is damaged: %2.</source>
        <translation>La lista de bibliotecas %1 está dañada: %2.</translation>
    </message>
    <message>
        <source>The models could not be moved to %1 (%2): everything is still in %3; try again, it goes on from here.</source>
        <translation>No se pudieron mover los modelos a %1 (%2): todo sigue en %3; inténtelo de nuevo, continuará desde aquí.</translation>
    </message>
    <message>
        <source>The models need %1 more, but the disk of %2 has %3 free; make room there, or choose another folder.</source>
        <translation>Los modelos necesitan %1 más, pero el disco de %2 tiene %3 libres; libere espacio allí o elija otra carpeta.</translation>
    </message>
    <message>
        <source>The preset %1 could not be read (%2); mend its file or save it anew.</source>
        <translation>No se pudo leer el preajuste %1 (%2); corrija su archivo o guárdelo de nuevo.</translation>
    </message>
    <message>
        <source>The proxy cannot be used; give the address of an HTTP proxy, like http://host:8080.</source>
        <translation>El proxy no se puede usar; indique la dirección de un proxy HTTP, como http://host:8080.</translation>
    </message>
    <message>
        <source>The proxy does not let us through: %1; check it in the settings.</source>
        <translation>El proxy no nos deja pasar: %1; revíselo en los ajustes.</translation>
    </message>
    <message>
        <source>The report could not be saved to %1 (%2); choose another place.</source>
        <translation>No se pudo guardar el informe en %1 (%2); elija otro lugar.</translation>
    </message>
    <message>
        <source>The settings are longer than %1 KB and were not saved; shorten the system prompt.</source>
        <translation>Los ajustes superan los %1 KB y no se guardaron; acorte el prompt del sistema.</translation>
    </message>
    <message>
        <source>The settings could not be saved to %1 (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>No se pudieron guardar los ajustes en %1 (%2); compruebe que se puede escribir en la carpeta y que el disco no está lleno.</translation>
    </message>
    <message>
        <source>The settings of %1 could not be saved to %2 (%3); check that the disk is not full.</source>
        <translation>No se pudieron guardar los ajustes de %1 en %2 (%3); compruebe que el disco no está lleno.</translation>
    </message>
    <message>
        <source>The signature of the update list cannot be read; try again later.</source>
        <translation>No se puede leer la firma de la lista de actualizaciones; inténtelo más tarde.</translation>
    </message>
    <message>
        <source>The starter model is not there; put a GGUF model into %1 and name it.</source>
        <translation>El modelo inicial no está; ponga un modelo GGUF en %1 e indique su nombre.</translation>
    </message>
    <message>
        <source>The token cannot be kept in %1: %2.</source>
        <translation>No se puede guardar el token en %1: %2.</translation>
    </message>
    <message>
        <source>The update key of this build is damaged; install Encore again.</source>
        <translation>La clave de actualización de esta versión está dañada; instale Encore de nuevo.</translation>
    </message>
    <message>
        <source>The update list is for another version of Encore; get the new one from where you got this one.</source>
        <translation>La lista de actualizaciones es para otra versión de Encore; obtenga la nueva donde obtuvo esta.</translation>
    </message>
    <message>
        <source>The update list is for the channel %1, not for %2; check the address of updates in the settings.</source>
        <translation>La lista de actualizaciones es del canal %1, no de %2; revise la dirección de actualizaciones en los ajustes.</translation>
    </message>
    <message>
        <source>The update list is longer than %1 KB; not used.</source>
        <translation>La lista de actualizaciones supera los %1 KB; no se usa.</translation>
    </message>
    <message>
        <source>The update list is not signed with Encore&apos;s key, so it is not used; check the address of updates in the settings.</source>
        <translation>La lista de actualizaciones no está firmada con la clave de Encore, así que no se usa; revise la dirección de actualizaciones en los ajustes.</translation>
    </message>
    <message>
        <source>The update list is of %1, older than one seen before, so it is not used; try again later, or check the address of updates.</source>
        <translation>La lista de actualizaciones es del %1, más antigua que otra ya vista, así que no se usa; inténtelo más tarde o revise la dirección de actualizaciones.</translation>
    </message>
    <message>
        <source>The update list names a file outside its folder; not used.</source>
        <translation>La lista de actualizaciones nombra un archivo fuera de su carpeta; no se usa.</translation>
    </message>
    <message>
        <source>The update list names a file that cannot be kept here; not used.</source>
        <translation>La lista de actualizaciones nombra un archivo que no se puede guardar aquí; no se usa.</translation>
    </message>
    <message>
        <source>The update list names no address to download from; not used.</source>
        <translation>La lista de actualizaciones no indica de dónde descargar; no se usa.</translation>
    </message>
    <message>
        <source>The version %1 of %2 is gone; look the model up again.</source>
        <translation>La versión %1 de %2 ya no existe; busque el modelo de nuevo.</translation>
    </message>
    <message>
        <source>There are no earlier libraries to go back to.</source>
        <translation>No hay bibliotecas anteriores a las que volver.</translation>
    </message>
    <message>
        <source>There is another %1 in %2; choose an empty folder. Everything is still in %3.</source>
        <translation>Hay otro %1 en %2; elija una carpeta vacía. Todo sigue en %3.</translation>
    </message>
    <message>
        <source>There is another %1 now; %2 stays deleted.</source>
        <translation>Ahora hay otro %1; %2 sigue eliminado.</translation>
    </message>
    <message>
        <source>There is another model called %1; rename one of the two.</source>
        <translation>Hay otro modelo llamado %1; cambie el nombre de uno de los dos.</translation>
    </message>
    <message>
        <source>There is no %1 on %2, or it is private and needs a token; check its name.</source>
        <translation>No hay ningún %1 en %2, o es privado y necesita un token; revise el nombre.</translation>
    </message>
    <message>
        <source>There is no %1 on %2; check its name.</source>
        <translation>No hay ningún %1 en %2; revise el nombre.</translation>
    </message>
    <message>
        <source>There is no build %1; choose one of: %2.</source>
        <translation>No hay ninguna compilación %1; elija una de: %2.</translation>
    </message>
    <message>
        <source>There is no folder %1; nothing was moved.</source>
        <translation>No hay ninguna carpeta %1; no se movió nada.</translation>
    </message>
    <message>
        <source>This Encore has no build for the processor alone; the one for NVIDIA GPUs, which is larger, runs there, too.</source>
        <translation>Este Encore no tiene ninguna compilación solo para el procesador; la de las GPU de NVIDIA, que es mayor, también funciona en él.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used.</source>
        <translation>Este Encore no tiene ninguna compilación para el controlador de NVIDIA de este equipo (CUDA %1), así que se usa el procesador.</translation>
    </message>
    <message>
        <source>This Encore has no engine for %1 on this machine; get the right download of Encore.</source>
        <translation>Este Encore no tiene motor para %1 en este equipo; descargue el Encore adecuado.</translation>
    </message>
    <message>
        <source>This build has no update key, so it cannot look for new versions.</source>
        <translation>Esta versión no tiene clave de actualización, así que no puede buscar versiones nuevas.</translation>
    </message>
    <message>
        <source>This build knows no address of updates; put one into the settings.</source>
        <translation>Esta versión no conoce ninguna dirección de actualizaciones; ponga una en los ajustes.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>Esta conversación se eliminó en otra ventana.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window; start or choose another one.</source>
        <translation>Esta conversación se eliminó en otra ventana; empiece o elija otra.</translation>
    </message>
    <message>
        <source>This download is no longer in the list.</source>
        <translation>Esta descarga ya no está en la lista.</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU, so the processor is used.</source>
        <translation>Este equipo no tiene GPU de NVIDIA, así que se usa el procesador.</translation>
    </message>
    <message>
        <source>This message was deleted in another window.</source>
        <translation>Este mensaje se eliminó en otra ventana.</translation>
    </message>
    <message>
        <source>Under 2 bits a weight, for models that were trained with three values a weight.</source>
        <translation>Menos de 2 bits por peso, para modelos entrenados con tres valores por peso.</translation>
    </message>
    <message>
        <source>Unsloth&apos;s dynamic kind: the bits are chosen layer by layer.</source>
        <translation>Tipo dinámico de Unsloth: los bits se eligen capa por capa.</translation>
    </message>
    <message>
        <source>What was deleted is gone for good; another window removed it.</source>
        <translation>Lo eliminado ha desaparecido para siempre; lo quitó otra ventana.</translation>
    </message>
    <message>
        <source>You may not read %1; see %2.</source>
        <translation>No tiene permiso para leer %1; consulte %2.</translation>
    </message>
    <message>
        <source>a large loss, for when nothing larger fits</source>
        <translation>una gran pérdida, para cuando no cabe nada mayor</translation>
    </message>
    <message>
        <source>a noticeable loss, for when 4 bits do not fit</source>
        <translation>una pérdida apreciable, para cuando 4 bits no caben</translation>
    </message>
    <message>
        <source>a very large loss, an experiment</source>
        <translation>una pérdida muy grande, un experimento</translation>
    </message>
    <message>
        <source>all but the same as the original</source>
        <translation>casi igual que el original</translation>
    </message>
    <message>
        <source>another program shortened it</source>
        <translation>otro programa lo acortó</translation>
    </message>
    <message>
        <source>another window has been opening them for too long</source>
        <translation>otra ventana lleva demasiado tiempo abriéndolas</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>la base de datos es de solo lectura</translation>
    </message>
    <message>
        <source>close to the original</source>
        <translation>cerca del original</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>colección</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>conjunto de datos</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>la base de datos está bloqueada</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>la base de datos o el disco están llenos</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>error del disco</translation>
    </message>
    <message>
        <source>extra folder</source>
        <translation>carpeta adicional</translation>
    </message>
    <message>
        <source>in %1 seconds</source>
        <translation>en %1 segundos</translation>
    </message>
    <message>
        <source>in a few minutes</source>
        <translation>en unos minutos</translation>
    </message>
    <message>
        <source>in an older, simple format</source>
        <translation>en un formato antiguo y simple</translation>
    </message>
    <message>
        <source>it did not end</source>
        <translation>no terminó</translation>
    </message>
    <message>
        <source>it ended without a word</source>
        <translation>terminó sin decir nada</translation>
    </message>
    <message>
        <source>it is not on the Python package index</source>
        <translation>no está en el índice de paquetes de Python</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>tarda demasiado</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>aquí no se confía en su certificado</translation>
    </message>
    <message>
        <source>its name is not found, or this computer is offline</source>
        <translation>no se encuentra su nombre o este equipo está sin conexión</translation>
    </message>
    <message>
        <source>models folder</source>
        <translation>carpeta de modelos</translation>
    </message>
    <message>
        <source>no encrypted connection came about</source>
        <translation>no se estableció una conexión cifrada</translation>
    </message>
    <message>
        <source>nothing listens at that address</source>
        <translation>nada escucha en esa dirección</translation>
    </message>
    <message>
        <source>packed tighter than in plain formats</source>
        <translation>más compacto que en los formatos simples</translation>
    </message>
    <message>
        <source>the Hub</source>
        <translation>el Hub</translation>
    </message>
    <message>
        <source>the Hub may not be asked: HF_HUB_OFFLINE is set</source>
        <translation>no se puede consultar el Hub: HF_HUB_OFFLINE está definido</translation>
    </message>
    <message>
        <source>the Python package index</source>
        <translation>el índice de paquetes de Python</translation>
    </message>
    <message>
        <source>the connection failed</source>
        <translation>falló la conexión</translation>
    </message>
    <message>
        <source>the connection to %1 was cut</source>
        <translation>se cortó la conexión con %1</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>se cortó la conexión</translation>
    </message>
    <message>
        <source>the copy is not the same, so the disk is at fault</source>
        <translation>la copia no es igual, así que falla el disco</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>el disco está lleno</translation>
    </message>
    <message>
        <source>the downloaded file was changed since; download it again.</source>
        <translation>el archivo descargado cambió desde entonces; descárguelo de nuevo.</translation>
    </message>
    <message>
        <source>the file broke off before its end</source>
        <translation>el archivo se interrumpió antes del final</translation>
    </message>
    <message>
        <source>the file of this AppImage cannot be found; replace it by hand.</source>
        <translation>no se encuentra el archivo de este AppImage; reemplácelo a mano.</translation>
    </message>
    <message>
        <source>the proxy does not let us through to %1</source>
        <translation>el proxy no nos deja llegar a %1</translation>
    </message>
    <message>
        <source>the search</source>
        <translation>la búsqueda</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>el servidor</translation>
    </message>
    <message>
        <source>the server sends next to nothing</source>
        <translation>el servidor apenas envía nada</translation>
    </message>
    <message>
        <source>the smaller mix</source>
        <translation>la mezcla pequeña</translation>
    </message>
    <message>
        <source>the usual balance of size and quality</source>
        <translation>el equilibrio habitual entre tamaño y calidad</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>demasiadas redirecciones</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>no se puede abrir el archivo de la base de datos</translation>
    </message>
    <message>
        <source>very close to the original</source>
        <translation>muy cerca del original</translation>
    </message>
    <message>
        <source>with many more where they count</source>
        <translation>con muchos más donde importan</translation>
    </message>
    <message>
        <source>with more where they count</source>
        <translation>con más donde importan</translation>
    </message>
    <message>
        <source>with more where they count and in the first and last layer</source>
        <translation>con más donde importan y en la primera y la última capa</translation>
    </message>
</context>
<context>
    <name>ServerSection</name>
    <message>
        <source>Copy the address</source>
        <translation>Copiar la dirección</translation>
    </message>
</context>
<context>
    <name>ServerViewModel</name>
    <message>
        <source>Programs on this computer reach it at %1; they need no API key.</source>
        <translation>Los programas de este equipo acceden a él en %1; no necesitan ninguna clave de API.</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>El servidor se está iniciando…</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1; choose another one.</source>
        <translation>No se puede escuchar en el puerto %1; elija otro.</translation>
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
        <translation>Un servidor espejo que se usa en lugar de huggingface.co. La variable HF_ENDPOINT tiene prioridad.</translation>
    </message>
    <message>
        <source>Accent</source>
        <translation>Color de acento</translation>
    </message>
    <message>
        <source>Address of updates</source>
        <translation>Dirección de actualizaciones</translation>
    </message>
    <message>
        <source>After the first answer, while nothing else is asked, the model writes a title for the chat. Models of less than 0.9 billion parameters leave it at the first words.</source>
        <translation>Tras la primera respuesta, mientras no se pida nada más, el modelo escribe un título para el chat. Los modelos de menos de 0,9 mil millones de parámetros dejan las primeras palabras.</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>Ámbar</translation>
    </message>
    <message>
        <source>An address or a folder; empty for the usual one. The variable ENCORE_UPDATES goes before it.</source>
        <translation>Una dirección o una carpeta; vacío para la habitual. La variable ENCORE_UPDATES tiene prioridad.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Respuestas</translation>
    </message>
    <message>
        <source>Answers at once</source>
        <translation>Respuestas a la vez</translation>
    </message>
    <message>
        <source>App</source>
        <translation>Aplicación</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Azul</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Llamadas</translation>
    </message>
    <message>
        <source>Check drafts in steps of fixed widths. Off: the width follows the number of drafts, and each new width is recaptured.</source>
        <translation>Verifica los tokens especulativos en pasos de anchos fijos. Desactivado: el ancho sigue el número de tokens especulativos y cada ancho nuevo se recaptura.</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together reach this share. 1 is off.</source>
        <translation>Elige entre los tokens más probables que juntos alcanzan esta proporción. Con 1 se desactiva.</translation>
    </message>
    <message>
        <source>Choose among this many of the likeliest tokens.</source>
        <translation>Elige entre esta cantidad de tokens más probables.</translation>
    </message>
    <message>
        <source>Closing the window then only hides it, and what is running goes on. The menu of the icon has Quit.</source>
        <translation>Cerrar la ventana entonces solo la oculta, y lo que está en marcha continúa. El menú del icono permite salir.</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Amplia</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compacta</translation>
    </message>
    <message>
        <source>Compact has less space between things and more on the screen.</source>
        <translation>La densidad compacta deja menos espacio entre los elementos y muestra más en la pantalla.</translation>
    </message>
    <message>
        <source>Processor: layers</source>
        <translation>Procesador: capas</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Longitud del contexto</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>Memoria del contexto</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Densidad</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Escritorio</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Download limit</source>
        <translation>Límite de descarga</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>Longitud especulativa</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>Fuente de especulación</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>Especulación</translation>
    </message>
    <message>
        <source>Processor: experts</source>
        <translation>Procesador: expertos</translation>
    </message>
    <message>
        <source>Fixed verify width</source>
        <translation>Ancho fijo de verificación</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Penalización por frecuencia</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>Memoria de la GPU</translation>
    </message>
    <message>
        <source>Graph replay</source>
        <translation>Reproducción de grafos</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>Grafito</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Verde</translation>
    </message>
    <message>
        <source>Grows with every use of a token. 0 is off.</source>
        <translation>Crece con cada uso de un token. Con 0 se desactiva.</translation>
    </message>
    <message>
        <source>Guess the next tokens and check them in one step. The answer is the same.</source>
        <translation>Predice los tokens siguientes y los verifica en un solo paso. La respuesta es la misma.</translation>
    </message>
    <message>
        <source>How exactly the model remembers the context (KV cache); fewer bits need less memory.</source>
        <translation>Con cuánta exactitud recuerda el modelo el contexto (caché KV); menos bits necesitan menos memoria.</translation>
    </message>
    <message>
        <source>How freely words are chosen. 0 always takes the likeliest word.</source>
        <translation>Con cuánta libertad se eligen las palabras. Con 0 siempre se toma la más probable.</translation>
    </message>
    <message>
        <source>How many answers a model writes side by side. Each needs memory for a context of its own.</source>
        <translation>Cuántas respuestas escribe un modelo en paralelo. Cada una necesita memoria para un contexto propio.</translation>
    </message>
    <message>
        <source>How many of the latest tokens the penalties look at.</source>
        <translation>Cuántos de los últimos tokens tienen en cuenta las penalizaciones.</translation>
    </message>
    <message>
        <source>How many processor cores the engine uses.</source>
        <translation>Cuántos núcleos del procesador usa el motor.</translation>
    </message>
    <message>
        <source>How many times in a row an answer may call tools before it is stopped.</source>
        <translation>Cuántas veces seguidas puede una respuesta llamar a herramientas antes de que se detenga.</translation>
    </message>
    <message>
        <source>How many tokens the model can look back on; more needs more memory. Automatic: what the model and the free memory comfortably allow.</source>
        <translation>Cuántos tokens anteriores puede tener en cuenta el modelo; más tokens necesitan más memoria. Automático: lo que el modelo y la memoria libre permiten con holgura.</translation>
    </message>
    <message>
        <source>How much they think, in their own word; empty leaves it to them.</source>
        <translation>Cuánto piensan, con la palabra que usa cada modelo; vacío lo deja a su criterio.</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>Dirección del Hub</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Icono en la bandeja</translation>
    </message>
    <message>
        <source>In percent of the system&apos;s size.</source>
        <translation>En porcentaje del tamaño del sistema.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Layers without room</source>
        <translation>Capas sin espacio</translation>
    </message>
    <message>
        <source>Leave out tokens less likely than this share of the likeliest one. 0 is off.</source>
        <translation>Omite los tokens menos probables que esta proporción del más probable. Con 0 se desactiva.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>Claro u oscuro.</translation>
    </message>
    <message>
        <source>Like http://host:8080. Left empty, the system&apos;s own proxy is used.</source>
        <translation>Por ejemplo, http://host:8080. Si se deja vacío, se usa el proxy del sistema.</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Servidor local</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Respuesta más larga</translation>
    </message>
    <message>
        <source>Longest repeat</source>
        <translation>Repetición más larga</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>Buscar actualizaciones</translation>
    </message>
    <message>
        <source>Makes tokens that were used less likely. 1 is off.</source>
        <translation>Hace menos probables los tokens ya usados. Con 1 se desactiva.</translation>
    </message>
    <message>
        <source>Megabytes per second for all downloads together.</source>
        <translation>Megabytes por segundo para todas las descargas juntas.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without a request after which a model is unloaded that one of them had loaded.</source>
        <translation>Minutos sin peticiones tras los cuales se descarga de la memoria un modelo que cargó uno de ellos.</translation>
    </message>
    <message>
        <source>Mirror of libraries</source>
        <translation>Espejo de bibliotecas</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Models and downloads</source>
        <translation>Modelos y descargas</translation>
    </message>
    <message>
        <source>More model folders</source>
        <translation>Más carpetas de modelos</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Sin límite</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Ninguna</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Notificaciones</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Once a day, Encore asks whether there is a newer one. Nothing is installed unasked.</source>
        <translation>Una vez al día, Encore pregunta si hay una versión más reciente. No se instala nada sin permiso.</translation>
    </message>
    <message>
        <source>One folder a line. Their models are used where they are, never changed.</source>
        <translation>Una carpeta por línea. Sus modelos se usan donde están y nunca se modifican.</translation>
    </message>
    <message>
        <source>Other programs on this computer may use the models, through the API of OpenAI. It is the same engine: no model is in memory twice.</source>
        <translation>Otros programas de este equipo pueden usar los modelos mediante la API de OpenAI. Es el mismo motor: ningún modelo está dos veces en la memoria.</translation>
    </message>
    <message>
        <source>Padded context</source>
        <translation>Contexto con relleno</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>Alcance de la penalización</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Penalización por presencia</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Procesador</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aleatoria</translation>
    </message>
    <message>
        <source>Read by the GPU</source>
        <translation>Leídas por la GPU</translation>
    </message>
    <message>
        <source>Record each step once and replay it. Off: every kernel is launched one by one.</source>
        <translation>Graba cada paso una vez y lo reproduce. Desactivado: los kernels se lanzan uno por uno.</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Penalización por repetición</translation>
    </message>
    <message>
        <source>Repeats in the text</source>
        <translation>Repeticiones en el texto</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Reproducción</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Round the context up to fixed lengths, so that a step stays the same from token to token. Off: with replay on, every token is recaptured.</source>
        <translation>Redondea el contexto hasta longitudes fijas, para que un paso sea igual de un token a otro. Desactivado: con la reproducción activada, cada token se recaptura.</translation>
    </message>
    <message>
        <source>Rounds of calls</source>
        <translation>Rondas de llamadas</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Shortcuts other than the default: a line `action = keys` for each.</source>
        <translation>Atajos distintos de los predeterminados: una línea `action = keys` para cada uno.</translation>
    </message>
    <message>
        <source>Shortest repeat</source>
        <translation>Repetición más corta</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>Takes effect at the next start of Encore.</source>
        <translation>Surte efecto la próxima vez que se inicie Encore.</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Turquesa</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Tamaño del texto</translation>
    </message>
    <message>
        <source>The color of what is chosen or can be pressed.</source>
        <translation>El color de lo que está elegido o se puede pulsar.</translation>
    </message>
    <message>
        <source>The fewest tokens that count as a repeat.</source>
        <translation>El mínimo de tokens que cuenta como repetición.</translation>
    </message>
    <message>
        <source>The model loaded at the next start.</source>
        <translation>El modelo que se carga en el próximo inicio.</translation>
    </message>
    <message>
        <source>The model&apos;s own head</source>
        <translation>La cabeza propia del modelo</translation>
    </message>
    <message>
        <source>The most gigabytes (GiB) that a model takes of the GPU. What does not fit is read from main memory, more slowly. Automatic: what is free.</source>
        <translation>Los gigabytes (GiB) que un modelo ocupa como máximo en la GPU. Lo que no cabe se lee de la memoria principal, más despacio. Automático: lo que esté libre.</translation>
    </message>
    <message>
        <source>The most tokens guessed at once. Automatic: as many as pay.</source>
        <translation>El máximo de tokens que se predicen a la vez. Automático: tantos como compensen.</translation>
    </message>
    <message>
        <source>The most tokens in one answer.</source>
        <translation>El máximo de tokens en una respuesta.</translation>
    </message>
    <message>
        <source>The most tokens that are looked up in the text so far.</source>
        <translation>El máximo de tokens que se buscan en el texto escrito hasta el momento.</translation>
    </message>
    <message>
        <source>The same for every token that was used. 0 is off.</source>
        <translation>Igual para cada token ya usado. Con 0 se desactiva.</translation>
    </message>
    <message>
        <source>The same seed and the same question give the same answer.</source>
        <translation>La misma semilla y la misma pregunta dan la misma respuesta.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Hilos</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>Resaltar palabras especulativas</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>Títulos generados</translation>
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
        <translation>Descargar tras</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Actualizaciones</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violeta</translation>
    </message>
    <message>
        <source>What becomes of layers that the GPU has no room for. Automatic: what was measured to be faster.</source>
        <translation>Qué pasa con las capas para las que la GPU no tiene espacio. Automático: lo que se midió como más rápido.</translation>
    </message>
    <message>
        <source>What fits the model</source>
        <translation>La adecuada para el modelo</translation>
    </message>
    <message>
        <source>What models run on. Automatic: the GPU, or the processor where only that has room.</source>
        <translation>Dónde funcionan los modelos. Automático: la GPU, o el procesador si solo este tiene espacio.</translation>
    </message>
    <message>
        <source>What the model is told before every conversation.</source>
        <translation>Lo que se le indica al modelo antes de cada conversación.</translation>
    </message>
    <message>
        <source>When a long answer, a download or a comparison ends while you are in another program.</source>
        <translation>Cuando una respuesta larga, una descarga o una comparación termina mientras usa otro programa.</translation>
    </message>
    <message>
        <source>Where models are kept; empty for the usual folder.</source>
        <translation>Dónde se guardan los modelos; vacío para la carpeta habitual.</translation>
    </message>
    <message>
        <source>Where other programs find the server.</source>
        <translation>Dónde encuentran el servidor los demás programas.</translation>
    </message>
    <message>
        <source>Where the engine&apos;s libraries come from instead of files.pythonhosted.org: the address goes before the rest of theirs. The variable ENCORE_WHEEL_MIRROR goes before it.</source>
        <translation>De dónde se obtienen las bibliotecas del motor en lugar de files.pythonhosted.org: la dirección se antepone al resto de la de cada biblioteca. La variable ENCORE_WHEEL_MIRROR tiene prioridad.</translation>
    </message>
    <message>
        <source>Whether models that have the choice think before they answer.</source>
        <translation>Si los modelos que pueden elegir piensan antes de responder.</translation>
    </message>
    <message>
        <source>Words of an answer that came from accepted drafts have a soft background.</source>
        <translation>Las palabras de una respuesta que vienen de especulativos aceptados llevan un fondo suave.</translation>
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
        <translation>Ocultar los ajustes (Ctrl+,)</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Buscar en los ajustes</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Recargar</translation>
    </message>
    <message>
        <source>Reset all settings…</source>
        <translation>Restablecer los ajustes…</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Ningún ajuste contiene esas palabras.</translation>
    </message>
    <message>
        <source>Engine libraries</source>
        <translation>Bibliotecas del motor</translation>
    </message>
    <message>
        <source>install repair remove</source>
        <translation>instalar reparar quitar</translation>
    </message>
    <message>
        <source>network files</source>
        <translation>red archivos</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>Partes de los ajustes</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>¿Restablecer todos los ajustes?</translation>
    </message>
    <message>
        <source>Every setting goes back to its default, the system prompt too.</source>
        <translation>Cada ajuste vuelve a su valor predeterminado, también el prompt del sistema.</translation>
    </message>
</context>
<context>
    <name>SettingsViewModel</name>
    <message>
        <source>The settings file could not be read; the last good settings are used.</source>
        <translation>No se pudo leer el archivo de ajustes; se usan los últimos ajustes válidos.</translation>
    </message>
    <message>
        <source>The setting %1 in the settings file has no usable value; it is %2 now.</source>
        <translation>El ajuste %1 del archivo de ajustes no tiene un valor utilizable; ahora es %2.</translation>
    </message>
    <message>
        <source>The device, the context and the threads take effect when the model is reloaded.</source>
        <translation>El dispositivo, el contexto y los hilos surten efecto cuando se recarga el modelo.</translation>
    </message>
    <message>
        <source>The engine has no network access, opens only models, and writes only into its caches.</source>
        <translation>El motor no tiene acceso a la red, abre solo modelos y escribe solo en sus cachés.</translation>
    </message>
    <message>
        <source>The engine has no network access, but may use your files: %1.</source>
        <translation>El motor no tiene acceso a la red, pero puede usar los archivos del usuario: %1.</translation>
    </message>
    <message>
        <source>The engine opens only models, but may use the network: %1.</source>
        <translation>El motor abre solo modelos, pero puede usar la red: %1.</translation>
    </message>
    <message>
        <source>The engine may use the network and your files: %1.</source>
        <translation>El motor puede usar la red y los archivos del usuario: %1.</translation>
    </message>
    <message>
        <source>Reset %1 to %2</source>
        <translation>Restablecer %1 a %2</translation>
    </message>
    <message>
        <source>For models of this computer; %1 answers now.</source>
        <translation>Para modelos de este equipo; ahora responde %1.</translation>
    </message>
    <message>
        <source>%1 has its own: %2. What is set here replaces it.</source>
        <translation>%1 tiene el suyo: %2. Lo que se ponga aquí lo sustituye.</translation>
    </message>
    <message>
        <source>Needs drafting, which is off.</source>
        <translation>Requiere la especulación, que está desactivada.</translation>
    </message>
    <message>
        <source>Drafting is on.</source>
        <translation>La especulación está activada.</translation>
    </message>
    <message>
        <source>Drafting is off.</source>
        <translation>La especulación está desactivada.</translation>
    </message>
    <message>
        <source>Drafts do not come from repeats.</source>
        <translation>Los tokens especulativos no vienen de repeticiones.</translation>
    </message>
    <message>
        <source>This desktop has no tray to show it in.</source>
        <translation>Este escritorio no tiene una bandeja donde mostrarlo.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activado</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivado</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vacío</translation>
    </message>
    <message>
        <source>%1 cannot be set to that.</source>
        <translation>No se puede dar ese valor a %1.</translation>
    </message>
    <message>
        <source>%1 must be between %2 and %3.</source>
        <translation>%1 debe estar entre %2 y %3.</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>Usarlas aquí</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Restablecer todo</translation>
    </message>
    <message>
        <source>Keys of {0}</source>
        <translation>Teclas de {0}</translation>
    </message>
    <message>
        <source>Text fields keep {0} for themselves. Choose other keys.</source>
        <translation>Los campos de texto se reservan {0}. Elija otras teclas.</translation>
    </message>
    <message>
        <source>{0} are the keys of “{1}”.</source>
        <translation>{0} son las teclas de «{1}».</translation>
    </message>
    <message>
        <source>Those keys are for typing. Add Ctrl or Alt.</source>
        <translation>Esas teclas son para escribir. Añada Ctrl o Alt.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Hide the conversations (Ctrl+B)</source>
        <translation>Ocultar las conversaciones (Ctrl+B)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Temporary chat, never saved (Ctrl+Shift+N)</source>
        <translation>Chat temporal, nunca se guarda (Ctrl+Mayús+N)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>Buscar en las conversaciones</translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>Ninguna conversación contiene esas palabras.</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Nuevo chat (Ctrl+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Importar chats…</translation>
    </message>
</context>
<context>
    <name>SidebarRows</name>
    <message>
        <source>Temporary</source>
        <translation>Temporales</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fijados</translation>
    </message>
    <message>
        <source>open</source>
        <translation>abierta</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>cerrada</translation>
    </message>
    <message>
        <source>Folder {0}, {1}, chats: {2}</source>
        <translation>Carpeta {0}, {1}, chats: {2}</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>Address of a mirror</source>
        <translation>Dirección de un servidor espejo</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Elegir una carpeta…</translation>
    </message>
    <message>
        <source>Use the network</source>
        <translation>Usar la red</translation>
    </message>
    <message>
        <source>Mirror instead of files.pythonhosted.org</source>
        <translation>Espejo en lugar de files.pythonhosted.org</translation>
    </message>
    <message>
        <source>Folder of wheels, without a network</source>
        <translation>Carpeta de wheels, sin red</translation>
    </message>
    <message>
        <source>Folder of wheels</source>
        <translation>Carpeta de wheels</translation>
    </message>
</context>
<context>
    <name>Sparkline</name>
    <message>
        <source>Speed over time</source>
        <translation>Velocidad a lo largo del tiempo</translation>
    </message>
    <message>
        <source>Tokens per second, up to {0}; behind it the previous answer</source>
        <translation>Tokens por segundo, hasta {0}; detrás, la respuesta anterior</translation>
    </message>
</context>
<context>
    <name>StatePanel</name>
    <message>
        <source>Busy</source>
        <translation>Ocupado</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nada que hacer</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Only text can be put here. Open the file and copy what it says.</source>
        <translation>Aquí solo cabe texto. Abra el archivo y copie lo que dice.</translation>
    </message>
</context>
<context>
    <name>ThinkingBlock</name>
    <message>
        <source>Thoughts</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Hide the thoughts</source>
        <translation>Ocultar el razonamiento</translation>
    </message>
    <message>
        <source>Show the thoughts</source>
        <translation>Mostrar el razonamiento</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Think before answering</source>
        <translation>Pensar antes de responder</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>Pensar</translation>
    </message>
    <message>
        <source>Think: {0}</source>
        <translation>Pensar: {0}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
</context>
<context>
    <name>ThinkingViewModel</name>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>Mínimo</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Bajo</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Alto</translation>
    </message>
    <message>
        <source>Very high</source>
        <translation>Muy alto</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Máximo</translation>
    </message>
</context>
<context>
    <name>ToLatestButton</name>
    <message>
        <source>Jump to the latest message</source>
        <translation>Ir al último mensaje</translation>
    </message>
</context>
<context>
    <name>ToolBlock</name>
    <message>
        <source>Allow once</source>
        <translation>Permitir una vez</translation>
    </message>
    <message>
        <source>Allow for this chat</source>
        <translation>Permitir en este chat</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Rechazar</translation>
    </message>
    <message>
        <source>The call and its result</source>
        <translation>La llamada y su resultado</translation>
    </message>
    <message>
        <source>Hide the call</source>
        <translation>Ocultar la llamada</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>Mostrar la llamada</translation>
    </message>
</context>
<context>
    <name>ToolDialog</name>
    <message>
        <source>Add a tool server</source>
        <translation>Añadir un servidor de herramientas</translation>
    </message>
    <message>
        <source>Change a tool server</source>
        <translation>Cambiar un servidor de herramientas</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>As it is called in the list</source>
        <translation>Como se llama en la lista</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumentos</translation>
    </message>
    <message>
        <source>One a line</source>
        <translation>Uno por línea</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variables</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Header of the key</source>
        <translation>Cabecera de la clave</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>Guardada; escriba para reemplazarla</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>Solo si la pide</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>Olvidar la clave</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>Herramientas del servidor</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>Un programa de este equipo</translation>
    </message>
    <message>
        <source>An address (HTTP)</source>
        <translation>Una dirección (HTTP)</translation>
    </message>
    <message>
        <source>A server runs with your rights, or sees what a model sends it: add only those that you trust. “Test” starts it once.</source>
        <translation>Un servidor se ejecuta con sus permisos, o ve lo que un modelo le envía: añada solo aquellos en los que confíe. «Probar» lo inicia una vez.</translation>
    </message>
    <message>
        <source>Starting it…</source>
        <translation>Iniciándolo…</translation>
    </message>
</context>
<context>
    <name>ToolImportDialog</name>
    <message>
        <source>Import tool servers</source>
        <translation>Importar servidores de herramientas</translation>
    </message>
    <message>
        <source>Servers as JSON</source>
        <translation>Servidores en JSON</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Abrir un archivo…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Paste the part “mcpServers” from the settings of another program, or from the page of a server. Nothing is started: the servers are added switched off.</source>
        <translation>Pegue la parte «mcpServers» de los ajustes de otro programa o de la página de un servidor. No se inicia nada: los servidores se añaden desactivados.</translation>
    </message>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>No se puede leer %1: compruebe sus permisos.</translation>
    </message>
</context>
<context>
    <name>ToolRounds</name>
    <message>
        <source>The model called tools %1 times in a row, the limit in Settings.</source>
        <translation>El modelo llamó a herramientas %1 veces seguidas, el límite de los ajustes.</translation>
    </message>
</context>
<context>
    <name>ToolServerRow</name>
    <message>
        <source>Sign out</source>
        <translation>Cerrar sesión</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Iniciar sesión…</translation>
    </message>
    <message>
        <source>Sign out of %1</source>
        <translation>Cerrar la sesión en %1</translation>
    </message>
    <message>
        <source>Sign in to %1 with the browser</source>
        <translation>Iniciar sesión en %1 con el navegador</translation>
    </message>
    <message>
        <source>Chats may use %1</source>
        <translation>Los chats pueden usar %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>Cambiar %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Quitar %1</translation>
    </message>
</context>
<context>
    <name>ToolServersViewModel</name>
    <message>
        <source>What goes to this address and comes from it travels unencrypted.</source>
        <translation>Lo que va a esta dirección y viene de ella viaja sin cifrar.</translation>
    </message>
    <message>
        <source>You are signed in.</source>
        <translation>Ha iniciado sesión.</translation>
    </message>
    <message>
        <source>Waiting until you have signed in with the browser…</source>
        <translation>Esperando a que inicie sesión con el navegador…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Iniciando…</translation>
    </message>
    <message numerus="yes">
        <source>%n are left out, which cannot be used.</source>
        <translation>
            <numerusform>Se omite %n, que no se puede usar.</numerusform>
            <numerusform>Se omiten %n, que no se pueden usar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %n tools.</source>
        <translation>
            <numerusform>Tiene %n herramienta.</numerusform>
            <numerusform>Tiene %n herramientas.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolStep</name>
    <message>
        <source>Arguments</source>
        <translation>Argumentos</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Error</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>allow it?</source>
        <translation>¿permitirla?</translation>
    </message>
    <message>
        <source>done</source>
        <translation>hecha</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fallida</translation>
    </message>
    <message>
        <source>not carried out</source>
        <translation>no realizada</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>rechazada por usted</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>en curso…</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>en espera</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>%1 cannot be reached: see whether the address is right. (%2)</source>
        <translation>No se puede acceder a %1: compruebe si la dirección es correcta. (%2)</translation>
    </message>
    <message>
        <source>%1 could not be started: “%2” is not on this computer.</source>
        <translation>No se pudo iniciar %1: «%2» no está en este equipo.</translation>
    </message>
    <message>
        <source>%1 did not tell its tools within %3 seconds. Its last words: %2</source>
        <translation>%1 no comunicó sus herramientas en %3 segundos. Sus últimas palabras: %2</translation>
    </message>
    <message>
        <source>%1 does not answer as an MCP server should: %2</source>
        <translation>%1 no responde como debería un servidor MCP: %2</translation>
    </message>
    <message>
        <source>%1 ended before it had told its tools. Its last words: %2</source>
        <translation>%1 terminó antes de comunicar sus herramientas. Sus últimas palabras: %2</translation>
    </message>
    <message>
        <source>%1 is switched off in Settings.</source>
        <translation>%1 está desactivado en los ajustes.</translation>
    </message>
    <message>
        <source>%1 sent more than could be read and was ended.</source>
        <translation>%1 envió más de lo que se podía leer y se finalizó.</translation>
    </message>
    <message>
        <source>%1 wants a key, or another one: enter it in Settings.</source>
        <translation>%1 pide una clave, u otra distinta: introdúzcala en los ajustes.</translation>
    </message>
    <message>
        <source>%1 wants you to sign in: choose “Sign in…” in Settings, or enter a key.</source>
        <translation>%1 pide que inicie sesión: elija «Iniciar sesión…» en los ajustes o introduzca una clave.</translation>
    </message>
    <message>
        <source>Give the server a name, as it is to be called in the list.</source>
        <translation>Dé un nombre al servidor, tal como debe aparecer en la lista.</translation>
    </message>
    <message>
        <source>No servers are in it: look for “mcpServers”.</source>
        <translation>No contiene servidores: busque «mcpServers».</translation>
    </message>
    <message>
        <source>That is no JSON: copy all of it, from the first brace to the last.</source>
        <translation>Eso no es JSON: cópielo todo, desde la primera llave hasta la última.</translation>
    </message>
    <message>
        <source>That is no address: enter one like https://example.com/mcp.</source>
        <translation>Eso no es una dirección: introduzca una como https://example.com/mcp.</translation>
    </message>
    <message>
        <source>That is no command: enter the program that starts the server, such as npx.</source>
        <translation>Eso no es una orden: introduzca el programa que inicia el servidor, como npx.</translation>
    </message>
    <message>
        <source>That is no header: enter a name like Authorization.</source>
        <translation>Eso no es una cabecera: introduzca un nombre como Authorization.</translation>
    </message>
    <message>
        <source>That is no key: a key has no accented letters.</source>
        <translation>Eso no es una clave: una clave no tiene letras acentuadas.</translation>
    </message>
    <message>
        <source>The address may have no password: the key has its own field.</source>
        <translation>La dirección no puede llevar contraseña: la clave tiene su propio campo.</translation>
    </message>
    <message>
        <source>The list of tool servers could not be saved to %1: check the disk.</source>
        <translation>La lista de servidores de herramientas no se pudo guardar en %1: compruebe el disco.</translation>
    </message>
    <message>
        <source>There are too many tool servers: remove one.</source>
        <translation>Hay demasiados servidores de herramientas: quite uno.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>You could not be signed in to %1: try it again in Settings. (%2)</source>
        <translation>No se pudo iniciar sesión en %1: inténtelo de nuevo en los ajustes. (%2)</translation>
    </message>
    <message>
        <source>You may close this page and go on in Encore.</source>
        <translation>Puede cerrar esta página y continuar en Encore.</translation>
    </message>
    <message>
        <source>none.</source>
        <translation>ninguna.</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value, one a line.</source>
        <translation>«%1» no es una variable: escriba NOMBRE=valor, una por línea.</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools that the model may call in this chat</source>
        <translation>Herramientas a las que el modelo puede llamar en este chat</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n herramienta</numerusform>
            <numerusform>%n herramientas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsSection</name>
    <message>
        <source>Tool servers</source>
        <translation>Servidores de herramientas</translation>
    </message>
    <message>
        <source>Programs and services that give a model tools, over the Model Context Protocol (MCP). One that is switched on can be chosen below the message box, and is started when a chat wants its tools. Each call is shown, and asked for.</source>
        <translation>Programas y servicios que dan herramientas a un modelo mediante el Model Context Protocol (MCP). Los activados se pueden elegir bajo el cuadro de mensaje y se inician cuando un chat quiere sus herramientas. Cada llamada se muestra y se pregunta.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>Añadir un servidor…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>¿Quitar %1?</translation>
    </message>
    <message>
        <source>How it is started, its key and your sign-in are forgotten. Conversations stay.</source>
        <translation>Se olvidan la forma de iniciarlo, su clave y su inicio de sesión. Las conversaciones se conservan.</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>Menú</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show Encore</source>
        <translation>Mostrar Encore</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
</context>
<context>
    <name>UndoOffers</name>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>It cannot be brought back: another window has removed it for good.</source>
        <translation>No se puede recuperar: otra ventana lo eliminó para siempre.</translation>
    </message>
</context>
<context>
    <name>UpdateSection</name>
    <message>
        <source>Progress of the download</source>
        <translation>Progreso de la descarga</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Novedades</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nada que hacer</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Encore %1 is out.</source>
        <translation>Encore %1 ya está disponible.</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Novedades</translation>
    </message>
</context>
<context>
    <name>UpdatesViewModel</name>
    <message>
        <source>working copy</source>
        <translation>copia de trabajo</translation>
    </message>
    <message>
        <source>Downloading Encore %1: %2 of %3.</source>
        <translation>Descargando Encore %1: %2 de %3.</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>Buscar ahora</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Open the package</source>
        <translation>Abrir el paquete</translation>
    </message>
    <message>
        <source>the version before</source>
        <translation>la versión anterior</translation>
    </message>
    <message>
        <source>Go back to %1</source>
        <translation>Volver a %1</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>La versión anterior</translation>
    </message>
    <message>
        <source>Encore %1 was downloaded, but not installed.</source>
        <translation>Encore %1 se descargó, pero no se instaló.</translation>
    </message>
    <message>
        <source>Looking for a new version…</source>
        <translation>Buscando una versión nueva…</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>Esta es la versión más reciente.</translation>
    </message>
    <message>
        <source>Encore %1 is out; `git pull` brings it here.</source>
        <translation>Encore %1 ya está disponible; `git pull` lo trae aquí.</translation>
    </message>
    <message>
        <source>Encore %1 is out, but has no package for this computer.</source>
        <translation>Encore %1 ya está disponible, pero no tiene paquete para este equipo.</translation>
    </message>
    <message>
        <source>Encore %1 is out: %2 to download.</source>
        <translation>Encore %1 ya está disponible: %2 por descargar.</translation>
    </message>
    <message>
        <source>Encore %1 is here. Open the package, or run: sudo apt install %2</source>
        <translation>Encore %1 está aquí. Abra el paquete o ejecute: sudo apt install %2</translation>
    </message>
    <message>
        <source>Encore %1 is here: %2</source>
        <translation>Encore %1 está aquí: %2</translation>
    </message>
    <message>
        <source>%1 starts the next time you open Encore.</source>
        <translation>%1 se iniciará la próxima vez que se abra Encore.</translation>
    </message>
</context>
<context>
    <name>ValueSlider</name>
    <message>
        <source>{0}, slider</source>
        <translation>{0}, control deslizante</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>Leyendo su cabecera…</translation>
    </message>
    <message>
        <source>May be too large</source>
        <translation>Puede ser demasiado grande</translation>
    </message>
    <message>
        <source>Should fit</source>
        <translation>Debería caber</translation>
    </message>
    <message>
        <source>Should fit on the CPU</source>
        <translation>Debería caber en la CPU</translation>
    </message>
    <message>
        <source>%1 % of the experts on the GPU</source>
        <translation>%1 % de los expertos en la GPU</translation>
    </message>
    <message>
        <source>%1 % of the layers on the GPU</source>
        <translation>%1 % de las capas en la GPU</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 libres</translation>
    </message>
    <message>
        <source>%1 free on the GPU</source>
        <translation>%1 libres en la GPU</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activaciones</translation>
    </message>
    <message>
        <source>Cannot be run</source>
        <translation>No se puede ejecutar</translation>
    </message>
    <message>
        <source>Context (KV cache)</source>
        <translation>Contexto (caché KV)</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>Cabe con menos contexto</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Desconocido</translation>
    </message>
    <message>
        <source>Partly on the GPU</source>
        <translation>En parte en la GPU</translation>
    </message>
    <message>
        <source>Runs on the CPU</source>
        <translation>Se ejecuta en la CPU</translation>
    </message>
    <message>
        <source>Runs on the GPU</source>
        <translation>Se ejecuta en la GPU</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Demasiado grande</translation>
    </message>
    <message>
        <source>Use %1 context</source>
        <translation>Usar contexto de %1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>What shall we talk about?</source>
        <translation>¿De qué hablamos?</translation>
    </message>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>Todo se queda en este equipo.</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Explicar</translation>
    </message>
    <message>
        <source>Explain how a rainbow forms, in simple words.</source>
        <translation>Explica con palabras sencillas cómo se forma un arcoíris.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Escribir</translation>
    </message>
    <message>
        <source>Write a short, friendly note to thank a neighbor.</source>
        <translation>Escribe una nota breve y amable para dar las gracias a una vecina.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programar</translation>
    </message>
    <message>
        <source>Write a Python function that reverses a string.</source>
        <translation>Escribe una función de Python que invierta una cadena de texto.</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Show the conversations</source>
        <translation>Mostrar las conversaciones</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Hide the conversations</source>
        <translation>Ocultar las conversaciones</translation>
    </message>
    <message>
        <source>Temporary chat, never saved</source>
        <translation>Chat temporal, nunca se guarda</translation>
    </message>
    <message>
        <source>Hide the settings</source>
        <translation>Ocultar los ajustes</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>Buscar en las conversaciones</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Ir al chat</translation>
    </message>
    <message>
        <source>Open or close a chat beside</source>
        <translation>Abrir o cerrar un chat al lado</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Adjuntar archivos…</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>Buscar en el chat</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Resultado siguiente</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Resultado anterior</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Regenerar</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>Copiar la última respuesta</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Elegir un modelo…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>Importar un archivo GGUF…</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>Liberar el modelo</translation>
    </message>
    <message>
        <source>Reload the model</source>
        <translation>Recargar el modelo</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ver</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>Mostrar u ocultar las conversaciones</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texto más grande</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texto más pequeño</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Tamaño de texto normal</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Claro u oscuro</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Paleta de comandos…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Atajos de teclado…</translation>
    </message>
    <message>
        <source>Version and updates</source>
        <translation>Versión y actualizaciones</translation>
    </message>
    <message>
        <source>Logs…</source>
        <translation>Registros…</translation>
    </message>
    <message>
        <source>Quit Encore</source>
        <translation>Salir de Encore</translation>
    </message>
</context>
<context>
    <name>_ActionDelegate</name>
    <message>
        <source>on</source>
        <translation>activado</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivado</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>ahora no</translation>
    </message>
</context>
<context>
    <name>_CellDelegate</name>
    <message>
        <source>Name of the model</source>
        <translation>Nombre del modelo</translation>
    </message>
</context>
<context>
    <name>_ModelDelegate</name>
    <message>
        <source>loaded</source>
        <translation>cargado</translation>
    </message>
</context>
<context>
    <name>cards</name>
    <message>
        <source>Scroll the code sideways</source>
        <translation>Desplazar el código horizontalmente</translation>
    </message>
</context>
<context>
    <name>parent</name>
    <message>
        <source>Import a model</source>
        <translation>Importar un modelo</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>Modelos (*.gguf);;Todos los archivos (*)</translation>
    </message>
</context>
<context>
    <name>self.fold</name>
    <message>
        <source>Fold the code</source>
        <translation>Plegar el código</translation>
    </message>
    <message>
        <source>Unfold the code</source>
        <translation>Desplegar el código</translation>
    </message>
</context>
</TS>
