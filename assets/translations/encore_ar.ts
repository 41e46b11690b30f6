<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar">
<context>
    <name>ActionList</name>
    <message>
        <source>Search the actions</source>
        <translation>البحث في الإجراءات</translation>
    </message>
    <message>
        <source>No action has these words.</source>
        <translation>لا يوجد إجراء يحتوي على هذه الكلمات.</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>الإجراءات</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>{0} is loaded.</source>
        <translation>تم تحميل {0}.</translation>
    </message>
    <message>
        <source>The comparison begins.</source>
        <translation>بدأت المقارنة.</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>اكتملت الإجابة.</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>تم إيقاف الإجابة.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>انتهت الإجابة قبل اكتمالها.</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message>
        <source>The engine is not running. Choose a model to start it.</source>
        <translation>المحرّك لا يعمل. اختر نموذجًا لتشغيله.</translation>
    </message>
    <message>
        <source>The engine stopped before the answer was complete.</source>
        <translation>توقف المحرّك قبل اكتمال الإجابة.</translation>
    </message>
    <message>
        <source>%1 The answer stays in this window and is saved as soon as that works.</source>
        <translation>%1 تبقى الإجابة في هذه النافذة وتُحفظ حالما يصبح ذلك ممكنًا.</translation>
    </message>
</context>
<context>
    <name>AnswerSteps</name>
    <message>
        <source>Answer</source>
        <translation>الإجابة</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Open {0}, {1}</source>
        <translation>فتح {0}، {1}</translation>
    </message>
    <message>
        <source>Show the text of the file</source>
        <translation>عرض نص الملف</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>إزالة {0}</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Text of {0}</source>
        <translation>نص {0}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>This is the beginning; Copy takes all {0} characters.</source>
        <translation>هذه البداية فقط؛ أما «نسخ» فيشمل الأحرف كلها، وعددها {0}.</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>the first %1 %</source>
        <translation>أول %1%</translation>
    </message>
</context>
<context>
    <name>AttachmentsViewModel</name>
    <message>
        <source>reading…</source>
        <translation>يُقرأ…</translation>
    </message>
    <message numerus="yes">
        <source>A message holds up to %1 files; %n of those chosen were left out.</source>
        <translation>
            <numerusform>الحد الأقصى للملفات في الرسالة %1؛ ولم يُستبعد أي ملف من الملفات المختارة.</numerusform>
            <numerusform>الحد الأقصى للملفات في الرسالة %1؛ واستُبعد ملف واحد من الملفات المختارة.</numerusform>
            <numerusform>الحد الأقصى للملفات في الرسالة %1؛ واستُبعد ملفان من الملفات المختارة.</numerusform>
            <numerusform>الحد الأقصى للملفات في الرسالة %1؛ واستُبعدت %n ملفات من الملفات المختارة.</numerusform>
            <numerusform>الحد الأقصى للملفات في الرسالة %1؛ واستُبعد %n ملفًا من الملفات المختارة.</numerusform>
            <numerusform>الحد الأقصى للملفات في الرسالة %1؛ واستُبعد %n ملف من الملفات المختارة.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>نص ملصق</translation>
    </message>
    <message>
        <source>%1 is attached already.</source>
        <translation>الملف %1 مرفق من قبل.</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>The answer is complete.</source>
        <translation>اكتملت الإجابة.</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>انتهت الإجابة قبل اكتمالها.</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>اكتمل تنزيل {0}.</translation>
    </message>
    <message>
        <source>The download of {0} stopped.</source>
        <translation>توقف تنزيل {0}.</translation>
    </message>
    <message>
        <source>The comparison is complete: {0}.</source>
        <translation>اكتملت المقارنة: {0}.</translation>
    </message>
</context>
<context>
    <name>BannerBar</name>
    <message>
        <source>Nothing to do</source>
        <translation>لا شيء مطلوب</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>تجاهل</translation>
    </message>
</context>
<context>
    <name>BesideViewModel</name>
    <message>
        <source>Loading %1…</source>
        <translation>جارٍ تحميل %1…</translation>
    </message>
    <message>
        <source>Waiting for the other answer…</source>
        <translation>في انتظار الإجابة الأخرى…</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>%1 (branch)</source>
        <translation>%1 (فرع)</translation>
    </message>
    <message>
        <source>This version was deleted, with what followed it.</source>
        <translation>حُذفت هذه النسخة مع ما تلاها.</translation>
    </message>
    <message>
        <source>The question was deleted, with its answer.</source>
        <translation>حُذف السؤال مع إجابته.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>تراجع</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>حُذفت هذه المحادثة في نافذة أخرى.</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>16 GB of memory, or a GPU with 12 GB</source>
        <translation>ذاكرة 16 GB، أو معالج رسوم بسعة 12 GB</translation>
    </message>
    <message>
        <source>16 GB of memory, or a GPU with 8 GB</source>
        <translation>ذاكرة 16 GB، أو معالج رسوم بسعة 8 GB</translation>
    </message>
    <message>
        <source>32 GB of memory, or a GPU with 24 GB</source>
        <translation>ذاكرة 32 GB، أو معالج رسوم بسعة 24 GB</translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation>ذاكرة 4 GB</translation>
    </message>
    <message>
        <source>64 GB of memory, or a GPU with 48 GB</source>
        <translation>ذاكرة 64 GB، أو معالج رسوم بسعة 48 GB</translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation>ذاكرة 8 GB</translation>
    </message>
    <message>
        <source>8 GB of memory, 16 GB is comfortable</source>
        <translation>ذاكرة 8 GB، والمريح 16 GB</translation>
    </message>
    <message>
        <source>Any computer</source>
        <translation>أي حاسوب</translation>
    </message>
    <message>
        <source>Careful reasoning and code with a mid-range GPU.</source>
        <translation>تفكير متأنٍّ وبرمجة مع معالج رسوم متوسط.</translation>
    </message>
    <message>
        <source>Conversation and writing on a laptop; long texts.</source>
        <translation>محادثة وكتابة على حاسوب محمول؛ نصوص طويلة.</translation>
    </message>
    <message>
        <source>Conversation, writing and long texts; eight languages.</source>
        <translation>محادثة وكتابة ونصوص طويلة؛ ثماني لغات.</translation>
    </message>
    <message>
        <source>Knowledge and writing close to much larger models.</source>
        <translation>معرفة وكتابة تقارب نماذج أكبر بكثير.</translation>
    </message>
    <message>
        <source>Mathematics and puzzles, thinking at length before it answers.</source>
        <translation>رياضيات وألغاز، بتفكير طويل قبل الإجابة.</translation>
    </message>
    <message>
        <source>Questions that need thought, code and many languages on a good desktop.</source>
        <translation>أسئلة تحتاج إلى تفكير وبرمجة ولغات كثيرة على حاسوب مكتبي جيد.</translation>
    </message>
    <message>
        <source>Quick, simple answers in many languages on an old or small computer.</source>
        <translation>إجابات سريعة وبسيطة بلغات كثيرة على حاسوب قديم أو صغير.</translation>
    </message>
    <message>
        <source>Seeing that everything works; short answers in English, often wrong.</source>
        <translation>للتأكد من أن كل شيء يعمل؛ إجابات قصيرة بالإنجليزية، كثيرًا ما تخطئ.</translation>
    </message>
    <message>
        <source>Summaries, rewriting and everyday questions in English.</source>
        <translation>تلخيص وإعادة صياغة وأسئلة يومية بالإنجليزية.</translation>
    </message>
    <message>
        <source>The best all-rounder for a laptop; thinks before it answers, in many languages.</source>
        <translation>الأفضل لكل غرض على حاسوب محمول؛ يفكر قبل أن يجيب، بلغات كثيرة.</translation>
    </message>
    <message>
        <source>The largest of this list: broad knowledge and careful writing.</source>
        <translation>الأكبر في هذه القائمة: معرفة واسعة وكتابة متأنية.</translation>
    </message>
    <message>
        <source>The strongest reasoning and code that one large GPU holds.</source>
        <translation>أقوى تفكير وبرمجة يتسع لهما معالج رسوم كبير واحد.</translation>
    </message>
    <message>
        <source>Writing and conversation, direct and without long thinking.</source>
        <translation>كتابة ومحادثة مباشرة دون تفكير طويل.</translation>
    </message>
    <message>
        <source>Writing, explaining and repairing code.</source>
        <translation>كتابة الشيفرة وشرحها وإصلاحها.</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Conversations</source>
        <translation>المحادثات</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Attach files</source>
        <translation>إرفاق ملفات</translation>
    </message>
    <message>
        <source>The disk does not take it: it may be full. Close Encore all the same, and lose the answer?</source>
        <translation>يتعذّر الحفظ على القرص، فقد يكون ممتلئًا. هل تريد إغلاق Encore رغم ذلك وفقدان الإجابة؟</translation>
    </message>
    <message>
        <source>An answer is not saved</source>
        <translation>توجد إجابة غير محفوظة</translation>
    </message>
</context>
<context>
    <name>ChatPanes</name>
    <message>
        <source>Ask both</source>
        <translation>اسأل الاثنتين</translation>
    </message>
    <message>
        <source>Put each question to both chats, each with its own model</source>
        <translation>اطرح كل سؤال على المحادثتين، كل منهما بنموذجها</translation>
    </message>
    <message>
        <source>Close this chat beside</source>
        <translation>أغلق المحادثة المجاورة</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>محادثة جديدة</translation>
    </message>
</context>
<context>
    <name>ChatRowDelegate</name>
    <message>
        <source>Unpin</source>
        <translation>فك التثبيت</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>تثبيت</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>إعادة التسمية (F2)</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>حذف (Del)</translation>
    </message>
    <message>
        <source>Close; nothing of it is kept (Del)</source>
        <translation>إغلاق دون الاحتفاظ بأي شيء منها (Del)</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>مزيد من الإجراءات</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>عنوان المحادثة</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>اسم المجلد</translation>
    </message>
</context>
<context>
    <name>ChatSettingsButton</name>
    <message>
        <source>Own settings</source>
        <translation>إعدادات خاصة</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>هذه المحادثة</translation>
    </message>
    <message>
        <source>Settings of this chat, which has some of its own</source>
        <translation>إعدادات هذه المحادثة، ولبعضها قيم خاصة بها</translation>
    </message>
    <message>
        <source>Settings of this chat, as in Settings</source>
        <translation>إعدادات هذه المحادثة، مطابقة لما في «الإعدادات»</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>This chat</source>
        <translation>هذه المحادثة</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>إعداد مسبق</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>حفظ كإعداد مسبق…</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>حذف هذا الإعداد المسبق</translation>
    </message>
    <message>
        <source>All as in Settings</source>
        <translation>الكل كما في «الإعدادات»</translation>
    </message>
    <message>
        <source>What you set here is for this chat only, from its next answer on. Everything else is as in Settings.</source>
        <translation>ما تضبطه هنا يخص هذه المحادثة وحدها، بدءًا من إجابتها التالية. وكل ما عداه يبقى كما في «الإعدادات».</translation>
    </message>
    <message>
        <source>None</source>
        <translation>بلا</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>حفظ كإعداد مسبق</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>اسم الإعداد المسبق:</translation>
    </message>
    <message>
        <source>Delete the preset {0}? Chats keep what it set.</source>
        <translation>هل تريد حذف الإعداد المسبق {0}؟ تحتفظ المحادثات بما ضبطه.</translation>
    </message>
</context>
<context>
    <name>ChatSettingsViewModel</name>
    <message>
        <source>The loaded model</source>
        <translation>النموذج المحمَّل</translation>
    </message>
    <message>
        <source>%1: as in Settings</source>
        <translation>%1: كما في «الإعدادات»</translation>
    </message>
</context>
<context>
    <name>ChatViewModel</name>
    <message>
        <source>A file is still being read; send it in a moment.</source>
        <translation>ما زالت قراءة أحد الملفات جارية؛ أرسل الرسالة بعد لحظات.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>تجري كتابة إجابة الآن. أوقفها أو انتظر انتهاءها.</translation>
    </message>
    <message>
        <source>A comparison is being made. Stop it or wait for its end.</source>
        <translation>تجري مقارنة الآن. أوقفها أو انتظر انتهاءها.</translation>
    </message>
    <message>
        <source>No model yet. Choose one from the list, or import a GGUF file.</source>
        <translation>لا يوجد نموذج بعد. اختر نموذجًا من القائمة، أو استورد ملف GGUF.</translation>
    </message>
    <message>
        <source>The oldest messages (%1) were left out to make room.</source>
        <translation>استُبعدت أقدم الرسائل (%1) لإفساح المجال.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>متابعة</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الإجابة</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>جارٍ الإيقاف…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>جارٍ المقارنة…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>جارٍ تحميل النموذج…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>جارٍ الإجابة…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>جارٍ التفكير…</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>جارٍ قراءة الموجّه…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>لا يوجد نموذج</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>جارٍ تشغيل الأدوات…</translation>
    </message>
    <message>
        <source>A tool waits for your permission</source>
        <translation>أداة تنتظر إذنك</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>أداة قيد التشغيل…</translation>
    </message>
    <message>
        <source>%1 cannot go on within an answer. Answer again, or ask it to go on.</source>
        <translation>لا يستطيع %1 متابعة إجابة سابقة. أعد الإجابة أو اطلب منه المتابعة.</translation>
    </message>
    <message>
        <source>The context is full. Continue without the oldest turns?</source>
        <translation>السياق ممتلئ. هل تريد المتابعة دون أقدم الرسائل؟</translation>
    </message>
    <message>
        <source>The context was full before the answer began. Try without the oldest turns?</source>
        <translation>امتلأ السياق قبل بدء الإجابة. هل تريد المحاولة دون أقدم الرسائل؟</translation>
    </message>
    <message>
        <source>The conversation no longer fits. Answer without the oldest turns?</source>
        <translation>لم يعد السياق يتسع للمحادثة. هل تريد الإجابة دون أقدم الرسائل؟</translation>
    </message>
</context>
<context>
    <name>CodeCards</name>
    <message>
        <source>text</source>
        <translation>نص</translation>
    </message>
    <message>
        <source>{0}, continued</source>
        <translation>{0}، تتمة</translation>
    </message>
    <message>
        <source>{0} · {1} lines</source>
        <translation>{0} · الأسطر: {1}</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>لوحة الأوامر</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>The engine is not running.</source>
        <translation>المحرّك لا يعمل.</translation>
    </message>
    <message>
        <source>The engine stopped during the comparison.</source>
        <translation>توقف المحرّك في أثناء المقارنة.</translation>
    </message>
    <message>
        <source>%1 against %2 recaptures</source>
        <translation>إعادة الالتقاط: %1 مقابل %2</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>أسرع بمقدار %1</translation>
    </message>
    <message>
        <source>%1 of %1 tokens identical</source>
        <translation>الرموز المتطابقة: %1 من %1</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>أبطأ بمقدار %1</translation>
    </message>
    <message>
        <source>At least two runs of each configuration are needed.</source>
        <translation>يلزم إجراء جولتين على الأقل لكل تهيئة.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>محادثة</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>شيفرة</translation>
    </message>
    <message>
        <source>Last measured: %1 on this model and device</source>
        <translation>آخر قياس: %1 على هذا النموذج وهذا الجهاز</translation>
    </message>
    <message>
        <source>Last measured: no measurable difference on this model and device</source>
        <translation>آخر قياس: لا فرق يمكن قياسه على هذا النموذج وهذا الجهاز</translation>
    </message>
    <message>
        <source>Long context</source>
        <translation>سياق طويل</translation>
    </message>
    <message>
        <source>No measurable difference</source>
        <translation>لا فرق يمكن قياسه</translation>
    </message>
    <message>
        <source>No measurable difference: the runs vary too much</source>
        <translation>لا فرق يمكن قياسه: الجولات متفاوتة أكثر من اللازم</translation>
    </message>
    <message>
        <source>Too few runs to tell</source>
        <translation>الجولات أقل من أن تسمح بالحكم</translation>
    </message>
    <message>
        <source>With a confidence of 99 % the factor is between %1 and %2, from runs that took turns. A difference is measurable where that range excludes 1 and the factor is 1 % away from it.</source>
        <translation>بمستوى ثقة قدره 99% يقع المعامل بين %1 و%2، استنادًا إلى جولات متناوبة. ويكون الفرق قابلًا للقياس إذا كان هذا المدى لا يشمل القيمة 1 وكان المعامل يبعد عنها 1%.</translation>
    </message>
    <message>
        <source>another model: tokens are not compared</source>
        <translation>نموذج آخر: لا تُقارَن الرموز</translation>
    </message>
    <message>
        <source>differs from token %1 on</source>
        <translation>اختلاف ابتداءً من الرمز %1</translation>
    </message>
    <message>
        <source>median of %1, %2</source>
        <translation>وسيط الجولات (%1)، %2</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>Compare</source>
        <translation>مقارنة</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>The same question is answered in each configuration, in turns, after a warm-up. Nothing is written into your chats, and the model is set as before afterwards.</source>
        <translation>يُجاب عن السؤال نفسه بكل تهيئة، بالتناوب وبعد إحماء. لا يُكتب أي شيء في محادثاتك، ويعود النموذج بعد ذلك إلى ما كان عليه.</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>سؤالك</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>السؤال</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>الرموز</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>الجولات</translation>
    </message>
</context>
<context>
    <name>ComparisonViewModel</name>
    <message>
        <source>A question of your own</source>
        <translation>سؤال من عندك</translation>
    </message>
    <message>
        <source>Write a question first.</source>
        <translation>اكتب سؤالًا أولًا.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>حمّل نموذجًا أولًا.</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>تجري كتابة إجابة الآن. أوقفها أو انتظر انتهاءها.</translation>
    </message>
    <message>
        <source>Loading the model for %1…</source>
        <translation>جارٍ تحميل النموذج من أجل %1…</translation>
    </message>
    <message>
        <source>Warming up %1…</source>
        <translation>جارٍ إحماء %1…</translation>
    </message>
    <message>
        <source>Measuring %1, run %2 of %3…</source>
        <translation>جارٍ قياس %1، الجولة %2 من %3…</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 مقابل %2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>تتعذّر كتابة الملف %1: %2.</translation>
    </message>
    <message>
        <source>Stopped; the model is set as before.</source>
        <translation>توقفت المقارنة؛ وعاد النموذج إلى ما كان عليه.</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>إرسال</translation>
    </message>
    <message>
        <source>Attach files (Ctrl+Shift+A)</source>
        <translation>إرفاق ملفات (Ctrl+Shift+A)</translation>
    </message>
    <message>
        <source>Attach it as a file</source>
        <translation>إرفاقه كملف</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>إيقاف (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>إرسال (Enter)</translation>
    </message>
    <message>
        <source>Write the next message; it is sent when the answer ends</source>
        <translation>اكتب الرسالة التالية؛ وستُرسل عند انتهاء الإجابة</translation>
    </message>
    <message>
        <source>Write a message, or / for a prompt</source>
        <translation>اكتب رسالة، أو / لإدراج موجّه</translation>
    </message>
    <message>
        <source>The pasted text has {0} characters, {1} more than the {2} that a message holds.</source>
        <translation>عدد أحرف النص الملصق {0}، أي أكثر بمقدار {1} مما تتسع له الرسالة ({2}).</translation>
    </message>
    <message>
        <source>With the {0} characters pasted, the message would be {1} longer than the {2} that it may hold.</source>
        <translation>مع الأحرف الملصقة ({0}) تصبح الرسالة أطول بمقدار {1} من الحد المسموح به ({2}).</translation>
    </message>
    <message>
        <source>That is a picture, which no model here can see; describe it in words.</source>
        <translation>هذه صورة، ولا يستطيع أي نموذج هنا رؤيتها؛ صِفها بالكلمات.</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>الرسالة</translation>
    </message>
</context>
<context>
    <name>ConfigurationGrid</name>
    <message>
        <source>Add a configuration</source>
        <translation>إضافة تهيئة</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>البدء من جديد</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Remove configuration {0}</source>
        <translation>إزالة التهيئة {0}</translation>
    </message>
</context>
<context>
    <name>ConfigurationTable</name>
    <message>
        <source>%1 answers elsewhere. Choose a model of this computer to compare.</source>
        <translation>يجيب %1 من مكان آخر. اختر نموذجًا من هذا الحاسوب للمقارنة.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>حمّل نموذجًا أولًا.</translation>
    </message>
    <message>
        <source>%1 and %2 are the same. Change a setting in one of them.</source>
        <translation>التهيئتان %1 و%2 متماثلتان. غيّر إعدادًا في إحداهما.</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1: تشغيل</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1: إيقاف</translation>
    </message>
</context>
<context>
    <name>ContextEditor</name>
    <message>
        <source>Context length in tokens</source>
        <translation>طول السياق بالرموز</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>تلقائي</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used</source>
        <translation>السياق المستخدَم</translation>
    </message>
</context>
<context>
    <name>ConversationListModel</name>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>حُذفت المحادثة «{0}».</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were deleted.</source>
        <translation>
            <numerusform>لم تُحذف أي محادثة.</numerusform>
            <numerusform>حُذفت محادثة واحدة.</numerusform>
            <numerusform>حُذفت محادثتان.</numerusform>
            <numerusform>حُذفت %n محادثات.</numerusform>
            <numerusform>حُذفت %n محادثة.</numerusform>
            <numerusform>حُذفت %n محادثة.</numerusform>
        </translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>محادثة مؤقتة</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>محادثة جديدة</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>مثبّتة</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>مؤقتة</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>CopyCodeButton</name>
    <message>
        <source>Copy code</source>
        <translation>نسخ الشيفرة</translation>
    </message>
</context>
<context>
    <name>CostLine</name>
    <message>
        <source>Cut to fit</source>
        <translation>قص ليتسع</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>إعادة تحميل</translation>
    </message>
    <message>
        <source>Cut {0} so that it fits</source>
        <translation>قص {0} ليتسع له السياق</translation>
    </message>
    <message>
        <source>Reload with {0} context (+{1})</source>
        <translation>إعادة التحميل بسياق {0} (‎+{1})</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Today</source>
        <translation>اليوم</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>أمس</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>آخر 7 أيام</translation>
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
        <translation>التنزيلات شهريًا: %1</translation>
    </message>
    <message>
        <source>%1 likes</source>
        <translation>الإعجابات: %1</translation>
    </message>
    <message>
        <source>Press Enter to open it</source>
        <translation>اضغط Enter للفتح</translation>
    </message>
    <message>
        <source>Terms to accept</source>
        <translation>شروط يلزم قبولها</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>من %1</translation>
    </message>
    <message>
        <source>license %1</source>
        <translation>الترخيص: %1</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>آخر تحديث: %1</translation>
    </message>
</context>
<context>
    <name>DiscoverTab</name>
    <message>
        <source>Search Hugging Face, or paste a model&apos;s name or address</source>
        <translation>ابحث في Hugging Face، أو الصق اسم نموذج أو عنوانه</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>البحث عن نماذج في Hugging Face</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>عرض المزيد</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>ترتيب النتائج</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>نماذج جيدة للبداية</translation>
    </message>
    <message>
        <source>On Hugging Face</source>
        <translation>على Hugging Face</translation>
    </message>
</context>
<context>
    <name>DiscoverViewModel</name>
    <message>
        <source>Most downloaded</source>
        <translation>الأكثر تنزيلًا</translation>
    </message>
    <message>
        <source>Most liked</source>
        <translation>الأكثر إعجابًا</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>الأحدث</translation>
    </message>
    <message>
        <source>Searching Hugging Face…</source>
        <translation>جارٍ البحث في Hugging Face…</translation>
    </message>
    <message>
        <source>No GGUF model on Hugging Face matches “%1”; try fewer or other words.</source>
        <translation>لا يوجد على Hugging Face نموذج GGUF يطابق «%1»؛ جرّب كلمات أقل أو كلمات أخرى.</translation>
    </message>
</context>
<context>
    <name>DownloadRowWidget</name>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>بدء محادثة</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Go on with {0}</source>
        <translation>استئناف {0}</translation>
    </message>
    <message>
        <source>Pause {0}</source>
        <translation>إيقاف {0} مؤقتًا</translation>
    </message>
    <message>
        <source>Try {0} again</source>
        <translation>إعادة محاولة {0}</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>بدء محادثة مع {0}</translation>
    </message>
    <message>
        <source>Cancel {0}</source>
        <translation>إلغاء {0}</translation>
    </message>
    <message>
        <source>Move {0} up</source>
        <translation>نقل {0} إلى أعلى</translation>
    </message>
    <message>
        <source>Cancel {0}? What has been downloaded of it is deleted.</source>
        <translation>هل تريد إلغاء {0}؟ سيُحذف ما نُزّل منه.</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>إلغاء التنزيل</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>%1 · checking that it is whole</source>
        <translation>%1 · جارٍ التحقق من سلامته</translation>
    </message>
    <message>
        <source>%1 · downloaded and checked</source>
        <translation>%1 · نُزّل وفُحص</translation>
    </message>
    <message>
        <source>%1 · paused</source>
        <translation>%1 · متوقف مؤقتًا</translation>
    </message>
    <message>
        <source>%1 · stopped</source>
        <translation>%1 · متوقف</translation>
    </message>
    <message>
        <source>%1 · waits its turn</source>
        <translation>%1 · ينتظر دوره</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>جارٍ الاتصال</translation>
    </message>
</context>
<context>
    <name>DownloadsTab</name>
    <message>
        <source>Clear finished</source>
        <translation>مسح المكتمل</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Models you choose under Discover arrive here.</source>
        <translation>لا يوجد أي تنزيل جارٍ. النماذج التي تختارها في «استكشاف» تصل إلى هنا.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>البحث عن نموذج</translation>
    </message>
    <message>
        <source>None</source>
        <translation>بلا</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> م.ب/ث</translation>
    </message>
    <message>
        <source>Download limit in megabytes per second</source>
        <translation>حد التنزيل بالميغابايت في الثانية</translation>
    </message>
    <message>
        <source>The most that all downloads together take of the line</source>
        <translation>أقصى ما تستهلكه كل التنزيلات معًا من سرعة الاتصال</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>الحد</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>لا شيء قيد التنزيل.</translation>
    </message>
</context>
<context>
    <name>DownloadsViewModel</name>
    <message>
        <source>1 download</source>
        <translation>تنزيل واحد</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>التنزيلات: %1</translation>
    </message>
</context>
<context>
    <name>DraftCost</name>
    <message>
        <source>%1 of %2 after this</source>
        <translation>%1 من %2 بعد هذا</translation>
    </message>
    <message>
        <source>%1 of %2 are used</source>
        <translation>المستخدَم %1 من %2</translation>
    </message>
    <message>
        <source>With the chat before it the message has %1 tokens; %2 fit.</source>
        <translation>عدد رموز الرسالة مع المحادثة التي قبلها %1؛ والسياق يتسع لعدد %2.</translation>
    </message>
    <message>
        <source>%3 has %1 tokens, of which %2 fit in the context.</source>
        <translation>يحتوي %3 على %1 رمز، ويتسع السياق لعدد %2 منها.</translation>
    </message>
</context>
<context>
    <name>Drafter</name>
    <message>
        <source>Draft model</source>
        <translation>نموذج التخمين</translation>
    </message>
    <message>
        <source>Prediction head</source>
        <translation>رأس التنبؤ</translation>
    </message>
    <message>
        <source>Gemma 4 assistant</source>
        <translation>مساعد Gemma 4</translation>
    </message>
</context>
<context>
    <name>DrafterOffers</name>
    <message>
        <source>Getting %1…</source>
        <translation>جارٍ جلب %1…</translation>
    </message>
    <message>
        <source>Get %1 to draft for it</source>
        <translation>تنزيل %1 للتخمين له</translation>
    </message>
</context>
<context>
    <name>Drafters</name>
    <message>
        <source>%1 (cannot draft for the loaded model)</source>
        <translation>%1 (لا يستطيع التخمين للنموذج المحمَّل)</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Drop to import %1</source>
        <translation>أفلت لاستيراد %1</translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation>أفلت لإرفاق %1</translation>
    </message>
    <message>
        <source>Drop to insert the text</source>
        <translation>أفلت لإدراج النص</translation>
    </message>
    <message>
        <source>Pictures cannot be attached</source>
        <translation>لا يمكن إرفاق الصور</translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>أفلت لإرفاق الملفات</numerusform>
            <numerusform>أفلت لإرفاق ملف واحد</numerusform>
            <numerusform>أفلت لإرفاق ملفين</numerusform>
            <numerusform>أفلت لإرفاق %n ملفات</numerusform>
            <numerusform>أفلت لإرفاق %n ملفًا</numerusform>
            <numerusform>أفلت لإرفاق %n ملف</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EffectLine</name>
    <message>
        <source>Prove it</source>
        <translation>إثبات ذلك</translation>
    </message>
    <message>
        <source>Prove it: {0}</source>
        <translation>إثبات ذلك: {0}</translation>
    </message>
    <message>
        <source>Measure it on and off, on this model and device</source>
        <translation>القياس مع التشغيل ومع الإيقاف، على هذا النموذج وهذا الجهاز</translation>
    </message>
</context>
<context>
    <name>EndpointDialog</name>
    <message>
        <source>Add an engine</source>
        <translation>إضافة محرك</translation>
    </message>
    <message>
        <source>Change an engine</source>
        <translation>تعديل محرك</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>محفوظ؛ اكتب لاستبداله</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>فقط إذا طلبه</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>نسيان المفتاح</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>اختبار</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>خادم آخر</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible interface. Encore asks it for its models when the list of models is opened, and for answers when you chat with one of them.</source>
        <translation>أي خادم بواجهة متوافقة مع OpenAI. يسأله Encore عن نماذجه عند فتح قائمة النماذج، وعن الإجابات عندما تتحدث مع أحدها.</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>جارٍ السؤال…</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>Change %1</source>
        <translation>تعديل %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>إزالة %1</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>The engine of this model is no longer in the settings: choose another model.</source>
        <translation>لم يعد محرك هذا النموذج في الإعدادات: اختر نموذجًا آخر.</translation>
    </message>
    <message>
        <source>%1 answers conversations only.</source>
        <translation>لا يجيب %1 إلا عن المحادثات.</translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2: check its address and your network.</source>
        <translation>تعذر الوصول إلى %1 على %2: تحقق من العنوان ومن الشبكة.</translation>
    </message>
    <message>
        <source>%1 does not accept the key: enter the right one in Settings, Model.</source>
        <translation>لا يقبل %1 المفتاح: أدخل المفتاح الصحيح في الإعدادات، النموذج.</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: is it switched on, and reachable?</source>
        <translation>لا يجيب %1 على %2: هل هو مشغّل ويمكن الوصول إليه؟</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: start it there, or correct its address.</source>
        <translation>لا يجيب %1 على %2: شغّله هناك أو صحّح عنوانه.</translation>
    </message>
    <message>
        <source>%1 does not have this model any more: choose another in the list of models.</source>
        <translation>لم يعد هذا النموذج لدى %1: اختر نموذجًا آخر من القائمة.</translation>
    </message>
    <message>
        <source>%1 does not take these settings and answers without them: %2.</source>
        <translation>لا يقبل %1 هذه الإعدادات ويجيب بدونها: %2.</translation>
    </message>
    <message>
        <source>%1 ended the answer with its content filter: ask in other words.</source>
        <translation>أنهى مرشّح المحتوى لدى %1 الإجابة: اسأل بكلمات أخرى.</translation>
    </message>
    <message>
        <source>%1 ended the connection before the answer was complete: ask again.</source>
        <translation>أنهى %1 الاتصال قبل اكتمال الإجابة: اسأل مرة أخرى.</translation>
    </message>
    <message>
        <source>%1 failed with error %3: ask again, or look at its log.</source>
        <translation>فشل %1 بالخطأ %3: اسأل مرة أخرى أو راجع سجلّه.</translation>
    </message>
    <message>
        <source>%1 has too much to do, or your quota there is used up: wait.</source>
        <translation>%1 مثقل بالعمل أو أن حصتك لديه نفدت: انتظر.</translation>
    </message>
    <message>
        <source>%1 has too much to do: ask again in %3 s.</source>
        <translation>%1 مثقل بالعمل: اسأل مرة أخرى بعد %3 ث.</translation>
    </message>
    <message>
        <source>%1 is not found: check its address, %2, and your network.</source>
        <translation>لم يُعثر على %1: تحقق من العنوان %2 ومن الشبكة.</translation>
    </message>
    <message>
        <source>%1 is still loading the model: ask again in a moment.</source>
        <translation>لا يزال %1 يحمّل النموذج: اسأل مرة أخرى بعد لحظة.</translation>
    </message>
    <message>
        <source>%1 refuses the request with error %3: look at its log.</source>
        <translation>يرفض %1 الطلب بالخطأ %3: راجع سجلّه.</translation>
    </message>
    <message>
        <source>%1 refuses the request: %3</source>
        <translation>يرفض %1 الطلب: %3</translation>
    </message>
    <message>
        <source>%1 reports an error without saying which: look at its log.</source>
        <translation>يبلّغ %1 عن خطأ دون أن يحدده: راجع سجلّه.</translation>
    </message>
    <message>
        <source>%1 reports: %3</source>
        <translation>يبلّغ %1: %3</translation>
    </message>
    <message>
        <source>%1 sends us to %3, which is not followed: if that is right, enter it as the address.</source>
        <translation>يحيلنا %1 إلى %3 ولا يُتبع ذلك: إن كان صحيحًا فأدخله عنوانًا.</translation>
    </message>
    <message>
        <source>%1 sent something that is no part of an answer: ask again, or look at its log.</source>
        <translation>أرسل %1 شيئًا ليس من الإجابة: اسأل مرة أخرى أو راجع سجلّه.</translation>
    </message>
    <message>
        <source>%1 takes too long to answer: look at what it is doing.</source>
        <translation>يستغرق %1 وقتًا طويلًا للرد: انظر ماذا يفعل.</translation>
    </message>
    <message>
        <source>%1 wants a key: enter it in Settings, Model.</source>
        <translation>يطلب %1 مفتاحًا: أدخله في الإعدادات، النموذج.</translation>
    </message>
    <message>
        <source>%2 is no OpenAI-compatible server: the address of %1 may end in /v1.</source>
        <translation>%2 ليس خادمًا متوافقًا مع OpenAI: ربما ينتهي عنوان %1 بـ /v1.</translation>
    </message>
    <message>
        <source>Give the engine a name, as it is to be called in the list.</source>
        <translation>سمِّ المحرك كما سيظهر في القائمة.</translation>
    </message>
    <message>
        <source>No encrypted connection to %1 came about: if it has none, let its address begin with http://.</source>
        <translation>تعذر إنشاء اتصال مشفّر مع %1: إن لم يكن لديه تشفير فاجعل عنوانه يبدأ بـ http://.</translation>
    </message>
    <message>
        <source>No keyring works here, so the key is in %1, which only you can read.</source>
        <translation>لا تعمل هنا أي سلسلة مفاتيح، لذا فالمفتاح في %1 الذي لا يقرؤه سواك.</translation>
    </message>
    <message>
        <source>That is no address: enter one like http://127.0.0.1:8080.</source>
        <translation>هذا ليس عنوانًا: أدخل عنوانًا مثل http://127.0.0.1:8080.</translation>
    </message>
    <message>
        <source>That is no key: a key has no spaces and no accented letters.</source>
        <translation>هذا ليس مفتاحًا: لا مسافات في المفتاح ولا حروف مشكّلة.</translation>
    </message>
    <message>
        <source>The address may have no password and no parameters: the key has its own field.</source>
        <translation>لا يجوز أن يحوي العنوان كلمة مرور أو معاملات: للمفتاح حقل خاص.</translation>
    </message>
    <message>
        <source>The answer of %1 could not be read: ask again, or look at the log.</source>
        <translation>تعذرت قراءة إجابة %1: اسأل مرة أخرى أو راجع السجل.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted on this computer: have it installed, or use an address whose certificate is trusted.</source>
        <translation>شهادة %1 غير موثوقة على هذا الحاسوب: ثبّتها أو استخدم عنوانًا شهادته موثوقة.</translation>
    </message>
    <message>
        <source>The conversation is longer than %1 can take: begin a new chat, or shorten it.</source>
        <translation>المحادثة أطول مما يتسع له %1: ابدأ محادثة جديدة أو اختصرها.</translation>
    </message>
    <message>
        <source>The key could not be kept in %1: check the disk.</source>
        <translation>تعذر حفظ المفتاح في %1: تحقق من القرص.</translation>
    </message>
    <message>
        <source>The list of engines could not be saved to %1: check the disk.</source>
        <translation>تعذر حفظ قائمة المحركات في %1: تحقق من القرص.</translation>
    </message>
    <message>
        <source>There are too many engines elsewhere: remove one.</source>
        <translation>المحركات في أماكن أخرى كثيرة جدًا: أزل أحدها.</translation>
    </message>
    <message>
        <source>What answers at %2 is no OpenAI-compatible server: check the address of %1.</source>
        <translation>ما يجيب على %2 ليس خادمًا متوافقًا مع OpenAI: تحقق من عنوان %1.</translation>
    </message>
</context>
<context>
    <name>EndpointsSection</name>
    <message>
        <source>Servers whose models you can chat with here: llama.cpp, vLLM, Ollama, LM Studio, another Encore, or a service with the same interface.</source>
        <translation>خوادم يمكنك التحدث مع نماذجها هنا: llama.cpp أو vLLM أو Ollama أو LM Studio أو Encore آخر أو خدمة بالواجهة نفسها.</translation>
    </message>
    <message>
        <source>Add an engine…</source>
        <translation>إضافة محرك…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>هل تريد إزالة %1؟</translation>
    </message>
    <message>
        <source>Its address and its key are forgotten. Conversations stay.</source>
        <translation>يُنسى عنوانه ومفتاحه. تبقى المحادثات.</translation>
    </message>
</context>
<context>
    <name>EndpointsViewModel</name>
    <message>
        <source>Key and conversations travel unencrypted to this address.</source>
        <translation>ينتقل المفتاح والمحادثات إلى هذا العنوان دون تشفير.</translation>
    </message>
    <message>
        <source>Conversations travel unencrypted to this address.</source>
        <translation>تنتقل المحادثات إلى هذا العنوان دون تشفير.</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>الخادم</translation>
    </message>
    <message>
        <source>%1 answers, but has no models: load one there.</source>
        <translation>يجيب %1 لكن ليس لديه نماذج: حمّل نموذجًا هناك.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2.</source>
        <translation>يجيب %1. نماذجه: %2.</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2 and %3 more.</source>
        <translation>يجيب %1. نماذجه: %2 و%3 غيرها.</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The engine stopped three times within a minute and was not restarted. Choose a model to try again.</source>
        <translation>توقف المحرّك ثلاث مرات خلال دقيقة ولم يُعَد تشغيله. اختر نموذجًا للمحاولة من جديد.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly. It was restarted; you can go on.</source>
        <translation>توقف المحرّك على نحو غير متوقع. أُعيد تشغيله، ويمكنك المتابعة.</translation>
    </message>
    <message>
        <source>The engine that would look into the file is not running; try again.</source>
        <translation>المحرّك الذي يتولى فحص الملف لا يعمل؛ حاول مرة أخرى.</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Choose another build</source>
        <translation>اختيار إصدار آخر</translation>
    </message>
    <message>
        <source>Install from a folder or a mirror</source>
        <translation>التثبيت من مجلد أو مرآة</translation>
    </message>
    <message>
        <source>Encore may look for updates of itself</source>
        <translation>السماح لـ Encore بالبحث عن تحديثات له</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>هذا الحاسوب</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>المحرّك</translation>
    </message>
    <message>
        <source>It asks once a day, tells nothing about you, and installs nothing unasked.</source>
        <translation>يسأل مرة واحدة في اليوم، ولا يفصح عن أي شيء عنك، ولا يثبّت شيئًا دون طلبك.</translation>
    </message>
    <message>
        <source>One more step: the engine</source>
        <translation>خطوة أخرى: المحرّك</translation>
    </message>
    <message>
        <source>This version of Encore needs other libraries than those that are installed. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>يحتاج هذا الإصدار من Encore إلى مكتبات غير المثبّتة، وتُجلب مرة واحدة فقط. وفي هذه الأثناء يمكنك البحث عن النماذج وتنزيلها.</translation>
    </message>
    <message>
        <source>Models run on libraries that must fit this computer. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>تعمل النماذج على مكتبات يجب أن تناسب هذا الحاسوب، وتُجلب مرة واحدة فقط. وفي هذه الأثناء يمكنك البحث عن النماذج وتنزيلها.</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>المحرّك</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>قيد الاستخدام: %1</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>جارٍ فحص هذا الحاسوب…</translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Change…</source>
        <translation>تغيير…</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>إصلاح</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>إزالة…</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>رجوع للسابق</translation>
    </message>
    <message>
        <source>Remove the engine&apos;s libraries?</source>
        <translation>هل تريد إزالة مكتبات المحرّك؟</translation>
    </message>
    <message>
        <source>No model can answer until they are installed again. Models and conversations stay.</source>
        <translation>لن يستطيع أي نموذج الإجابة حتى يُعاد تثبيتها. تبقى النماذج والمحادثات كما هي.</translation>
    </message>
    <message>
        <source>Encore runs from a checkout: the engine uses the environment&apos;s libraries.</source>
        <translation>يعمل Encore من نسخة عمل للشيفرة المصدرية: يستخدم المحرّك مكتبات البيئة.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed.</source>
        <translation>مكتبات المحرّك غير مثبّتة.</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>السابق: %1</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>تثبيت…</translation>
    </message>
</context>
<context>
    <name>EngineSentences</name>
    <message>
        <source>%1 cannot be divided after %2 of its %3 layers; choose another number of layers for the processor, or auto.</source>
        <translation>لا يمكن تقسيم %1 بعد %2 من طبقاته البالغ عددها %3؛ اختر عددًا آخر من الطبقات للمعالج، أو auto.</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the path and the disk.</source>
        <translation>لا يمكن قراءة %1 (%2)؛ تحقق من المسار والقرص.</translation>
    </message>
    <message>
        <source>%1 cannot draft for this model, because only %2 of their %3 tokens agree; choose a smaller model of the same family.</source>
        <translation>لا يستطيع %1 الصياغة لهذا النموذج لأن %2 فقط من أصل %3 رمزًا متطابقة؛ اختر نموذجًا أصغر من العائلة نفسها.</translation>
    </message>
    <message>
        <source>%1 cannot draft here: it reads what the GPU has of a model, but the processor computes the first layers of this one; choose ngram, or let the GPU read those layers from main memory.</source>
        <translation>لا يستطيع %1 الصياغة هنا: فهو يقرأ ما لدى بطاقة الرسوميات من النموذج، لكن المعالج يحسب الطبقات الأولى من هذا النموذج؛ اختر ngram، أو دع بطاقة الرسوميات تقرأ تلك الطبقات من الذاكرة الرئيسية.</translation>
    </message>
    <message>
        <source>%1 claims to be a GGUF of version %2, which is not known; download it again, or update this app.</source>
        <translation>يدّعي %1 أنه ملف GGUF من الإصدار %2 غير المعروف؛ نزّله من جديد أو حدّث هذا التطبيق.</translation>
    </message>
    <message>
        <source>%1 describes a model of impossible shape: %2; download it again or choose another file.</source>
        <translation>يصف %1 نموذجًا بشكل مستحيل: %2؛ نزّله من جديد أو اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory, so %2 GiB of it are read from main memory, more slowly.</source>
        <translation>لا تتسع ذاكرة بطاقة الرسوميات لـ %1، لذلك يُقرأ %2 غيبيبايت منه من الذاكرة الرئيسية، ببطء أكبر.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; %3 GiB are read from main memory when they are needed.</source>
        <translation>لا تتسع ذاكرة بطاقة الرسوميات لـ %1: يوجد فيها %2 % من خبرائه، وهم الأكثر استخدامًا؛ ويُقرأ %3 غيبيبايت من الذاكرة الرئيسية عند الحاجة.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes %3 GiB of the others, and the GPU reads %4 GiB from main memory when they are needed.</source>
        <translation>لا تتسع ذاكرة بطاقة الرسوميات لـ %1: يوجد فيها %2 % من خبرائه، وهم الأكثر استخدامًا؛ ويحسب المعالج %3 غيبيبايت من الباقين، وتقرأ بطاقة الرسوميات %4 غيبيبايت من الذاكرة الرئيسية عند الحاجة.</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes the others, %3 GiB.</source>
        <translation>لا تتسع ذاكرة بطاقة الرسوميات لـ %1: يوجد فيها %2 % من خبرائه، وهم الأكثر استخدامًا؛ ويحسب المعالج الباقين، %3 غيبيبايت.</translation>
    </message>
    <message>
        <source>%1 failed unexpectedly; %2.</source>
        <translation>حدث فشل غير متوقع: %1؛ %2.</translation>
    </message>
    <message>
        <source>%1 has %2 layers and reads %3 of its model, which is not supported yet; choose another drafter.</source>
        <translation>في %1 ‏%2 طبقة ويقرأ %3 من نموذجه، وهو غير مدعوم بعد؛ اختر مصدر تخمين آخر.</translation>
    </message>
    <message>
        <source>%1 has a tokenizer of %2 words, but embeddings of only %3; download it again or choose another file.</source>
        <translation>مرمّز %1 من %2 كلمة، لكن تضميناته %3 فقط؛ نزّله من جديد أو اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, of which %3 are rotated; that shape is not supported yet.</source>
        <translation>رؤوس %1 من %2 عنصرًا، يدوَّر منها %3؛ هذا الشكل غير مدعوم بعد.</translation>
    </message>
    <message>
        <source>%1 has keys and values of different sizes; that is not supported yet.</source>
        <translation>مفاتيح %1 وقيمه مختلفة الأحجام؛ هذا غير مدعوم بعد.</translation>
    </message>
    <message>
        <source>%1 has no prediction head that can draft; choose ngram or a smaller model of the same family.</source>
        <translation>ليس في %1 رأس تنبؤ يستطيع الصياغة؛ اختر ngram أو نموذجًا أصغر من العائلة نفسها.</translation>
    </message>
    <message>
        <source>%1 has no table of embeddings; the file is incomplete, download it again.</source>
        <translation>ليس في %1 جدول تضمينات؛ الملف غير كامل، نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; the file is incomplete, download it again.</source>
        <translation>ليس في %1 الموتّر %2؛ الملف غير كامل، نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 has no tokenizer; choose a file that holds the complete model.</source>
        <translation>ليس في %1 مرمّز؛ اختر ملفًا يحتوي النموذج كاملًا.</translation>
    </message>
    <message>
        <source>%1 has recurrent heads of %2 elements; that shape is not supported yet.</source>
        <translation>رؤوس %1 التكرارية من %2 عنصرًا؛ هذا الشكل غير مدعوم بعد.</translation>
    </message>
    <message>
        <source>%1 has tensors that its architecture should not have, such as %2; this variant is not supported yet.</source>
        <translation>في %1 موتّرات لا ينبغي أن تكون في بنيته، مثل %2؛ هذا المتغير غير مدعوم بعد.</translation>
    </message>
    <message>
        <source>%1 holds no weights, only a vocabulary; choose a complete model file.</source>
        <translation>لا يحتوي %1 أوزانًا بل مفردات فقط؛ اختر ملف نموذج كاملًا.</translation>
    </message>
    <message>
        <source>%1 is a GGUF of version 1, which is out of use; choose a newer file of the model.</source>
        <translation>‏%1 ملف GGUF من الإصدار 1 الذي لم يعد مستخدمًا؛ اختر ملفًا أحدث للنموذج.</translation>
    </message>
    <message>
        <source>%1 is a big-endian GGUF, which is not supported; choose a little-endian one.</source>
        <translation>‏%1 ملف GGUF كبير الطرف، وهو غير مدعوم؛ اختر ملفًا صغير الطرف.</translation>
    </message>
    <message>
        <source>%1 is a drafter in the layout %2, which is not supported; choose one that was converted with llama.cpp.</source>
        <translation>‏%1 نموذج تخمين بالتخطيط %2 غير المدعوم؛ اختر واحدًا حُوّل بواسطة llama.cpp.</translation>
    </message>
    <message>
        <source>%1 is a drafter of the kind %2, which is not supported yet; choose a DFlash drafter.</source>
        <translation>‏%1 نموذج تخمين من النوع %2 غير المدعوم بعد؛ اختر نموذج DFlash.</translation>
    </message>
    <message>
        <source>%1 is a folder; choose the .gguf file inside it.</source>
        <translation>‏%1 مجلد؛ اختر ملف ‎.gguf الذي بداخله.</translation>
    </message>
    <message>
        <source>%1 is a granite model without rotary embedding, which is not supported yet.</source>
        <translation>‏%1 نموذج granite بلا تضمين دوراني، وهو غير مدعوم بعد.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: %2 reaches %3 bytes past the end of the file; download it again.</source>
        <translation>‏%1 مبتور أو تالف: يتجاوز %2 نهاية الملف بمقدار %3 بايت؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: it ends inside %2; download it again.</source>
        <translation>‏%1 مبتور أو تالف: ينتهي داخل %2؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 is damaged or incomplete: %2; download it again or choose another file.</source>
        <translation>‏%1 تالف أو غير كامل: %2؛ نزّله من جديد أو اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; download it again or choose another file.</source>
        <translation>‏%1 تالف: %2؛ نزّله من جديد أو اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>%1 is damaged: an earlier part has its tensor %2 too; download the model again.</source>
        <translation>‏%1 تالف: الموتّر %2 موجود في جزء سابق أيضًا؛ نزّل النموذج من جديد.</translation>
    </message>
    <message>
        <source>%1 is damaged: it claims to be part %2 of %3, counted from 0; download it again.</source>
        <translation>‏%1 تالف: يدّعي أنه الجزء %2 من %3 بالعد من 0؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 is damaged: its general.alignment (%2) is not a power of two; download it again or choose another file.</source>
        <translation>‏%1 تالف: قيمة general.alignment فيه (%2) ليست من قوى العدد اثنين؛ نزّله من جديد أو اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>%1 is damaged: tensor %2 is %3 where %4 is expected; download it again.</source>
        <translation>‏%1 تالف: الموتّر %2 هو %3 والمتوقع %4؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 is empty; download it again.</source>
        <translation>‏%1 فارغ؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 is missing: this model has %2 parts, all in one folder; download that part.</source>
        <translation>‏%1 مفقود: هذا النموذج من %2 أجزاء، كلها في مجلد واحد؛ نزّل ذلك الجزء.</translation>
    </message>
    <message>
        <source>%1 is not a GGUF model file, whatever its name says; choose a model in GGUF format.</source>
        <translation>‏%1 ليس ملف نموذج GGUF مهما كان اسمه؛ اختر نموذجًا بصيغة GGUF.</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>‏%1 ليس قائمة</translation>
    </message>
    <message>
        <source>%1 is not a regular file; choose a .gguf file.</source>
        <translation>‏%1 ليس ملفًا عاديًا؛ اختر ملف ‎.gguf.</translation>
    </message>
    <message>
        <source>%1 is not part %2 of %3 of the model that its name says; download it again.</source>
        <translation>‏%1 ليس الجزء %2 من %3 للنموذج كما يقول اسمه؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>‏%1 متوقف</translation>
    </message>
    <message>
        <source>%1 is one of %2 parts of a model, so its name must end in -00001-of-%3.gguf (with its own number); rename it as it was downloaded.</source>
        <translation>‏%1 واحد من %2 أجزاء لنموذج، فيجب أن ينتهي اسمه بـ -00001-of-%3.gguf (برقمه هو)؛ أعد إليه الاسم الذي نُزّل به.</translation>
    </message>
    <message>
        <source>%1 keeps its context memory in %2 bits a value, so that it fits.</source>
        <translation>يحتفظ %1 بذاكرة السياق بعدد %2 بت لكل قيمة كي يتسع له المكان.</translation>
    </message>
    <message>
        <source>%1 keeps the first %2 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>يحتفظ %1 بأول %2 رمزًا من سياقه في ذاكرة بطاقة الرسوميات، ويُقرأ ما يليها من الذاكرة الرئيسية، ببطء أكبر.</translation>
    </message>
    <message>
        <source>%1 may not be read; change its permissions or copy it to your models folder.</source>
        <translation>لا يُسمح بقراءة %1؛ غيّر أذوناته أو انسخه إلى مجلد نماذجك.</translation>
    </message>
    <message>
        <source>%1 needs %2 GiB of %3 with a context of %4 tokens (%5 GiB of it weights), but %6 GiB are free; %7.</source>
        <translation>يحتاج %1 إلى %2 GiB من %3 بسياق من %4 رمزًا (منها %5 GiB أوزان)، لكن المتاح %6 GiB؛ %7.</translation>
    </message>
    <message>
        <source>%1 needs more %2 than is free; %3.</source>
        <translation>يحتاج %1 إلى %2 أكثر من المتاح؛ %3.</translation>
    </message>
    <message>
        <source>%1 needs more memory than there is. %2</source>
        <translation>يحتاج %1 إلى ذاكرة أكثر من الموجودة. %2</translation>
    </message>
    <message>
        <source>%1 overlaps another tensor</source>
        <translation>يتداخل %1 مع موتّر آخر</translation>
    </message>
    <message>
        <source>%1 runs on the CPU, more slowly: with a context of %2 tokens it needs %3 GiB of GPU memory, and %4 GiB are free.</source>
        <translation>يعمل %1 على المعالج وبسرعة أقل: يحتاج بسياق من %2 رمزًا إلى %3 GiB من ذاكرة معالج الرسوم، والمتاح %4 GiB.</translation>
    </message>
    <message>
        <source>%1 says the model has %2 tensors, but its parts hold %3; download the model again.</source>
        <translation>يقول %1 إن في النموذج %2 موتّرًا، لكن أجزاءه تحتوي %3؛ نزّل النموذج من جديد.</translation>
    </message>
    <message>
        <source>%1 scales its values, which is not supported yet; choose another drafter.</source>
        <translation>يضبط %1 مقياس قيمه، وهو غير مدعوم بعد؛ اختر نموذج تخمين آخر.</translation>
    </message>
    <message>
        <source>%1 stores %2 as %3, which is not supported.</source>
        <translation>يخزّن %1 الموتّر %2 بالنوع %3 غير المدعوم.</translation>
    </message>
    <message>
        <source>%1 stores %2 as tensor type %3, which is not known; choose a file with another quantization, or update this app.</source>
        <translation>يخزّن %1 الموتّر %2 بالنوع %3 غير المعروف؛ اختر ملفًا بتكميم آخر أو حدّث هذا التطبيق.</translation>
    </message>
    <message>
        <source>%1 stores the tensor %2 as %3, which is not supported yet; choose another quantization of this model, such as Q4_K_M or Q8_0.</source>
        <translation>يخزّن %1 الموتّر %2 بالنوع %3 غير المدعوم بعد؛ اختر تكميمًا آخر لهذا النموذج مثل Q4_K_M أو Q8_0.</translation>
    </message>
    <message>
        <source>%1 stretches its context with %2 scaling, which is not supported yet; choose another model.</source>
        <translation>يمدّد %1 سياقه بتحجيم %2 غير المدعوم بعد؛ اختر نموذجًا آخر.</translation>
    </message>
    <message>
        <source>%1 took far more memory than the %2 GiB that the model should need, so it was ended; the file may be damaged: download it again or choose another model.</source>
        <translation>استهلك %1 ذاكرة أكثر بكثير من %2 GiB التي ينبغي أن يحتاجها النموذج فتم إنهاؤه؛ قد يكون الملف تالفًا: نزّله من جديد أو اختر نموذجًا آخر.</translation>
    </message>
    <message>
        <source>%1: %2 and %3 are off</source>
        <translation>‏%1: %2 و%3 متوقفان</translation>
    </message>
    <message>
        <source>%1: %2 is off</source>
        <translation>‏%1: %2 متوقف</translation>
    </message>
    <message>
        <source>%1; drop the oldest turns, or load the model with a larger context.</source>
        <translation>‏%1؛ احذف أقدم الأدوار أو حمّل النموذج بسياق أكبر.</translation>
    </message>
    <message>
        <source>%1; shorten it, or load the model with a larger context.</source>
        <translation>‏%1؛ قصّره أو حمّل النموذج بسياق أكبر.</translation>
    </message>
    <message>
        <source>A context of %1 tokens is more than the %2 this model was made for; choose a smaller context.</source>
        <translation>سياق من %1 رمزًا أكثر من %2 التي صُنع لها هذا النموذج؛ اختر سياقًا أصغر.</translation>
    </message>
    <message>
        <source>Changing the settings</source>
        <translation>تغيير الإعدادات</translation>
    </message>
    <message>
        <source>Choose a smaller context.</source>
        <translation>اختر سياقًا أصغر.</translation>
    </message>
    <message>
        <source>Choose a smaller model or context.</source>
        <translation>اختر نموذجًا أو سياقًا أصغر.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>أغلق البرامج الأخرى.</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>ذاكرة معالج الرسوم</translation>
    </message>
    <message>
        <source>Inspecting %1</source>
        <translation>فحص %1</translation>
    </message>
    <message>
        <source>It does not fit: %1; %2.</source>
        <translation>لا يتسع له المكان: %1؛ %2.</translation>
    </message>
    <message>
        <source>It fits on the CPU: %1.</source>
        <translation>يتسع له المعالج: %1.</translation>
    </message>
    <message>
        <source>It fits on the GPU: %1.</source>
        <translation>يتسع له معالج الرسوم: %1.</translation>
    </message>
    <message>
        <source>It has no chat template, so it continues text rather than answers.</source>
        <translation>ليس فيه قالب محادثة فيُكمل النص بدل أن يجيب.</translation>
    </message>
    <message>
        <source>It is too large for the GPU, but fits on the CPU, more slowly: %1.</source>
        <translation>أكبر من أن يتسع له معالج الرسوم لكنه يعمل على المعالج بسرعة أقل: %1.</translation>
    </message>
    <message>
        <source>It keeps the first %1 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>تُحفظ أول %1 رمزًا من السياق في ذاكرة بطاقة الرسوميات، ويُقرأ ما يليها من الذاكرة الرئيسية، ببطء أكبر.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, at about %2 tok/s: %3.</source>
        <translation>يعمل على بطاقة الرسوميات مع وجود %1 منه في الذاكرة الرئيسية، بنحو %2 رمز/ث: %3.</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, more slowly: %2.</source>
        <translation>يعمل على بطاقة الرسوميات مع وجود %1 منه في الذاكرة الرئيسية، ببطء أكبر: %2.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory, at about %3 tok/s: %4.</source>
        <translation>يعمل مع وجود %1 % من خبرائه على بطاقة الرسوميات و%2 في الذاكرة الرئيسية، بنحو %3 رمز/ث: %4.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory: %3.</source>
        <translation>يعمل مع وجود %1 % من خبرائه على بطاقة الرسوميات و%2 في الذاكرة الرئيسية: %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor, at about %2 tok/s: %3.</source>
        <translation>يعمل مع وجود %1 % من طبقاته على بطاقة الرسوميات والبقية على المعالج، بنحو %2 رمز/ث: %3.</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor: %2.</source>
        <translation>يعمل مع وجود %1 % من طبقاته على بطاقة الرسوميات والبقية على المعالج: %2.</translation>
    </message>
    <message>
        <source>It was made for a context of %1 tokens at most.</source>
        <translation>صُنع لسياق من %1 رمزًا على الأكثر.</translation>
    </message>
    <message>
        <source>Its context memory takes %1 bits a value, so that it fits.</source>
        <translation>تستخدم ذاكرة السياق %1 بت لكل قيمة كي يتسع لها المكان.</translation>
    </message>
    <message>
        <source>Kernels for %1 cannot be compiled here (%2); install a C compiler and Triton, or choose the device cpu.</source>
        <translation>لا يمكن ترجمة نوى %1 هنا (%2)؛ ثبّت مترجم C وTriton أو اختر الجهاز cpu.</translation>
    </message>
    <message>
        <source>Keys and values cannot be %1 in this model: its heads have %2 elements, which are not whole blocks of %3; choose the type f16, bf16 or f32.</source>
        <translation>لا يمكن أن تكون المفاتيح والقيم %1 في هذا النموذج: رؤوسه من %2 عنصرًا، وهي ليست كتلًا كاملة من %3؛ اختر النوع f16 أو bf16 أو f32.</translation>
    </message>
    <message>
        <source>Landlock cannot be used: %1</source>
        <translation>لا يمكن استخدام Landlock: %1</translation>
    </message>
    <message>
        <source>Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU</source>
        <translation>يلزم Landlock من لينكس 5.19 أو أحدث حيث تُترجم نوى لمعالج رسوم</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>تحميل %1</translation>
    </message>
    <message>
        <source>Models of architecture %1 are not supported yet; supported are: %2.</source>
        <translation>النماذج ذات البنية %1 غير مدعومة بعد؛ المدعوم: %2.</translation>
    </message>
    <message>
        <source>Models of architecture %1 only draft tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>النماذج ذات البنية %1 تخمّن الرموز لنموذج آخر فقط؛ حمّل ذلك النموذج واختر هذا الملف مصدرًا للتخمينات.</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver does not start (%1), so the model cannot run on %2; restart the computer, or choose the device cpu.</source>
        <translation>لا يبدأ مشغّل NVIDIA (%1) فلا يمكن تشغيل النموذج على %2؛ أعد تشغيل الحاسوب أو اختر الجهاز cpu.</translation>
    </message>
    <message>
        <source>No model is loaded; choose one first.</source>
        <translation>لا يوجد نموذج محمّل؛ اختر نموذجًا أولًا.</translation>
    </message>
    <message>
        <source>Only an answer to a question can be continued.</source>
        <translation>لا يمكن متابعة إلا إجابة عن سؤال.</translation>
    </message>
    <message>
        <source>Replaying steps failed, so they are launched one by one until the model is loaded again; the answer is the same, only slower.</source>
        <translation>فشلت إعادة تشغيل الخطوات، لذلك تُطلق واحدة واحدة حتى يُحمّل النموذج من جديد؛ الإجابة هي نفسها لكن أبطأ.</translation>
    </message>
    <message>
        <source>That leaves little memory for other programs.</source>
        <translation>هذا يترك ذاكرة قليلة للبرامج الأخرى.</translation>
    </message>
    <message>
        <source>The GPU failed, so the engine has to start again; try once more, and run the model on the CPU if it happens again.</source>
        <translation>تعطّل معالج الرسوم فيجب أن يبدأ المحرّك من جديد؛ حاول مرة أخرى، وشغّل النموذج على المعالج إن تكرر ذلك.</translation>
    </message>
    <message>
        <source>The GPU is not used, because NVIDIA&apos;s driver does not start (%1); restart the computer.</source>
        <translation>لا يُستخدم معالج الرسوم لأن مشغّل NVIDIA لا يبدأ (%1)؛ أعد تشغيل الحاسوب.</translation>
    </message>
    <message>
        <source>The GPU is not used, because its kernels cannot be compiled here: %1.</source>
        <translation>لا يُستخدم معالج الرسوم لأن نواه لا يمكن ترجمتها هنا: %1.</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>الإجابة</translation>
    </message>
    <message>
        <source>The answer cannot be given the form that was asked for (%1); change its schema.</source>
        <translation>لا يمكن إعطاء الإجابة الشكل المطلوب (%1)؛ غيّر مخططه.</translation>
    </message>
    <message>
        <source>The conversation is too long to be made into a prompt; start a new one or shorten it.</source>
        <translation>المحادثة أطول من أن تُصاغ موجّهًا؛ ابدأ محادثة جديدة أو قصّرها.</translation>
    </message>
    <message>
        <source>The device chosen is not there; choose the device auto or cpu.</source>
        <translation>الجهاز المختار غير موجود؛ اختر الجهاز auto أو cpu.</translation>
    </message>
    <message>
        <source>The drafter %1 stretches its context, which is not supported yet; choose another.</source>
        <translation>نموذج التخمين %1 يمدّد سياقه، وهو غير مدعوم بعد؛ اختر غيره.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for a model with another vocabulary; choose the one that was made for this model.</source>
        <translation>نموذج التخمين في %1 صُنع لنموذج بمفردات أخرى؛ اختر الذي صُنع لهذا النموذج.</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for another model; choose the one that was made for this model.</source>
        <translation>نموذج التخمين في %1 صُنع لنموذج آخر؛ اختر الذي صُنع لهذا النموذج.</translation>
    </message>
    <message>
        <source>The drafter in the folder %1 cannot be read (%2); download it again.</source>
        <translation>لا يمكن قراءة نموذج التخمين في المجلد %1 (%2)؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>The engine could not be started: %1: %2.</source>
        <translation>تعذّر تشغيل المحرّك: %1: %2.</translation>
    </message>
    <message>
        <source>The engine sent a message that cannot be read: %1.</source>
        <translation>أرسل المحرّك رسالة لا يمكن قراءتها: %1.</translation>
    </message>
    <message>
        <source>The engine stopped while it was starting; its log says why.</source>
        <translation>توقّف المحرّك أثناء بدء تشغيله؛ السجل يذكر السبب.</translation>
    </message>
    <message>
        <source>The form that was asked for is not a JSON schema; correct it.</source>
        <translation>الشكل المطلوب ليس مخطط JSON؛ صحّحه.</translation>
    </message>
    <message>
        <source>The form that was asked for is too complex to be followed; simplify its schema.</source>
        <translation>الشكل المطلوب أعقد من أن يُتّبع؛ بسّط مخططه.</translation>
    </message>
    <message>
        <source>The message is empty; write something first.</source>
        <translation>الرسالة فارغة؛ اكتب شيئًا أولًا.</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite, so no token can be chosen. The model file may be damaged: download it again or choose another one.</source>
        <translation>أنتج النموذج أعدادًا غير منتهية فلا يمكن اختيار رمز. قد يكون ملف النموذج تالفًا: نزّله من جديد أو اختر غيره.</translation>
    </message>
    <message>
        <source>The parameters of the tool %1 are not a JSON schema; correct them.</source>
        <translation>معاملات الأداة %1 ليست مخطط JSON؛ صحّحها.</translation>
    </message>
    <message>
        <source>The prediction head in %1 belongs to another model; choose the one that was made with this model.</source>
        <translation>رأس التنبؤ في %1 يخص نموذجًا آخر؛ اختر الذي صُنع مع هذا النموذج.</translation>
    </message>
    <message>
        <source>The prediction head in %1 only drafts tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>رأس التنبؤ في %1 يخمّن الرموز لنموذج آخر فقط؛ حمّل ذلك النموذج واختر هذا الملف مصدرًا للتخمينات.</translation>
    </message>
    <message>
        <source>The processor computes %1 of the %2 layers of %3, more slowly than the GPU would; %4 GiB are in main memory.</source>
        <translation>يحسب المعالج %1 من الطبقات الـ%2 في %3، أبطأ مما تفعله بطاقة الرسوميات؛ و%4 غيبيبايت في الذاكرة الرئيسية.</translation>
    </message>
    <message>
        <source>The processor&apos;s part of the model has failed; load the model again.</source>
        <translation>تعطّل الجزء الذي يحسبه المعالج من النموذج؛ حمّل النموذج مرة أخرى.</translation>
    </message>
    <message>
        <source>The prompt is %1 tokens long, but the context holds %2</source>
        <translation>طول الموجّه %1 رمزًا، لكن السياق يتسع لـ %2</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>الموجّه فارغ؛ اكتب شيئًا أولًا.</translation>
    </message>
    <message>
        <source>The request cannot be carried out: %1.</source>
        <translation>لا يمكن تنفيذ الطلب: %1.</translation>
    </message>
    <message>
        <source>The text holds a broken character; remove it and try again.</source>
        <translation>في النص حرف معطوب؛ احذفه وحاول من جديد.</translation>
    </message>
    <message>
        <source>The text is too long to be sent; the limit is %1 MiB.</source>
        <translation>النص أطول من أن يُرسل؛ الحد %1 MiB.</translation>
    </message>
    <message>
        <source>The text of %1 characters is far longer than the context of %2 tokens; shorten it.</source>
        <translation>النص من %1 حرفًا أطول بكثير من السياق من %2 رمزًا؛ قصّره.</translation>
    </message>
    <message>
        <source>The tokenizer in this model file has no merges, so it cannot be used; get the file again or choose another one.</source>
        <translation>ليس في مرمّز ملف النموذج هذا قواعد دمج فلا يمكن استخدامه؛ احصل على الملف من جديد أو اختر غيره.</translation>
    </message>
    <message>
        <source>There is no CUDA device here, so the model cannot run on %1; choose the device auto or cpu.</source>
        <translation>لا يوجد جهاز CUDA هنا فلا يمكن تشغيل النموذج على %1؛ اختر الجهاز auto أو cpu.</translation>
    </message>
    <message>
        <source>There is no device %1 here: this computer&apos;s last one is cuda:%2.</source>
        <translation>لا يوجد هنا الجهاز %1: آخر جهاز في هذا الحاسوب هو cuda:%2.</translation>
    </message>
    <message>
        <source>There is no file %1; check the path or download the model.</source>
        <translation>لا يوجد ملف %1؛ تحقق من المسار أو نزّل النموذج.</translation>
    </message>
    <message>
        <source>There is no room for a draft after position %1; load the model with a larger context.</source>
        <translation>لا مكان لتخمين بعد الموضع %1؛ حمّل النموذج بسياق أكبر.</translation>
    </message>
    <message>
        <source>This model has no chat template, %1.</source>
        <translation>ليس لهذا النموذج قالب محادثة، %1.</translation>
    </message>
    <message>
        <source>This model uses a tokenizer of the type %1, which Encore does not support yet; choose a model with a byte-level BPE or SentencePiece tokenizer.</source>
        <translation>يستخدم هذا النموذج مرمّزًا من النوع %1 لا يدعمه Encore بعد؛ اختر نموذجًا بمرمّز BPE على مستوى البايت أو SentencePiece.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not accept this conversation, so ChatML was used for it; answers may be worse for it.</source>
        <translation>لا يقبل قالب محادثة هذا النموذج هذه المحادثة فاستُخدم ChatML لها؛ قد تكون الإجابات أسوأ بسببه.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not work, %1.</source>
        <translation>قالب محادثة هذا النموذج لا يعمل، %1.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template leaves your last message out of the prompt, so the model does not see it; get another file of this model, or choose another one.</source>
        <translation>يُسقط قالب محادثة هذا النموذج رسالتك الأخيرة من الموجّه فلا يراها النموذج؛ احصل على ملف آخر لهذا النموذج أو اختر غيره.</translation>
    </message>
    <message>
        <source>This model&apos;s chat template takes more time or memory than any prompt needs, %1.</source>
        <translation>يستغرق قالب محادثة هذا النموذج وقتًا أو ذاكرة أكثر مما يحتاجه أي موجّه، %1.</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer %1; a general one is used, and answers may be worse for it.</source>
        <translation>مرمّز هذا النموذج: %1؛ يُستخدم مرمّز عام وقد تكون الإجابات أسوأ بسببه.</translation>
    </message>
    <message>
        <source>Unloading the model</source>
        <translation>إلغاء تحميل النموذج</translation>
    </message>
    <message>
        <source>Whether it fits is not known: %1</source>
        <translation>لا يُعرف هل يتسع له المكان: %1</translation>
    </message>
    <message>
        <source>a context of %1 tokens would fit</source>
        <translation>سياق من %1 رمزًا يتسع له المكان</translation>
    </message>
    <message>
        <source>asks for the pre-tokenizer %1, which is not known</source>
        <translation>يطلب المرمّز التمهيدي %1 غير المعروف</translation>
    </message>
    <message>
        <source>capturing steps</source>
        <translation>التقاط الخطوات</translation>
    </message>
    <message>
        <source>choose a smaller context</source>
        <translation>اختر سياقًا أصغر</translation>
    </message>
    <message>
        <source>choose a smaller context or run it on the CPU</source>
        <translation>اختر سياقًا أصغر أو شغّله على المعالج</translation>
    </message>
    <message>
        <source>choose a smaller quantization or a smaller model</source>
        <translation>اختر تكميمًا أصغر أو نموذجًا أصغر</translation>
    </message>
    <message>
        <source>close other programs or choose a smaller model</source>
        <translation>أغلق البرامج الأخرى أو اختر نموذجًا أصغر</translation>
    </message>
    <message>
        <source>close other programs, or choose a smaller quantization or a smaller model</source>
        <translation>أغلق البرامج الأخرى أو اختر تكميمًا أصغر أو نموذجًا أصغر</translation>
    </message>
    <message>
        <source>fixed verify width (fixed_verify)</source>
        <translation>عرض تحقق ثابت (fixed_verify)</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than any model has</source>
        <translation>يدّعي %1 %2، أكثر مما في أي نموذج</translation>
    </message>
    <message>
        <source>it claims %1 bytes for %2, more than any model has</source>
        <translation>يدّعي %1 بايت لـ %2، أكثر مما في أي نموذج</translation>
    </message>
    <message>
        <source>it claims %1 entries in %2, more than any model has</source>
        <translation>يدّعي %1 عنصرًا في %2، أكثر مما في أي نموذج</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>ليس فيه %1</translation>
    </message>
    <message>
        <source>it needs %1 of GPU memory with a context of %2 tokens, and %3 are free</source>
        <translation>يحتاج إلى %1 من ذاكرة معالج الرسوم بسياق من %2 رمزًا، والمتاح %3</translation>
    </message>
    <message>
        <source>it needs %1 of memory with a context of %2 tokens, and %3 are free</source>
        <translation>يحتاج إلى %1 من الذاكرة بسياق من %2 رمزًا، والمتاح %3</translation>
    </message>
    <message>
        <source>its %1 is %2, not between %3 and %4</source>
        <translation>قيمة %1 فيه %2 وليست بين %3 و%4</translation>
    </message>
    <message>
        <source>its compute capability is %1, and they need 8.0</source>
        <translation>قدرته الحسابية %1 وهي تحتاج 8.0</translation>
    </message>
    <message>
        <source>its vocabulary is empty</source>
        <translation>مفرداته فارغة</translation>
    </message>
    <message>
        <source>load the model with a smaller context or run it on the CPU, and ask again</source>
        <translation>حمّل النموذج بسياق أصغر أو شغّله على المعالج ثم اسأل من جديد</translation>
    </message>
    <message>
        <source>load the model with a smaller context, and ask again</source>
        <translation>حمّل النموذج بسياق أصغر ثم اسأل من جديد</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message>
        <source>names none</source>
        <translation>لا يسمّي مرمّزًا تمهيديًا</translation>
    </message>
    <message>
        <source>only Linux has limits that a program can set itself</source>
        <translation>لينكس وحده فيه قيود يستطيع البرنامج فرضها على نفسه</translation>
    </message>
    <message>
        <source>padded context (kvpad)</source>
        <translation>حشو السياق (kvpad)</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>ملء مسبق %1</translation>
    </message>
    <message>
        <source>preparing kernels</source>
        <translation>تحضير النوى</translation>
    </message>
    <message>
        <source>reading the tokenizer</source>
        <translation>قراءة المرمّز</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>قراءة الأوزان</translation>
    </message>
    <message>
        <source>see the log at %1</source>
        <translation>انظر السجل في %1</translation>
    </message>
    <message>
        <source>so ChatML is used; if answers are poor, get another file of this model</source>
        <translation>لذا يُستخدم ChatML؛ إن كانت الإجابات رديئة فاحصل على ملف آخر لهذا النموذج</translation>
    </message>
    <message>
        <source>span %1</source>
        <translation>المدى %1</translation>
    </message>
    <message>
        <source>span %1 → %2</source>
        <translation>المدى %1 ← %2</translation>
    </message>
    <message>
        <source>span %1 → %2, width %3 → %4</source>
        <translation>المدى %1 ← %2، العرض %3 ← %4</translation>
    </message>
    <message>
        <source>span %1, width %2</source>
        <translation>المدى %1، العرض %2</translation>
    </message>
    <message>
        <source>starting the device</source>
        <translation>بدء تشغيل الجهاز</translation>
    </message>
    <message>
        <source>system calls cannot be filtered: %1</source>
        <translation>لا يمكن ترشيح استدعاءات النظام: %1</translation>
    </message>
    <message>
        <source>the engine&apos;s log says more</source>
        <translation>في سجل المحرّك مزيد من التفاصيل</translation>
    </message>
    <message>
        <source>the kernel refuses: %1</source>
        <translation>ترفض النواة: %1</translation>
    </message>
    <message>
        <source>the key %1 is there twice</source>
        <translation>المفتاح %1 موجود مرتين</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>الموتّر %1</translation>
    </message>
    <message>
        <source>the tensor %1 is there twice</source>
        <translation>الموتّر %1 موجود مرتين</translation>
    </message>
    <message>
        <source>the value of %1</source>
        <translation>قيمة %1</translation>
    </message>
    <message>
        <source>this kernel has no Landlock, or was started without it</source>
        <translation>ليس في هذه النواة Landlock أو بدأت من دونه</translation>
    </message>
    <message>
        <source>trying the chat template</source>
        <translation>تجربة قالب المحادثة</translation>
    </message>
    <message>
        <source>verify %1</source>
        <translation>تحقق %1</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>العرض %1</translation>
    </message>
    <message>
        <source>width %1 → %2</source>
        <translation>العرض %1 ← %2</translation>
    </message>
</context>
<context>
    <name>ExchangeViewModel</name>
    <message>
        <source>Chats</source>
        <translation>المحادثات</translation>
    </message>
    <message>
        <source>The export is in %1.</source>
        <translation>حُفظ التصدير في %1.</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>استُوردت محادثة واحدة.</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were imported.</source>
        <translation>
            <numerusform>لم تُستورد أي محادثة.</numerusform>
            <numerusform>استُوردت محادثة واحدة.</numerusform>
            <numerusform>استُوردت محادثتان.</numerusform>
            <numerusform>استُوردت %n محادثات.</numerusform>
            <numerusform>استُوردت %n محادثة.</numerusform>
            <numerusform>استُوردت %n محادثة.</numerusform>
        </translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>لم تُستورد أي محادثة.</translation>
    </message>
    <message>
        <source>Already here: %1.</source>
        <translation>الموجود هنا من قبل: %1.</translation>
    </message>
    <message>
        <source>Left out, as they could not be read: %1.</source>
        <translation>المستبعَد لتعذّر قراءته: %1.</translation>
    </message>
    <message>
        <source>A chat was deleted while it was exported.</source>
        <translation>حُذفت محادثة في أثناء تصديرها.</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Markdown files in a zip</source>
        <translation>ملفات Markdown في ملف zip</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>تصدير</translation>
    </message>
    <message>
        <source>Import chats of Encore, ChatGPT, LM Studio, Jan or Open WebUI</source>
        <translation>استيراد محادثات Encore أو ChatGPT أو LM Studio أو Jan أو Open WebUI</translation>
    </message>
    <message>
        <source>Exported chats</source>
        <translation>المحادثات المصدَّرة</translation>
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
        <translation>صفحة ويب</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>البحث في هذه المحادثة</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>النتيجة السابقة (Shift+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>النتيجة التالية (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>إغلاق (Esc)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>لا توجد نتائج</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} من {1}</translation>
    </message>
</context>
<context>
    <name>Fits</name>
    <message>
        <source>Fits</source>
        <translation>مناسب</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>مناسب بسياق أقصر</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of GPU memory that are free.</source>
        <translation>تقديرًا من حجمه: نحو %1 من أصل %2 متاحة في ذاكرة معالج الرسومات.</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of memory that are free.</source>
        <translation>تقديرًا من حجمه: نحو %1 من أصل %2 متاحة في الذاكرة.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>كبير جدًا</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Folders</source>
        <translation>المجلدات</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>فتح مجلد النماذج</translation>
    </message>
    <message>
        <source>Move the models folder…</source>
        <translation>نقل مجلد النماذج…</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>مراقبة مجلد…</translation>
    </message>
    <message>
        <source>Stop watching {0}</source>
        <translation>إيقاف مراقبة {0}</translation>
    </message>
    <message>
        <source>Where shall the models be kept?</source>
        <translation>أين تُحفظ النماذج؟</translation>
    </message>
    <message>
        <source>Which folder has models?</source>
        <translation>أي مجلد يحتوي على نماذج؟</translation>
    </message>
</context>
<context>
    <name>FolderMove</name>
    <message>
        <source>The variable %1 says where models are kept; change it instead.</source>
        <translation>المتغير %1 هو الذي يحدد مكان حفظ النماذج؛ فغيّره هو.</translation>
    </message>
    <message>
        <source>Moving the models to %1…</source>
        <translation>جارٍ نقل النماذج إلى %1…</translation>
    </message>
    <message>
        <source>The models are in %1 now.</source>
        <translation>أصبحت النماذج في %1.</translation>
    </message>
    <message>
        <source>What is new or in use stayed where it was: %1.</source>
        <translation>بقي في مكانه ما هو جديد أو قيد الاستخدام: %1.</translation>
    </message>
</context>
<context>
    <name>Footnote</name>
    <message>
        <source>What made this answer</source>
        <translation>كيف نتجت هذه الإجابة</translation>
    </message>
    <message>
        <source>Shows what made this answer</source>
        <translation>عرض كيف نتجت هذه الإجابة</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 رمز/ث</translation>
    </message>
    <message>
        <source>1 recapture</source>
        <translation>إعادة التقاط واحدة</translation>
    </message>
    <message numerus="yes">
        <source>%n recaptures</source>
        <translation>
            <numerusform>لا إعادة التقاط</numerusform>
            <numerusform>إعادة التقاط واحدة</numerusform>
            <numerusform>إعادتا التقاط</numerusform>
            <numerusform>%n إعادات التقاط</numerusform>
            <numerusform>%n إعادة التقاط</numerusform>
            <numerusform>%n إعادة التقاط</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 رمز</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>المعلمات: %1</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>بقي %1 ث</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>بقي %1 د</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>بقي %1 س %2 د</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>السياق %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 من %2 (%3%)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>أمس</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>جارٍ التفكير…</translation>
    </message>
    <message>
        <source>Stopped while thinking</source>
        <translation>توقف في أثناء التفكير</translation>
    </message>
    <message>
        <source>Stopped after thinking for %1</source>
        <translation>توقف بعد تفكير دام %1</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>الأفكار</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>دام التفكير %1</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 د %2 ث</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>فشلت</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>انقطعت</translation>
    </message>
    <message>
        <source>%1 as fast by drafting</source>
        <translation>السرعة %1 بفضل التخمين</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1: إيقاف</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 رمز</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>%1 رموز لكل خطوة</translation>
    </message>
    <message>
        <source>%1, %2 faster</source>
        <translation>%1، أسرع بمقدار %2</translation>
    </message>
    <message>
        <source>%1, %2 slower</source>
        <translation>%1، أبطأ بمقدار %2</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>المقبول حسب العمق</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>أجاب</translation>
    </message>
    <message>
        <source>Compared with versions</source>
        <translation>بالمقارنة مع النسخ</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>التخمين المسبق</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>التخمينات المقبولة</translation>
    </message>
    <message>
        <source>End</source>
        <translation>النهاية</translation>
    </message>
    <message>
        <source>Fingerprint of the tokens</source>
        <translation>بصمة الرموز</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>الرمز الأول</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>مكسب التخمين</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>إعادة الالتقاط</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>البذرة</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>الرموز</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>رموز الموجّه</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>الرموز لكل خطوة</translation>
    </message>
    <message>
        <source>drafts %1</source>
        <translation>التخمينات %1</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>معدَّلة من قِبلك</translation>
    </message>
    <message>
        <source>off</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>on</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>same answer as %1/%2</source>
        <translation>مطابقة للنسخة %1/%2</translation>
    </message>
    <message>
        <source>stopped at the longest answer allowed</source>
        <translation>توقفت عند أقصى طول مسموح للإجابة</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>أُوقفت بطلبك</translation>
    </message>
    <message>
        <source>stopped: the context is full</source>
        <translation>توقفت: السياق ممتلئ</translation>
    </message>
    <message>
        <source>stopped: the model was switched or loaded again</source>
        <translation>توقفت: بُدّل النموذج أو أُعيد تحميله</translation>
    </message>
</context>
<context>
    <name>GateBox</name>
    <message>
        <source>Access token (hf_…)</source>
        <translation>رمز الوصول (hf_…‎)</translation>
    </message>
    <message>
        <source>Access token of Hugging Face</source>
        <translation>رمز الوصول إلى Hugging Face</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>فتح صفحته</translation>
    </message>
    <message>
        <source>Use this token</source>
        <translation>استخدام رمز الوصول</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message>
        <source>Earlier comparisons</source>
        <translation>المقارنات السابقة</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>إزالة من السجل</translation>
    </message>
</context>
<context>
    <name>ImportMenu</name>
    <message>
        <source>Import</source>
        <translation>استيراد</translation>
    </message>
    <message>
        <source>Use a file where it is…</source>
        <translation>استخدام ملف في مكانه…</translation>
    </message>
    <message>
        <source>Nothing is copied; the file must stay where it is.</source>
        <translation>لا يُنسخ شيء؛ ويجب أن يبقى الملف في مكانه.</translation>
    </message>
    <message>
        <source>Link a file into the models folder…</source>
        <translation>ربط ملف بمجلد النماذج…</translation>
    </message>
    <message>
        <source>Takes no room; only on the same disk.</source>
        <translation>لا يشغل أي مساحة؛ على القرص نفسه فقط.</translation>
    </message>
    <message>
        <source>Copy a file into the models folder…</source>
        <translation>نسخ ملف إلى مجلد النماذج…</translation>
    </message>
    <message>
        <source>The other file can be deleted afterwards.</source>
        <translation>يمكن حذف الملف الآخر بعد ذلك.</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Hugging Face cache</source>
        <translation>ذاكرة Hugging Face المؤقتة</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>مجلد النماذج</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>في مكانه الأصلي</translation>
    </message>
    <message>
        <source>Your folder</source>
        <translation>مجلدك</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Models %1</source>
        <translation>النماذج %1</translation>
    </message>
    <message>
        <source>unfinished downloads %1</source>
        <translation>التنزيلات غير المكتملة %1</translation>
    </message>
    <message>
        <source>used where they are %1</source>
        <translation>المستخدَم في مكانه %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>المتاح %1 من %2</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>جارٍ فحص %1…</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>ملف %1 %2.</translation>
    </message>
    <message>
        <source>Importing %1…</source>
        <translation>جارٍ استيراد %1…</translation>
    </message>
    <message>
        <source>%1 is among your models now.</source>
        <translation>أصبح %1 ضمن نماذجك.</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>جارٍ إزالة %1…</translation>
    </message>
    <message>
        <source>%1 is in the trash.</source>
        <translation>نُقل %1 إلى سلة المهملات.</translation>
    </message>
    <message>
        <source>%1 was taken off the list; its file stays.</source>
        <translation>أُزيل %1 من القائمة؛ ويبقى ملفه في مكانه.</translation>
    </message>
    <message>
        <source>Bringing back %1…</source>
        <translation>جارٍ استعادة %1…</translation>
    </message>
    <message>
        <source>%1 is back.</source>
        <translation>استُعيد %1.</translation>
    </message>
    <message>
        <source>One thing at a time: wait until this is done: %1</source>
        <translation>عملية واحدة في كل مرة: انتظر حتى تنتهي هذه: %1</translation>
    </message>
    <message>
        <source>is sound; its checksum was recorded for the next time</source>
        <translation>سليم؛ وسُجّل مجموعه الاختباري للمرة القادمة</translation>
    </message>
    <message>
        <source>is the file that its cache says it is</source>
        <translation>هو نفسه الملف المذكور في ذاكرته المؤقتة</translation>
    </message>
    <message>
        <source>is the file that the Hub has</source>
        <translation>هو نفسه الملف الموجود في Hub</translation>
    </message>
    <message>
        <source>is the file that the catalogue names</source>
        <translation>هو نفسه الملف المذكور في الفهرس</translation>
    </message>
    <message>
        <source>is unchanged since it was first verified</source>
        <translation>لم يتغير منذ التحقق منه أول مرة</translation>
    </message>
</context>
<context>
    <name>LibraryViewModel</name>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>المعلمات</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>البنية</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>آخر استخدام</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>المكان</translation>
    </message>
    <message>
        <source>never</source>
        <translation>أبدًا</translation>
    </message>
</context>
<context>
    <name>LoadDialog</name>
    <message>
        <source>Load a model</source>
        <translation>تحميل نموذج</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>ذاكرة السياق</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>مصدر التخمينات</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>إعادة ضبط</translation>
    </message>
    <message>
        <source>Set as defaults</source>
        <translation>جعلها افتراضية</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>تحميل</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>ذاكرة بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>The most that the model takes of the GPU; the rest is read from main memory.</source>
        <translation>أقصى ما يأخذه النموذج من بطاقة الرسوميات؛ ويُقرأ الباقي من الذاكرة الرئيسية.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>تلقائي</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> غيبيبايت</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>{0} (cannot draft for it)</source>
        <translation>{0} (لا يستطيع التخمين له)</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>لا شيء مطلوب</translation>
    </message>
    <message>
        <source>These values are this model&apos;s own; all others follow the settings.</source>
        <translation>هذه القيم خاصة بهذا النموذج؛ وكل ما عداها يتبع الإعدادات.</translation>
    </message>
    <message>
        <source>All values are those of the settings.</source>
        <translation>كل القيم مأخوذة من الإعدادات.</translation>
    </message>
</context>
<context>
    <name>LoadOptions</name>
    <message>
        <source>Checking…</source>
        <translation>جارٍ الفحص…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>جارٍ قراءة ترويسته…</translation>
    </message>
</context>
<context>
    <name>LoadedFileWatch</name>
    <message>
        <source>The file of %1 is gone. It works until it is unloaded.</source>
        <translation>لم يعد ملف %1 موجودًا. يظل النموذج يعمل حتى تفريغه.</translation>
    </message>
    <message>
        <source>The file of %1 was changed.</source>
        <translation>تغيّر ملف %1.</translation>
    </message>
    <message>
        <source>Load it again</source>
        <translation>تحميله من جديد</translation>
    </message>
</context>
<context>
    <name>LogsDialog</name>
    <message>
        <source>Logs</source>
        <translation>السجلات</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>المستوى</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>المصدر</translation>
    </message>
    <message>
        <source>Search the logs</source>
        <translation>البحث في السجلات</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>فتح المجلد</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>حفظ تقرير…</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>كل المستويات</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>التحذيرات والأخطاء</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>الأخطاء</translation>
    </message>
    <message>
        <source>Window and engine</source>
        <translation>النافذة والمحرّك</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>النافذة</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>المحرّك</translation>
    </message>
    <message>
        <source>Lines of the logs</source>
        <translation>أسطر السجلات</translation>
    </message>
    <message>
        <source>The lines shown, without names and secrets</source>
        <translation>الأسطر المعروضة، بلا أسماء ولا أسرار</translation>
    </message>
    <message>
        <source>{0} of the latest {1} lines</source>
        <translation>{0} من آخر {1} سطرًا</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Your data</source>
        <translation>بياناتك</translation>
    </message>
    <message>
        <source>Engines elsewhere</source>
        <translation>محركات في أماكن أخرى</translation>
    </message>
    <message>
        <source>The engine is not installed yet, so no model can answer.</source>
        <translation>لم يُثبَّت المحرّك بعد، ولذلك لا يستطيع أي نموذج الإجابة.</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>تثبيت…</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>اكتمل تنزيل {0}.</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>بدء محادثة</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Continue this answer</source>
        <translation>متابعة هذه الإجابة</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>متابعة</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>مزيد من الإجراءات</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>غير متاح في أثناء كتابة إجابة</translation>
    </message>
    <message>
        <source>Answer again with another model…</source>
        <translation>الإجابة من جديد بنموذج آخر…</translation>
    </message>
    <message>
        <source>Branch into a new chat</source>
        <translation>فرع في محادثة جديدة</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>حذف</translation>
    </message>
</context>
<context>
    <name>MessageBody</name>
    <message>
        <source>Shown as plain text: this part is too large to format</source>
        <translation>عُرض نصًا عاديًا: هذا الجزء أكبر من أن يُنسَّق</translation>
    </message>
</context>
<context>
    <name>MessageCard</name>
    <message>
        <source>Show all</source>
        <translation>عرض الكل</translation>
    </message>
    <message>
        <source>The answer is on its way</source>
        <translation>الإجابة في الطريق</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>رسالتك</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الإجابة</translation>
    </message>
    <message>
        <source>Answered by {0}</source>
        <translation>إجابة من {0}</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Edit the answer</source>
        <translation>تحرير الإجابة</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>تحرير رسالتك</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>حفظ ومتابعة</translation>
    </message>
    <message>
        <source>The model goes on from the end of your text</source>
        <translation>يتابع النموذج من حيث ينتهي نصك</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>إرسال</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>النسخة السابقة</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>النسخة التالية</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>نسخ الرسالة</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>الإجابة من جديد</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>تحرير وإعادة إرسال</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>النسخة {0} من {1}</translation>
    </message>
    <message>
        <source>Edit this answer</source>
        <translation>تحرير هذه الإجابة</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>غير متاح في أثناء كتابة إجابة</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message>
        <source>Drafting pauses: checking drafts takes longer than they save.</source>
        <translation>التخمين المسبق متوقف مؤقتًا: التحقق من التخمينات يستغرق وقتًا أطول مما توفّره.</translation>
    </message>
    <message>
        <source>Drafting pauses: the draft model would have to read the chat first, which takes longer than it saves.</source>
        <translation>التخمين المسبق متوقف مؤقتًا: على نموذج التخمين أن يقرأ المحادثة أولًا، وذلك يستغرق وقتًا أطول مما يوفّره.</translation>
    </message>
    <message>
        <source>No drafts: nothing repeats so far.</source>
        <translation>لا تخمينات: لا شيء يتكرر حتى الآن.</translation>
    </message>
    <message>
        <source>%1 answers; its steps are not known here</source>
        <translation>يجيب %1؛ خطواته غير معروفة هنا</translation>
    </message>
    <message>
        <source>No answer yet</source>
        <translation>لا توجد إجابة بعد</translation>
    </message>
    <message>
        <source>Every step is replayed</source>
        <translation>يُعاد تنفيذ كل الخطوات</translation>
    </message>
    <message>
        <source>Some steps are not replayed</source>
        <translation>بعض الخطوات لا يُعاد تنفيذها</translation>
    </message>
    <message>
        <source>Replay failed and is off</source>
        <translation>فشلت إعادة التنفيذ فأُوقفت</translation>
    </message>
</context>
<context>
    <name>MeterDetails</name>
    <message>
        <source>Recaptures</source>
        <translation>إعادة الالتقاط</translation>
    </message>
    <message>
        <source>Steps that had to be captured again</source>
        <translation>الخطوات التي لزم التقاطها من جديد</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>الرموز الموجودة في السياق من أصل سعته</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>التخمينات المقبولة</translation>
    </message>
    <message>
        <source>Drafted tokens that were right</source>
        <translation>الرموز المخمَّنة التي كانت صحيحة</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>الرموز لكل خطوة</translation>
    </message>
    <message>
        <source>Tokens that each step gives while drafting</source>
        <translation>عدد الرموز التي تعطيها كل خطوة عند التخمين المسبق</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>مكسب التخمين</translation>
    </message>
    <message>
        <source>How many times as fast as without drafts</source>
        <translation>كم مرة أسرع من دون تخمينات</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>المقبول حسب العمق</translation>
    </message>
    <message>
        <source>How often the first, second, third … draft of a step was right</source>
        <translation>كم مرة كان التخمين الأول والثاني والثالث… في الخطوة صحيحًا</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>إعادات التنفيذ</translation>
    </message>
    <message>
        <source>Captured steps that were replayed</source>
        <translation>الخطوات الملتقطة التي أُعيد تنفيذها</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>الرمز الأول</translation>
    </message>
    <message>
        <source>Time until the first token</source>
        <translation>الوقت حتى الرمز الأول</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>الموجّه</translation>
    </message>
    <message>
        <source>Speed of reading the prompt</source>
        <translation>سرعة قراءة الموجّه</translation>
    </message>
    <message>
        <source>Experts on the GPU</source>
        <translation>الخبراء على بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>How many of the model&apos;s experts are in the GPU&apos;s memory</source>
        <translation>نسبة خبراء النموذج الموجودين في ذاكرة بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>Expert hits</source>
        <translation>إصابات الخبراء</translation>
    </message>
    <message>
        <source>How often an expert that was needed was in the GPU&apos;s memory</source>
        <translation>كم مرة كان الخبير المطلوب في ذاكرة بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>Over the bus</source>
        <translation>عبر الناقل</translation>
    </message>
    <message>
        <source>What the GPU read of the other experts from main memory</source>
        <translation>ما قرأته بطاقة الرسوميات من بقية الخبراء من الذاكرة الرئيسية</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>الالتقاطات</translation>
    </message>
    <message>
        <source>Steps captured ahead of need</source>
        <translation>الخطوات الملتقطة قبل الحاجة إليها</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>تنفيذ مباشر</translation>
    </message>
    <message>
        <source>Steps run without replay</source>
        <translation>الخطوات التي جرت دون إعادة تنفيذ</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message>
        <source>Memory used by the model</source>
        <translation>الذاكرة التي يستخدمها النموذج</translation>
    </message>
    <message>
        <source>whole answer {0}</source>
        <translation>الإجابة كاملة {0}</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>لا توجد إجابة بعد</translation>
    </message>
    <message>
        <source>Last recapture: {0}</source>
        <translation>آخر إعادة التقاط: {0}</translation>
    </message>
</context>
<context>
    <name>MeterStrip</name>
    <message>
        <source>Replay meter</source>
        <translation>مقياس إعادة التنفيذ</translation>
    </message>
    <message>
        <source>Show all numbers</source>
        <translation>عرض كل الأرقام</translation>
    </message>
    <message>
        <source>Show one line</source>
        <translation>عرض سطر واحد</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>الرموز الموجودة في السياق من أصل سعته</translation>
    </message>
    <message>
        <source>Speed now: {0}</source>
        <translation>السرعة الآن: {0}</translation>
    </message>
    <message>
        <source>Context used: {0}</source>
        <translation>السياق المستخدَم: {0}</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>there</source>
        <translation>موجود</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>على القرص</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>المعلمات</translation>
    </message>
    <message>
        <source>Drafts as</source>
        <translation>يخمّن بصفته</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>البنية</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>قالب المحادثة</translation>
    </message>
    <message>
        <source>License</source>
        <translation>الترخيص</translation>
    </message>
    <message>
        <source>not stated in the file</source>
        <translation>غير مذكور في الملف</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>آخر استخدام</translation>
    </message>
    <message>
        <source>never</source>
        <translation>أبدًا</translation>
    </message>
    <message>
        <source>From</source>
        <translation>المصدر</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>قيم خاصة</translation>
    </message>
    <message>
        <source>Get it (%1)</source>
        <translation>تنزيل (%1)</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>جارٍ سؤال Hugging Face…</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>هو الآن ضمن التنزيلات.</translation>
    </message>
    <message>
        <source>It is the file that Hugging Face has now.</source>
        <translation>هو نفسه الملف الموجود الآن على Hugging Face.</translation>
    </message>
    <message>
        <source>Hugging Face has a newer file of this name.</source>
        <translation>يوجد على Hugging Face ملف أحدث بهذا الاسم.</translation>
    </message>
</context>
<context>
    <name>ModelDetailsPanel</name>
    <message>
        <source>Look for a newer file</source>
        <translation>البحث عن ملف أحدث</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>لا شيء مطلوب</translation>
    </message>
</context>
<context>
    <name>ModelOffer</name>
    <message>
        <source>This chat is set to %1, which is not loaded.</source>
        <translation>هذه المحادثة مضبوطة على %1، وهو غير محمَّل.</translation>
    </message>
    <message>
        <source>Load it</source>
        <translation>تحميله</translation>
    </message>
    <message>
        <source>This chat is set to %1, which is no longer there.</source>
        <translation>هذه المحادثة مضبوطة على %1، ولم يعد موجودًا.</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>{0} {1} %</source>
        <translation>{0} {1}%</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>اختيار نموذج</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>النموذج: {0}</translation>
    </message>
</context>
<context>
    <name>ModelPickerViewModel</name>
    <message>
        <source>No model yet. Import a GGUF file, or put one into %1.</source>
        <translation>لا يوجد نموذج بعد. استورد ملف GGUF، أو ضع ملفًا في %1.</translation>
    </message>
    <message>
        <source>%1 was unloaded; %2 of memory are free again.</source>
        <translation>تم تفريغ %1؛ وعادت %2 من الذاكرة متاحة.</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>جارٍ جلب النموذج المبدئي</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Search your models</source>
        <translation>البحث في نماذجك</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>النماذج</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>خيارات التحميل…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>تفريغ</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>المزيد من النماذج…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>استيراد ملف GGUF…</translation>
    </message>
    <message>
        <source>No model of yours has these words.</source>
        <translation>لا يوجد بين نماذجك ما يحتوي على هذه الكلمات.</translation>
    </message>
    <message>
        <source>Free the memory of the loaded model (Ctrl+U)</source>
        <translation>تحرير الذاكرة من النموذج المحمَّل (Ctrl+U)</translation>
    </message>
</context>
<context>
    <name>ModelSearch</name>
    <message>
        <source>loaded</source>
        <translation>محمَّل</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Models on this machine</source>
        <translation>النماذج على هذا الحاسوب</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>الصفوف</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>الأعمدة</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Back to the chat (Esc)</source>
        <translation>الرجوع إلى المحادثة (Esc)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>النماذج</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>التنزيلات</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>استكشاف</translation>
    </message>
    <message>
        <source>My models</source>
        <translation>نماذجي</translation>
    </message>
</context>
<context>
    <name>MyModelsTab</name>
    <message>
        <source>Chat with it</source>
        <translation>بدء محادثة</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>خيارات التحميل…</translation>
    </message>
    <message>
        <source>Check that the file is whole</source>
        <translation>التحقق من سلامة الملف</translation>
    </message>
    <message>
        <source>Show the file in the file manager</source>
        <translation>إظهار الملف في مدير الملفات</translation>
    </message>
    <message>
        <source>Move the model to the trash (Del)</source>
        <translation>نقل النموذج إلى سلة المهملات (Del)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>تراجع</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>تجاهل</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>استيراد</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>المجلدات</translation>
    </message>
    <message>
        <source>How full the disk is</source>
        <translation>مدى امتلاء القرص</translation>
    </message>
    <message>
        <source>There is no model on this machine yet. Find one, or drop a .gguf file here.</source>
        <translation>لا يوجد أي نموذج على هذا الحاسوب بعد. ابحث عن نموذج، أو أفلت ملف ‎.gguf هنا.</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>البحث عن نموذج</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>نقل إلى المهملات</translation>
    </message>
    <message>
        <source>It belongs to another program or folder; remove it there</source>
        <translation>يعود إلى برنامج آخر أو مجلد آخر؛ أزله من هناك</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>فحص الملف</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>إظهار في مدير الملفات</translation>
    </message>
    <message>
        <source>Unload (Ctrl+U)</source>
        <translation>تفريغ (Ctrl+U)</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>إعادة تسمية…</translation>
    </message>
</context>
<context>
    <name>NoModelPage</name>
    <message>
        <source>A model is needed first</source>
        <translation>يلزم نموذج أولًا</translation>
    </message>
    <message>
        <source>Download the starter model (about 100 MB)</source>
        <translation>تنزيل النموذج المبدئي (نحو 100 ميغابايت)</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>تنزيل</translation>
    </message>
    <message>
        <source>Find a model…</source>
        <translation>البحث عن نموذج…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>استيراد ملف GGUF…</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>فتح مجلد النماذج</translation>
    </message>
    <message>
        <source>Or drop a .gguf file anywhere here.</source>
        <translation>أو أفلت ملف ‎.gguf في أي مكان هنا.</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Installed</source>
        <translation>مثبَّت</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>بدء محادثة</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Getting…</source>
        <translation>جارٍ الجلب…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>استئناف</translation>
    </message>
    <message>
        <source>Get %1</source>
        <translation>تنزيل %1</translation>
    </message>
    <message>
        <source>None of its files can be recommended; open it and choose one.</source>
        <translation>لا يمكن التوصية بأي من ملفاته؛ افتحه واختر واحدًا منها.</translation>
    </message>
    <message>
        <source>The Hub did not say how large it is.</source>
        <translation>لم يذكر Hub حجمه.</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>The usual %1 does not fit.</source>
        <translation>التكميم المعتاد %1 لا تتسع له الذاكرة.</translation>
    </message>
    <message>
        <source>%1 has no file that can be recommended; open it and choose one.</source>
        <translation>لا يحتوي %1 على ملف يمكن التوصية به؛ افتحه واختر ملفًا.</translation>
    </message>
</context>
<context>
    <name>OptionEditor</name>
    <message>
        <source>Takes effect when the model is loaded again.</source>
        <translation>يسري مفعوله عند إعادة تحميل النموذج.</translation>
    </message>
</context>
<context>
    <name>OwnDataSection</name>
    <message>
        <source>Export everything…</source>
        <translation>تصدير كل شيء…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>حفظ تقرير…</translation>
    </message>
    <message>
        <source>Show the logs…</source>
        <translation>إظهار السجلات…</translation>
    </message>
    <message>
        <source>Conversations, to keep and to read, and the settings, in one zip.</source>
        <translation>المحادثات، للحفظ وللقراءة، مع الإعدادات، في ملف zip واحد.</translation>
    </message>
    <message>
        <source>For whoever looks into a problem: versions, machine, settings, logs; no conversations. You see it first.</source>
        <translation>لمن يبحث في مشكلة ما: الإصدارات والجهاز والإعدادات والسجلات، دون المحادثات. يُعرض عليك أولًا.</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>تصدير كل شيء</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>حفظ التقرير</translation>
    </message>
</context>
<context>
    <name>OwnDataViewModel</name>
    <message>
        <source>The report is in %1.</source>
        <translation>حُفظ التقرير في %1.</translation>
    </message>
    <message>
        <source>%1 conversations and the settings are in %2.</source>
        <translation>المحادثات (%1) والإعدادات محفوظة في %2.</translation>
    </message>
    <message>
        <source>1 conversation and the settings are in %2.</source>
        <translation>محادثة واحدة والإعدادات محفوظة في %2.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <translation>مقارنة</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>المحرّك</translation>
    </message>
    <message>
        <source>Find, download and keep models</source>
        <translation>البحث عن النماذج وتنزيلها وحفظها</translation>
    </message>
    <message>
        <source>Measure what a setting does</source>
        <translation>قياس أثر أحد الإعدادات</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>النماذج</translation>
    </message>
    <message>
        <source>The libraries that models run on</source>
        <translation>المكتبات التي تعمل عليها النماذج</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Install</source>
        <translation>تثبيت</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>بدء المحادثة</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>التقدّم</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>استئناف</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
    <message>
        <source>Change to this build</source>
        <translation>الانتقال إلى هذا الإصدار</translation>
    </message>
</context>
<context>
    <name>PromptCompleter</name>
    <message>
        <source>Prompts</source>
        <translation>الموجّهات</translation>
    </message>
    <message>
        <source>Edit prompts…</source>
        <translation>تحرير الموجّهات…</translation>
    </message>
    <message>
        <source>Write a prompt…</source>
        <translation>كتابة موجّه…</translation>
    </message>
</context>
<context>
    <name>PromptForm</name>
    <message>
        <source>Insert</source>
        <translation>إدراج</translation>
    </message>
</context>
<context>
    <name>PromptsDialog</name>
    <message>
        <source>Prompts</source>
        <translation>الموجّهات</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Name, to be typed after the slash</source>
        <translation>الاسم الذي يُكتب بعد الشرطة المائلة</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
        <translation>نص الموجّه</translation>
    </message>
    <message>
        <source>New</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>حذف</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Write {{topic}} where the topic is asked for when you use the prompt.</source>
        <translation>اكتب {{topic}} في الموضع الذي يُطلب فيه الموضوع عند استخدام الموجّه.</translation>
    </message>
    <message>
        <source>Save the changes to this prompt?</source>
        <translation>هل تريد حفظ التغييرات في هذا الموجّه؟</translation>
    </message>
    <message>
        <source>Delete the prompt {0}?</source>
        <translation>هل تريد حذف الموجّه {0}؟</translation>
    </message>
</context>
<context>
    <name>ProvenancePopup</name>
    <message>
        <source>What made this answer</source>
        <translation>كيف نتجت هذه الإجابة</translation>
    </message>
    <message>
        <source>Tint the words that came from drafts</source>
        <translation>تظليل الكلمات التي جاءت من التخمينات</translation>
    </message>
</context>
<context>
    <name>QuantCard</name>
    <message>
        <source>Download</source>
        <translation>تنزيل</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>بدء محادثة</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>موصى به</translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation>تنزيل {0}، {1}</translation>
    </message>
    <message>
        <source>Show the download of {0}</source>
        <translation>عرض تنزيل {0}</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>بدء محادثة مع {0}</translation>
    </message>
    <message>
        <source>{0} % there</source>
        <translation>نُزّل {0}%</translation>
    </message>
</context>
<context>
    <name>QueueBar</name>
    <message>
        <source>The queue waits, as the answer did not end by itself.</source>
        <translation>قائمة الانتظار متوقفة، لأن الإجابة لم تنتهِ من تلقاء نفسها.</translation>
    </message>
    <message>
        <source>Send the queue</source>
        <translation>إرسال القائمة</translation>
    </message>
</context>
<context>
    <name>QueuedRow</name>
    <message>
        <source>Send the queued message sooner</source>
        <translation>إرسال الرسالة المنتظرة قبل غيرها</translation>
    </message>
    <message>
        <source>Edit the queued message</source>
        <translation>تحرير الرسالة المنتظرة</translation>
    </message>
    <message>
        <source>Remove the queued message</source>
        <translation>إزالة الرسالة المنتظرة</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>بالانتظار</translation>
    </message>
</context>
<context>
    <name>RemoteModels</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 على %2</translation>
    </message>
    <message>
        <source>Asking for its models…</source>
        <translation>جارٍ السؤال عن نماذجه…</translation>
    </message>
    <message>
        <source>It has no models: load one there.</source>
        <translation>ليس لديه نماذج: حمّل نموذجًا هناك.</translation>
    </message>
</context>
<context>
    <name>RepoPageViewModel</name>
    <message>
        <source>License: %1</source>
        <translation>الترخيص: %1</translation>
    </message>
    <message>
        <source>License not stated</source>
        <translation>الترخيص غير مذكور</translation>
    </message>
    <message>
        <source>The makers of %1 ask you to accept their terms first: open its page, sign in and accept them, then make an access token there (Settings, Access Tokens) and paste it here.</source>
        <translation>يطلب صانعو %1 قبول شروطهم أولًا: افتح صفحته وسجّل الدخول واقبل الشروط، ثم أنشئ هناك رمز وصول (Settings، ثم Access Tokens) والصقه هنا.</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>جارٍ سؤال Hugging Face…</translation>
    </message>
    <message>
        <source>There is no GGUF file in %1; try a repository whose name ends in GGUF.</source>
        <translation>لا يوجد ملف GGUF في %1؛ جرّب مستودعًا ينتهي اسمه بكلمة GGUF.</translation>
    </message>
</context>
<context>
    <name>RepoView</name>
    <message>
        <source>Back to the results (Esc)</source>
        <translation>الرجوع إلى النتائج (Esc)</translation>
    </message>
    <message>
        <source>Open its page in the browser</source>
        <translation>فتح صفحته في المتصفح</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>من {0}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>التقرير</translation>
    </message>
    <message>
        <source>Files of the report</source>
        <translation>ملفات التقرير</translation>
    </message>
    <message>
        <source>Text of the chosen file</source>
        <translation>نص الملف المختار</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>حفظ…</translation>
    </message>
    <message>
        <source>This is all that the report holds. Names, secrets and the path of your home are taken out; look through it all the same.</source>
        <translation>هذا كل ما يحتويه التقرير. حُذفت منه الأسماء والأسرار ومسار مجلدك الرئيسي؛ ومع ذلك يُستحسن أن تراجعه.</translation>
    </message>
</context>
<context>
    <name>ResultCard</name>
    <message>
        <source>Use the winner for this model</source>
        <translation>اعتماد التهيئة الفائزة لهذا النموذج</translation>
    </message>
    <message>
        <source>Show the race</source>
        <translation>عرض السباق</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>حفظ المقارنة</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>تتعذّر كتابة الملف {0}.</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>حفظ باسم</translation>
    </message>
    <message>
        <source>Table of all runs (CSV)</source>
        <translation>جدول بكل الجولات (CSV)</translation>
    </message>
    <message>
        <source>Everything (JSON)</source>
        <translation>كل شيء (JSON)</translation>
    </message>
    <message>
        <source>Picture of this card (PNG)</source>
        <translation>صورة هذه البطاقة (PNG)</translation>
    </message>
    <message>
        <source>{0} against {1}</source>
        <translation>{0} مقابل {1}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>التهيئة</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>الوسيط</translation>
    </message>
    <message>
        <source>Runs within</source>
        <translation>مدى الجولات</translation>
    </message>
    <message>
        <source>Against A</source>
        <translation>مقابل A</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>إعادة الالتقاط</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>الرموز</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Models found</source>
        <translation>نتائج النماذج</translation>
    </message>
</context>
<context>
    <name>RowMenus</name>
    <message>
        <source>New folder</source>
        <translation>مجلد جديد</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>إعادة تسمية</translation>
    </message>
    <message>
        <source>Delete the folder, keep its chats</source>
        <translation>حذف المجلد مع إبقاء محادثاته</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>افتح بجانبها</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>فك التثبيت</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>تثبيت</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>تصدير بتنسيق</translation>
    </message>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>حذف</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chats</source>
        <translation>
            <numerusform>عدم حذف أي محادثة</numerusform>
            <numerusform>حذف محادثة واحدة</numerusform>
            <numerusform>حذف محادثتين</numerusform>
            <numerusform>حذف %n محادثات</numerusform>
            <numerusform>حذف %n محادثة</numerusform>
            <numerusform>حذف %n محادثة</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>نقل إلى مجلد</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>مجلد جديد…</translation>
    </message>
    <message>
        <source>Out of the folder</source>
        <translation>إخراج من المجلد</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>%1 free in %2</source>
        <translation>%1 متاحة في %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>الذاكرة: %1</translation>
    </message>
    <message>
        <source>%1 on the disk</source>
        <translation>%1 على القرص</translation>
    </message>
    <message>
        <source>%1 to download</source>
        <translation>%1 للتنزيل</translation>
    </message>
    <message>
        <source>%1, which fits this computer</source>
        <translation>%1، يناسب هذا الحاسوب</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>جارٍ فحص %1</translation>
    </message>
    <message>
        <source>Driver for CUDA %1</source>
        <translation>برنامج تشغيل يدعم CUDA %1</translation>
    </message>
    <message>
        <source>NVIDIA GPU with %1</source>
        <translation>معالج رسومات NVIDIA مع %1</translation>
    </message>
    <message>
        <source>No NVIDIA GPU</source>
        <translation>لا يوجد معالج رسومات NVIDIA</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>المعالج</translation>
    </message>
    <message>
        <source>Trying out the engine; the first time takes up to a minute</source>
        <translation>جارٍ تجربة المحرّك؛ وقد تستغرق المرة الأولى دقيقة</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>جارٍ فك الضغط</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>جارٍ الاتصال</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>بتاريخ %1</translation>
    </message>
</context>
<context>
    <name>RuntimeViewModel</name>
    <message>
        <source>Paused; what was fetched is kept.</source>
        <translation>متوقف مؤقتًا؛ ما جُلب محفوظ.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>جارٍ البدء</translation>
    </message>
    <message>
        <source>There are newer libraries, of %1. The installed ones go on working.</source>
        <translation>توجد مكتبات أحدث، بتاريخ %1. وتظل المكتبات المثبّتة تعمل.</translation>
    </message>
    <message>
        <source>The engine is ready.</source>
        <translation>المحرّك جاهز.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were repaired.</source>
        <translation>أُصلحت مكتبات المحرّك.</translation>
    </message>
    <message>
        <source>All libraries are as they should be.</source>
        <translation>كل المكتبات على ما يرام.</translation>
    </message>
    <message>
        <source>The engine runs with %1 again.</source>
        <translation>عاد المحرّك إلى العمل مع %1.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were removed.</source>
        <translation>أُزيلت مكتبات المحرّك.</translation>
    </message>
</context>
<context>
    <name>RuntimeWatch</name>
    <message>
        <source>The engine&apos;s libraries were removed. What is loaded works until Encore is closed; install them again for the next time.</source>
        <translation>أُزيلت مكتبات المحرّك. ما هو محمَّل منها يعمل حتى إغلاق Encore؛ ثبّتها من جديد للمرة القادمة.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were changed; they are now: %1.</source>
        <translation>تغيّرت مكتبات المحرّك، وهي الآن: %1.</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>إعادة تشغيل المحرّك</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>مسح</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>بحث</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 After that start Encore again; nothing is kept in this window.</source>
        <translation>‏%1 بعد ذلك ابدأ Encore من جديد؛ لا يُحفظ شيء في هذه النافذة.</translation>
    </message>
    <message>
        <source>%1 and %2 are one inside the other; choose another folder.</source>
        <translation>أحد المجلدين %1 و%2 داخل الآخر؛ اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>أجاب %1 بالرمز %2</translation>
    </message>
    <message>
        <source>%1 answered %2 for %3; try again later.</source>
        <translation>أجاب %1 بالرمز %2 عن %3؛ حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 answers with more than %2 MB, which cannot be right: check the address of the Hub in the settings.</source>
        <translation>يجيب %1 بأكثر من %2 MB، ولا يمكن أن يكون ذلك صحيحًا: تحقق من عنوان Hub في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 answers, but not as the Hub does: check the address of the Hub in the settings, or whether this network asks you to sign in first.</source>
        <translation>يستجيب %1، لكن ليس كما يفعل Hub: تحقق من عنوان Hub في الإعدادات، أو مما إذا كانت هذه الشبكة تطلب تسجيل الدخول أولًا.</translation>
    </message>
    <message>
        <source>%1 arrived damaged: its checksum is %2…, not %3…; try again to fetch it anew.</source>
        <translation>وصل %1 تالفًا: مجموعه الاختباري %2… بدل %3…؛ اضغط «إعادة المحاولة» لجلبه من جديد.</translation>
    </message>
    <message>
        <source>%1 asks to slow down</source>
        <translation>يطلب %1 الإبطاء</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 بت</translation>
    </message>
    <message>
        <source>%1 cannot be deleted (%2); delete it by hand.</source>
        <translation>لا يمكن حذف %1 (%2)؛ احذفه يدويًا.</translation>
    </message>
    <message>
        <source>%1 cannot be downloaded from %2; look the model up again.</source>
        <translation>لا يمكن تنزيل %1 من %2؛ ابحث عن النموذج من جديد.</translation>
    </message>
    <message>
        <source>%1 cannot be kept in %2: %3.</source>
        <translation>لا يمكن حفظ %1 في %2: ‏%3.</translation>
    </message>
    <message>
        <source>%1 cannot be kept: %2.</source>
        <translation>لا يمكن الاحتفاظ بـ %1: ‏%2.</translation>
    </message>
    <message>
        <source>%1 cannot be linked from another disk here (%2); copy it, or use it where it is.</source>
        <translation>لا يمكن ربط %1 من قرص آخر هنا (%2)؛ انسخه أو استخدمه حيث هو.</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>لا يمكن فتح %1: ‏%2.</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>لا يمكن الوصول إلى %1</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>لا يمكن قراءة %1 (%2).</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the address of updates in the settings.</source>
        <translation>لا يمكن قراءة %1 (%2)؛ تحقق من عنوان التحديثات في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>لا يمكن قراءة %1: ‏%2.</translation>
    </message>
    <message>
        <source>%1 cannot be replaced: %2.</source>
        <translation>لا يمكن استبدال %1: ‏%2.</translation>
    </message>
    <message>
        <source>%1 cannot be written to %2: %3.</source>
        <translation>تتعذّر كتابة %1 في %2: ‏%3.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>لا يمكن كتابة %1: ‏%2.</translation>
    </message>
    <message>
        <source>%1 changed on the server, so its download started over.</source>
        <translation>تغيّر %1 على الخادم، فبدأ تنزيله من جديد.</translation>
    </message>
    <message>
        <source>%1 changed while it was moved; everything is still in %2; try again when nothing writes there.</source>
        <translation>تغيّر %1 أثناء نقله؛ كل شيء لا يزال في %2؛ حاول من جديد حين لا يكتب شيء هناك.</translation>
    </message>
    <message>
        <source>%1 could not be brought back (%2); look for it in the trash.</source>
        <translation>تعذّرت استعادة %1 (%2)؛ ابحث عنه في سلة المهملات.</translation>
    </message>
    <message>
        <source>%1 could not be downloaded because of a fault in this program; see its log.</source>
        <translation>تعذّر تنزيل %1 بسبب خلل في هذا البرنامج؛ انظر سجله.</translation>
    </message>
    <message>
        <source>%1 could not be fetched (%2): put any GGUF model into %3, or try again later.</source>
        <translation>تعذّر جلب %1 (%2): ضع أي نموذج GGUF في %3، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 could not be fetched: %2; what is there is kept, try again to go on with it.</source>
        <translation>تعذّر جلب %1: ‏%2؛ ما وصل محفوظ، اضغط «إعادة المحاولة» للمتابعة.</translation>
    </message>
    <message>
        <source>%1 could not be read (%2); check the file.</source>
        <translation>تعذّرت قراءة %1 (%2)؛ تحقق من الملف.</translation>
    </message>
    <message>
        <source>%1 could not be removed (%2); if it is loaded, load another model first.</source>
        <translation>تعذّرت إزالة %1 (%2)؛ إن كان محمّلًا فحمّل نموذجًا آخر أولًا.</translation>
    </message>
    <message>
        <source>%1 could not be saved (%2); check that the disk is not full.</source>
        <translation>تعذّر حفظ %1 (%2)؛ تأكد من أن القرص غير ممتلئ.</translation>
    </message>
    <message>
        <source>%1 does not accept the token; make a new one at %2/settings/tokens and put it in, or take the old one out.</source>
        <translation>لا يقبل %1 رمز الوصول؛ أنشئ رمزًا جديدًا في ‎%2/settings/tokens وأدخله، أو أزل القديم.</translation>
    </message>
    <message>
        <source>%1 does not accept your token for %2; enter another in the settings.</source>
        <translation>لا يقبل %1 رمزك للوصول إلى %2؛ أدخل غيره في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>لا يستجيب %1: ‏%2</translation>
    </message>
    <message>
        <source>%1 does not answer: %2; check the network and try again.</source>
        <translation>لا يستجيب %1: ‏%2؛ تحقق من الشبكة وحاول من جديد.</translation>
    </message>
    <message>
        <source>%1 does not answer; check the network and try again.</source>
        <translation>لا يستجيب %1؛ تحقق من الشبكة وحاول من جديد.</translation>
    </message>
    <message>
        <source>%1 does not exist or is private; for a private one, enter your token in the settings.</source>
        <translation>‏%1 غير موجود أو خاص؛ للخاص أدخل رمز الوصول في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 does not give out %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>لا يوفّر %1 الملف %2؛ تحقق من عنوان المرآة إن كان معيّنًا، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2.</source>
        <translation>لا يسمح %1 لهذا الرمز برؤية %2.</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2: %3.</source>
        <translation>لا يسمح %1 لهذا الرمز برؤية %2: ‏%3.</translation>
    </message>
    <message>
        <source>%1 does not say which version of %2 it has.</source>
        <translation>لا يذكر %1 أي إصدار لديه من %2.</translation>
    </message>
    <message>
        <source>%1 has %2; an attachment may have up to %3. Attach a part of it.</source>
        <translation>حجم %1 هو %2، والحد الأقصى للمرفق %3. أرفق جزءًا منه.</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (%2); try again later.</source>
        <translation>لدى %1 مشكلة لديه (%2)؛ حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 has another file</source>
        <translation>لدى %1 ملف آخر</translation>
    </message>
    <message>
        <source>%1 has another file under that name</source>
        <translation>لدى %1 ملف آخر بهذا الاسم</translation>
    </message>
    <message>
        <source>%1 has another file under the name %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>لدى %1 ملف آخر باسم %2؛ تحقق من عنوان المرآة إن كان معيّنًا، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 has compute capability %2, but the engine needs %3, so the processor is used.</source>
        <translation>القدرة الحسابية لـ %1 هي %2 ويحتاج المحرك إلى %3، لذا يُستخدم المعالج.</translation>
    </message>
    <message>
        <source>%1 has had too many questions from here; try again %2.</source>
        <translation>تلقّى %1 طلبات كثيرة جدًا من هنا؛ حاول من جديد %2.</translation>
    </message>
    <message>
        <source>%1 has more than the %2 characters that an attachment holds; attach a part of it.</source>
        <translation>يتجاوز %1 حدّ المرفق البالغ %2 من الأحرف؛ أرفق جزءًا منه.</translation>
    </message>
    <message>
        <source>%1 has no %2 any more; look at what it has now.</source>
        <translation>لم يعد لدى %1 الملف %2؛ انظر ما لديه الآن.</translation>
    </message>
    <message>
        <source>%1 has no files to download; choose another model.</source>
        <translation>لا ملفات للتنزيل في %1؛ اختر نموذجًا آخر.</translation>
    </message>
    <message>
        <source>%1 has no such version on %2; leave the version out of the address.</source>
        <translation>لا يوجد لـ %1 إصدار كهذا على %2؛ احذف الإصدار من العنوان.</translation>
    </message>
    <message>
        <source>%1 has no text in it; it may be scanned pages, which are pictures.</source>
        <translation>لا يحتوي %1 على نص؛ قد تكون صفحاته ممسوحة ضوئيًا، أي صورًا.</translation>
    </message>
    <message>
        <source>%1 has no update list there (%2); check the address of updates in the settings, or try again later.</source>
        <translation>ليس لدى %1 قائمة تحديثات هناك (%2)؛ تحقق من عنوان التحديثات في الإعدادات، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 has trouble (it answered %2)</source>
        <translation>لدى %1 مشكلة (أجاب بالرمز %2)</translation>
    </message>
    <message>
        <source>%1 is a %2, not a model; paste the address of a model.</source>
        <translation>‏%1 ‏%2 وليس نموذجًا؛ ألصق عنوان نموذج.</translation>
    </message>
    <message>
        <source>%1 is a file; choose a folder.</source>
        <translation>‏%1 ملف؛ اختر مجلدًا.</translation>
    </message>
    <message>
        <source>%1 is a folder; attach the files in it.</source>
        <translation>‏%1 مجلد؛ أرفق الملفات التي فيه.</translation>
    </message>
    <message>
        <source>%1 is a folder; watch it, or put it into %2, and the models in it are listed.</source>
        <translation>‏%1 مجلد؛ راقبه أو ضعه في %2، فتظهر النماذج التي بداخله في القائمة.</translation>
    </message>
    <message>
        <source>%1 is a name that cannot be kept here.</source>
        <translation>‏%1 اسم لا يمكن حفظه هنا.</translation>
    </message>
    <message>
        <source>%1 is a picture, which no model here can see; describe it in words.</source>
        <translation>‏%1 صورة، ولا يستطيع أي نموذج هنا رؤيتها؛ صِفها بالكلمات.</translation>
    </message>
    <message>
        <source>%1 is being downloaded by another Encore window or command; stop it there.</source>
        <translation>تنزّل نافذة أو أمر آخر من Encore الملف %1؛ أوقفه هناك.</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); correct it or delete it.</source>
        <translation>‏%1 تالف (%2)؛ صحّحه أو احذفه.</translation>
    </message>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation>‏%1 تالف ولا يمكن قراءته.</translation>
    </message>
    <message>
        <source>%1 is damaged, or needs a password.</source>
        <translation>‏%1 تالف أو يحتاج إلى كلمة مرور.</translation>
    </message>
    <message>
        <source>%1 is damaged; install the engine&apos;s libraries again.</source>
        <translation>‏%1 تالف؛ ثبّت مكتبات المحرّك من جديد.</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>‏%1 فارغ.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2 with the account of your token.</source>
        <translation>الوصول إلى %1 مقيَّد: اقبل شروطه في %2 بحساب رمزك.</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2, make a token at %3/settings/tokens and put it into the settings, or into HF_TOKEN.</source>
        <translation>الوصول إلى %1 مقيَّد: اقبل شروطه في %2، وأنشئ رمزًا في ‎%3/settings/tokens وضعه في الإعدادات أو في HF_TOKEN.</translation>
    </message>
    <message>
        <source>%1 is larger than 512 MB; export fewer conversations at once.</source>
        <translation>‏%1 أكبر من 512 MB؛ صدّر محادثات أقل دفعة واحدة.</translation>
    </message>
    <message>
        <source>%1 is locked with a password; save it without one first.</source>
        <translation>‏%1 محمي بكلمة مرور؛ احفظه أولًا من دونها.</translation>
    </message>
    <message>
        <source>%1 is longer than %2 KB; shorten it.</source>
        <translation>‏%1 أطول من %2 KB؛ اختصره.</translation>
    </message>
    <message>
        <source>%1 is no address of a mirror; give one like https://mirror.example/pypi, or choose a folder.</source>
        <translation>‏%1 ليس عنوان مرآة؛ أدخل عنوانًا مثل https://mirror.example/pypi أو اختر مجلدًا.</translation>
    </message>
    <message>
        <source>%1 is no address of updates; give a folder, or an address that begins with https, http or file.</source>
        <translation>‏%1 ليس عنوان تحديثات؛ أدخل مجلدًا أو عنوانًا يبدأ بـ https أو http أو file.</translation>
    </message>
    <message>
        <source>%1 is no address to fetch from; correct the Hub&apos;s address in the settings.</source>
        <translation>لا يصلح %1 عنوانًا للجلب؛ صحّح عنوان Hub في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 is no address; correct the address of the Hub in the settings.</source>
        <translation>‏%1 ليس عنوانًا؛ صحّح عنوان Hub في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 is no address; paste one like %2/author/name.</source>
        <translation>‏%1 ليس عنوانًا؛ ألصق عنوانًا مثل ‎%2/author/name.</translation>
    </message>
    <message>
        <source>%1 is no longer in %2; look the model up again.</source>
        <translation>لم يعد %1 في %2؛ ابحث عن النموذج من جديد.</translation>
    </message>
    <message>
        <source>%1 is no longer there; list the models again.</source>
        <translation>لم يعد %1 موجودًا؛ اعرض النماذج من جديد.</translation>
    </message>
    <message>
        <source>%1 is no name of a repository, like author/name.</source>
        <translation>‏%1 ليس اسم مستودع مثل author/name.</translation>
    </message>
    <message>
        <source>%1 is no whole path; give the folder of updates from its root.</source>
        <translation>‏%1 ليس مسارًا كاملًا؛ أدخل مجلد التحديثات بدءًا من الجذر.</translation>
    </message>
    <message>
        <source>%1 is not Encore&apos;s to remove: it is in %2 (%3); remove it there.</source>
        <translation>ليس لـ Encore أن يزيل %1: فهو في %2 (%3)؛ أزله هناك.</translation>
    </message>
    <message>
        <source>%1 is not a file that can be read.</source>
        <translation>‏%1 ليس ملفًا يمكن قراءته.</translation>
    </message>
    <message>
        <source>%1 is not a text file; attach text, code, PDF or .docx.</source>
        <translation>‏%1 ليس ملفًا نصيًا؛ أرفق نصًا أو شيفرة أو PDF أو ‎.docx.</translation>
    </message>
    <message>
        <source>%1 is not on the Hub; paste an address like %2/author/name.</source>
        <translation>‏%1 ليس على Hub؛ ألصق عنوانًا مثل ‎%2/author/name.</translation>
    </message>
    <message>
        <source>%1 is not the file that is needed: its checksum is another one; get it again.</source>
        <translation>ليس %1 الملف المطلوب: مجموعه الاختباري مختلف؛ احصل عليه من جديد.</translation>
    </message>
    <message>
        <source>%1 is not the file that the update list describes; it is not used.</source>
        <translation>ليس %1 الملف الذي تصفه قائمة التحديثات؛ لن يُستخدم.</translation>
    </message>
    <message>
        <source>%1 is not there, though the update list names it.</source>
        <translation>‏%1 غير موجود مع أن قائمة التحديثات تذكره.</translation>
    </message>
    <message>
        <source>%1 is not what it should be: its checksum is %2…, not %3…; remove it and get it again.</source>
        <translation>ليس %1 كما ينبغي: مجموعه الاختباري %2… بدل %3…؛ أزله واحصل عليه من جديد.</translation>
    </message>
    <message>
        <source>%1 is used; its driver runs CUDA %2.</source>
        <translation>يُستخدم %1؛ ويدعم مشغّله CUDA %2.</translation>
    </message>
    <message>
        <source>%1 keeps changing on the server; try again later, or look it up again.</source>
        <translation>يستمر %1 في التغيّر على الخادم؛ حاول لاحقًا أو ابحث عنه من جديد.</translation>
    </message>
    <message>
        <source>%1 lacks %2 and %3 more; put the wheels there.</source>
        <translation>ينقص %1: ‏%2 و%3 غيرها؛ ضع ملفات wheel هناك.</translation>
    </message>
    <message>
        <source>%1 lacks %2; put the wheels there.</source>
        <translation>ينقص %1: ‏%2؛ ضع ملفات wheel هناك.</translation>
    </message>
    <message>
        <source>%1 names no repository; paste an address like %2/author/name.</source>
        <translation>لا يسمّي %1 مستودعًا؛ ألصق عنوانًا مثل ‎%2/author/name.</translation>
    </message>
    <message>
        <source>%1 needs %2, but the disk of %3 has %4 free; make room, or use the file where it is.</source>
        <translation>يحتاج %1 إلى %2، لكن المتاح في قرص %3 هو %4؛ وفّر مساحة أو استخدم الملف حيث هو.</translation>
    </message>
    <message>
        <source>%1 needs a token; enter one in the settings.</source>
        <translation>يحتاج %1 إلى رمز وصول؛ أدخله في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 needs the network, which is off: unset HF_HUB_OFFLINE to switch it on.</source>
        <translation>يحتاج «%1» إلى الشبكة وهي معطّلة: ألغِ تعيين HF_HUB_OFFLINE لتشغيلها.</translation>
    </message>
    <message>
        <source>%1 only drafts tokens for another model; choose it in the load options of that model.</source>
        <translation>‏%1 يخمّن الرموز لنموذج آخر فقط؛ اختره في خيارات التحميل لذلك النموذج.</translation>
    </message>
    <message>
        <source>%1 only shows pictures to a model; choose the model that it belongs to.</source>
        <translation>لا يقوم %1 إلا بعرض الصور على نموذج؛ اختر النموذج الذي ينتمي إليه.</translation>
    </message>
    <message>
        <source>%1 redirects in circles</source>
        <translation>يعيد %1 التوجيه في حلقة</translation>
    </message>
    <message>
        <source>%1 refuses to answer about %2 (%3); try again later.</source>
        <translation>يرفض %1 الإجابة عن %2 (%3)؛ حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 sends next to nothing</source>
        <translation>يكاد %1 لا يرسل شيئًا</translation>
    </message>
    <message>
        <source>%1 sends the file in another form than requested; use another address of the Hub in the settings.</source>
        <translation>يرسل %1 الملف بصيغة غير المطلوبة؛ استخدم عنوانًا آخر لـ Hub في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 sends us to %2 without encryption, which is refused; check the address of the Hub in the settings.</source>
        <translation>يحيلنا %1 إلى %2 من دون تشفير، وهذا مرفوض؛ تحقق من عنوان Hub في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 sends us to what is no address; check the address of the Hub in the settings, or try again later.</source>
        <translation>يحيلنا %1 إلى ما ليس عنوانًا؛ تحقق من عنوان Hub في الإعدادات، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>%1 stopped sending</source>
        <translation>توقّف %1 عن الإرسال</translation>
    </message>
    <message>
        <source>%1 took too long to make; export fewer chats at once, or as Markdown.</source>
        <translation>استغرق إعداد %1 وقتًا طويلًا؛ صدّر محادثات أقل دفعة واحدة، أو بصيغة Markdown.</translation>
    </message>
    <message>
        <source>%1 took too long to read, or is damaged; attach its text instead.</source>
        <translation>استغرقت قراءة %1 وقتًا طويلًا، أو أنه تالف؛ أرفق نصه بدلًا منه.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub since it was chosen; look the model up again to get the new one.</source>
        <translation>استُبدل %1 على Hub بعد اختياره؛ ابحث عن النموذج من جديد لتحصل على الجديد.</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub; look the model up again.</source>
        <translation>استُبدل %1 على Hub؛ ابحث عن النموذج من جديد.</translation>
    </message>
    <message>
        <source>%1 was stopped; download it again.</source>
        <translation>أُوقف تنزيل %1؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 went away; import it again.</source>
        <translation>لم يعد %1 موجودًا؛ استورده من جديد.</translation>
    </message>
    <message>
        <source>%1/%2 has a name that cannot be kept here; choose another model.</source>
        <translation>للملف %1/%2 اسم لا يمكن حفظه هنا؛ اختر نموذجًا آخر.</translation>
    </message>
    <message>
        <source>%1; trying again in %2 s.</source>
        <translation>‏%1؛ إعادة المحاولة بعد %2 ث.</translation>
    </message>
    <message>
        <source>1 bit</source>
        <translation>بت واحد</translation>
    </message>
    <message>
        <source>16 bits a weight, as the model was trained: the original, the largest that makes sense.</source>
        <translation>16 بتًا لكل وزن كما دُرّب النموذج: الأصل، وأكبر حجم له معنى.</translation>
    </message>
    <message>
        <source>16 bits a weight, not quantized: as good as the original, the largest that makes sense.</source>
        <translation>16 بتًا لكل وزن، بلا تكميم: بجودة الأصل، وأكبر حجم له معنى.</translation>
    </message>
    <message>
        <source>32 bits a weight: twice the size of BF16, and no better in practice.</source>
        <translation>32 بتًا لكل وزن: ضعف حجم BF16، وليس أفضل عمليًا.</translation>
    </message>
    <message>
        <source>4-bit floating point in NVIDIA&apos;s format: small, with little lost.</source>
        <translation>فاصلة عائمة بـ 4 بتات بصيغة NVIDIA: صغيرة وبفقد قليل.</translation>
    </message>
    <message>
        <source>4-bit floating point, in which models like gpt-oss were trained: the original of those.</source>
        <translation>فاصلة عائمة بـ 4 بتات، دُرّبت بها نماذج مثل gpt-oss: وهي الأصل لها.</translation>
    </message>
    <message>
        <source>A rare format.</source>
        <translation>صيغة نادرة.</translation>
    </message>
    <message>
        <source>About %1 a weight, %2: %3.</source>
        <translation>نحو %1 لكل وزن، %2: %3.</translation>
    </message>
    <message>
        <source>About %1 a weight: %2.</source>
        <translation>نحو %1 لكل وزن: %2.</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>العنوان مستخدم بالفعل</translation>
    </message>
    <message>
        <source>Another Encore window or command is changing the engine&apos;s libraries; wait for it.</source>
        <translation>تغيّر نافذة أو أمر آخر من Encore مكتبات المحرّك؛ انتظر حتى ينتهي.</translation>
    </message>
    <message>
        <source>Another Encore window or command is downloading this.</source>
        <translation>تنزّل نافذة أو أمر آخر من Encore هذا الآن.</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>تنزيل %1</translation>
    </message>
    <message>
        <source>Encore %1 could not be installed: %2</source>
        <translation>تعذّر تثبيت Encore %1: ‏%2</translation>
    </message>
    <message>
        <source>Encore %1 has no package for this computer.</source>
        <translation>لا حزمة لـ Encore %1 لهذا الحاسوب.</translation>
    </message>
    <message>
        <source>Encore %1 is no longer here; download it again.</source>
        <translation>لم يعد Encore %1 هنا؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>Encore is closing; what was not finished was left as it was.</source>
        <translation>يُغلق Encore الآن؛ وما لم يكتمل تُرك كما كان.</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>الملف موجود</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>ذاكرة Hugging Face المؤقتة</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>خطأ في الإدخال أو الإخراج</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>لا يمكن الربط بين قرصين</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>هو مجلد</translation>
    </message>
    <message>
        <source>Its name does not say how it was quantized.</source>
        <translation>لا يذكر اسمه كيف جرى تكميمه.</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>عرض %1</translation>
    </message>
    <message>
        <source>Looking for new versions</source>
        <translation>البحث عن إصدارات جديدة</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>فحص %1</translation>
    </message>
    <message>
        <source>Made with an importance matrix, which keeps more of the quality.</source>
        <translation>صُنع بمصفوفة أهمية تحفظ قدرًا أكبر من الجودة.</translation>
    </message>
    <message>
        <source>No file manager could be opened; the file is %1.</source>
        <translation>تعذّر فتح مدير ملفات؛ الملف هو %1.</translation>
    </message>
    <message>
        <source>No keyring works here, so the token is in %1, which only you can read.</source>
        <translation>لا تعمل هنا أي سلسلة مفاتيح، لذا فرمز الوصول في %1 الذي لا يقرؤه سواك.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>لا مساحة متبقية على القرص</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>لا يوجد ملف أو مجلد كهذا</translation>
    </message>
    <message>
        <source>No version before this one is kept here.</source>
        <translation>لا يُحتفظ هنا بإصدار سابق لهذا.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ليس مجلدًا</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1 of %2 (%3); choose another port or address.</source>
        <translation>لا يمكن الاستماع على المنفذ %1 من %2 (%3)؛ اختر منفذًا أو عنوانًا آخر.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>لا يوجد إذن</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>نظام الملفات للقراءة فقط</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; the log in the Encore folder has the details.</source>
        <translation>حدث خطأ غير متوقع؛ التفاصيل في السجل داخل مجلد Encore.</translation>
    </message>
    <message>
        <source>That is no token: it begins with hf_ and has only letters and digits.</source>
        <translation>هذا ليس رمز وصول: يبدأ الرمز بـ hf_ ولا يحوي إلا أحرفًا وأرقامًا.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are those of another version of Encore; the page “Engine” of the window or `encore runtime install` gets the right ones.</source>
        <translation>مكتبات المحرّك تخصّ إصدارًا آخر من Encore؛ تجلب المكتبات الصحيحة صفحة «المحرّك» في النافذة أو الأمر `encore runtime install`.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used; with driver %2 or newer it is the GPU.</source>
        <translation>ليس في Encore هذا إصدار يعمل مع مشغّل NVIDIA على هذا الجهاز (CUDA %1)، لذا يُستخدم المعالج؛ مع المشغّل %2 أو أحدث يُستخدم معالج الرسوم.</translation>
    </message>
    <message>
        <source>The address of updates</source>
        <translation>عنوان التحديثات</translation>
    </message>
    <message>
        <source>The answer was deleted with its conversation.</source>
        <translation>حُذفت الإجابة مع محادثتها.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted here; check the clock of this machine, and the proxy in the settings.</source>
        <translation>شهادة %1 غير موثوقة هنا؛ تحقق من ساعة هذا الجهاز ومن الوكيل في الإعدادات.</translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation>المقارنة</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>المحادثة</translation>
    </message>
    <message>
        <source>The conversations at %1 are damaged and another window has them open; close all windows of Encore and start it again.</source>
        <translation>المحادثات في %1 تالفة ومفتوحة في نافذة أخرى؛ أغلق كل نوافذ Encore وابدأه من جديد.</translation>
    </message>
    <message>
        <source>The conversations at %1 cannot be opened (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>لا يمكن فتح المحادثات في %1 (%2)؛ تأكد من إمكان الكتابة في المجلد ومن أن القرص غير ممتلئ.</translation>
    </message>
    <message>
        <source>The conversations at %1 were written by a newer version of Encore; install that version, or move the file away to start afresh.</source>
        <translation>كُتبت المحادثات في %1 بإصدار أحدث من Encore؛ ثبّت ذلك الإصدار، أو انقل الملف لتبدأ من جديد.</translation>
    </message>
    <message>
        <source>The conversations could not be read; the damaged file is kept at %1.</source>
        <translation>تعذّرت قراءة المحادثات؛ الملف التالف محفوظ في %1.</translation>
    </message>
    <message>
        <source>The disk of %1 cannot hold a file as large as %2; move the models to another disk.</source>
        <translation>لا يتسع قرص %1 لملف بحجم %2؛ انقل النماذج إلى قرص آخر.</translation>
    </message>
    <message>
        <source>The disk of %1 has too little room for %2: free %3 more, then try again; what was fetched is kept.</source>
        <translation>لا تكفي مساحة قرص %1 لـ %2: حرّر %3 أخرى ثم اضغط «إعادة المحاولة»؛ ما جُلب محفوظ.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room for %2, then try again; what was fetched is kept.</source>
        <translation>قرص %1 ممتلئ: حرّر مساحة لـ %2 ثم اضغط «إعادة المحاولة»؛ ما جُلب محفوظ.</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room, then try again; what was fetched is kept.</source>
        <translation>قرص %1 ممتلئ: حرّر مساحة ثم حاول من جديد؛ ما جُلب محفوظ.</translation>
    </message>
    <message>
        <source>The download was paused; try again to go on with it.</source>
        <translation>أُوقف التنزيل مؤقتًا؛ حاول من جديد لمتابعته.</translation>
    </message>
    <message>
        <source>The engine does not run with these libraries: %1; nothing was changed, choose another build or try again.</source>
        <translation>لا يعمل المحرّك مع هذه المكتبات: ‏%1؛ لم يتغيّر شيء، اختر إصدارًا آخر أو حاول من جديد.</translation>
    </message>
    <message>
        <source>The engine is not installed yet; the page “Engine” of the window or `encore runtime install` does it.</source>
        <translation>المحرّك غير مثبّت بعد؛ تثبّته صفحة «المحرّك» في النافذة أو الأمر `encore runtime install`.</translation>
    </message>
    <message>
        <source>The engine runs on the processor of this Mac.</source>
        <translation>يعمل المحرّك على معالج جهاز Mac هذا.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries</source>
        <translation>مكتبات المحرّك</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed yet.</source>
        <translation>مكتبات المحرّك غير مثبّتة بعد.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries could not be unpacked: %1; try again.</source>
        <translation>تعذّر فك مكتبات المحرّك: ‏%1؛ حاول من جديد.</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries need %1 GB in %2, but its disk has %3 GB free; free %4 GB more, then try again.</source>
        <translation>تحتاج مكتبات المحرّك إلى %1 GB في %2، لكن المتاح في قرصه %3 GB؛ حرّر %4 GB أخرى ثم حاول من جديد.</translation>
    </message>
    <message>
        <source>The export could not be saved to %1 (%2); choose another place, or make room.</source>
        <translation>تعذّر حفظ التصدير في %1 (%2)؛ اختر مكانًا آخر أو وفّر مساحة.</translation>
    </message>
    <message>
        <source>The header of %1 could not be kept in %2: %3.</source>
        <translation>تعذّر حفظ ترويسة %1 في %2: ‏%3.</translation>
    </message>
    <message>
        <source>The header of %1 could not be read: %2; try again later.</source>
        <translation>تعذّرت قراءة ترويسة %1: ‏%2؛ حاول لاحقًا.</translation>
    </message>
    <message>
        <source>The header of %1 is longer than %2 MB, as that of no known model is; choose another file.</source>
        <translation>ترويسة %1 أطول من %2 MB، ولا نموذج معروفًا كذلك؛ اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>The libraries %1 do not fit this machine: %2.</source>
        <translation>لا تناسب المكتبات %1 هذا الجهاز: ‏%2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no address for %2.</source>
        <translation>لا تحوي قائمة المكتبات %1 عنوانًا لـ %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no wheel of %2.</source>
        <translation>لا تحوي قائمة المكتبات %1 حزمة wheel لـ %2.</translation>
    </message>
    <message>
        <source>The list of libraries %1 is damaged: %2.</source>
        <translation>قائمة المكتبات %1 تالفة: ‏%2.</translation>
    </message>
    <message>
        <source>The models could not be moved to %1 (%2): everything is still in %3; try again, it goes on from here.</source>
        <translation>تعذّر نقل النماذج إلى %1 (%2): كل شيء لا يزال في %3؛ حاول من جديد، وسيتابع من هنا.</translation>
    </message>
    <message>
        <source>The models need %1 more, but the disk of %2 has %3 free; make room there, or choose another folder.</source>
        <translation>تحتاج النماذج إلى %1 أخرى، لكن المتاح في قرص %2 هو %3؛ وفّر مساحة هناك أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The preset %1 could not be read (%2); mend its file or save it anew.</source>
        <translation>تعذّرت قراءة الإعداد المسبق %1 (%2)؛ أصلح ملفه أو احفظه من جديد.</translation>
    </message>
    <message>
        <source>The proxy cannot be used; give the address of an HTTP proxy, like http://host:8080.</source>
        <translation>لا يمكن استخدام الوكيل؛ أدخل عنوان وكيل HTTP مثل http://host:8080.</translation>
    </message>
    <message>
        <source>The proxy does not let us through: %1; check it in the settings.</source>
        <translation>لا يسمح الوكيل بالمرور: ‏%1؛ تحقق منه في الإعدادات.</translation>
    </message>
    <message>
        <source>The report could not be saved to %1 (%2); choose another place.</source>
        <translation>تعذّر حفظ التقرير في %1 (%2)؛ اختر مكانًا آخر.</translation>
    </message>
    <message>
        <source>The settings are longer than %1 KB and were not saved; shorten the system prompt.</source>
        <translation>الإعدادات أطول من %1 KB ولم تُحفظ؛ اختصر موجّه النظام.</translation>
    </message>
    <message>
        <source>The settings could not be saved to %1 (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>تعذّر حفظ الإعدادات في %1 (%2)؛ تأكد من إمكان الكتابة في المجلد ومن أن القرص غير ممتلئ.</translation>
    </message>
    <message>
        <source>The settings of %1 could not be saved to %2 (%3); check that the disk is not full.</source>
        <translation>تعذّر حفظ إعدادات %1 في %2 (%3)؛ تأكد من أن القرص غير ممتلئ.</translation>
    </message>
    <message>
        <source>The signature of the update list cannot be read; try again later.</source>
        <translation>لا يمكن قراءة توقيع قائمة التحديثات؛ حاول لاحقًا.</translation>
    </message>
    <message>
        <source>The starter model is not there; put a GGUF model into %1 and name it.</source>
        <translation>نموذج البداية غير موجود؛ ضع نموذج GGUF في %1 واذكر اسمه.</translation>
    </message>
    <message>
        <source>The token cannot be kept in %1: %2.</source>
        <translation>لا يمكن حفظ رمز الوصول في %1: ‏%2.</translation>
    </message>
    <message>
        <source>The update key of this build is damaged; install Encore again.</source>
        <translation>مفتاح التحديث في هذا الإصدار تالف؛ ثبّت Encore من جديد.</translation>
    </message>
    <message>
        <source>The update list is for another version of Encore; get the new one from where you got this one.</source>
        <translation>قائمة التحديثات لإصدار آخر من Encore؛ احصل على الجديد من حيث حصلت على هذا.</translation>
    </message>
    <message>
        <source>The update list is for the channel %1, not for %2; check the address of updates in the settings.</source>
        <translation>قائمة التحديثات للقناة %1 وليست لـ %2؛ تحقق من عنوان التحديثات في الإعدادات.</translation>
    </message>
    <message>
        <source>The update list is longer than %1 KB; not used.</source>
        <translation>قائمة التحديثات أطول من %1 KB؛ لن تُستخدم.</translation>
    </message>
    <message>
        <source>The update list is not signed with Encore&apos;s key, so it is not used; check the address of updates in the settings.</source>
        <translation>قائمة التحديثات غير موقّعة بمفتاح Encore، لذا لن تُستخدم؛ تحقق من عنوان التحديثات في الإعدادات.</translation>
    </message>
    <message>
        <source>The update list is of %1, older than one seen before, so it is not used; try again later, or check the address of updates.</source>
        <translation>تاريخ قائمة التحديثات %1، وهي أقدم من سابقة لها، لذا لن تُستخدم؛ حاول لاحقًا أو تحقق من عنوان التحديثات.</translation>
    </message>
    <message>
        <source>The update list names a file outside its folder; not used.</source>
        <translation>تذكر قائمة التحديثات ملفًا خارج مجلدها؛ لن تُستخدم.</translation>
    </message>
    <message>
        <source>The update list names a file that cannot be kept here; not used.</source>
        <translation>تذكر قائمة التحديثات ملفًا لا يمكن حفظه هنا؛ لن تُستخدم.</translation>
    </message>
    <message>
        <source>The update list names no address to download from; not used.</source>
        <translation>لا تذكر قائمة التحديثات عنوانًا للتنزيل؛ لن تُستخدم.</translation>
    </message>
    <message>
        <source>The version %1 of %2 is gone; look the model up again.</source>
        <translation>لم يعد الإصدار %1 من %2 موجودًا؛ ابحث عن النموذج من جديد.</translation>
    </message>
    <message>
        <source>There are no earlier libraries to go back to.</source>
        <translation>لا توجد مكتبات سابقة للرجوع إليها.</translation>
    </message>
    <message>
        <source>There is another %1 in %2; choose an empty folder. Everything is still in %3.</source>
        <translation>يوجد %1 آخر في %2؛ اختر مجلدًا فارغًا. كل شيء لا يزال في %3.</translation>
    </message>
    <message>
        <source>There is another %1 now; %2 stays deleted.</source>
        <translation>يوجد الآن %1 آخر؛ يبقى %2 محذوفًا.</translation>
    </message>
    <message>
        <source>There is another model called %1; rename one of the two.</source>
        <translation>يوجد نموذج آخر باسم %1؛ أعد تسمية أحدهما.</translation>
    </message>
    <message>
        <source>There is no %1 on %2, or it is private and needs a token; check its name.</source>
        <translation>لا يوجد %1 على %2، أو أنه خاص ويحتاج إلى رمز وصول؛ تحقق من اسمه.</translation>
    </message>
    <message>
        <source>There is no %1 on %2; check its name.</source>
        <translation>لا يوجد %1 على %2؛ تحقق من اسمه.</translation>
    </message>
    <message>
        <source>There is no build %1; choose one of: %2.</source>
        <translation>لا يوجد إصدار %1؛ اختر واحدًا من: %2.</translation>
    </message>
    <message>
        <source>There is no folder %1; nothing was moved.</source>
        <translation>لا يوجد مجلد %1؛ لم يُنقل شيء.</translation>
    </message>
    <message>
        <source>This Encore has no build for the processor alone; the one for NVIDIA GPUs, which is larger, runs there, too.</source>
        <translation>ليس في Encore هذا إصدار للمعالج وحده؛ الإصدار المخصص لمعالجات رسوم NVIDIA أكبر حجمًا ويعمل عليه أيضًا.</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used.</source>
        <translation>ليس في Encore هذا إصدار يعمل مع مشغّل NVIDIA على هذا الجهاز (CUDA %1)، لذا يُستخدم المعالج.</translation>
    </message>
    <message>
        <source>This Encore has no engine for %1 on this machine; get the right download of Encore.</source>
        <translation>ليس في Encore هذا محرّك لـ %1 على هذا الجهاز؛ نزّل Encore المناسب.</translation>
    </message>
    <message>
        <source>This build has no update key, so it cannot look for new versions.</source>
        <translation>لا مفتاح تحديث في هذا الإصدار، فلا يمكنه البحث عن إصدارات جديدة.</translation>
    </message>
    <message>
        <source>This build knows no address of updates; put one into the settings.</source>
        <translation>لا يعرف هذا الإصدار عنوانًا للتحديثات؛ أدخل عنوانًا في الإعدادات.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>حُذفت هذه المحادثة في نافذة أخرى.</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window; start or choose another one.</source>
        <translation>حُذفت هذه المحادثة في نافذة أخرى؛ ابدأ محادثة أخرى أو اختر واحدة.</translation>
    </message>
    <message>
        <source>This download is no longer in the list.</source>
        <translation>لم يعد هذا التنزيل في القائمة.</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU, so the processor is used.</source>
        <translation>لا يوجد معالج رسوم NVIDIA في هذا الجهاز، لذا يُستخدم المعالج.</translation>
    </message>
    <message>
        <source>This message was deleted in another window.</source>
        <translation>حُذفت هذه الرسالة في نافذة أخرى.</translation>
    </message>
    <message>
        <source>Under 2 bits a weight, for models that were trained with three values a weight.</source>
        <translation>أقل من بتين لكل وزن، لنماذج دُرّبت بثلاث قيم لكل وزن.</translation>
    </message>
    <message>
        <source>Unsloth&apos;s dynamic kind: the bits are chosen layer by layer.</source>
        <translation>نوع Unsloth الديناميكي: تُختار البتات طبقةً طبقة.</translation>
    </message>
    <message>
        <source>What was deleted is gone for good; another window removed it.</source>
        <translation>ما حُذف زال نهائيًا؛ أزالته نافذة أخرى.</translation>
    </message>
    <message>
        <source>You may not read %1; see %2.</source>
        <translation>لا يُسمح لك بقراءة %1؛ انظر %2.</translation>
    </message>
    <message>
        <source>a large loss, for when nothing larger fits</source>
        <translation>فقد كبير، حين لا يتسع ما هو أكبر</translation>
    </message>
    <message>
        <source>a noticeable loss, for when 4 bits do not fit</source>
        <translation>فقد ملحوظ، حين لا تتسع الذاكرة لـ 4 بتات</translation>
    </message>
    <message>
        <source>a very large loss, an experiment</source>
        <translation>فقد كبير جدًا، للتجربة</translation>
    </message>
    <message>
        <source>all but the same as the original</source>
        <translation>مطابق للأصل تقريبًا</translation>
    </message>
    <message>
        <source>another program shortened it</source>
        <translation>قصّره برنامج آخر</translation>
    </message>
    <message>
        <source>another window has been opening them for too long</source>
        <translation>تستغرق نافذة أخرى وقتًا طويلًا في فتحها</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>قاعدة البيانات للقراءة فقط</translation>
    </message>
    <message>
        <source>close to the original</source>
        <translation>قريب من الأصل</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>مجموعة</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>مجموعة بيانات</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>قاعدة البيانات مقفلة</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>قاعدة البيانات أو القرص ممتلئ</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>خطأ في القرص</translation>
    </message>
    <message>
        <source>extra folder</source>
        <translation>مجلد إضافي</translation>
    </message>
    <message>
        <source>in %1 seconds</source>
        <translation>بعد %1 ثانية</translation>
    </message>
    <message>
        <source>in a few minutes</source>
        <translation>بعد بضع دقائق</translation>
    </message>
    <message>
        <source>in an older, simple format</source>
        <translation>بصيغة أقدم وأبسط</translation>
    </message>
    <message>
        <source>it did not end</source>
        <translation>لم ينتهِ</translation>
    </message>
    <message>
        <source>it ended without a word</source>
        <translation>انتهى دون أي رسالة</translation>
    </message>
    <message>
        <source>it is not on the Python package index</source>
        <translation>ليس على فهرس حزم Python</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>يستغرق وقتًا أطول من اللازم</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>شهادته غير موثوقة هنا</translation>
    </message>
    <message>
        <source>its name is not found, or this computer is offline</source>
        <translation>لم يُعثر على اسمه، أو أن هذا الحاسوب غير متصل</translation>
    </message>
    <message>
        <source>models folder</source>
        <translation>مجلد النماذج</translation>
    </message>
    <message>
        <source>no encrypted connection came about</source>
        <translation>لم ينشأ اتصال مشفّر</translation>
    </message>
    <message>
        <source>nothing listens at that address</source>
        <translation>لا شيء يستجيب عند هذا العنوان</translation>
    </message>
    <message>
        <source>packed tighter than in plain formats</source>
        <translation>معبّأ بإحكام أكبر من الصيغ العادية</translation>
    </message>
    <message>
        <source>the Hub</source>
        <translation>‏Hub</translation>
    </message>
    <message>
        <source>the Hub may not be asked: HF_HUB_OFFLINE is set</source>
        <translation>لا يُسمح بسؤال Hub: ‏HF_HUB_OFFLINE معيّن</translation>
    </message>
    <message>
        <source>the Python package index</source>
        <translation>فهرس حزم Python</translation>
    </message>
    <message>
        <source>the connection failed</source>
        <translation>فشل الاتصال</translation>
    </message>
    <message>
        <source>the connection to %1 was cut</source>
        <translation>انقطع الاتصال بـ %1</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>انقطع الاتصال</translation>
    </message>
    <message>
        <source>the copy is not the same, so the disk is at fault</source>
        <translation>النسخة غير مطابقة، فالخلل في القرص</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>القرص ممتلئ</translation>
    </message>
    <message>
        <source>the downloaded file was changed since; download it again.</source>
        <translation>تغيّر الملف المنزّل منذ ذلك الحين؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>the file broke off before its end</source>
        <translation>انقطع الملف قبل نهايته</translation>
    </message>
    <message>
        <source>the file of this AppImage cannot be found; replace it by hand.</source>
        <translation>لا يمكن العثور على ملف AppImage هذا؛ استبدله يدويًا.</translation>
    </message>
    <message>
        <source>the proxy does not let us through to %1</source>
        <translation>لا يسمح الوكيل بالوصول إلى %1</translation>
    </message>
    <message>
        <source>the search</source>
        <translation>البحث</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>الخادم</translation>
    </message>
    <message>
        <source>the server sends next to nothing</source>
        <translation>يكاد الخادم لا يرسل شيئًا</translation>
    </message>
    <message>
        <source>the smaller mix</source>
        <translation>المزيج الأصغر</translation>
    </message>
    <message>
        <source>the usual balance of size and quality</source>
        <translation>التوازن المعتاد بين الحجم والجودة</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>عمليات إعادة توجيه كثيرة جدًا</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>تعذّر فتح ملف قاعدة البيانات</translation>
    </message>
    <message>
        <source>very close to the original</source>
        <translation>قريب جدًا من الأصل</translation>
    </message>
    <message>
        <source>with many more where they count</source>
        <translation>مع بتات أكثر بكثير حيث تهمّ</translation>
    </message>
    <message>
        <source>with more where they count</source>
        <translation>مع بتات أكثر حيث تهمّ</translation>
    </message>
    <message>
        <source>with more where they count and in the first and last layer</source>
        <translation>مع بتات أكثر حيث تهمّ وفي الطبقتين الأولى والأخيرة</translation>
    </message>
</context>
<context>
    <name>ServerSection</name>
    <message>
        <source>Copy the address</source>
        <translation>نسخ العنوان</translation>
    </message>
</context>
<context>
    <name>ServerViewModel</name>
    <message>
        <source>Programs on this computer reach it at %1; they need no API key.</source>
        <translation>تصل إليه البرامج على هذا الحاسوب عبر %1؛ ولا تحتاج إلى مفتاح API.</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>يجري تشغيل الخادم…</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1; choose another one.</source>
        <translation>لا يمكن لأي شيء الاستماع على المنفذ %1؛ اختر منفذًا آخر.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>3-bit</source>
        <translation>3 بت</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 بت</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 بت</translation>
    </message>
    <message>
        <source>A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.</source>
        <translation>مرآة تُستخدم بدلًا من huggingface.co. وللمتغير HF_ENDPOINT الأولوية عليها.</translation>
    </message>
    <message>
        <source>Accent</source>
        <translation>لون التمييز</translation>
    </message>
    <message>
        <source>Address of updates</source>
        <translation>عنوان التحديثات</translation>
    </message>
    <message>
        <source>After the first answer, while nothing else is asked, the model writes a title for the chat. Models of less than 0.9 billion parameters leave it at the first words.</source>
        <translation>بعد الإجابة الأولى، وما لم يُطلب شيء آخر، يكتب النموذج عنوانًا للمحادثة. أما النماذج التي تقل معلماتها عن 0.9 مليار فتكتفي بالكلمات الأولى.</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>كهرماني</translation>
    </message>
    <message>
        <source>An address or a folder; empty for the usual one. The variable ENCORE_UPDATES goes before it.</source>
        <translation>عنوان أو مجلد؛ ويُترك فارغًا لاستخدام العنوان المعتاد. وللمتغير ENCORE_UPDATES الأولوية عليه.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>الإجابات</translation>
    </message>
    <message>
        <source>Answers at once</source>
        <translation>عدد الإجابات معًا</translation>
    </message>
    <message>
        <source>App</source>
        <translation>التطبيق</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>المظهر</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>تلقائي</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>أزرق</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>الاستدعاءات</translation>
    </message>
    <message>
        <source>Check drafts in steps of fixed widths. Off: the width follows the number of drafts, and each new width is recaptured.</source>
        <translation>التحقق من التخمينات في خطوات بعروض ثابتة. عند الإيقاف: يتبع العرض عدد التخمينات، ويُعاد التقاط كل عرض جديد.</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together reach this share. 1 is off.</source>
        <translation>الاختيار من الرموز الأكثر احتمالًا التي تبلغ معًا هذه النسبة. القيمة 1 تعني الإيقاف.</translation>
    </message>
    <message>
        <source>Choose among this many of the likeliest tokens.</source>
        <translation>الاختيار من هذا العدد من الرموز الأكثر احتمالًا.</translation>
    </message>
    <message>
        <source>Closing the window then only hides it, and what is running goes on. The menu of the icon has Quit.</source>
        <translation>عندئذ يؤدي إغلاق النافذة إلى إخفائها فقط، ويستمر ما هو قيد التشغيل. في قائمة الأيقونة أمر الإنهاء.</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>مريحة</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>متراصّة</translation>
    </message>
    <message>
        <source>Compact has less space between things and more on the screen.</source>
        <translation>الكثافة المتراصّة تقلّل المسافات بين العناصر وتعرض المزيد على الشاشة.</translation>
    </message>
    <message>
        <source>Processor: layers</source>
        <translation>المعالج: طبقات</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>طول السياق</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>ذاكرة السياق</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>داكن</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>الكثافة</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>سطح المكتب</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Download limit</source>
        <translation>حد التنزيل</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>طول التخمين</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>مصدر التخمينات</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>التخمين المسبق</translation>
    </message>
    <message>
        <source>Processor: experts</source>
        <translation>المعالج: خبراء</translation>
    </message>
    <message>
        <source>Fixed verify width</source>
        <translation>عرض تحقق ثابت</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>عقوبة التردد</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>ذاكرة بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>Graph replay</source>
        <translation>إعادة تنفيذ المخطط</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>غرافيتي</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>أخضر</translation>
    </message>
    <message>
        <source>Grows with every use of a token. 0 is off.</source>
        <translation>تزداد مع كل استخدام للرمز. القيمة 0 تعني الإيقاف.</translation>
    </message>
    <message>
        <source>Guess the next tokens and check them in one step. The answer is the same.</source>
        <translation>تخمين الرموز التالية والتحقق منها في خطوة واحدة. الإجابة لا تتغير.</translation>
    </message>
    <message>
        <source>How exactly the model remembers the context (KV cache); fewer bits need less memory.</source>
        <translation>مدى دقة تذكّر النموذج للسياق (ذاكرة KV المؤقتة)؛ كلما قل عدد البتات قلّت الذاكرة اللازمة.</translation>
    </message>
    <message>
        <source>How freely words are chosen. 0 always takes the likeliest word.</source>
        <translation>مدى حرية اختيار الكلمات. القيمة 0 تختار دائمًا الكلمة الأكثر احتمالًا.</translation>
    </message>
    <message>
        <source>How many answers a model writes side by side. Each needs memory for a context of its own.</source>
        <translation>عدد الإجابات التي يكتبها النموذج جنبًا إلى جنب. تحتاج كل إجابة إلى ذاكرة لسياق خاص بها.</translation>
    </message>
    <message>
        <source>How many of the latest tokens the penalties look at.</source>
        <translation>عدد أحدث الرموز التي تنظر إليها العقوبات.</translation>
    </message>
    <message>
        <source>How many processor cores the engine uses.</source>
        <translation>عدد أنوية المعالج التي يستخدمها المحرّك.</translation>
    </message>
    <message>
        <source>How many times in a row an answer may call tools before it is stopped.</source>
        <translation>عدد المرات المتتالية التي يمكن للإجابة أن تستدعي فيها الأدوات قبل إيقافها.</translation>
    </message>
    <message>
        <source>How many tokens the model can look back on; more needs more memory. Automatic: what the model and the free memory comfortably allow.</source>
        <translation>عدد الرموز التي يستطيع النموذج الرجوع إليها؛ وكلما زاد زادت الذاكرة اللازمة. تلقائي: ما يسمح به النموذج والذاكرة المتاحة دون عناء.</translation>
    </message>
    <message>
        <source>How much they think, in their own word; empty leaves it to them.</source>
        <translation>مقدار تفكيرها، بالكلمة التي تستخدمها هي؛ ويُترك فارغًا ليعود القرار إليها.</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>عنوان Hub</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>أيقونة في شريط النظام</translation>
    </message>
    <message>
        <source>In percent of the system&apos;s size.</source>
        <translation>بالنسبة المئوية من الحجم المعتمد في النظام.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>اللغة</translation>
    </message>
    <message>
        <source>Layers without room</source>
        <translation>طبقات بلا مكان</translation>
    </message>
    <message>
        <source>Leave out tokens less likely than this share of the likeliest one. 0 is off.</source>
        <translation>استبعاد الرموز التي يقل احتمالها عن هذه النسبة من احتمال الرمز الأرجح. القيمة 0 تعني الإيقاف.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>فاتح</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>فاتح أو داكن.</translation>
    </message>
    <message>
        <source>Like http://host:8080. Left empty, the system&apos;s own proxy is used.</source>
        <translation>مثل http://host:8080. إذا تُرك فارغًا يُستخدم وكيل النظام نفسه.</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>مثل النظام</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>خادم محلي</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>أطول إجابة</translation>
    </message>
    <message>
        <source>Longest repeat</source>
        <translation>أطول تكرار</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>البحث عن تحديثات</translation>
    </message>
    <message>
        <source>Makes tokens that were used less likely. 1 is off.</source>
        <translation>تجعل الرموز المستخدَمة من قبل أقل احتمالًا. القيمة 1 تعني الإيقاف.</translation>
    </message>
    <message>
        <source>Megabytes per second for all downloads together.</source>
        <translation>بالميغابايت في الثانية لكل التنزيلات معًا.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without a request after which a model is unloaded that one of them had loaded.</source>
        <translation>عدد الدقائق دون أي طلب التي يُفرَّغ بعدها نموذج حمّله أحد هذه البرامج.</translation>
    </message>
    <message>
        <source>Mirror of libraries</source>
        <translation>مرآة المكتبات</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Models and downloads</source>
        <translation>النماذج والتنزيلات</translation>
    </message>
    <message>
        <source>More model folders</source>
        <translation>مجلدات نماذج أخرى</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>أبدًا</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>بلا حد</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>لا شيء</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>الإشعارات</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>Once a day, Encore asks whether there is a newer one. Nothing is installed unasked.</source>
        <translation>مرة واحدة في اليوم، يسأل Encore عن وجود إصدار أحدث. ولا يُثبَّت شيء دون طلبك.</translation>
    </message>
    <message>
        <source>One folder a line. Their models are used where they are, never changed.</source>
        <translation>مجلد واحد في كل سطر. تُستخدم نماذجها في مكانها ولا تُغيَّر أبدًا.</translation>
    </message>
    <message>
        <source>Other programs on this computer may use the models, through the API of OpenAI. It is the same engine: no model is in memory twice.</source>
        <translation>يمكن للبرامج الأخرى على هذا الحاسوب استخدام النماذج عبر واجهة OpenAI البرمجية. المحرك هو نفسه: لا يوجد أي نموذج في الذاكرة مرتين.</translation>
    </message>
    <message>
        <source>Padded context</source>
        <translation>حشو السياق</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>مدى العقوبة</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>المنفذ</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>عقوبة الوجود</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>المعالج</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>الوكيل</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>عشوائي</translation>
    </message>
    <message>
        <source>Read by the GPU</source>
        <translation>تقرؤها بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>Record each step once and replay it. Off: every kernel is launched one by one.</source>
        <translation>تسجيل كل خطوة مرة واحدة ثم إعادة تنفيذها. عند الإيقاف: تُشغَّل كل نواة حوسبة (kernel) على حدة.</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>عقوبة التكرار</translation>
    </message>
    <message>
        <source>Repeats in the text</source>
        <translation>التكرارات في النص</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>إعادة التنفيذ</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>وردي</translation>
    </message>
    <message>
        <source>Round the context up to fixed lengths, so that a step stays the same from token to token. Off: with replay on, every token is recaptured.</source>
        <translation>تقريب السياق إلى أطوال ثابتة أكبر، لتبقى الخطوة كما هي من رمز إلى رمز. عند الإيقاف: إذا كانت إعادة التنفيذ مفعّلة يُعاد الالتقاط مع كل رمز.</translation>
    </message>
    <message>
        <source>Rounds of calls</source>
        <translation>جولات الاستدعاء</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>البذرة</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>الخادم</translation>
    </message>
    <message>
        <source>Shortcuts other than the default: a line `action = keys` for each.</source>
        <translation>الاختصارات المختلفة عن الافتراضية: سطر `action = keys` لكل منها.</translation>
    </message>
    <message>
        <source>Shortest repeat</source>
        <translation>أقصر تكرار</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>موجّه النظام</translation>
    </message>
    <message>
        <source>Takes effect at the next start of Encore.</source>
        <translation>يسري مفعوله عند بدء Encore في المرة القادمة.</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>أزرق مخضرّ</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>الحرارة</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>حجم النص</translation>
    </message>
    <message>
        <source>The color of what is chosen or can be pressed.</source>
        <translation>لون ما هو مختار وما يمكن الضغط عليه.</translation>
    </message>
    <message>
        <source>The fewest tokens that count as a repeat.</source>
        <translation>أقل عدد من الرموز يُعدّ تكرارًا.</translation>
    </message>
    <message>
        <source>The model loaded at the next start.</source>
        <translation>النموذج الذي يُحمَّل عند البدء في المرة القادمة.</translation>
    </message>
    <message>
        <source>The model&apos;s own head</source>
        <translation>رأس التنبؤ في النموذج</translation>
    </message>
    <message>
        <source>The most gigabytes (GiB) that a model takes of the GPU. What does not fit is read from main memory, more slowly. Automatic: what is free.</source>
        <translation>أقصى ما يأخذه النموذج من ذاكرة بطاقة الرسوميات بالغيبيبايت. ما لا تتسع له يُقرأ من الذاكرة الرئيسية، ببطء أكبر. تلقائي: كل المتاح.</translation>
    </message>
    <message>
        <source>The most tokens guessed at once. Automatic: as many as pay.</source>
        <translation>أكبر عدد من الرموز التي تُخمَّن دفعة واحدة. تلقائي: بقدر ما يفيد.</translation>
    </message>
    <message>
        <source>The most tokens in one answer.</source>
        <translation>أكبر عدد من الرموز في إجابة واحدة.</translation>
    </message>
    <message>
        <source>The most tokens that are looked up in the text so far.</source>
        <translation>أكبر عدد من الرموز التي يُبحث عنها في النص حتى الآن.</translation>
    </message>
    <message>
        <source>The same for every token that was used. 0 is off.</source>
        <translation>هي نفسها لكل رمز سبق استخدامه. القيمة 0 تعني الإيقاف.</translation>
    </message>
    <message>
        <source>The same seed and the same question give the same answer.</source>
        <translation>البذرة نفسها مع السؤال نفسه تعطي الإجابة نفسها.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>السمة</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>خيوط المعالجة</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>تظليل الكلمات المخمَّنة</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>عناوين من النموذج</translation>
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
        <translation>التفريغ بعد</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>التحديثات</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>بنفسجي</translation>
    </message>
    <message>
        <source>What becomes of layers that the GPU has no room for. Automatic: what was measured to be faster.</source>
        <translation>ما يحدث للطبقات التي لا تتسع لها بطاقة الرسوميات. تلقائي: ما ثبت بالقياس أنه أسرع.</translation>
    </message>
    <message>
        <source>What fits the model</source>
        <translation>ما يناسب النموذج</translation>
    </message>
    <message>
        <source>What models run on. Automatic: the GPU, or the processor where only that has room.</source>
        <translation>ما تعمل عليه النماذج. تلقائي: معالج الرسومات، أو المعالج إذا كان هو وحده يتسع لها.</translation>
    </message>
    <message>
        <source>What the model is told before every conversation.</source>
        <translation>ما يُقال للنموذج قبل كل محادثة.</translation>
    </message>
    <message>
        <source>When a long answer, a download or a comparison ends while you are in another program.</source>
        <translation>عند انتهاء إجابة طويلة أو تنزيل أو مقارنة وأنت في برنامج آخر.</translation>
    </message>
    <message>
        <source>Where models are kept; empty for the usual folder.</source>
        <translation>مكان حفظ النماذج؛ ويُترك فارغًا لاستخدام المجلد المعتاد.</translation>
    </message>
    <message>
        <source>Where other programs find the server.</source>
        <translation>حيث تجد البرامج الأخرى الخادم.</translation>
    </message>
    <message>
        <source>Where the engine&apos;s libraries come from instead of files.pythonhosted.org: the address goes before the rest of theirs. The variable ENCORE_WHEEL_MIRROR goes before it.</source>
        <translation>المصدر الذي تأتي منه مكتبات المحرّك بدلًا من files.pythonhosted.org: يوضع العنوان قبل بقية عناوينها. وللمتغير ENCORE_WHEEL_MIRROR الأولوية عليه.</translation>
    </message>
    <message>
        <source>Whether models that have the choice think before they answer.</source>
        <translation>هل تفكّر النماذج التي تتيح الاختيار قبل أن تجيب.</translation>
    </message>
    <message>
        <source>Words of an answer that came from accepted drafts have a soft background.</source>
        <translation>تظهر خلفية خفيفة خلف كلمات الإجابة التي جاءت من تخمينات مقبولة.</translation>
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
        <translation>إخفاء الإعدادات (Ctrl+,‎)</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>البحث في الإعدادات</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>إعادة تحميل</translation>
    </message>
    <message>
        <source>Reset all settings…</source>
        <translation>إعادة ضبط كل الإعدادات…</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>لا يوجد إعداد يحتوي على هذه الكلمات.</translation>
    </message>
    <message>
        <source>Engine libraries</source>
        <translation>مكتبات المحرّك</translation>
    </message>
    <message>
        <source>install repair remove</source>
        <translation>تثبيت إصلاح إزالة</translation>
    </message>
    <message>
        <source>network files</source>
        <translation>الشبكة الملفات</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>أقسام الإعدادات</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>هل تريد إعادة ضبط كل الإعدادات؟</translation>
    </message>
    <message>
        <source>Every setting goes back to its default, the system prompt too.</source>
        <translation>يعود كل إعداد إلى قيمته الافتراضية، وكذلك موجّه النظام.</translation>
    </message>
</context>
<context>
    <name>SettingsViewModel</name>
    <message>
        <source>The settings file could not be read; the last good settings are used.</source>
        <translation>تعذّرت قراءة ملف الإعدادات؛ وتُستخدم آخر إعدادات صالحة.</translation>
    </message>
    <message>
        <source>The setting %1 in the settings file has no usable value; it is %2 now.</source>
        <translation>لا توجد للإعداد %1 في ملف الإعدادات قيمة صالحة؛ وقيمته الآن %2.</translation>
    </message>
    <message>
        <source>The device, the context and the threads take effect when the model is reloaded.</source>
        <translation>يسري مفعول الجهاز والسياق وخيوط المعالجة عند إعادة تحميل النموذج.</translation>
    </message>
    <message>
        <source>The engine has no network access, opens only models, and writes only into its caches.</source>
        <translation>لا يستطيع المحرّك الوصول إلى الشبكة، ولا يفتح سوى النماذج، ولا يكتب إلا في ذاكراته المؤقتة.</translation>
    </message>
    <message>
        <source>The engine has no network access, but may use your files: %1.</source>
        <translation>لا يستطيع المحرّك الوصول إلى الشبكة، لكنه قد يستخدم ملفاتك: %1.</translation>
    </message>
    <message>
        <source>The engine opens only models, but may use the network: %1.</source>
        <translation>لا يفتح المحرّك سوى النماذج، لكنه قد يستخدم الشبكة: %1.</translation>
    </message>
    <message>
        <source>The engine may use the network and your files: %1.</source>
        <translation>قد يستخدم المحرّك الشبكة وملفاتك: %1.</translation>
    </message>
    <message>
        <source>Reset %1 to %2</source>
        <translation>إعادة ضبط %1 إلى %2</translation>
    </message>
    <message>
        <source>For models of this computer; %1 answers now.</source>
        <translation>لنماذج هذا الحاسوب؛ يجيب %1 الآن.</translation>
    </message>
    <message>
        <source>%1 has its own: %2. What is set here replaces it.</source>
        <translation>لـ %1 قيمة خاصة به: %2. ما يُضبط هنا يحل محلها.</translation>
    </message>
    <message>
        <source>Needs drafting, which is off.</source>
        <translation>يتطلب التخمين المسبق، وهو متوقف.</translation>
    </message>
    <message>
        <source>Drafting is on.</source>
        <translation>التخمين المسبق مفعّل.</translation>
    </message>
    <message>
        <source>Drafting is off.</source>
        <translation>التخمين المسبق متوقف.</translation>
    </message>
    <message>
        <source>Drafts do not come from repeats.</source>
        <translation>التخمينات لا تأتي من التكرارات.</translation>
    </message>
    <message>
        <source>This desktop has no tray to show it in.</source>
        <translation>لا يوجد شريط نظام في سطح المكتب هذا لعرضها فيه.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>off</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>فارغ</translation>
    </message>
    <message>
        <source>%1 cannot be set to that.</source>
        <translation>لا يمكن ضبط %1 على هذه القيمة.</translation>
    </message>
    <message>
        <source>%1 must be between %2 and %3.</source>
        <translation>يجب أن تكون قيمة %1 بين %2 و%3.</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>اختصارات لوحة المفاتيح</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>استخدامها هنا</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>إعادة ضبط</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>إعادة ضبط الكل</translation>
    </message>
    <message>
        <source>Keys of {0}</source>
        <translation>مفاتيح {0}</translation>
    </message>
    <message>
        <source>Text fields keep {0} for themselves. Choose other keys.</source>
        <translation>حقول النص تحتفظ بـ {0} لنفسها. اختر مفاتيح أخرى.</translation>
    </message>
    <message>
        <source>{0} are the keys of “{1}”.</source>
        <translation>المفاتيح {0} مخصصة لـ«{1}».</translation>
    </message>
    <message>
        <source>Those keys are for typing. Add Ctrl or Alt.</source>
        <translation>هذه المفاتيح مخصصة للكتابة. أضف Ctrl أو Alt.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Hide the conversations (Ctrl+B)</source>
        <translation>إخفاء المحادثات (Ctrl+B)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>محادثة جديدة</translation>
    </message>
    <message>
        <source>Temporary chat, never saved (Ctrl+Shift+N)</source>
        <translation>محادثة مؤقتة لا تُحفظ أبدًا (Ctrl+Shift+N)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>المزيد</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>بحث</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>البحث في المحادثات</translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>لا توجد محادثة تحتوي على هذه الكلمات.</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>محادثة جديدة (Ctrl+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>مجلد جديد</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>استيراد محادثات…</translation>
    </message>
</context>
<context>
    <name>SidebarRows</name>
    <message>
        <source>Temporary</source>
        <translation>مؤقتة</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>مثبّتة</translation>
    </message>
    <message>
        <source>open</source>
        <translation>مفتوح</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>مغلق</translation>
    </message>
    <message>
        <source>Folder {0}, {1}, chats: {2}</source>
        <translation>المجلد {0}، {1}، المحادثات: {2}</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>Address of a mirror</source>
        <translation>عنوان مرآة</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>اختيار مجلد…</translation>
    </message>
    <message>
        <source>Use the network</source>
        <translation>استخدام الشبكة</translation>
    </message>
    <message>
        <source>Mirror instead of files.pythonhosted.org</source>
        <translation>مرآة بدلًا من files.pythonhosted.org</translation>
    </message>
    <message>
        <source>Folder of wheels, without a network</source>
        <translation>مجلد حزم wheel، دون شبكة</translation>
    </message>
    <message>
        <source>Folder of wheels</source>
        <translation>مجلد حزم wheel</translation>
    </message>
</context>
<context>
    <name>Sparkline</name>
    <message>
        <source>Speed over time</source>
        <translation>السرعة عبر الزمن</translation>
    </message>
    <message>
        <source>Tokens per second, up to {0}; behind it the previous answer</source>
        <translation>الرموز في الثانية، حتى {0}؛ وفي الخلفية الإجابة السابقة</translation>
    </message>
</context>
<context>
    <name>StatePanel</name>
    <message>
        <source>Busy</source>
        <translation>مشغول</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>لا شيء مطلوب</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Only text can be put here. Open the file and copy what it says.</source>
        <translation>لا يمكن وضع سوى النص هنا. افتح الملف وانسخ ما فيه.</translation>
    </message>
</context>
<context>
    <name>ThinkingBlock</name>
    <message>
        <source>Thoughts</source>
        <translation>الأفكار</translation>
    </message>
    <message>
        <source>Hide the thoughts</source>
        <translation>إخفاء الأفكار</translation>
    </message>
    <message>
        <source>Show the thoughts</source>
        <translation>إظهار الأفكار</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Think before answering</source>
        <translation>التفكير قبل الإجابة</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>التفكير</translation>
    </message>
    <message>
        <source>Think: {0}</source>
        <translation>التفكير: {0}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>إيقاف</translation>
    </message>
</context>
<context>
    <name>ThinkingViewModel</name>
    <message>
        <source>Automatic</source>
        <translation>تلقائي</translation>
    </message>
    <message>
        <source>None</source>
        <translation>بلا</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>الأدنى</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>منخفض</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>متوسط</translation>
    </message>
    <message>
        <source>High</source>
        <translation>مرتفع</translation>
    </message>
    <message>
        <source>Very high</source>
        <translation>مرتفع جدًا</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>الأقصى</translation>
    </message>
</context>
<context>
    <name>ToLatestButton</name>
    <message>
        <source>Jump to the latest message</source>
        <translation>الانتقال إلى أحدث رسالة</translation>
    </message>
</context>
<context>
    <name>ToolBlock</name>
    <message>
        <source>Allow once</source>
        <translation>السماح مرة واحدة</translation>
    </message>
    <message>
        <source>Allow for this chat</source>
        <translation>السماح في هذه المحادثة</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>رفض</translation>
    </message>
    <message>
        <source>The call and its result</source>
        <translation>الاستدعاء ونتيجته</translation>
    </message>
    <message>
        <source>Hide the call</source>
        <translation>إخفاء الاستدعاء</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>إظهار الاستدعاء</translation>
    </message>
</context>
<context>
    <name>ToolDialog</name>
    <message>
        <source>Add a tool server</source>
        <translation>إضافة خادم أدوات</translation>
    </message>
    <message>
        <source>Change a tool server</source>
        <translation>تغيير خادم أدوات</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>As it is called in the list</source>
        <translation>كما يظهر في القائمة</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>الأمر</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>الوسائط</translation>
    </message>
    <message>
        <source>One a line</source>
        <translation>واحد في كل سطر</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>المتغيرات</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Header of the key</source>
        <translation>ترويسة المفتاح</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>محفوظ؛ اكتب لاستبداله</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>فقط إذا طلبه</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>نسيان المفتاح</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>أدوات الخادم</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>اختبار</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>برنامج على هذا الحاسوب</translation>
    </message>
    <message>
        <source>An address (HTTP)</source>
        <translation>عنوان (HTTP)</translation>
    </message>
    <message>
        <source>A server runs with your rights, or sees what a model sends it: add only those that you trust. “Test” starts it once.</source>
        <translation>يعمل الخادم بصلاحياتك، أو يرى ما يرسله النموذج إليه: أضف فقط ما تثق به. زر «اختبار» يشغّله مرة واحدة.</translation>
    </message>
    <message>
        <source>Starting it…</source>
        <translation>جارٍ تشغيله…</translation>
    </message>
</context>
<context>
    <name>ToolImportDialog</name>
    <message>
        <source>Import tool servers</source>
        <translation>استيراد خوادم أدوات</translation>
    </message>
    <message>
        <source>Servers as JSON</source>
        <translation>الخوادم بصيغة JSON</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>فتح ملف…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>استيراد</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Paste the part “mcpServers” from the settings of another program, or from the page of a server. Nothing is started: the servers are added switched off.</source>
        <translation>ألصق الجزء «mcpServers» من إعدادات برنامج آخر أو من صفحة خادم. لا يُشغَّل شيء: تُضاف الخوادم وهي متوقفة.</translation>
    </message>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>تعذرت قراءة %1: تحقق من أذوناته.</translation>
    </message>
</context>
<context>
    <name>ToolRounds</name>
    <message>
        <source>The model called tools %1 times in a row, the limit in Settings.</source>
        <translation>استدعى النموذج الأدوات %1 مرات متتالية، وهو الحد المعيّن في الإعدادات.</translation>
    </message>
</context>
<context>
    <name>ToolServerRow</name>
    <message>
        <source>Sign out</source>
        <translation>تسجيل الخروج</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>تسجيل الدخول…</translation>
    </message>
    <message>
        <source>Sign out of %1</source>
        <translation>تسجيل الخروج من %1</translation>
    </message>
    <message>
        <source>Sign in to %1 with the browser</source>
        <translation>تسجيل الدخول إلى %1 بالمتصفح</translation>
    </message>
    <message>
        <source>Chats may use %1</source>
        <translation>يمكن للمحادثات استخدام %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>تعديل %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>إزالة %1</translation>
    </message>
</context>
<context>
    <name>ToolServersViewModel</name>
    <message>
        <source>What goes to this address and comes from it travels unencrypted.</source>
        <translation>ما يُرسل إلى هذا العنوان وما يأتي منه ينتقل بلا تشفير.</translation>
    </message>
    <message>
        <source>You are signed in.</source>
        <translation>سُجّل دخولك.</translation>
    </message>
    <message>
        <source>Waiting until you have signed in with the browser…</source>
        <translation>في انتظار تسجيل دخولك بالمتصفح…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>جارٍ التشغيل…</translation>
    </message>
    <message numerus="yes">
        <source>%n are left out, which cannot be used.</source>
        <translation>
            <numerusform>لم يُستبعد شيء.</numerusform>
            <numerusform>استُبعدت أداة واحدة لا يمكن استخدامها.</numerusform>
            <numerusform>استُبعدت أداتان لا يمكن استخدامهما.</numerusform>
            <numerusform>استُبعدت %n أدوات لا يمكن استخدامها.</numerusform>
            <numerusform>استُبعدت %n أداة لا يمكن استخدامها.</numerusform>
            <numerusform>استُبعدت %n أداة لا يمكن استخدامها.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %n tools.</source>
        <translation>
            <numerusform>ليس لديه أدوات.</numerusform>
            <numerusform>لديه أداة واحدة.</numerusform>
            <numerusform>لديه أداتان.</numerusform>
            <numerusform>لديه %n أدوات.</numerusform>
            <numerusform>لديه %n أداة.</numerusform>
            <numerusform>لديه %n أداة.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolStep</name>
    <message>
        <source>Arguments</source>
        <translation>الوسائط</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>خطأ</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>allow it?</source>
        <translation>هل تسمح به؟</translation>
    </message>
    <message>
        <source>done</source>
        <translation>تم</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>not carried out</source>
        <translation>لم يُنفَّذ</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>رفضتَه</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>قيد التشغيل…</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>في الانتظار</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>%1 cannot be reached: see whether the address is right. (%2)</source>
        <translation>تعذر الوصول إلى %1: تحقق من صحة العنوان. (%2)</translation>
    </message>
    <message>
        <source>%1 could not be started: “%2” is not on this computer.</source>
        <translation>تعذر تشغيل %1: لا يوجد «%2» على هذا الحاسوب.</translation>
    </message>
    <message>
        <source>%1 did not tell its tools within %3 seconds. Its last words: %2</source>
        <translation>لم يذكر %1 أدواته خلال %3 ثانية. آخر ما كتبه: %2</translation>
    </message>
    <message>
        <source>%1 does not answer as an MCP server should: %2</source>
        <translation>لا يجيب %1 كما ينبغي لخادم MCP: %2</translation>
    </message>
    <message>
        <source>%1 ended before it had told its tools. Its last words: %2</source>
        <translation>انتهى %1 قبل أن يذكر أدواته. آخر ما كتبه: %2</translation>
    </message>
    <message>
        <source>%1 is switched off in Settings.</source>
        <translation>%1 متوقف في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 sent more than could be read and was ended.</source>
        <translation>أرسل %1 أكثر مما يمكن قراءته فأُنهي.</translation>
    </message>
    <message>
        <source>%1 wants a key, or another one: enter it in Settings.</source>
        <translation>يطلب %1 مفتاحًا، أو مفتاحًا آخر: أدخله في الإعدادات.</translation>
    </message>
    <message>
        <source>%1 wants you to sign in: choose “Sign in…” in Settings, or enter a key.</source>
        <translation>يطلب %1 تسجيل الدخول: اختر «تسجيل الدخول…» في الإعدادات أو أدخل مفتاحًا.</translation>
    </message>
    <message>
        <source>Give the server a name, as it is to be called in the list.</source>
        <translation>أعطِ الخادم اسمًا كما سيظهر في القائمة.</translation>
    </message>
    <message>
        <source>No servers are in it: look for “mcpServers”.</source>
        <translation>لا توجد فيه خوادم: ابحث عن «mcpServers».</translation>
    </message>
    <message>
        <source>That is no JSON: copy all of it, from the first brace to the last.</source>
        <translation>هذا ليس JSON: انسخه كله من أول قوس إلى آخره.</translation>
    </message>
    <message>
        <source>That is no address: enter one like https://example.com/mcp.</source>
        <translation>هذا ليس عنوانًا: أدخل عنوانًا مثل https://example.com/mcp.</translation>
    </message>
    <message>
        <source>That is no command: enter the program that starts the server, such as npx.</source>
        <translation>هذا ليس أمرًا: أدخل البرنامج الذي يشغّل الخادم، مثل npx.</translation>
    </message>
    <message>
        <source>That is no header: enter a name like Authorization.</source>
        <translation>هذه ليست ترويسة: أدخل اسمًا مثل Authorization.</translation>
    </message>
    <message>
        <source>That is no key: a key has no accented letters.</source>
        <translation>هذا ليس مفتاحًا: لا يحتوي المفتاح على أحرف مشكولة.</translation>
    </message>
    <message>
        <source>The address may have no password: the key has its own field.</source>
        <translation>لا يجوز أن يحتوي العنوان على كلمة مرور: للمفتاح حقل خاص به.</translation>
    </message>
    <message>
        <source>The list of tool servers could not be saved to %1: check the disk.</source>
        <translation>تعذر حفظ قائمة خوادم الأدوات في %1: تحقق من القرص.</translation>
    </message>
    <message>
        <source>There are too many tool servers: remove one.</source>
        <translation>خوادم الأدوات كثيرة جدًا: أزل واحدًا.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>الأدوات</translation>
    </message>
    <message>
        <source>You could not be signed in to %1: try it again in Settings. (%2)</source>
        <translation>تعذّر تسجيل الدخول إلى %1: أعد المحاولة في الإعدادات. (%2)</translation>
    </message>
    <message>
        <source>You may close this page and go on in Encore.</source>
        <translation>يمكنك إغلاق هذه الصفحة والمتابعة في Encore.</translation>
    </message>
    <message>
        <source>none.</source>
        <translation>لا شيء.</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value, one a line.</source>
        <translation>«%1» ليس متغيرًا: اكتب NAME=القيمة، واحدًا في كل سطر.</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools that the model may call in this chat</source>
        <translation>الأدوات التي يمكن للنموذج استدعاؤها في هذه المحادثة</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>الأدوات</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>لا أدوات</numerusform>
            <numerusform>أداة واحدة</numerusform>
            <numerusform>أداتان</numerusform>
            <numerusform>%n أدوات</numerusform>
            <numerusform>%n أداة</numerusform>
            <numerusform>%n أداة</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsSection</name>
    <message>
        <source>Tool servers</source>
        <translation>خوادم الأدوات</translation>
    </message>
    <message>
        <source>Programs and services that give a model tools, over the Model Context Protocol (MCP). One that is switched on can be chosen below the message box, and is started when a chat wants its tools. Each call is shown, and asked for.</source>
        <translation>برامج وخدمات تمنح النموذج أدوات عبر بروتوكول Model Context Protocol (MCP). يمكن اختيار المفعّل منها أسفل مربع الرسالة، ويُشغَّل حين تحتاج محادثة إلى أدواته. يُعرض كل استدعاء ويُطلب إذنك له.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>إضافة خادم…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>استيراد…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>هل تريد إزالة %1؟</translation>
    </message>
    <message>
        <source>How it is started, its key and your sign-in are forgotten. Conversations stay.</source>
        <translation>ستُنسى طريقة تشغيله ومفتاحه وتسجيل دخولك إليه. تبقى المحادثات.</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>القائمة</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>المحادثة</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show Encore</source>
        <translation>إظهار Encore</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>محادثة جديدة</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>إنهاء</translation>
    </message>
</context>
<context>
    <name>UndoOffers</name>
    <message>
        <source>Undo</source>
        <translation>تراجع</translation>
    </message>
    <message>
        <source>It cannot be brought back: another window has removed it for good.</source>
        <translation>لا يمكن استعادتها: أزالتها نافذة أخرى نهائيًا.</translation>
    </message>
</context>
<context>
    <name>UpdateSection</name>
    <message>
        <source>Progress of the download</source>
        <translation>تقدّم التنزيل</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>ما الجديد</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>لا شيء مطلوب</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Encore %1 is out.</source>
        <translation>صدر Encore %1.</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>ما الجديد</translation>
    </message>
</context>
<context>
    <name>UpdatesViewModel</name>
    <message>
        <source>working copy</source>
        <translation>نسخة عمل</translation>
    </message>
    <message>
        <source>Downloading Encore %1: %2 of %3.</source>
        <translation>جارٍ تنزيل Encore %1: %2 من %3.</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>البحث الآن</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>تنزيل</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>Open the package</source>
        <translation>فتح الحزمة</translation>
    </message>
    <message>
        <source>the version before</source>
        <translation>الإصدار السابق</translation>
    </message>
    <message>
        <source>Go back to %1</source>
        <translation>الرجوع إلى %1</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>الإصدار السابق</translation>
    </message>
    <message>
        <source>Encore %1 was downloaded, but not installed.</source>
        <translation>تم تنزيل Encore %1، لكنه لم يُثبَّت.</translation>
    </message>
    <message>
        <source>Looking for a new version…</source>
        <translation>جارٍ البحث عن إصدار جديد…</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>هذا أحدث إصدار.</translation>
    </message>
    <message>
        <source>Encore %1 is out; `git pull` brings it here.</source>
        <translation>صدر Encore %1؛ ويجلبه إلى هنا الأمر `git pull`.</translation>
    </message>
    <message>
        <source>Encore %1 is out, but has no package for this computer.</source>
        <translation>صدر Encore %1، لكن لا توجد له حزمة لهذا الحاسوب.</translation>
    </message>
    <message>
        <source>Encore %1 is out: %2 to download.</source>
        <translation>صدر Encore %1: حجم التنزيل %2.</translation>
    </message>
    <message>
        <source>Encore %1 is here. Open the package, or run: sudo apt install %2</source>
        <translation>وصل Encore %1. افتح الحزمة، أو نفّذ: sudo apt install %2</translation>
    </message>
    <message>
        <source>Encore %1 is here: %2</source>
        <translation>وصل Encore %1: %2</translation>
    </message>
    <message>
        <source>%1 starts the next time you open Encore.</source>
        <translation>سيبدأ %1 عند فتح Encore في المرة القادمة.</translation>
    </message>
</context>
<context>
    <name>ValueSlider</name>
    <message>
        <source>{0}, slider</source>
        <translation>{0}، منزلق</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Checking…</source>
        <translation>جارٍ الفحص…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>جارٍ قراءة ترويسته…</translation>
    </message>
    <message>
        <source>May be too large</source>
        <translation>ربما كبير جدًا</translation>
    </message>
    <message>
        <source>Should fit</source>
        <translation>مناسب غالبًا</translation>
    </message>
    <message>
        <source>Should fit on the CPU</source>
        <translation>مناسب للمعالج غالبًا</translation>
    </message>
    <message>
        <source>%1 % of the experts on the GPU</source>
        <translation>%1 % من الخبراء على بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>%1 % of the layers on the GPU</source>
        <translation>%1 % من الطبقات على بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>المتاح %1</translation>
    </message>
    <message>
        <source>%1 free on the GPU</source>
        <translation>المتاح %1 على معالج الرسومات</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>التنشيطات</translation>
    </message>
    <message>
        <source>Cannot be run</source>
        <translation>لا يمكن تشغيله</translation>
    </message>
    <message>
        <source>Context (KV cache)</source>
        <translation>السياق (ذاكرة KV المؤقتة)</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>مناسب بسياق أقصر</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>Partly on the GPU</source>
        <translation>جزئيًا على بطاقة الرسوميات</translation>
    </message>
    <message>
        <source>Runs on the CPU</source>
        <translation>يعمل على المعالج</translation>
    </message>
    <message>
        <source>Runs on the GPU</source>
        <translation>يعمل على معالج الرسومات</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>كبير جدًا</translation>
    </message>
    <message>
        <source>Use %1 context</source>
        <translation>استخدام سياق %1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>What shall we talk about?</source>
        <translation>عمّ نتحدث؟</translation>
    </message>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>كل شيء يبقى على هذا الحاسوب.</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>شرح</translation>
    </message>
    <message>
        <source>Explain how a rainbow forms, in simple words.</source>
        <translation>اشرح كيف يتكوّن قوس قزح، بكلمات بسيطة.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>كتابة</translation>
    </message>
    <message>
        <source>Write a short, friendly note to thank a neighbor.</source>
        <translation>اكتب رسالة قصيرة وودّية لشكر أحد الجيران.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>برمجة</translation>
    </message>
    <message>
        <source>Write a Python function that reverses a string.</source>
        <translation>اكتب دالة بلغة Python تعكس سلسلة نصية.</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Show the conversations</source>
        <translation>إظهار المحادثات</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>محادثة جديدة</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Hide the conversations</source>
        <translation>إخفاء المحادثات</translation>
    </message>
    <message>
        <source>Temporary chat, never saved</source>
        <translation>محادثة مؤقتة لا تُحفظ أبدًا</translation>
    </message>
    <message>
        <source>Hide the settings</source>
        <translation>إخفاء الإعدادات</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>إرفاق ملفات</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>المحادثة</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>البحث في المحادثات</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>الانتقال إلى المحادثة</translation>
    </message>
    <message>
        <source>Open or close a chat beside</source>
        <translation>افتح محادثة مجاورة أو أغلقها</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>إرفاق ملفات…</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>البحث في المحادثة</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>النتيجة التالية</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>النتيجة السابقة</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>الإجابة من جديد</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>نسخ آخر إجابة</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>إيقاف الإجابة</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>اختيار نموذج…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>استيراد ملف GGUF…</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>تفريغ النموذج</translation>
    </message>
    <message>
        <source>Reload the model</source>
        <translation>إعادة تحميل النموذج</translation>
    </message>
    <message>
        <source>View</source>
        <translation>عرض</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>إظهار المحادثات أو إخفاؤها</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>تكبير النص</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>تصغير النص</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>حجم النص المعتاد</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>فاتح أو داكن</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>مساعدة</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>لوحة الأوامر…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>اختصارات لوحة المفاتيح…</translation>
    </message>
    <message>
        <source>Version and updates</source>
        <translation>الإصدار والتحديثات</translation>
    </message>
    <message>
        <source>Logs…</source>
        <translation>السجلات…</translation>
    </message>
    <message>
        <source>Quit Encore</source>
        <translation>إنهاء Encore</translation>
    </message>
</context>
<context>
    <name>_ActionDelegate</name>
    <message>
        <source>on</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>off</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>غير متاح الآن</translation>
    </message>
</context>
<context>
    <name>_CellDelegate</name>
    <message>
        <source>Name of the model</source>
        <translation>اسم النموذج</translation>
    </message>
</context>
<context>
    <name>_ModelDelegate</name>
    <message>
        <source>loaded</source>
        <translation>محمَّل</translation>
    </message>
</context>
<context>
    <name>cards</name>
    <message>
        <source>Scroll the code sideways</source>
        <translation>تمرير الشيفرة أفقيًا</translation>
    </message>
</context>
<context>
    <name>parent</name>
    <message>
        <source>Import a model</source>
        <translation>استيراد نموذج</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>النماذج (*.gguf);;كل الملفات (*)</translation>
    </message>
</context>
<context>
    <name>self.fold</name>
    <message>
        <source>Fold the code</source>
        <translation>طي الشيفرة</translation>
    </message>
    <message>
        <source>Unfold the code</source>
        <translation>بسط الشيفرة</translation>
    </message>
</context>
</TS>
