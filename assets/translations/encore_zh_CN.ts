<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionList</name>
    <message>
        <source>Search the actions</source>
        <translation>搜索操作</translation>
    </message>
    <message>
        <source>No action has these words.</source>
        <translation>没有包含这些字词的操作。</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>{0} is loaded.</source>
        <translation>{0} 已加载。</translation>
    </message>
    <message>
        <source>The comparison begins.</source>
        <translation>比较开始。</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>回答已完成。</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>回答已停止。</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>回答提前结束。</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message>
        <source>The engine is not running. Choose a model to start it.</source>
        <translation>引擎未运行。选择一个模型即可启动。</translation>
    </message>
    <message>
        <source>The engine stopped before the answer was complete.</source>
        <translation>引擎在回答完成前停止了。</translation>
    </message>
    <message>
        <source>%1 The answer stays in this window and is saved as soon as that works.</source>
        <translation>%1 回答会保留在此窗口中，一旦可以保存便会立即保存。</translation>
    </message>
</context>
<context>
    <name>AnswerSteps</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Open {0}, {1}</source>
        <translation>打开 {0}，{1}</translation>
    </message>
    <message>
        <source>Show the text of the file</source>
        <translation>显示文件的文本</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>移除 {0}</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Text of {0}</source>
        <translation>{0} 的文本</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>This is the beginning; Copy takes all {0} characters.</source>
        <translation>此处仅为开头部分；“复制”会取得全部 {0} 个字符。</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>the first %1 %</source>
        <translation>前 %1%</translation>
    </message>
</context>
<context>
    <name>AttachmentsViewModel</name>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message numerus="yes">
        <source>A message holds up to %1 files; %n of those chosen were left out.</source>
        <translation>
            <numerusform>一条消息最多可附加 %1 个文件；所选文件中有 %n 个未添加。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>%1 is attached already.</source>
        <translation>%1 已经附加过了。</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>The answer is complete.</source>
        <translation>回答已完成。</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>回答提前结束。</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0} 已下载。</translation>
    </message>
    <message>
        <source>The download of {0} stopped.</source>
        <translation>{0} 的下载已停止。</translation>
    </message>
    <message>
        <source>The comparison is complete: {0}.</source>
        <translation>比较已完成：{0}。</translation>
    </message>
</context>
<context>
    <name>BannerBar</name>
    <message>
        <source>Nothing to do</source>
        <translation>无需操作</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>BesideViewModel</name>
    <message>
        <source>Loading %1…</source>
        <translation>正在加载 %1…</translation>
    </message>
    <message>
        <source>Waiting for the other answer…</source>
        <translation>正在等待另一个回答…</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>%1 (branch)</source>
        <translation>%1（分支）</translation>
    </message>
    <message>
        <source>This version was deleted, with what followed it.</source>
        <translation>此版本及其后续内容已删除。</translation>
    </message>
    <message>
        <source>The question was deleted, with its answer.</source>
        <translation>问题及其回答已删除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>此对话已在另一个窗口中删除。</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>16 GB of memory, or a GPU with 12 GB</source>
        <translation>16 GB 内存，或 12 GB 的 GPU</translation>
    </message>
    <message>
        <source>16 GB of memory, or a GPU with 8 GB</source>
        <translation>16 GB 内存，或 8 GB 的 GPU</translation>
    </message>
    <message>
        <source>32 GB of memory, or a GPU with 24 GB</source>
        <translation>32 GB 内存，或 24 GB 的 GPU</translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation>4 GB 内存</translation>
    </message>
    <message>
        <source>64 GB of memory, or a GPU with 48 GB</source>
        <translation>64 GB 内存，或 48 GB 的 GPU</translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation>8 GB 内存</translation>
    </message>
    <message>
        <source>8 GB of memory, 16 GB is comfortable</source>
        <translation>8 GB 内存，16 GB 更从容</translation>
    </message>
    <message>
        <source>Any computer</source>
        <translation>任何电脑</translation>
    </message>
    <message>
        <source>Careful reasoning and code with a mid-range GPU.</source>
        <translation>用中端 GPU 进行缜密推理和编程。</translation>
    </message>
    <message>
        <source>Conversation and writing on a laptop; long texts.</source>
        <translation>在笔记本电脑上对话和写作；可处理长文本。</translation>
    </message>
    <message>
        <source>Conversation, writing and long texts; eight languages.</source>
        <translation>对话、写作和长文本；八种语言。</translation>
    </message>
    <message>
        <source>Knowledge and writing close to much larger models.</source>
        <translation>知识与写作接近大得多的模型。</translation>
    </message>
    <message>
        <source>Mathematics and puzzles, thinking at length before it answers.</source>
        <translation>数学和谜题，回答前会长时间思考。</translation>
    </message>
    <message>
        <source>Questions that need thought, code and many languages on a good desktop.</source>
        <translation>在性能较好的台式机上处理需要思考的问题、代码和多种语言。</translation>
    </message>
    <message>
        <source>Quick, simple answers in many languages on an old or small computer.</source>
        <translation>在旧电脑或小型电脑上用多种语言快速简单地回答。</translation>
    </message>
    <message>
        <source>Seeing that everything works; short answers in English, often wrong.</source>
        <translation>用于确认一切正常；用英语简短回答，常有错误。</translation>
    </message>
    <message>
        <source>Summaries, rewriting and everyday questions in English.</source>
        <translation>英语的摘要、改写和日常问题。</translation>
    </message>
    <message>
        <source>The best all-rounder for a laptop; thinks before it answers, in many languages.</source>
        <translation>笔记本电脑上的最佳全能模型；先思考再回答，支持多种语言。</translation>
    </message>
    <message>
        <source>The largest of this list: broad knowledge and careful writing.</source>
        <translation>本列表中最大的模型：知识广博，写作细致。</translation>
    </message>
    <message>
        <source>The strongest reasoning and code that one large GPU holds.</source>
        <translation>单个大型 GPU 能容纳的最强推理和编程。</translation>
    </message>
    <message>
        <source>Writing and conversation, direct and without long thinking.</source>
        <translation>写作和对话，直接作答，不长时间思考。</translation>
    </message>
    <message>
        <source>Writing, explaining and repairing code.</source>
        <translation>编写、讲解和修复代码。</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>The disk does not take it: it may be full. Close Encore all the same, and lose the answer?</source>
        <translation>磁盘无法写入，可能已满。仍要关闭 Encore 并丢失此回答吗？</translation>
    </message>
    <message>
        <source>An answer is not saved</source>
        <translation>有回答尚未保存</translation>
    </message>
</context>
<context>
    <name>ChatPanes</name>
    <message>
        <source>Ask both</source>
        <translation>同时提问</translation>
    </message>
    <message>
        <source>Put each question to both chats, each with its own model</source>
        <translation>将每个问题发送到两个对话，由各自的模型回答</translation>
    </message>
    <message>
        <source>Close this chat beside</source>
        <translation>关闭旁边的对话</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
</context>
<context>
    <name>ChatRowDelegate</name>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>重命名 (F2)</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>删除 (Del)</translation>
    </message>
    <message>
        <source>Close; nothing of it is kept (Del)</source>
        <translation>关闭；不保留任何内容 (Del)</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>对话标题</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>文件夹名称</translation>
    </message>
</context>
<context>
    <name>ChatSettingsButton</name>
    <message>
        <source>Own settings</source>
        <translation>单独设置</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>Settings of this chat, which has some of its own</source>
        <translation>此对话的设置，其中有单独设定的项</translation>
    </message>
    <message>
        <source>Settings of this chat, as in Settings</source>
        <translation>此对话的设置，与“设置”中的相同</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>另存为预设…</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>删除此预设</translation>
    </message>
    <message>
        <source>All as in Settings</source>
        <translation>全部沿用“设置”</translation>
    </message>
    <message>
        <source>What you set here is for this chat only, from its next answer on. Everything else is as in Settings.</source>
        <translation>此处的设定仅用于此对话，从下一个回答起生效。其余均沿用“设置”。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>另存为预设</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>预设名称：</translation>
    </message>
    <message>
        <source>Delete the preset {0}? Chats keep what it set.</source>
        <translation>删除预设“{0}”？已应用它的对话会保留其设定。</translation>
    </message>
</context>
<context>
    <name>ChatSettingsViewModel</name>
    <message>
        <source>The loaded model</source>
        <translation>已加载的模型</translation>
    </message>
    <message>
        <source>%1: as in Settings</source>
        <translation>%1：沿用“设置”</translation>
    </message>
</context>
<context>
    <name>ChatViewModel</name>
    <message>
        <source>A file is still being read; send it in a moment.</source>
        <translation>有文件仍在读取，请稍后再发送。</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>正在生成回答。请停止它，或等待其结束。</translation>
    </message>
    <message>
        <source>A comparison is being made. Stop it or wait for its end.</source>
        <translation>正在进行对比。请停止它，或等待其结束。</translation>
    </message>
    <message>
        <source>No model yet. Choose one from the list, or import a GGUF file.</source>
        <translation>还没有模型。请从列表中选择一个，或导入 GGUF 文件。</translation>
    </message>
    <message>
        <source>The oldest messages (%1) were left out to make room.</source>
        <translation>为腾出空间，已略去最早的消息（%1 条）。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在对比…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>正在回答…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>正在读取提示词…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>正在启动工具…</translation>
    </message>
    <message>
        <source>A tool waits for your permission</source>
        <translation>有工具在等待您的许可</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>工具正在运行…</translation>
    </message>
    <message>
        <source>%1 cannot go on within an answer. Answer again, or ask it to go on.</source>
        <translation>%1 无法接着未完的回答继续。请重新回答，或让它继续说。</translation>
    </message>
    <message>
        <source>The context is full. Continue without the oldest turns?</source>
        <translation>上下文已满。要略去最早的几轮对话并继续吗？</translation>
    </message>
    <message>
        <source>The context was full before the answer began. Try without the oldest turns?</source>
        <translation>回答尚未开始，上下文就已满。要略去最早的几轮对话再试吗？</translation>
    </message>
    <message>
        <source>The conversation no longer fits. Answer without the oldest turns?</source>
        <translation>上下文已容不下此对话。要略去最早的几轮对话再回答吗？</translation>
    </message>
</context>
<context>
    <name>CodeCards</name>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>{0}, continued</source>
        <translation>{0}（续）</translation>
    </message>
    <message>
        <source>{0} · {1} lines</source>
        <translation>{0} · {1} 行</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>The engine is not running.</source>
        <translation>引擎未运行。</translation>
    </message>
    <message>
        <source>The engine stopped during the comparison.</source>
        <translation>引擎在对比过程中停止了。</translation>
    </message>
    <message>
        <source>%1 against %2 recaptures</source>
        <translation>重新捕获 %1 次，对比 %2 次</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>快 %1</translation>
    </message>
    <message>
        <source>%1 of %1 tokens identical</source>
        <translation>%1 / %1 个 token 相同</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>慢 %1</translation>
    </message>
    <message>
        <source>At least two runs of each configuration are needed.</source>
        <translation>每种配置至少需要运行两次。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Last measured: %1 on this model and device</source>
        <translation>上次实测：%1（此模型和设备）</translation>
    </message>
    <message>
        <source>Last measured: no measurable difference on this model and device</source>
        <translation>上次实测：无可测差异（此模型和设备）</translation>
    </message>
    <message>
        <source>Long context</source>
        <translation>长上下文</translation>
    </message>
    <message>
        <source>No measurable difference</source>
        <translation>无可测差异</translation>
    </message>
    <message>
        <source>No measurable difference: the runs vary too much</source>
        <translation>无可测差异：各次运行的波动过大</translation>
    </message>
    <message>
        <source>Too few runs to tell</source>
        <translation>运行次数太少，无法判断</translation>
    </message>
    <message>
        <source>With a confidence of 99 % the factor is between %1 and %2, from runs that took turns. A difference is measurable where that range excludes 1 and the factor is 1 % away from it.</source>
        <translation>根据轮流进行的多次运行，在 99% 的置信度下，倍数介于 %1 与 %2 之间。若该区间不含 1，且倍数与 1 至少相差 1%，则视为存在可测差异。</translation>
    </message>
    <message>
        <source>another model: tokens are not compared</source>
        <translation>模型不同：不比较 token</translation>
    </message>
    <message>
        <source>differs from token %1 on</source>
        <translation>从第 %1 个 token 起不同</translation>
    </message>
    <message>
        <source>median of %1, %2</source>
        <translation>%1 次的中位数，%2</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The same question is answered in each configuration, in turns, after a warm-up. Nothing is written into your chats, and the model is set as before afterwards.</source>
        <translation>预热之后，各配置轮流回答同一个问题。不会向您的对话写入任何内容，结束后模型将恢复原来的设置。</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>您的问题</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 数</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行次数</translation>
    </message>
</context>
<context>
    <name>ComparisonViewModel</name>
    <message>
        <source>A question of your own</source>
        <translation>自拟问题</translation>
    </message>
    <message>
        <source>Write a question first.</source>
        <translation>请先写一个问题。</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>请先加载模型。</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>正在生成回答。请停止它，或等待其结束。</translation>
    </message>
    <message>
        <source>Loading the model for %1…</source>
        <translation>正在为 %1 加载模型…</translation>
    </message>
    <message>
        <source>Warming up %1…</source>
        <translation>正在预热 %1…</translation>
    </message>
    <message>
        <source>Measuring %1, run %2 of %3…</source>
        <translation>正在测量 %1，第 %2 次运行，共 %3 次…</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对比 %2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>Stopped; the model is set as before.</source>
        <translation>已停止；模型已恢复原来的设置。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Attach files (Ctrl+Shift+A)</source>
        <translation>附加文件 (Ctrl+Shift+A)</translation>
    </message>
    <message>
        <source>Attach it as a file</source>
        <translation>作为文件附加</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>停止 (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送 (Enter)</translation>
    </message>
    <message>
        <source>Write the next message; it is sent when the answer ends</source>
        <translation>输入下一条消息；当前回答结束后发送</translation>
    </message>
    <message>
        <source>Write a message, or / for a prompt</source>
        <translation>输入消息，或输入 / 使用提示词</translation>
    </message>
    <message>
        <source>The pasted text has {0} characters, {1} more than the {2} that a message holds.</source>
        <translation>粘贴的文本有 {0} 个字符，比一条消息的上限 {2} 个多出 {1} 个。</translation>
    </message>
    <message>
        <source>With the {0} characters pasted, the message would be {1} longer than the {2} that it may hold.</source>
        <translation>加上粘贴的 {0} 个字符，消息将比上限 {2} 个字符多出 {1} 个。</translation>
    </message>
    <message>
        <source>That is a picture, which no model here can see; describe it in words.</source>
        <translation>这是一张图片，此处的模型都无法查看；请用文字描述。</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>ConfigurationGrid</name>
    <message>
        <source>Add a configuration</source>
        <translation>添加配置</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Remove configuration {0}</source>
        <translation>移除配置 {0}</translation>
    </message>
</context>
<context>
    <name>ConfigurationTable</name>
    <message>
        <source>%1 answers elsewhere. Choose a model of this computer to compare.</source>
        <translation>%1 在别处回答。要比较，请选择本机的模型。</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>请先加载模型。</translation>
    </message>
    <message>
        <source>%1 and %2 are the same. Change a setting in one of them.</source>
        <translation>%1 与 %2 相同。请更改其中一个的某项设置。</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 开</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 关</translation>
    </message>
</context>
<context>
    <name>ContextEditor</name>
    <message>
        <source>Context length in tokens</source>
        <translation>上下文长度（token 数）</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used</source>
        <translation>已用上下文</translation>
    </message>
</context>
<context>
    <name>ConversationListModel</name>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>“{0}”已删除。</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were deleted.</source>
        <translation>
            <numerusform>已删除 %n 个对话。</numerusform>
        </translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>临时对话</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>临时</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>CopyCodeButton</name>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
</context>
<context>
    <name>CostLine</name>
    <message>
        <source>Cut to fit</source>
        <translation>自动截短</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Cut {0} so that it fits</source>
        <translation>截短 {0} 以便容纳</translation>
    </message>
    <message>
        <source>Reload with {0} context (+{1})</source>
        <translation>以 {0} 上下文重新加载（+{1}）</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>过去 7 天</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>a month of another year</comment>
        <translation>yyyy年M月</translation>
    </message>
</context>
<context>
    <name>Discover</name>
    <message>
        <source>%1 downloads a month</source>
        <translation>每月下载 %1 次</translation>
    </message>
    <message>
        <source>%1 likes</source>
        <translation>%1 个赞</translation>
    </message>
    <message>
        <source>Press Enter to open it</source>
        <translation>按 Enter 键打开</translation>
    </message>
    <message>
        <source>Terms to accept</source>
        <translation>需接受条款</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>作者：%1</translation>
    </message>
    <message>
        <source>license %1</source>
        <translation>许可证：%1</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>更新于 %1</translation>
    </message>
</context>
<context>
    <name>DiscoverTab</name>
    <message>
        <source>Search Hugging Face, or paste a model&apos;s name or address</source>
        <translation>搜索 Hugging Face，或粘贴模型的名称或网址</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>在 Hugging Face 上搜索模型</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>结果排序</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>适合入门的优秀模型</translation>
    </message>
    <message>
        <source>On Hugging Face</source>
        <translation>Hugging Face 上的模型</translation>
    </message>
</context>
<context>
    <name>DiscoverViewModel</name>
    <message>
        <source>Most downloaded</source>
        <translation>下载最多</translation>
    </message>
    <message>
        <source>Most liked</source>
        <translation>点赞最多</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Searching Hugging Face…</source>
        <translation>正在搜索 Hugging Face…</translation>
    </message>
    <message>
        <source>No GGUF model on Hugging Face matches “%1”; try fewer or other words.</source>
        <translation>Hugging Face 上没有与“%1”匹配的 GGUF 模型；请减少或更换关键词。</translation>
    </message>
</context>
<context>
    <name>DownloadRowWidget</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Go on with {0}</source>
        <translation>继续 {0}</translation>
    </message>
    <message>
        <source>Pause {0}</source>
        <translation>暂停 {0}</translation>
    </message>
    <message>
        <source>Try {0} again</source>
        <translation>重试 {0}</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>与 {0} 对话</translation>
    </message>
    <message>
        <source>Cancel {0}</source>
        <translation>取消 {0}</translation>
    </message>
    <message>
        <source>Move {0} up</source>
        <translation>将 {0} 上移</translation>
    </message>
    <message>
        <source>Cancel {0}? What has been downloaded of it is deleted.</source>
        <translation>取消 {0}？已下载的部分将被删除。</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>取消下载</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 · checking that it is whole</source>
        <translation>%1 · 正在检查完整性</translation>
    </message>
    <message>
        <source>%1 · downloaded and checked</source>
        <translation>%1 · 已下载并检查</translation>
    </message>
    <message>
        <source>%1 · paused</source>
        <translation>%1 · 已暂停</translation>
    </message>
    <message>
        <source>%1 · stopped</source>
        <translation>%1 · 已停止</translation>
    </message>
    <message>
        <source>%1 · waits its turn</source>
        <translation>%1 · 排队中</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
</context>
<context>
    <name>DownloadsTab</name>
    <message>
        <source>Clear finished</source>
        <translation>清除已完成项</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Models you choose under Discover arrive here.</source>
        <translation>没有正在进行的下载。在“发现”中选择的模型会出现在这里。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source>Download limit in megabytes per second</source>
        <translation>下载限速（兆字节/秒）</translation>
    </message>
    <message>
        <source>The most that all downloads together take of the line</source>
        <translation>所有下载合计占用的最大带宽</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>限速</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>没有正在运行的任务。</translation>
    </message>
</context>
<context>
    <name>DownloadsViewModel</name>
    <message>
        <source>1 download</source>
        <translation>1 个下载任务</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 个下载任务</translation>
    </message>
</context>
<context>
    <name>DraftCost</name>
    <message>
        <source>%1 of %2 after this</source>
        <translation>发送后 %1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 are used</source>
        <translation>已用 %1 / %2</translation>
    </message>
    <message>
        <source>With the chat before it the message has %1 tokens; %2 fit.</source>
        <translation>连同之前的对话，这条消息共有 %1 个 token；可容纳 %2 个。</translation>
    </message>
    <message>
        <source>%3 has %1 tokens, of which %2 fit in the context.</source>
        <translation>%3 有 %1 个 token，上下文可容纳其中 %2 个。</translation>
    </message>
</context>
<context>
    <name>Drafter</name>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Prediction head</source>
        <translation>预测头</translation>
    </message>
    <message>
        <source>Gemma 4 assistant</source>
        <translation>Gemma 4 助手</translation>
    </message>
</context>
<context>
    <name>DrafterOffers</name>
    <message>
        <source>Getting %1…</source>
        <translation>正在获取 %1…</translation>
    </message>
    <message>
        <source>Get %1 to draft for it</source>
        <translation>获取 %1 作为其草稿模型</translation>
    </message>
</context>
<context>
    <name>Drafters</name>
    <message>
        <source>%1 (cannot draft for the loaded model)</source>
        <translation>%1（无法为已加载的模型生成草稿）</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Drop to import %1</source>
        <translation>松开以导入 %1</translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation>松开以附加 %1</translation>
    </message>
    <message>
        <source>Drop to insert the text</source>
        <translation>松开以插入文本</translation>
    </message>
    <message>
        <source>Pictures cannot be attached</source>
        <translation>无法附加图片</translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>拖放以添加 %n 个文件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EffectLine</name>
    <message>
        <source>Prove it</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Prove it: {0}</source>
        <translation>实测：{0}</translation>
    </message>
    <message>
        <source>Measure it on and off, on this model and device</source>
        <translation>在此模型和设备上，分别测量开启和关闭时的效果</translation>
    </message>
</context>
<context>
    <name>EndpointDialog</name>
    <message>
        <source>Add an engine</source>
        <translation>添加引擎</translation>
    </message>
    <message>
        <source>Change an engine</source>
        <translation>更改引擎</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>已保存；输入即可替换</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>仅在需要时填写</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible interface. Encore asks it for its models when the list of models is opened, and for answers when you chat with one of them.</source>
        <translation>任何具有 OpenAI 兼容接口的服务器。打开模型列表时，Encore 会向它询问模型；与其中某个模型聊天时，会向它请求回答。</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>The engine of this model is no longer in the settings: choose another model.</source>
        <translation>该模型的引擎已不在设置中：请选择其他模型。</translation>
    </message>
    <message>
        <source>%1 answers conversations only.</source>
        <translation>%1 只回答对话。</translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2: check its address and your network.</source>
        <translation>无法通过 %2 连接 %1：请检查地址和网络。</translation>
    </message>
    <message>
        <source>%1 does not accept the key: enter the right one in Settings, Model.</source>
        <translation>%1 不接受该密钥：请在“设置”的“模型”中输入正确的密钥。</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: is it switched on, and reachable?</source>
        <translation>%1 在 %2 没有响应：它是否已开机并可访问？</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: start it there, or correct its address.</source>
        <translation>%1 在 %2 没有响应：请在那里启动它，或更正地址。</translation>
    </message>
    <message>
        <source>%1 does not have this model any more: choose another in the list of models.</source>
        <translation>%1 已没有该模型：请在模型列表中另选一个。</translation>
    </message>
    <message>
        <source>%1 does not take these settings and answers without them: %2.</source>
        <translation>%1 不支持这些设置，将不使用它们来回答：%2。</translation>
    </message>
    <message>
        <source>%1 ended the answer with its content filter: ask in other words.</source>
        <translation>%1 的内容过滤器中止了回答：请换个说法再问。</translation>
    </message>
    <message>
        <source>%1 ended the connection before the answer was complete: ask again.</source>
        <translation>%1 在回答完成前断开了连接：请再问一次。</translation>
    </message>
    <message>
        <source>%1 failed with error %3: ask again, or look at its log.</source>
        <translation>%1 出错（%3）：请再问一次，或查看它的日志。</translation>
    </message>
    <message>
        <source>%1 has too much to do, or your quota there is used up: wait.</source>
        <translation>%1 过于繁忙，或您在那里的配额已用完：请等待。</translation>
    </message>
    <message>
        <source>%1 has too much to do: ask again in %3 s.</source>
        <translation>%1 过于繁忙：请在 %3 秒后再问。</translation>
    </message>
    <message>
        <source>%1 is not found: check its address, %2, and your network.</source>
        <translation>找不到 %1：请检查地址 %2 和网络。</translation>
    </message>
    <message>
        <source>%1 is still loading the model: ask again in a moment.</source>
        <translation>%1 仍在加载模型：请稍后再问。</translation>
    </message>
    <message>
        <source>%1 refuses the request with error %3: look at its log.</source>
        <translation>%1 拒绝了请求（错误 %3）：请查看它的日志。</translation>
    </message>
    <message>
        <source>%1 refuses the request: %3</source>
        <translation>%1 拒绝了请求：%3</translation>
    </message>
    <message>
        <source>%1 reports an error without saying which: look at its log.</source>
        <translation>%1 报告了错误但未说明原因：请查看它的日志。</translation>
    </message>
    <message>
        <source>%1 reports: %3</source>
        <translation>%1 报告：%3</translation>
    </message>
    <message>
        <source>%1 sends us to %3, which is not followed: if that is right, enter it as the address.</source>
        <translation>%1 要转到 %3，未跟随：如果正确，请将其输入为地址。</translation>
    </message>
    <message>
        <source>%1 sent something that is no part of an answer: ask again, or look at its log.</source>
        <translation>%1 发来了不属于回答的内容：请再问一次，或查看它的日志。</translation>
    </message>
    <message>
        <source>%1 takes too long to answer: look at what it is doing.</source>
        <translation>%1 响应时间过长：请查看它在做什么。</translation>
    </message>
    <message>
        <source>%1 wants a key: enter it in Settings, Model.</source>
        <translation>%1 需要密钥：请在“设置”的“模型”中输入。</translation>
    </message>
    <message>
        <source>%2 is no OpenAI-compatible server: the address of %1 may end in /v1.</source>
        <translation>%2 不是 OpenAI 兼容服务器：%1 的地址可能以 /v1 结尾。</translation>
    </message>
    <message>
        <source>Give the engine a name, as it is to be called in the list.</source>
        <translation>请给引擎取一个在列表中显示的名称。</translation>
    </message>
    <message>
        <source>No encrypted connection to %1 came about: if it has none, let its address begin with http://.</source>
        <translation>无法与 %1 建立加密连接：若它不支持加密，请让地址以 http:// 开头。</translation>
    </message>
    <message>
        <source>No keyring works here, so the key is in %1, which only you can read.</source>
        <translation>此处没有可用的密钥环，密钥保存在只有您能读取的 %1 中。</translation>
    </message>
    <message>
        <source>That is no address: enter one like http://127.0.0.1:8080.</source>
        <translation>这不是地址：请输入类似 http://127.0.0.1:8080 的地址。</translation>
    </message>
    <message>
        <source>That is no key: a key has no spaces and no accented letters.</source>
        <translation>这不是密钥：密钥不含空格和特殊字母。</translation>
    </message>
    <message>
        <source>The address may have no password and no parameters: the key has its own field.</source>
        <translation>地址不能带密码或参数：密钥有单独的输入框。</translation>
    </message>
    <message>
        <source>The answer of %1 could not be read: ask again, or look at the log.</source>
        <translation>无法读取 %1 的回答：请再问一次，或查看日志。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted on this computer: have it installed, or use an address whose certificate is trusted.</source>
        <translation>此计算机不信任 %1 的证书：请安装它，或使用证书受信任的地址。</translation>
    </message>
    <message>
        <source>The conversation is longer than %1 can take: begin a new chat, or shorten it.</source>
        <translation>对话超出了 %1 能处理的长度：请新建聊天或缩短内容。</translation>
    </message>
    <message>
        <source>The key could not be kept in %1: check the disk.</source>
        <translation>无法将密钥保存到 %1：请检查磁盘。</translation>
    </message>
    <message>
        <source>The list of engines could not be saved to %1: check the disk.</source>
        <translation>无法将引擎列表保存到 %1：请检查磁盘。</translation>
    </message>
    <message>
        <source>There are too many engines elsewhere: remove one.</source>
        <translation>别处的引擎太多：请移除一个。</translation>
    </message>
    <message>
        <source>What answers at %2 is no OpenAI-compatible server: check the address of %1.</source>
        <translation>在 %2 响应的不是 OpenAI 兼容服务器：请检查 %1 的地址。</translation>
    </message>
</context>
<context>
    <name>EndpointsSection</name>
    <message>
        <source>Servers whose models you can chat with here: llama.cpp, vLLM, Ollama, LM Studio, another Encore, or a service with the same interface.</source>
        <translation>可在此与其模型聊天的服务器：llama.cpp、vLLM、Ollama、LM Studio、另一个 Encore，或具有相同接口的服务。</translation>
    </message>
    <message>
        <source>Add an engine…</source>
        <translation>添加引擎…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>移除 %1？</translation>
    </message>
    <message>
        <source>Its address and its key are forgotten. Conversations stay.</source>
        <translation>其地址和密钥将被删除，对话会保留。</translation>
    </message>
</context>
<context>
    <name>EndpointsViewModel</name>
    <message>
        <source>Key and conversations travel unencrypted to this address.</source>
        <translation>密钥和对话会以未加密方式发送到此地址。</translation>
    </message>
    <message>
        <source>Conversations travel unencrypted to this address.</source>
        <translation>对话会以未加密方式发送到此地址。</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>%1 answers, but has no models: load one there.</source>
        <translation>%1 有响应，但没有模型：请在那里加载一个。</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2.</source>
        <translation>%1 有响应。其模型：%2。</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2 and %3 more.</source>
        <translation>%1 有响应。其模型：%2 以及另外 %3 个。</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The engine stopped three times within a minute and was not restarted. Choose a model to try again.</source>
        <translation>引擎在一分钟内停止了三次，因此未再重启。请选择一个模型重试。</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly. It was restarted; you can go on.</source>
        <translation>引擎意外停止。现已重启，可以继续使用。</translation>
    </message>
    <message>
        <source>The engine that would look into the file is not running; try again.</source>
        <translation>用于检查该文件的引擎未运行；请重试。</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Choose another build</source>
        <translation>选择其他构建</translation>
    </message>
    <message>
        <source>Install from a folder or a mirror</source>
        <translation>从文件夹或镜像安装</translation>
    </message>
    <message>
        <source>Encore may look for updates of itself</source>
        <translation>允许 Encore 检查自身的更新</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>此电脑</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>It asks once a day, tells nothing about you, and installs nothing unasked.</source>
        <translation>每天询问一次，不透露任何关于您的信息，未经同意不会安装任何内容。</translation>
    </message>
    <message>
        <source>One more step: the engine</source>
        <translation>还差一步：引擎</translation>
    </message>
    <message>
        <source>This version of Encore needs other libraries than those that are installed. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>此版本的 Encore 需要的运行库与已安装的不同。它们只需下载一次。在此期间，可以查找和下载模型。</translation>
    </message>
    <message>
        <source>Models run on libraries that must fit this computer. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>模型依靠运行库来运行，而运行库须与此电脑匹配。它们只需下载一次。在此期间，可以查找和下载模型。</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>正在使用：%1</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>正在检测此电脑…</translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Remove the engine&apos;s libraries?</source>
        <translation>移除引擎的运行库？</translation>
    </message>
    <message>
        <source>No model can answer until they are installed again. Models and conversations stay.</source>
        <translation>重新安装之前，任何模型都无法回答。模型和对话会保留。</translation>
    </message>
    <message>
        <source>Encore runs from a checkout: the engine uses the environment&apos;s libraries.</source>
        <translation>Encore 从源码检出目录运行：引擎使用当前环境中的运行库。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed.</source>
        <translation>引擎的运行库尚未安装。</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>安装…</translation>
    </message>
</context>
<context>
    <name>EngineSentences</name>
    <message>
        <source>%1 cannot be divided after %2 of its %3 layers; choose another number of layers for the processor, or auto.</source>
        <translation>%1 不能在 %3 层中的第 %2 层之后分开；请为处理器选择其他层数，或选择 auto。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the path and the disk.</source>
        <translation>无法读取 %1（%2）；请检查路径和磁盘。</translation>
    </message>
    <message>
        <source>%1 cannot draft for this model, because only %2 of their %3 tokens agree; choose a smaller model of the same family.</source>
        <translation>%1 无法为此模型起草，因为 %3 个词元中只有 %2 个一致；请选择同一系列中较小的模型。</translation>
    </message>
    <message>
        <source>%1 cannot draft here: it reads what the GPU has of a model, but the processor computes the first layers of this one; choose ngram, or let the GPU read those layers from main memory.</source>
        <translation>%1 无法在此起草：它读取 GPU 上的模型，但此模型的前几层由处理器计算；请选择 ngram，或让 GPU 从内存读取这些层。</translation>
    </message>
    <message>
        <source>%1 claims to be a GGUF of version %2, which is not known; download it again, or update this app.</source>
        <translation>%1 自称为版本 %2 的 GGUF，而该版本未知；请重新下载，或更新本应用。</translation>
    </message>
    <message>
        <source>%1 describes a model of impossible shape: %2; download it again or choose another file.</source>
        <translation>%1 描述的模型形状不可能存在：%2；请重新下载或选择其他文件。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory, so %2 GiB of it are read from main memory, more slowly.</source>
        <translation>%1 放不进 GPU 显存，因此其中 %2 GiB 从内存读取，速度较慢。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; %3 GiB are read from main memory when they are needed.</source>
        <translation>%1 放不进 GPU 显存：%2 % 的专家（最常用的）在显存中，其余 %3 GiB 在需要时从内存读取。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes %3 GiB of the others, and the GPU reads %4 GiB from main memory when they are needed.</source>
        <translation>%1 放不进 GPU 显存：%2 % 的专家（最常用的）在显存中；其余专家中，%3 GiB 由处理器计算，%4 GiB 由 GPU 在需要时从内存读取。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes the others, %3 GiB.</source>
        <translation>%1 放不进 GPU 显存：%2 % 的专家（最常用的）在显存中，其余 %3 GiB 由处理器计算。</translation>
    </message>
    <message>
        <source>%1 failed unexpectedly; %2.</source>
        <translation>%1 意外失败；%2。</translation>
    </message>
    <message>
        <source>%1 has %2 layers and reads %3 of its model, which is not supported yet; choose another drafter.</source>
        <translation>%1 有 %2 层，并读取其模型的 %3 层，尚不支持；请选择其他草稿模型。</translation>
    </message>
    <message>
        <source>%1 has a tokenizer of %2 words, but embeddings of only %3; download it again or choose another file.</source>
        <translation>%1 的分词器有 %2 个词，而嵌入只有 %3 个；请重新下载或选择其他文件。</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, of which %3 are rotated; that shape is not supported yet.</source>
        <translation>%1 的注意力头有 %2 个元素，其中 %3 个被旋转；尚不支持这种形状。</translation>
    </message>
    <message>
        <source>%1 has keys and values of different sizes; that is not supported yet.</source>
        <translation>%1 的键和值大小不同；尚不支持。</translation>
    </message>
    <message>
        <source>%1 has no prediction head that can draft; choose ngram or a smaller model of the same family.</source>
        <translation>%1 没有可用于起草的预测头；请选择 ngram 或同一系列中较小的模型。</translation>
    </message>
    <message>
        <source>%1 has no table of embeddings; the file is incomplete, download it again.</source>
        <translation>%1 没有嵌入表；文件不完整，请重新下载。</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; the file is incomplete, download it again.</source>
        <translation>%1 没有张量 %2；文件不完整，请重新下载。</translation>
    </message>
    <message>
        <source>%1 has no tokenizer; choose a file that holds the complete model.</source>
        <translation>%1 没有分词器；请选择包含完整模型的文件。</translation>
    </message>
    <message>
        <source>%1 has recurrent heads of %2 elements; that shape is not supported yet.</source>
        <translation>%1 的循环头有 %2 个元素；尚不支持这种形状。</translation>
    </message>
    <message>
        <source>%1 has tensors that its architecture should not have, such as %2; this variant is not supported yet.</source>
        <translation>%1 含有其架构不应有的张量，例如 %2；尚不支持这种变体。</translation>
    </message>
    <message>
        <source>%1 holds no weights, only a vocabulary; choose a complete model file.</source>
        <translation>%1 不含权重，只有词表；请选择完整的模型文件。</translation>
    </message>
    <message>
        <source>%1 is a GGUF of version 1, which is out of use; choose a newer file of the model.</source>
        <translation>%1 是已停用的版本 1 的 GGUF；请选择该模型较新的文件。</translation>
    </message>
    <message>
        <source>%1 is a big-endian GGUF, which is not supported; choose a little-endian one.</source>
        <translation>%1 是不受支持的大端序 GGUF；请选择小端序的文件。</translation>
    </message>
    <message>
        <source>%1 is a drafter in the layout %2, which is not supported; choose one that was converted with llama.cpp.</source>
        <translation>%1 是布局 %2 的草稿模型，该布局不受支持；请选择用 llama.cpp 转换的。</translation>
    </message>
    <message>
        <source>%1 is a drafter of the kind %2, which is not supported yet; choose a DFlash drafter.</source>
        <translation>%1 是尚不支持的 %2 类草稿模型；请选择 DFlash 草稿模型。</translation>
    </message>
    <message>
        <source>%1 is a folder; choose the .gguf file inside it.</source>
        <translation>%1 是文件夹；请选择其中的 .gguf 文件。</translation>
    </message>
    <message>
        <source>%1 is a granite model without rotary embedding, which is not supported yet.</source>
        <translation>%1 是没有旋转嵌入的 granite 模型，尚不支持。</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: %2 reaches %3 bytes past the end of the file; download it again.</source>
        <translation>%1 被截断或已损坏：%2 超出文件末尾 %3 字节；请重新下载。</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: it ends inside %2; download it again.</source>
        <translation>%1 被截断或已损坏：在 %2 中间结束；请重新下载。</translation>
    </message>
    <message>
        <source>%1 is damaged or incomplete: %2; download it again or choose another file.</source>
        <translation>%1 已损坏或不完整：%2；请重新下载或选择其他文件。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; download it again or choose another file.</source>
        <translation>%1 已损坏：%2；请重新下载或选择其他文件。</translation>
    </message>
    <message>
        <source>%1 is damaged: an earlier part has its tensor %2 too; download the model again.</source>
        <translation>%1 已损坏：前面的分卷也有张量 %2；请重新下载该模型。</translation>
    </message>
    <message>
        <source>%1 is damaged: it claims to be part %2 of %3, counted from 0; download it again.</source>
        <translation>%1 已损坏：它自称为 %3 个分卷中的第 %2 个（从 0 数起）；请重新下载。</translation>
    </message>
    <message>
        <source>%1 is damaged: its general.alignment (%2) is not a power of two; download it again or choose another file.</source>
        <translation>%1 已损坏：其 general.alignment（%2）不是 2 的幂；请重新下载或选择其他文件。</translation>
    </message>
    <message>
        <source>%1 is damaged: tensor %2 is %3 where %4 is expected; download it again.</source>
        <translation>%1 已损坏：张量 %2 为 %3，而预期为 %4；请重新下载。</translation>
    </message>
    <message>
        <source>%1 is empty; download it again.</source>
        <translation>%1 为空；请重新下载。</translation>
    </message>
    <message>
        <source>%1 is missing: this model has %2 parts, all in one folder; download that part.</source>
        <translation>缺少 %1：此模型有 %2 个分卷，须在同一文件夹中；请下载该分卷。</translation>
    </message>
    <message>
        <source>%1 is not a GGUF model file, whatever its name says; choose a model in GGUF format.</source>
        <translation>无论名称如何，%1 都不是 GGUF 模型文件；请选择 GGUF 格式的模型。</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 不是列表</translation>
    </message>
    <message>
        <source>%1 is not a regular file; choose a .gguf file.</source>
        <translation>%1 不是普通文件；请选择 .gguf 文件。</translation>
    </message>
    <message>
        <source>%1 is not part %2 of %3 of the model that its name says; download it again.</source>
        <translation>%1 并非其名称所示模型的第 %2 个分卷（共 %3 个）；请重新下载。</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 已关闭</translation>
    </message>
    <message>
        <source>%1 is one of %2 parts of a model, so its name must end in -00001-of-%3.gguf (with its own number); rename it as it was downloaded.</source>
        <translation>%1 是某模型 %2 个分卷之一，因此名称须以 -00001-of-%3.gguf 结尾（使用各自的编号）；请改回下载时的名称。</translation>
    </message>
    <message>
        <source>%1 keeps its context memory in %2 bits a value, so that it fits.</source>
        <translation>为了能放下，%1 的上下文内存每个值占 %2 位。</translation>
    </message>
    <message>
        <source>%1 keeps the first %2 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>%1 将上下文的前 %2 个词元保存在 GPU 显存中；其后的内容从内存读取，速度较慢。</translation>
    </message>
    <message>
        <source>%1 may not be read; change its permissions or copy it to your models folder.</source>
        <translation>没有读取 %1 的权限；请更改其权限，或将其复制到您的模型文件夹。</translation>
    </message>
    <message>
        <source>%1 needs %2 GiB of %3 with a context of %4 tokens (%5 GiB of it weights), but %6 GiB are free; %7.</source>
        <translation>%1 在 %4 个词元的上下文下需要 %2 GiB %3（其中权重 %5 GiB），而可用的只有 %6 GiB；%7。</translation>
    </message>
    <message>
        <source>%1 needs more %2 than is free; %3.</source>
        <translation>%1 所需的%2超过可用量；%3。</translation>
    </message>
    <message>
        <source>%1 needs more memory than there is. %2</source>
        <translation>%1 所需的内存超过现有内存。%2</translation>
    </message>
    <message>
        <source>%1 overlaps another tensor</source>
        <translation>%1 与另一个张量重叠</translation>
    </message>
    <message>
        <source>%1 runs on the CPU, more slowly: with a context of %2 tokens it needs %3 GiB of GPU memory, and %4 GiB are free.</source>
        <translation>%1 在 CPU 上运行，速度较慢：在 %2 个词元的上下文下需要 %3 GiB 显存，而可用的有 %4 GiB。</translation>
    </message>
    <message>
        <source>%1 says the model has %2 tensors, but its parts hold %3; download the model again.</source>
        <translation>%1 称该模型有 %2 个张量，但其分卷含有 %3 个；请重新下载该模型。</translation>
    </message>
    <message>
        <source>%1 scales its values, which is not supported yet; choose another drafter.</source>
        <translation>%1 会缩放其值，尚不支持；请选择其他草稿模型。</translation>
    </message>
    <message>
        <source>%1 stores %2 as %3, which is not supported.</source>
        <translation>%1 以不受支持的 %3 存储 %2。</translation>
    </message>
    <message>
        <source>%1 stores %2 as tensor type %3, which is not known; choose a file with another quantization, or update this app.</source>
        <translation>%1 以未知的张量类型 %3 存储 %2；请选择其他量化的文件，或更新本应用。</translation>
    </message>
    <message>
        <source>%1 stores the tensor %2 as %3, which is not supported yet; choose another quantization of this model, such as Q4_K_M or Q8_0.</source>
        <translation>%1 以尚不支持的 %3 存储张量 %2；请选择此模型的其他量化，例如 Q4_K_M 或 Q8_0。</translation>
    </message>
    <message>
        <source>%1 stretches its context with %2 scaling, which is not supported yet; choose another model.</source>
        <translation>%1 使用尚不支持的 %2 缩放来扩展上下文；请选择其他模型。</translation>
    </message>
    <message>
        <source>%1 took far more memory than the %2 GiB that the model should need, so it was ended; the file may be damaged: download it again or choose another model.</source>
        <translation>%1 占用的内存远超模型应需的 %2 GiB，因此已中止；文件可能已损坏：请重新下载或选择其他模型。</translation>
    </message>
    <message>
        <source>%1: %2 and %3 are off</source>
        <translation>%1：%2 和 %3 已关闭</translation>
    </message>
    <message>
        <source>%1: %2 is off</source>
        <translation>%1：%2 已关闭</translation>
    </message>
    <message>
        <source>%1; drop the oldest turns, or load the model with a larger context.</source>
        <translation>%1；请去掉最早的轮次，或以更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>%1; shorten it, or load the model with a larger context.</source>
        <translation>%1；请缩短，或以更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>A context of %1 tokens is more than the %2 this model was made for; choose a smaller context.</source>
        <translation>%1 个词元的上下文超过此模型所支持的 %2 个；请选择较小的上下文。</translation>
    </message>
    <message>
        <source>Changing the settings</source>
        <translation>更改设置</translation>
    </message>
    <message>
        <source>Choose a smaller context.</source>
        <translation>请选择较小的上下文。</translation>
    </message>
    <message>
        <source>Choose a smaller model or context.</source>
        <translation>请选择较小的模型或上下文。</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>请关闭其他程序。</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Inspecting %1</source>
        <translation>检查 %1</translation>
    </message>
    <message>
        <source>It does not fit: %1; %2.</source>
        <translation>放不下：%1；%2。</translation>
    </message>
    <message>
        <source>It fits on the CPU: %1.</source>
        <translation>可在 CPU 上运行：%1。</translation>
    </message>
    <message>
        <source>It fits on the GPU: %1.</source>
        <translation>可在 GPU 上运行：%1。</translation>
    </message>
    <message>
        <source>It has no chat template, so it continues text rather than answers.</source>
        <translation>它没有对话模板，因此是续写文本而不是回答。</translation>
    </message>
    <message>
        <source>It is too large for the GPU, but fits on the CPU, more slowly: %1.</source>
        <translation>对 GPU 来说过大，但可在 CPU 上运行，速度较慢：%1。</translation>
    </message>
    <message>
        <source>It keeps the first %1 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>上下文的前 %1 个词元保存在 GPU 显存中；其后的内容从内存读取，速度较慢。</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, at about %2 tok/s: %3.</source>
        <translation>它在 GPU 上运行，其中 %1 位于内存中，约 %2 tok/s：%3。</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, more slowly: %2.</source>
        <translation>它在 GPU 上运行，其中 %1 位于内存中，速度较慢：%2。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory, at about %3 tok/s: %4.</source>
        <translation>它运行时 %1 % 的专家在 GPU 上，%2 在内存中，约 %3 tok/s：%4。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory: %3.</source>
        <translation>它运行时 %1 % 的专家在 GPU 上，%2 在内存中：%3。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor, at about %2 tok/s: %3.</source>
        <translation>它运行时 %1 % 的层在 GPU 上，其余在处理器上，约 %2 tok/s：%3。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor: %2.</source>
        <translation>它运行时 %1 % 的层在 GPU 上，其余在处理器上：%2。</translation>
    </message>
    <message>
        <source>It was made for a context of %1 tokens at most.</source>
        <translation>它最多支持 %1 个词元的上下文。</translation>
    </message>
    <message>
        <source>Its context memory takes %1 bits a value, so that it fits.</source>
        <translation>为了能放下，其上下文内存每个值占 %1 位。</translation>
    </message>
    <message>
        <source>Kernels for %1 cannot be compiled here (%2); install a C compiler and Triton, or choose the device cpu.</source>
        <translation>此处无法编译用于 %1 的内核（%2）；请安装 C 编译器和 Triton，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>Keys and values cannot be %1 in this model: its heads have %2 elements, which are not whole blocks of %3; choose the type f16, bf16 or f32.</source>
        <translation>此模型的键和值不能是 %1：其注意力头有 %2 个元素，不是 %3 的整块；请选择类型 f16、bf16 或 f32。</translation>
    </message>
    <message>
        <source>Landlock cannot be used: %1</source>
        <translation>无法使用 Landlock：%1</translation>
    </message>
    <message>
        <source>Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU</source>
        <translation>在为 GPU 编译内核时需要 Linux 5.19 或更新版本的 Landlock</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>Models of architecture %1 are not supported yet; supported are: %2.</source>
        <translation>尚不支持架构 %1 的模型；支持的有：%2。</translation>
    </message>
    <message>
        <source>Models of architecture %1 only draft tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>架构 %1 的模型仅为其他模型起草；请加载那个模型，并选择此文件作为草稿来源。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver does not start (%1), so the model cannot run on %2; restart the computer, or choose the device cpu.</source>
        <translation>NVIDIA 驱动程序未能启动（%1），因此模型无法在 %2 上运行；请重启电脑，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>No model is loaded; choose one first.</source>
        <translation>未加载模型；请先选择一个。</translation>
    </message>
    <message>
        <source>Only an answer to a question can be continued.</source>
        <translation>只能继续对某个问题的回答。</translation>
    </message>
    <message>
        <source>Replaying steps failed, so they are launched one by one until the model is loaded again; the answer is the same, only slower.</source>
        <translation>步骤重放失败，因此在重新加载模型之前将逐个启动；回答相同，只是较慢。</translation>
    </message>
    <message>
        <source>That leaves little memory for other programs.</source>
        <translation>这样留给其他程序的内存很少。</translation>
    </message>
    <message>
        <source>The GPU failed, so the engine has to start again; try once more, and run the model on the CPU if it happens again.</source>
        <translation>GPU 发生故障，引擎须重新启动；请再试一次，若再次发生则在 CPU 上运行模型。</translation>
    </message>
    <message>
        <source>The GPU is not used, because NVIDIA&apos;s driver does not start (%1); restart the computer.</source>
        <translation>未使用 GPU，因为 NVIDIA 驱动程序未能启动（%1）；请重启电脑。</translation>
    </message>
    <message>
        <source>The GPU is not used, because its kernels cannot be compiled here: %1.</source>
        <translation>未使用 GPU，因为此处无法编译其内核：%1。</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The answer cannot be given the form that was asked for (%1); change its schema.</source>
        <translation>无法按要求的格式给出回答（%1）；请更改其架构。</translation>
    </message>
    <message>
        <source>The conversation is too long to be made into a prompt; start a new one or shorten it.</source>
        <translation>对话过长，无法转换为提示词；请开始新对话或将其缩短。</translation>
    </message>
    <message>
        <source>The device chosen is not there; choose the device auto or cpu.</source>
        <translation>所选设备不存在；请选择设备 auto 或 cpu。</translation>
    </message>
    <message>
        <source>The drafter %1 stretches its context, which is not supported yet; choose another.</source>
        <translation>草稿模型 %1 扩展其上下文，尚不支持；请选择其他的。</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for a model with another vocabulary; choose the one that was made for this model.</source>
        <translation>%1 中的草稿模型是为另一词表的模型制作的；请选择为此模型制作的。</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for another model; choose the one that was made for this model.</source>
        <translation>%1 中的草稿模型是为另一个模型制作的；请选择为此模型制作的。</translation>
    </message>
    <message>
        <source>The drafter in the folder %1 cannot be read (%2); download it again.</source>
        <translation>无法读取文件夹 %1 中的草稿模型（%2）；请重新下载。</translation>
    </message>
    <message>
        <source>The engine could not be started: %1: %2.</source>
        <translation>引擎无法启动：%1：%2。</translation>
    </message>
    <message>
        <source>The engine sent a message that cannot be read: %1.</source>
        <translation>引擎发送了无法读取的消息：%1。</translation>
    </message>
    <message>
        <source>The engine stopped while it was starting; its log says why.</source>
        <translation>引擎在启动时停止了；原因见其日志。</translation>
    </message>
    <message>
        <source>The form that was asked for is not a JSON schema; correct it.</source>
        <translation>要求的格式不是 JSON 架构；请更正。</translation>
    </message>
    <message>
        <source>The form that was asked for is too complex to be followed; simplify its schema.</source>
        <translation>要求的格式过于复杂，无法遵循；请简化其架构。</translation>
    </message>
    <message>
        <source>The message is empty; write something first.</source>
        <translation>消息为空；请先写些内容。</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite, so no token can be chosen. The model file may be damaged: download it again or choose another one.</source>
        <translation>模型产生了非有限的数值，因此无法选择词元。模型文件可能已损坏：请重新下载或选择其他文件。</translation>
    </message>
    <message>
        <source>The parameters of the tool %1 are not a JSON schema; correct them.</source>
        <translation>工具 %1 的参数不是 JSON 架构；请更正。</translation>
    </message>
    <message>
        <source>The prediction head in %1 belongs to another model; choose the one that was made with this model.</source>
        <translation>%1 中的预测头属于另一个模型；请选择与此模型一同制作的。</translation>
    </message>
    <message>
        <source>The prediction head in %1 only drafts tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>%1 中的预测头仅为其他模型起草；请加载那个模型，并选择此文件作为草稿来源。</translation>
    </message>
    <message>
        <source>The processor computes %1 of the %2 layers of %3, more slowly than the GPU would; %4 GiB are in main memory.</source>
        <translation>%3 的 %2 层中有 %1 层由处理器计算，比 GPU 慢；%4 GiB 在内存中。</translation>
    </message>
    <message>
        <source>The processor&apos;s part of the model has failed; load the model again.</source>
        <translation>由处理器计算的模型部分出现故障；请重新加载模型。</translation>
    </message>
    <message>
        <source>The prompt is %1 tokens long, but the context holds %2</source>
        <translation>提示词长 %1 个词元，而上下文可容纳 %2 个</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>提示词为空；请先写些内容。</translation>
    </message>
    <message>
        <source>The request cannot be carried out: %1.</source>
        <translation>无法执行该请求：%1。</translation>
    </message>
    <message>
        <source>The text holds a broken character; remove it and try again.</source>
        <translation>文本中含有损坏的字符；请将其删除后重试。</translation>
    </message>
    <message>
        <source>The text is too long to be sent; the limit is %1 MiB.</source>
        <translation>文本过长，无法发送；上限为 %1 MiB。</translation>
    </message>
    <message>
        <source>The text of %1 characters is far longer than the context of %2 tokens; shorten it.</source>
        <translation>%1 个字符的文本远超 %2 个词元的上下文；请缩短。</translation>
    </message>
    <message>
        <source>The tokenizer in this model file has no merges, so it cannot be used; get the file again or choose another one.</source>
        <translation>此模型文件中的分词器没有合并规则，因此无法使用；请重新获取该文件或选择其他文件。</translation>
    </message>
    <message>
        <source>There is no CUDA device here, so the model cannot run on %1; choose the device auto or cpu.</source>
        <translation>此处没有 CUDA 设备，因此模型无法在 %1 上运行；请选择设备 auto 或 cpu。</translation>
    </message>
    <message>
        <source>There is no device %1 here: this computer&apos;s last one is cuda:%2.</source>
        <translation>此处没有设备 %1：本机最后一个是 cuda:%2。</translation>
    </message>
    <message>
        <source>There is no file %1; check the path or download the model.</source>
        <translation>没有文件 %1；请检查路径或下载该模型。</translation>
    </message>
    <message>
        <source>There is no room for a draft after position %1; load the model with a larger context.</source>
        <translation>位置 %1 之后没有起草的空间；请以更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>This model has no chat template, %1.</source>
        <translation>此模型没有对话模板，%1。</translation>
    </message>
    <message>
        <source>This model uses a tokenizer of the type %1, which Encore does not support yet; choose a model with a byte-level BPE or SentencePiece tokenizer.</source>
        <translation>此模型使用 Encore 尚不支持的 %1 类型分词器；请选择使用字节级 BPE 或 SentencePiece 分词器的模型。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not accept this conversation, so ChatML was used for it; answers may be worse for it.</source>
        <translation>此模型的对话模板不接受此对话，因此改用了 ChatML；回答可能会变差。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not work, %1.</source>
        <translation>此模型的对话模板无法工作，%1。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template leaves your last message out of the prompt, so the model does not see it; get another file of this model, or choose another one.</source>
        <translation>此模型的对话模板在提示词中漏掉了您的最后一条消息，模型因此看不到它；请获取此模型的其他文件，或选择其他模型。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template takes more time or memory than any prompt needs, %1.</source>
        <translation>此模型的对话模板占用的时间或内存超出任何提示词所需，%1。</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer %1; a general one is used, and answers may be worse for it.</source>
        <translation>此模型的分词器%1；因此使用通用的分词器，回答可能会变差。</translation>
    </message>
    <message>
        <source>Unloading the model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>Whether it fits is not known: %1</source>
        <translation>无法确定是否放得下：%1</translation>
    </message>
    <message>
        <source>a context of %1 tokens would fit</source>
        <translation>%1 个词元的上下文可以容纳</translation>
    </message>
    <message>
        <source>asks for the pre-tokenizer %1, which is not known</source>
        <translation>要求未知的预分词器 %1</translation>
    </message>
    <message>
        <source>capturing steps</source>
        <translation>正在捕获步骤</translation>
    </message>
    <message>
        <source>choose a smaller context</source>
        <translation>请选择较小的上下文</translation>
    </message>
    <message>
        <source>choose a smaller context or run it on the CPU</source>
        <translation>请选择较小的上下文，或在 CPU 上运行</translation>
    </message>
    <message>
        <source>choose a smaller quantization or a smaller model</source>
        <translation>请选择更小的量化或更小的模型</translation>
    </message>
    <message>
        <source>close other programs or choose a smaller model</source>
        <translation>请关闭其他程序或选择较小的模型</translation>
    </message>
    <message>
        <source>close other programs, or choose a smaller quantization or a smaller model</source>
        <translation>请关闭其他程序，或选择更小的量化或更小的模型</translation>
    </message>
    <message>
        <source>fixed verify width (fixed_verify)</source>
        <translation>固定验证宽度（fixed_verify）</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than any model has</source>
        <translation>它声称有 %1 个 %2，超过任何模型</translation>
    </message>
    <message>
        <source>it claims %1 bytes for %2, more than any model has</source>
        <translation>它声称 %2 有 %1 字节，超过任何模型</translation>
    </message>
    <message>
        <source>it claims %1 entries in %2, more than any model has</source>
        <translation>它声称 %2 中有 %1 项，超过任何模型</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>it needs %1 of GPU memory with a context of %2 tokens, and %3 are free</source>
        <translation>在 %2 个词元的上下文下需要 %1 显存，可用 %3</translation>
    </message>
    <message>
        <source>it needs %1 of memory with a context of %2 tokens, and %3 are free</source>
        <translation>在 %2 个词元的上下文下需要 %1 内存，可用 %3</translation>
    </message>
    <message>
        <source>its %1 is %2, not between %3 and %4</source>
        <translation>其 %1 为 %2，不在 %3 与 %4 之间</translation>
    </message>
    <message>
        <source>its compute capability is %1, and they need 8.0</source>
        <translation>其计算能力为 %1，而需要 8.0</translation>
    </message>
    <message>
        <source>its vocabulary is empty</source>
        <translation>其词表为空</translation>
    </message>
    <message>
        <source>load the model with a smaller context or run it on the CPU, and ask again</source>
        <translation>请以较小的上下文加载模型或在 CPU 上运行，然后重新提问</translation>
    </message>
    <message>
        <source>load the model with a smaller context, and ask again</source>
        <translation>请以较小的上下文加载模型，然后重新提问</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>names none</source>
        <translation>未指定预分词器</translation>
    </message>
    <message>
        <source>only Linux has limits that a program can set itself</source>
        <translation>只有 Linux 具有程序可自行设置的限制</translation>
    </message>
    <message>
        <source>padded context (kvpad)</source>
        <translation>填充上下文（kvpad）</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>预填充 %1</translation>
    </message>
    <message>
        <source>preparing kernels</source>
        <translation>正在准备内核</translation>
    </message>
    <message>
        <source>reading the tokenizer</source>
        <translation>正在读取分词器</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>see the log at %1</source>
        <translation>请查看日志 %1</translation>
    </message>
    <message>
        <source>so ChatML is used; if answers are poor, get another file of this model</source>
        <translation>因此使用 ChatML；如果回答不佳，请获取此模型的其他文件</translation>
    </message>
    <message>
        <source>span %1</source>
        <translation>跨度 %1</translation>
    </message>
    <message>
        <source>span %1 → %2</source>
        <translation>跨度 %1 → %2</translation>
    </message>
    <message>
        <source>span %1 → %2, width %3 → %4</source>
        <translation>跨度 %1 → %2，宽度 %3 → %4</translation>
    </message>
    <message>
        <source>span %1, width %2</source>
        <translation>跨度 %1，宽度 %2</translation>
    </message>
    <message>
        <source>starting the device</source>
        <translation>正在启动设备</translation>
    </message>
    <message>
        <source>system calls cannot be filtered: %1</source>
        <translation>无法过滤系统调用：%1</translation>
    </message>
    <message>
        <source>the engine&apos;s log says more</source>
        <translation>详情见引擎日志</translation>
    </message>
    <message>
        <source>the kernel refuses: %1</source>
        <translation>内核拒绝：%1</translation>
    </message>
    <message>
        <source>the key %1 is there twice</source>
        <translation>键 %1 出现了两次</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>the tensor %1 is there twice</source>
        <translation>张量 %1 出现了两次</translation>
    </message>
    <message>
        <source>the value of %1</source>
        <translation>%1 的值</translation>
    </message>
    <message>
        <source>this kernel has no Landlock, or was started without it</source>
        <translation>此内核没有 Landlock，或启动时未启用</translation>
    </message>
    <message>
        <source>trying the chat template</source>
        <translation>正在尝试对话模板</translation>
    </message>
    <message>
        <source>verify %1</source>
        <translation>验证 %1</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>宽度 %1</translation>
    </message>
    <message>
        <source>width %1 → %2</source>
        <translation>宽度 %1 → %2</translation>
    </message>
</context>
<context>
    <name>ExchangeViewModel</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>The export is in %1.</source>
        <translation>导出内容位于 %1。</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>已导入 1 个对话。</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were imported.</source>
        <translation>
            <numerusform>已导入 %n 个对话。</numerusform>
        </translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>未导入任何对话。</translation>
    </message>
    <message>
        <source>Already here: %1.</source>
        <translation>已存在：%1 个。</translation>
    </message>
    <message>
        <source>Left out, as they could not be read: %1.</source>
        <translation>因无法读取而略去：%1 个。</translation>
    </message>
    <message>
        <source>A chat was deleted while it was exported.</source>
        <translation>有一个对话在导出过程中被删除。</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Markdown files in a zip</source>
        <translation>Markdown 文件（zip 压缩包）</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Import chats of Encore, ChatGPT, LM Studio, Jan or Open WebUI</source>
        <translation>导入 Encore、ChatGPT、LM Studio、Jan 或 Open WebUI 的对话</translation>
    </message>
    <message>
        <source>Exported chats</source>
        <translation>导出的对话</translation>
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
        <translation>网页</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>上一个匹配项 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>下一个匹配项 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
</context>
<context>
    <name>Fits</name>
    <message>
        <source>Fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>缩短上下文后可容纳</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of GPU memory that are free.</source>
        <translation>按大小估算：约需 %1，可用显存为 %2。</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of memory that are free.</source>
        <translation>按大小估算：约需 %1，可用内存为 %2。</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Move the models folder…</source>
        <translation>移动模型文件夹…</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>监视文件夹…</translation>
    </message>
    <message>
        <source>Stop watching {0}</source>
        <translation>停止监视 {0}</translation>
    </message>
    <message>
        <source>Where shall the models be kept?</source>
        <translation>模型要存放在哪里？</translation>
    </message>
    <message>
        <source>Which folder has models?</source>
        <translation>模型在哪个文件夹中？</translation>
    </message>
</context>
<context>
    <name>FolderMove</name>
    <message>
        <source>The variable %1 says where models are kept; change it instead.</source>
        <translation>模型的存放位置由环境变量 %1 指定；请改为更改该变量。</translation>
    </message>
    <message>
        <source>Moving the models to %1…</source>
        <translation>正在将模型移动到 %1…</translation>
    </message>
    <message>
        <source>The models are in %1 now.</source>
        <translation>模型现已位于 %1。</translation>
    </message>
    <message>
        <source>What is new or in use stayed where it was: %1.</source>
        <translation>新增或正在使用的内容保留在原处：%1。</translation>
    </message>
</context>
<context>
    <name>Footnote</name>
    <message>
        <source>What made this answer</source>
        <translation>此回答的生成信息</translation>
    </message>
    <message>
        <source>Shows what made this answer</source>
        <translation>显示此回答的生成信息</translation>
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
        <translation>重新捕获 1 次</translation>
    </message>
    <message numerus="yes">
        <source>%n recaptures</source>
        <translation>
            <numerusform>重新捕获 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 参数</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>剩余 %1 秒</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>剩余 %1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>剩余 %1 小时 %2 分钟</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 / %2（%3%）</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Stopped while thinking</source>
        <translation>思考时停止</translation>
    </message>
    <message>
        <source>Stopped after thinking for %1</source>
        <translation>思考 %1 后停止</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>思考了 %1</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>%1 as fast by drafting</source>
        <translation>推测解码使速度达 %1</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 关</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>每步 %1 个 token</translation>
    </message>
    <message>
        <source>%1, %2 faster</source>
        <translation>%1，快 %2</translation>
    </message>
    <message>
        <source>%1, %2 slower</source>
        <translation>%1，慢 %2</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>各深度接受率</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>回答者</translation>
    </message>
    <message>
        <source>Compared with versions</source>
        <translation>与其他版本比较</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>推测解码</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>已接受的草稿</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <source>Fingerprint of the tokens</source>
        <translation>Token 指纹</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首个 token</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>推测解码增益</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>重新捕获</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 数</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>提示词 token 数</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>每步 token 数</translation>
    </message>
    <message>
        <source>drafts %1</source>
        <translation>草稿 %1</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>由您编辑过</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>same answer as %1/%2</source>
        <translation>与 %1/%2 的回答相同</translation>
    </message>
    <message>
        <source>stopped at the longest answer allowed</source>
        <translation>因达到回答长度上限而停止</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>由您停止</translation>
    </message>
    <message>
        <source>stopped: the context is full</source>
        <translation>已停止：上下文已满</translation>
    </message>
    <message>
        <source>stopped: the model was switched or loaded again</source>
        <translation>已停止：模型被切换或重新加载</translation>
    </message>
</context>
<context>
    <name>GateBox</name>
    <message>
        <source>Access token (hf_…)</source>
        <translation>访问令牌 (hf_…)</translation>
    </message>
    <message>
        <source>Access token of Hugging Face</source>
        <translation>Hugging Face 访问令牌</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>打开其页面</translation>
    </message>
    <message>
        <source>Use this token</source>
        <translation>使用此令牌</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message>
        <source>Earlier comparisons</source>
        <translation>以往的对比</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>从历史记录中移除</translation>
    </message>
</context>
<context>
    <name>ImportMenu</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Use a file where it is…</source>
        <translation>原位使用文件…</translation>
    </message>
    <message>
        <source>Nothing is copied; the file must stay where it is.</source>
        <translation>不复制任何内容；文件必须留在原处。</translation>
    </message>
    <message>
        <source>Link a file into the models folder…</source>
        <translation>将文件链接到模型文件夹…</translation>
    </message>
    <message>
        <source>Takes no room; only on the same disk.</source>
        <translation>不占用空间；仅限同一磁盘。</translation>
    </message>
    <message>
        <source>Copy a file into the models folder…</source>
        <translation>将文件复制到模型文件夹…</translation>
    </message>
    <message>
        <source>The other file can be deleted afterwards.</source>
        <translation>之后可以删除原文件。</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Face 缓存</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>原位置</translation>
    </message>
    <message>
        <source>Your folder</source>
        <translation>您的文件夹</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Models %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>unfinished downloads %1</source>
        <translation>未完成的下载 %1</translation>
    </message>
    <message>
        <source>used where they are %1</source>
        <translation>原位使用 %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>可用 %1，共 %2</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>正在检查 %1…</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2。</translation>
    </message>
    <message>
        <source>Importing %1…</source>
        <translation>正在导入 %1…</translation>
    </message>
    <message>
        <source>%1 is among your models now.</source>
        <translation>%1 已加入您的模型。</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>正在移除 %1…</translation>
    </message>
    <message>
        <source>%1 is in the trash.</source>
        <translation>%1 已移到回收站。</translation>
    </message>
    <message>
        <source>%1 was taken off the list; its file stays.</source>
        <translation>%1 已从列表中移除；其文件会保留。</translation>
    </message>
    <message>
        <source>Bringing back %1…</source>
        <translation>正在恢复 %1…</translation>
    </message>
    <message>
        <source>%1 is back.</source>
        <translation>%1 已恢复。</translation>
    </message>
    <message>
        <source>One thing at a time: wait until this is done: %1</source>
        <translation>一次只能进行一项操作，请等待此项完成：%1</translation>
    </message>
    <message>
        <source>is sound; its checksum was recorded for the next time</source>
        <translation>完好；已记录其校验和，供下次核对</translation>
    </message>
    <message>
        <source>is the file that its cache says it is</source>
        <translation>与其缓存所记录的文件一致</translation>
    </message>
    <message>
        <source>is the file that the Hub has</source>
        <translation>与 Hub 上的文件一致</translation>
    </message>
    <message>
        <source>is the file that the catalogue names</source>
        <translation>与目录中列出的文件一致</translation>
    </message>
    <message>
        <source>is unchanged since it was first verified</source>
        <translation>自首次校验以来没有变化</translation>
    </message>
</context>
<context>
    <name>LibraryViewModel</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
</context>
<context>
    <name>LoadDialog</name>
    <message>
        <source>Load a model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>上下文内存</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>草稿 token 来源</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Set as defaults</source>
        <translation>设为默认值</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>The most that the model takes of the GPU; the rest is read from main memory.</source>
        <translation>模型最多占用的 GPU 显存；其余部分从内存读取。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>{0} (cannot draft for it)</source>
        <translation>{0}（无法为其生成草稿）</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>无需操作</translation>
    </message>
    <message>
        <source>These values are this model&apos;s own; all others follow the settings.</source>
        <translation>这些值为此模型单独设定；其余均沿用设置。</translation>
    </message>
    <message>
        <source>All values are those of the settings.</source>
        <translation>所有值均沿用设置。</translation>
    </message>
</context>
<context>
    <name>LoadOptions</name>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>正在读取文件头…</translation>
    </message>
</context>
<context>
    <name>LoadedFileWatch</name>
    <message>
        <source>The file of %1 is gone. It works until it is unloaded.</source>
        <translation>%1 的文件已不存在。在卸载之前仍可使用。</translation>
    </message>
    <message>
        <source>The file of %1 was changed.</source>
        <translation>%1 的文件已更改。</translation>
    </message>
    <message>
        <source>Load it again</source>
        <translation>重新加载</translation>
    </message>
</context>
<context>
    <name>LogsDialog</name>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Search the logs</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Window and engine</source>
        <translation>窗口和引擎</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Lines of the logs</source>
        <translation>日志内容</translation>
    </message>
    <message>
        <source>The lines shown, without names and secrets</source>
        <translation>所显示的行，不含姓名和机密</translation>
    </message>
    <message>
        <source>{0} of the latest {1} lines</source>
        <translation>最近 {1} 行中的 {0} 行</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Your data</source>
        <translation>您的数据</translation>
    </message>
    <message>
        <source>Engines elsewhere</source>
        <translation>别处的引擎</translation>
    </message>
    <message>
        <source>The engine is not installed yet, so no model can answer.</source>
        <translation>引擎尚未安装，因此任何模型都无法回答。</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>安装…</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0} 已下载。</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>开始对话</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Continue this answer</source>
        <translation>继续此回答</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>生成回答时不可用</translation>
    </message>
    <message>
        <source>Answer again with another model…</source>
        <translation>用其他模型重新回答…</translation>
    </message>
    <message>
        <source>Branch into a new chat</source>
        <translation>分支到新对话</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>MessageBody</name>
    <message>
        <source>Shown as plain text: this part is too large to format</source>
        <translation>以纯文本显示：此部分过大，无法排版</translation>
    </message>
</context>
<context>
    <name>MessageCard</name>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>The answer is on its way</source>
        <translation>回答正在生成</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>您的消息</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answered by {0}</source>
        <translation>由 {0} 回答</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Edit the answer</source>
        <translation>编辑回答</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>编辑您的消息</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>保存并继续</translation>
    </message>
    <message>
        <source>The model goes on from the end of your text</source>
        <translation>模型会从您的文本末尾继续</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>编辑并重新发送</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>第 {0} 个版本，共 {1} 个</translation>
    </message>
    <message>
        <source>Edit this answer</source>
        <translation>编辑此回答</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>生成回答时不可用</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message>
        <source>Drafting pauses: checking drafts takes longer than they save.</source>
        <translation>推测解码暂停：验证草稿所花的时间比节省的还多。</translation>
    </message>
    <message>
        <source>Drafting pauses: the draft model would have to read the chat first, which takes longer than it saves.</source>
        <translation>推测解码暂停：草稿模型需要先读完对话，所花的时间比节省的还多。</translation>
    </message>
    <message>
        <source>No drafts: nothing repeats so far.</source>
        <translation>没有草稿：目前没有重复内容。</translation>
    </message>
    <message>
        <source>%1 answers; its steps are not known here</source>
        <translation>%1 在回答；此处不知道它的步骤</translation>
    </message>
    <message>
        <source>No answer yet</source>
        <translation>尚无回答</translation>
    </message>
    <message>
        <source>Every step is replayed</source>
        <translation>每一步都由重放完成</translation>
    </message>
    <message>
        <source>Some steps are not replayed</source>
        <translation>部分步骤未重放</translation>
    </message>
    <message>
        <source>Replay failed and is off</source>
        <translation>重放失败，已关闭</translation>
    </message>
</context>
<context>
    <name>MeterDetails</name>
    <message>
        <source>Recaptures</source>
        <translation>重新捕获</translation>
    </message>
    <message>
        <source>Steps that had to be captured again</source>
        <translation>不得不重新捕获的步骤</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>上下文中的 token 数及其容量</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>已接受的草稿</translation>
    </message>
    <message>
        <source>Drafted tokens that were right</source>
        <translation>猜对的草稿 token</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>每步 token 数</translation>
    </message>
    <message>
        <source>Tokens that each step gives while drafting</source>
        <translation>推测解码时每一步产生的 token 数</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>推测解码增益</translation>
    </message>
    <message>
        <source>How many times as fast as without drafts</source>
        <translation>与不使用草稿相比的速度倍数</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>各深度接受率</translation>
    </message>
    <message>
        <source>How often the first, second, third … draft of a step was right</source>
        <translation>每步的第一、第二、第三……个草稿正确的比例</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Captured steps that were replayed</source>
        <translation>被重放的已捕获步骤</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首个 token</translation>
    </message>
    <message>
        <source>Time until the first token</source>
        <translation>到首个 token 为止的时间</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Speed of reading the prompt</source>
        <translation>读取提示词的速度</translation>
    </message>
    <message>
        <source>Experts on the GPU</source>
        <translation>GPU 上的专家</translation>
    </message>
    <message>
        <source>How many of the model&apos;s experts are in the GPU&apos;s memory</source>
        <translation>模型的专家有多少在 GPU 显存中</translation>
    </message>
    <message>
        <source>Expert hits</source>
        <translation>专家命中</translation>
    </message>
    <message>
        <source>How often an expert that was needed was in the GPU&apos;s memory</source>
        <translation>所需专家已在 GPU 显存中的比例</translation>
    </message>
    <message>
        <source>Over the bus</source>
        <translation>经总线读取</translation>
    </message>
    <message>
        <source>What the GPU read of the other experts from main memory</source>
        <translation>GPU 从内存读取的其他专家数据量</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>Steps captured ahead of need</source>
        <translation>预先捕获的步骤</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>即时执行</translation>
    </message>
    <message>
        <source>Steps run without replay</source>
        <translation>未经重放而运行的步骤</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory used by the model</source>
        <translation>模型占用的内存</translation>
    </message>
    <message>
        <source>whole answer {0}</source>
        <translation>整个回答 {0}</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>尚无回答</translation>
    </message>
    <message>
        <source>Last recapture: {0}</source>
        <translation>上次重新捕获：{0}</translation>
    </message>
</context>
<context>
    <name>MeterStrip</name>
    <message>
        <source>Replay meter</source>
        <translation>重放仪表</translation>
    </message>
    <message>
        <source>Show all numbers</source>
        <translation>显示所有数字</translation>
    </message>
    <message>
        <source>Show one line</source>
        <translation>显示为一行</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>上下文中的 token 数及其容量</translation>
    </message>
    <message>
        <source>Speed now: {0}</source>
        <translation>当前速度：{0}</translation>
    </message>
    <message>
        <source>Context used: {0}</source>
        <translation>已用上下文：{0}</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>there</source>
        <translation>有</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>占用磁盘</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Drafts as</source>
        <translation>草稿类型</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>对话模板</translation>
    </message>
    <message>
        <source>License</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>not stated in the file</source>
        <translation>文件中未注明</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>单独设定的值</translation>
    </message>
    <message>
        <source>Get it (%1)</source>
        <translation>下载（%1）</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>正在查询 Hugging Face…</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>已加入下载列表。</translation>
    </message>
    <message>
        <source>It is the file that Hugging Face has now.</source>
        <translation>与 Hugging Face 上的当前文件一致。</translation>
    </message>
    <message>
        <source>Hugging Face has a newer file of this name.</source>
        <translation>Hugging Face 上有同名的更新文件。</translation>
    </message>
</context>
<context>
    <name>ModelDetailsPanel</name>
    <message>
        <source>Look for a newer file</source>
        <translation>检查是否有更新的文件</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>无需操作</translation>
    </message>
</context>
<context>
    <name>ModelOffer</name>
    <message>
        <source>This chat is set to %1, which is not loaded.</source>
        <translation>此对话设定使用 %1，但该模型未加载。</translation>
    </message>
    <message>
        <source>Load it</source>
        <translation>加载它</translation>
    </message>
    <message>
        <source>This chat is set to %1, which is no longer there.</source>
        <translation>此对话设定使用 %1，但该模型已不存在。</translation>
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
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>模型：{0}</translation>
    </message>
</context>
<context>
    <name>ModelPickerViewModel</name>
    <message>
        <source>No model yet. Import a GGUF file, or put one into %1.</source>
        <translation>还没有模型。请导入 GGUF 文件，或将文件放入 %1。</translation>
    </message>
    <message>
        <source>%1 was unloaded; %2 of memory are free again.</source>
        <translation>%1 已卸载；释放了 %2 内存。</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>正在下载入门模型</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Search your models</source>
        <translation>搜索您的模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>加载选项…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>获取更多模型…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>导入 GGUF 文件…</translation>
    </message>
    <message>
        <source>No model of yours has these words.</source>
        <translation>您的模型中没有包含这些字词的。</translation>
    </message>
    <message>
        <source>Free the memory of the loaded model (Ctrl+U)</source>
        <translation>释放已加载模型占用的内存 (Ctrl+U)</translation>
    </message>
</context>
<context>
    <name>ModelSearch</name>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Models on this machine</source>
        <translation>此电脑上的模型</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Back to the chat (Esc)</source>
        <translation>返回对话 (Esc)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>My models</source>
        <translation>我的模型</translation>
    </message>
</context>
<context>
    <name>MyModelsTab</name>
    <message>
        <source>Chat with it</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>加载选项…</translation>
    </message>
    <message>
        <source>Check that the file is whole</source>
        <translation>检查文件是否完整</translation>
    </message>
    <message>
        <source>Show the file in the file manager</source>
        <translation>在文件管理器中显示文件</translation>
    </message>
    <message>
        <source>Move the model to the trash (Del)</source>
        <translation>将模型移到回收站 (Del)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>How full the disk is</source>
        <translation>磁盘占用情况</translation>
    </message>
    <message>
        <source>There is no model on this machine yet. Find one, or drop a .gguf file here.</source>
        <translation>此电脑上还没有模型。请查找一个，或将 .gguf 文件拖放到此处。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>It belongs to another program or folder; remove it there</source>
        <translation>它属于其他程序或文件夹；请在那里移除</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>检查文件</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Unload (Ctrl+U)</source>
        <translation>卸载 (Ctrl+U)</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
</context>
<context>
    <name>NoModelPage</name>
    <message>
        <source>A model is needed first</source>
        <translation>首先需要一个模型</translation>
    </message>
    <message>
        <source>Download the starter model (about 100 MB)</source>
        <translation>下载入门模型（约 100 MB）</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Find a model…</source>
        <translation>查找模型…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>导入 GGUF 文件…</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Or drop a .gguf file anywhere here.</source>
        <translation>或将 .gguf 文件拖放到此窗口的任意位置。</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Getting…</source>
        <translation>正在获取…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Get %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>None of its files can be recommended; open it and choose one.</source>
        <translation>其中没有可以推荐的文件；请打开后自行选择。</translation>
    </message>
    <message>
        <source>The Hub did not say how large it is.</source>
        <translation>Hub 未说明其大小。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The usual %1 does not fit.</source>
        <translation>常用的 %1 容纳不下。</translation>
    </message>
    <message>
        <source>%1 has no file that can be recommended; open it and choose one.</source>
        <translation>%1 中没有可以推荐的文件；请打开后自行选择。</translation>
    </message>
</context>
<context>
    <name>OptionEditor</name>
    <message>
        <source>Takes effect when the model is loaded again.</source>
        <translation>重新加载模型后生效。</translation>
    </message>
</context>
<context>
    <name>OwnDataSection</name>
    <message>
        <source>Export everything…</source>
        <translation>导出全部…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Show the logs…</source>
        <translation>显示日志…</translation>
    </message>
    <message>
        <source>Conversations, to keep and to read, and the settings, in one zip.</source>
        <translation>对话（可供存档和阅读）和设置，打包在一个 zip 文件中。</translation>
    </message>
    <message>
        <source>For whoever looks into a problem: versions, machine, settings, logs; no conversations. You see it first.</source>
        <translation>供排查问题的人使用：版本、电脑、设置和日志；不含对话。您可以先行查看。</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>导出全部</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
</context>
<context>
    <name>OwnDataViewModel</name>
    <message>
        <source>The report is in %1.</source>
        <translation>报告位于 %1。</translation>
    </message>
    <message>
        <source>%1 conversations and the settings are in %2.</source>
        <translation>%1 个对话和设置位于 %2。</translation>
    </message>
    <message>
        <source>1 conversation and the settings are in %2.</source>
        <translation>1 个对话和设置位于 %2。</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Find, download and keep models</source>
        <translation>查找、下载和管理模型</translation>
    </message>
    <message>
        <source>Measure what a setting does</source>
        <translation>测量某项设置的效果</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The libraries that models run on</source>
        <translation>模型运行所依靠的运行库</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Change to this build</source>
        <translation>换用此构建</translation>
    </message>
</context>
<context>
    <name>PromptCompleter</name>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Edit prompts…</source>
        <translation>编辑提示词…</translation>
    </message>
    <message>
        <source>Write a prompt…</source>
        <translation>编写提示词…</translation>
    </message>
</context>
<context>
    <name>PromptForm</name>
    <message>
        <source>Insert</source>
        <translation>插入</translation>
    </message>
</context>
<context>
    <name>PromptsDialog</name>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name, to be typed after the slash</source>
        <translation>名称，在斜杠后输入</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
        <translation>提示词文本</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Write {{topic}} where the topic is asked for when you use the prompt.</source>
        <translation>写上 {{topic}}，使用提示词时便会在该处询问主题。</translation>
    </message>
    <message>
        <source>Save the changes to this prompt?</source>
        <translation>保存对此提示词的更改？</translation>
    </message>
    <message>
        <source>Delete the prompt {0}?</source>
        <translation>删除提示词“{0}”？</translation>
    </message>
</context>
<context>
    <name>ProvenancePopup</name>
    <message>
        <source>What made this answer</source>
        <translation>此回答的生成信息</translation>
    </message>
    <message>
        <source>Tint the words that came from drafts</source>
        <translation>为来自草稿的文字添加底色</translation>
    </message>
</context>
<context>
    <name>QuantCard</name>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation>下载 {0}，{1}</translation>
    </message>
    <message>
        <source>Show the download of {0}</source>
        <translation>显示 {0} 的下载</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>与 {0} 对话</translation>
    </message>
    <message>
        <source>{0} % there</source>
        <translation>已有 {0}%</translation>
    </message>
</context>
<context>
    <name>QueueBar</name>
    <message>
        <source>The queue waits, as the answer did not end by itself.</source>
        <translation>队列正在等待，因为上一个回答未自行结束。</translation>
    </message>
    <message>
        <source>Send the queue</source>
        <translation>发送队列</translation>
    </message>
</context>
<context>
    <name>QueuedRow</name>
    <message>
        <source>Send the queued message sooner</source>
        <translation>提前发送排队的消息</translation>
    </message>
    <message>
        <source>Edit the queued message</source>
        <translation>编辑排队的消息</translation>
    </message>
    <message>
        <source>Remove the queued message</source>
        <translation>移除排队的消息</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>已排队</translation>
    </message>
</context>
<context>
    <name>RemoteModels</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Asking for its models…</source>
        <translation>正在询问其模型…</translation>
    </message>
    <message>
        <source>It has no models: load one there.</source>
        <translation>没有模型：请在那里加载一个。</translation>
    </message>
</context>
<context>
    <name>RepoPageViewModel</name>
    <message>
        <source>License: %1</source>
        <translation>许可证：%1</translation>
    </message>
    <message>
        <source>License not stated</source>
        <translation>未注明许可证</translation>
    </message>
    <message>
        <source>The makers of %1 ask you to accept their terms first: open its page, sign in and accept them, then make an access token there (Settings, Access Tokens) and paste it here.</source>
        <translation>%1 的作者要求先接受其条款：打开其页面，登录并接受条款，然后在那里创建访问令牌（Settings &gt; Access Tokens）并粘贴到此处。</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>正在查询 Hugging Face…</translation>
    </message>
    <message>
        <source>There is no GGUF file in %1; try a repository whose name ends in GGUF.</source>
        <translation>%1 中没有 GGUF 文件；请尝试名称以 GGUF 结尾的仓库。</translation>
    </message>
</context>
<context>
    <name>RepoView</name>
    <message>
        <source>Back to the results (Esc)</source>
        <translation>返回结果 (Esc)</translation>
    </message>
    <message>
        <source>Open its page in the browser</source>
        <translation>在浏览器中打开其页面</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>作者：{0}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Files of the report</source>
        <translation>报告中的文件</translation>
    </message>
    <message>
        <source>Text of the chosen file</source>
        <translation>所选文件的文本</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>This is all that the report holds. Names, secrets and the path of your home are taken out; look through it all the same.</source>
        <translation>这就是报告的全部内容。名称、机密信息和主目录路径均已去除；仍请您自行检查一遍。</translation>
    </message>
</context>
<context>
    <name>ResultCard</name>
    <message>
        <source>Use the winner for this model</source>
        <translation>将胜出配置用于此模型</translation>
    </message>
    <message>
        <source>Show the race</source>
        <translation>查看竞速</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>保存对比结果</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>无法写入 {0}。</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Table of all runs (CSV)</source>
        <translation>所有运行的表格 (CSV)</translation>
    </message>
    <message>
        <source>Everything (JSON)</source>
        <translation>全部数据 (JSON)</translation>
    </message>
    <message>
        <source>Picture of this card (PNG)</source>
        <translation>此卡片的图片 (PNG)</translation>
    </message>
    <message>
        <source>{0} against {1}</source>
        <translation>{0} 对比 {1}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Runs within</source>
        <translation>波动范围</translation>
    </message>
    <message>
        <source>Against A</source>
        <translation>对比 A</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>重新捕获</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 数</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Models found</source>
        <translation>找到的模型</translation>
    </message>
</context>
<context>
    <name>RowMenus</name>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete the folder, keep its chats</source>
        <translation>删除文件夹，保留其中的对话</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>在旁边打开</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>导出为</translation>
    </message>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chats</source>
        <translation>
            <numerusform>删除 %n 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>Out of the folder</source>
        <translation>移出文件夹</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>%1 free in %2</source>
        <translation>%2 中可用 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>%1 on the disk</source>
        <translation>占用磁盘 %1</translation>
    </message>
    <message>
        <source>%1 to download</source>
        <translation>需下载 %1</translation>
    </message>
    <message>
        <source>%1, which fits this computer</source>
        <translation>%1，适合此电脑</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>正在检查 %1</translation>
    </message>
    <message>
        <source>Driver for CUDA %1</source>
        <translation>支持 CUDA %1 的驱动程序</translation>
    </message>
    <message>
        <source>NVIDIA GPU with %1</source>
        <translation>NVIDIA GPU（%1）</translation>
    </message>
    <message>
        <source>No NVIDIA GPU</source>
        <translation>没有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Trying out the engine; the first time takes up to a minute</source>
        <translation>正在试运行引擎；首次最多需要一分钟</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>正在解压</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>%1 版</translation>
    </message>
</context>
<context>
    <name>RuntimeViewModel</name>
    <message>
        <source>Paused; what was fetched is kept.</source>
        <translation>已暂停；已下载的内容会保留。</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>There are newer libraries, of %1. The installed ones go on working.</source>
        <translation>有更新的运行库（%1 版）。已安装的仍可继续使用。</translation>
    </message>
    <message>
        <source>The engine is ready.</source>
        <translation>引擎已就绪。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were repaired.</source>
        <translation>引擎的运行库已修复。</translation>
    </message>
    <message>
        <source>All libraries are as they should be.</source>
        <translation>所有运行库均完好无误。</translation>
    </message>
    <message>
        <source>The engine runs with %1 again.</source>
        <translation>引擎已恢复使用 %1 运行。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were removed.</source>
        <translation>引擎的运行库已移除。</translation>
    </message>
</context>
<context>
    <name>RuntimeWatch</name>
    <message>
        <source>The engine&apos;s libraries were removed. What is loaded works until Encore is closed; install them again for the next time.</source>
        <translation>引擎的运行库已被移除。在关闭 Encore 之前，已加载的内容仍可使用；请重新安装以供下次使用。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were changed; they are now: %1.</source>
        <translation>引擎的运行库已更改，现为：%1。</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>重启引擎</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 After that start Encore again; nothing is kept in this window.</source>
        <translation>%1 之后请重新启动 Encore；此窗口中的内容不会保存。</translation>
    </message>
    <message>
        <source>%1 and %2 are one inside the other; choose another folder.</source>
        <translation>%1 与 %2 互相包含；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>%1 返回了 %2</translation>
    </message>
    <message>
        <source>%1 answered %2 for %3; try again later.</source>
        <translation>%1 对 %3 返回了 %2；请稍后再试。</translation>
    </message>
    <message>
        <source>%1 answers with more than %2 MB, which cannot be right: check the address of the Hub in the settings.</source>
        <translation>%1 返回了超过 %2 MB 的内容，不可能正确：请在设置中检查 Hub 地址。</translation>
    </message>
    <message>
        <source>%1 answers, but not as the Hub does: check the address of the Hub in the settings, or whether this network asks you to sign in first.</source>
        <translation>%1 有应答，但不是 Hub 的应答方式：请在设置中检查 Hub 地址，或确认此网络是否需要先登录。</translation>
    </message>
    <message>
        <source>%1 arrived damaged: its checksum is %2…, not %3…; try again to fetch it anew.</source>
        <translation>%1 收到时已损坏：校验和是 %2…，而不是 %3…；按“重试”重新获取。</translation>
    </message>
    <message>
        <source>%1 asks to slow down</source>
        <translation>%1 要求放慢速度</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 位</translation>
    </message>
    <message>
        <source>%1 cannot be deleted (%2); delete it by hand.</source>
        <translation>无法删除 %1（%2）；请手动删除。</translation>
    </message>
    <message>
        <source>%1 cannot be downloaded from %2; look the model up again.</source>
        <translation>无法从 %2 下载 %1；请重新查找该模型。</translation>
    </message>
    <message>
        <source>%1 cannot be kept in %2: %3.</source>
        <translation>无法将 %1 保存在 %2 中：%3。</translation>
    </message>
    <message>
        <source>%1 cannot be kept: %2.</source>
        <translation>无法保存 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be linked from another disk here (%2); copy it, or use it where it is.</source>
        <translation>此处无法从其他磁盘链接 %1（%2）；请复制，或直接在原位置使用。</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>无法打开 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>无法连接到 %1</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>无法读取 %1（%2）。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the address of updates in the settings.</source>
        <translation>无法读取 %1（%2）；请在设置中检查更新地址。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be replaced: %2.</source>
        <translation>无法替换 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be written to %2: %3.</source>
        <translation>无法将 %1 写入 %2：%3。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 changed on the server, so its download started over.</source>
        <translation>%1 在服务器上发生了变化，因此重新开始下载。</translation>
    </message>
    <message>
        <source>%1 changed while it was moved; everything is still in %2; try again when nothing writes there.</source>
        <translation>%1 在移动过程中发生了变化；所有内容仍在 %2 中；请在没有程序写入时重试。</translation>
    </message>
    <message>
        <source>%1 could not be brought back (%2); look for it in the trash.</source>
        <translation>无法恢复 %1（%2）；请在回收站中查找。</translation>
    </message>
    <message>
        <source>%1 could not be downloaded because of a fault in this program; see its log.</source>
        <translation>由于本程序的故障，无法下载 %1；请查看日志。</translation>
    </message>
    <message>
        <source>%1 could not be fetched (%2): put any GGUF model into %3, or try again later.</source>
        <translation>无法获取 %1（%2）：请将任意 GGUF 模型放入 %3，或稍后再试。</translation>
    </message>
    <message>
        <source>%1 could not be fetched: %2; what is there is kept, try again to go on with it.</source>
        <translation>无法获取 %1：%2；已下载的部分会保留，按“重试”继续。</translation>
    </message>
    <message>
        <source>%1 could not be read (%2); check the file.</source>
        <translation>无法读取 %1（%2）；请检查该文件。</translation>
    </message>
    <message>
        <source>%1 could not be removed (%2); if it is loaded, load another model first.</source>
        <translation>无法移除 %1（%2）；如果它已加载，请先加载其他模型。</translation>
    </message>
    <message>
        <source>%1 could not be saved (%2); check that the disk is not full.</source>
        <translation>无法保存 %1（%2）；请检查磁盘是否已满。</translation>
    </message>
    <message>
        <source>%1 does not accept the token; make a new one at %2/settings/tokens and put it in, or take the old one out.</source>
        <translation>%1 不接受该令牌；请在 %2/settings/tokens 新建一个并填入，或移除旧令牌。</translation>
    </message>
    <message>
        <source>%1 does not accept your token for %2; enter another in the settings.</source>
        <translation>%1 不接受您访问 %2 的令牌；请在设置中换一个。</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1 没有应答：%2</translation>
    </message>
    <message>
        <source>%1 does not answer: %2; check the network and try again.</source>
        <translation>%1 没有应答：%2；请检查网络后重试。</translation>
    </message>
    <message>
        <source>%1 does not answer; check the network and try again.</source>
        <translation>%1 没有应答；请检查网络后重试。</translation>
    </message>
    <message>
        <source>%1 does not exist or is private; for a private one, enter your token in the settings.</source>
        <translation>%1 不存在或是私有的；若是私有的，请在设置中填入令牌。</translation>
    </message>
    <message>
        <source>%1 does not give out %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 不提供 %2；如果设置了镜像，请检查其地址，或稍后再试。</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2.</source>
        <translation>%1 不允许此令牌查看 %2。</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2: %3.</source>
        <translation>%1 不允许此令牌查看 %2：%3。</translation>
    </message>
    <message>
        <source>%1 does not say which version of %2 it has.</source>
        <translation>%1 没有说明其 %2 的版本。</translation>
    </message>
    <message>
        <source>%1 has %2; an attachment may have up to %3. Attach a part of it.</source>
        <translation>%1 大小为 %2，附件最大 %3。请只附加其中一部分。</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (%2); try again later.</source>
        <translation>%1 自身出现问题（%2）；请稍后再试。</translation>
    </message>
    <message>
        <source>%1 has another file</source>
        <translation>%1 上是另一个文件</translation>
    </message>
    <message>
        <source>%1 has another file under that name</source>
        <translation>%1 上该名称对应另一个文件</translation>
    </message>
    <message>
        <source>%1 has another file under the name %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1 上名为 %2 的是另一个文件；如果设置了镜像，请检查其地址，或稍后再试。</translation>
    </message>
    <message>
        <source>%1 has compute capability %2, but the engine needs %3, so the processor is used.</source>
        <translation>%1 的计算能力为 %2，而引擎需要 %3，因此使用处理器。</translation>
    </message>
    <message>
        <source>%1 has had too many questions from here; try again %2.</source>
        <translation>%1 收到来自此处的请求过多；请%2再试。</translation>
    </message>
    <message>
        <source>%1 has more than the %2 characters that an attachment holds; attach a part of it.</source>
        <translation>%1 超过了附件的 %2 字符上限；请只附加其中一部分。</translation>
    </message>
    <message>
        <source>%1 has no %2 any more; look at what it has now.</source>
        <translation>%1 已没有 %2；请查看它现在有什么。</translation>
    </message>
    <message>
        <source>%1 has no files to download; choose another model.</source>
        <translation>%1 没有可下载的文件；请选择其他模型。</translation>
    </message>
    <message>
        <source>%1 has no such version on %2; leave the version out of the address.</source>
        <translation>%2 上的 %1 没有这个版本；请从地址中去掉版本。</translation>
    </message>
    <message>
        <source>%1 has no text in it; it may be scanned pages, which are pictures.</source>
        <translation>%1 中没有文字；可能是扫描页，即图片。</translation>
    </message>
    <message>
        <source>%1 has no update list there (%2); check the address of updates in the settings, or try again later.</source>
        <translation>%1 那里没有更新列表（%2）；请在设置中检查更新地址，或稍后再试。</translation>
    </message>
    <message>
        <source>%1 has trouble (it answered %2)</source>
        <translation>%1 出现问题（返回 %2）</translation>
    </message>
    <message>
        <source>%1 is a %2, not a model; paste the address of a model.</source>
        <translation>%1 不是模型（%2）；请粘贴模型的地址。</translation>
    </message>
    <message>
        <source>%1 is a file; choose a folder.</source>
        <translation>%1 是文件；请选择文件夹。</translation>
    </message>
    <message>
        <source>%1 is a folder; attach the files in it.</source>
        <translation>%1 是文件夹；请附加其中的文件。</translation>
    </message>
    <message>
        <source>%1 is a folder; watch it, or put it into %2, and the models in it are listed.</source>
        <translation>%1 是文件夹；请监视它或将其放入 %2，其中的模型便会列出。</translation>
    </message>
    <message>
        <source>%1 is a name that cannot be kept here.</source>
        <translation>%1 这个名称在此处无法使用。</translation>
    </message>
    <message>
        <source>%1 is a picture, which no model here can see; describe it in words.</source>
        <translation>%1 是图片，这里没有能看图的模型；请用文字描述。</translation>
    </message>
    <message>
        <source>%1 is being downloaded by another Encore window or command; stop it there.</source>
        <translation>另一个 Encore 窗口或命令正在下载 %1；请在那里停止。</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); correct it or delete it.</source>
        <translation>%1 已损坏（%2）；请更正或删除。</translation>
    </message>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation>%1 已损坏，无法读取。</translation>
    </message>
    <message>
        <source>%1 is damaged, or needs a password.</source>
        <translation>%1 已损坏或需要密码。</translation>
    </message>
    <message>
        <source>%1 is damaged; install the engine&apos;s libraries again.</source>
        <translation>%1 已损坏；请重新安装引擎的运行库。</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 是空的。</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2 with the account of your token.</source>
        <translation>%1 需要授权：请用令牌所属的账号在 %2 接受其条款。</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2, make a token at %3/settings/tokens and put it into the settings, or into HF_TOKEN.</source>
        <translation>%1 需要授权：请在 %2 接受其条款，在 %3/settings/tokens 创建令牌，并填入设置或 HF_TOKEN。</translation>
    </message>
    <message>
        <source>%1 is larger than 512 MB; export fewer conversations at once.</source>
        <translation>%1 大于 512 MB；请一次少导出一些对话。</translation>
    </message>
    <message>
        <source>%1 is locked with a password; save it without one first.</source>
        <translation>%1 有密码保护；请先另存为不带密码的文件。</translation>
    </message>
    <message>
        <source>%1 is longer than %2 KB; shorten it.</source>
        <translation>%1 超过 %2 KB；请缩短。</translation>
    </message>
    <message>
        <source>%1 is no address of a mirror; give one like https://mirror.example/pypi, or choose a folder.</source>
        <translation>%1 不是镜像地址；请填写类似 https://mirror.example/pypi 的地址，或选择文件夹。</translation>
    </message>
    <message>
        <source>%1 is no address of updates; give a folder, or an address that begins with https, http or file.</source>
        <translation>%1 不是更新地址；请填写文件夹，或以 https、http 或 file 开头的地址。</translation>
    </message>
    <message>
        <source>%1 is no address to fetch from; correct the Hub&apos;s address in the settings.</source>
        <translation>%1 不是可下载的地址；请在设置中更正 Hub 地址。</translation>
    </message>
    <message>
        <source>%1 is no address; correct the address of the Hub in the settings.</source>
        <translation>%1 不是地址；请在设置中更正 Hub 地址。</translation>
    </message>
    <message>
        <source>%1 is no address; paste one like %2/author/name.</source>
        <translation>%1 不是地址；请粘贴类似 %2/author/name 的地址。</translation>
    </message>
    <message>
        <source>%1 is no longer in %2; look the model up again.</source>
        <translation>%1 已不在 %2 中；请重新查找该模型。</translation>
    </message>
    <message>
        <source>%1 is no longer there; list the models again.</source>
        <translation>%1 已不存在；请重新列出模型。</translation>
    </message>
    <message>
        <source>%1 is no name of a repository, like author/name.</source>
        <translation>%1 不是类似 author/name 的仓库名。</translation>
    </message>
    <message>
        <source>%1 is no whole path; give the folder of updates from its root.</source>
        <translation>%1 不是完整路径；请从根目录起填写更新文件夹。</translation>
    </message>
    <message>
        <source>%1 is not Encore&apos;s to remove: it is in %2 (%3); remove it there.</source>
        <translation>%1 位于 %2（%3），Encore 不能移除；请在那里移除。</translation>
    </message>
    <message>
        <source>%1 is not a file that can be read.</source>
        <translation>%1 不是可读取的文件。</translation>
    </message>
    <message>
        <source>%1 is not a text file; attach text, code, PDF or .docx.</source>
        <translation>%1 不是文本文件；请附加文本、代码、PDF 或 .docx。</translation>
    </message>
    <message>
        <source>%1 is not on the Hub; paste an address like %2/author/name.</source>
        <translation>%1 不在 Hub 上；请粘贴类似 %2/author/name 的地址。</translation>
    </message>
    <message>
        <source>%1 is not the file that is needed: its checksum is another one; get it again.</source>
        <translation>%1 不是所需的文件：校验和不同；请重新获取。</translation>
    </message>
    <message>
        <source>%1 is not the file that the update list describes; it is not used.</source>
        <translation>%1 不是更新列表所描述的文件；不予使用。</translation>
    </message>
    <message>
        <source>%1 is not there, though the update list names it.</source>
        <translation>更新列表中列出了 %1，但它并不存在。</translation>
    </message>
    <message>
        <source>%1 is not what it should be: its checksum is %2…, not %3…; remove it and get it again.</source>
        <translation>%1 与应有的内容不符：校验和是 %2…，而不是 %3…；请移除后重新获取。</translation>
    </message>
    <message>
        <source>%1 is used; its driver runs CUDA %2.</source>
        <translation>使用 %1；其驱动支持 CUDA %2。</translation>
    </message>
    <message>
        <source>%1 keeps changing on the server; try again later, or look it up again.</source>
        <translation>%1 在服务器上不断变化；请稍后再试，或重新查找。</translation>
    </message>
    <message>
        <source>%1 lacks %2 and %3 more; put the wheels there.</source>
        <translation>%1 中缺少 %2 及另外 %3 个；请将 wheel 放到那里。</translation>
    </message>
    <message>
        <source>%1 lacks %2; put the wheels there.</source>
        <translation>%1 中缺少 %2；请将 wheel 放到那里。</translation>
    </message>
    <message>
        <source>%1 names no repository; paste an address like %2/author/name.</source>
        <translation>%1 没有指明仓库；请粘贴类似 %2/author/name 的地址。</translation>
    </message>
    <message>
        <source>%1 needs %2, but the disk of %3 has %4 free; make room, or use the file where it is.</source>
        <translation>%1 需要 %2，但 %3 所在磁盘只剩 %4；请腾出空间，或直接使用原位置的文件。</translation>
    </message>
    <message>
        <source>%1 needs a token; enter one in the settings.</source>
        <translation>%1 需要令牌；请在设置中填入。</translation>
    </message>
    <message>
        <source>%1 needs the network, which is off: unset HF_HUB_OFFLINE to switch it on.</source>
        <translation>%1：需要网络，但网络已关闭；取消设置 HF_HUB_OFFLINE 即可启用。</translation>
    </message>
    <message>
        <source>%1 only drafts tokens for another model; choose it in the load options of that model.</source>
        <translation>%1 仅为其他模型起草；请在那个模型的加载选项中选择它。</translation>
    </message>
    <message>
        <source>%1 only shows pictures to a model; choose the model that it belongs to.</source>
        <translation>%1 仅用于向模型展示图片；请选择它所属的模型。</translation>
    </message>
    <message>
        <source>%1 redirects in circles</source>
        <translation>%1 循环重定向</translation>
    </message>
    <message>
        <source>%1 refuses to answer about %2 (%3); try again later.</source>
        <translation>%1 拒绝回答有关 %2 的请求（%3）；请稍后再试。</translation>
    </message>
    <message>
        <source>%1 sends next to nothing</source>
        <translation>%1 几乎没有发送数据</translation>
    </message>
    <message>
        <source>%1 sends the file in another form than requested; use another address of the Hub in the settings.</source>
        <translation>%1 发送文件的形式与请求不符；请在设置中使用其他 Hub 地址。</translation>
    </message>
    <message>
        <source>%1 sends us to %2 without encryption, which is refused; check the address of the Hub in the settings.</source>
        <translation>%1 跳转到未加密的 %2，已拒绝；请在设置中检查 Hub 地址。</translation>
    </message>
    <message>
        <source>%1 sends us to what is no address; check the address of the Hub in the settings, or try again later.</source>
        <translation>%1 跳转到的不是地址；请在设置中检查 Hub 地址，或稍后再试。</translation>
    </message>
    <message>
        <source>%1 stopped sending</source>
        <translation>%1 停止发送</translation>
    </message>
    <message>
        <source>%1 took too long to make; export fewer chats at once, or as Markdown.</source>
        <translation>生成 %1 用时过长；请一次少导出一些对话，或导出为 Markdown。</translation>
    </message>
    <message>
        <source>%1 took too long to read, or is damaged; attach its text instead.</source>
        <translation>读取 %1 用时过长，或文件已损坏；请改为附加其文本。</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub since it was chosen; look the model up again to get the new one.</source>
        <translation>%1 在选定之后已在 Hub 上被替换；请重新查找该模型以获取新版本。</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub; look the model up again.</source>
        <translation>%1 在 Hub 上已被替换；请重新查找该模型。</translation>
    </message>
    <message>
        <source>%1 was stopped; download it again.</source>
        <translation>%1 已停止；请重新下载。</translation>
    </message>
    <message>
        <source>%1 went away; import it again.</source>
        <translation>%1 已不存在；请重新导入。</translation>
    </message>
    <message>
        <source>%1/%2 has a name that cannot be kept here; choose another model.</source>
        <translation>%1/%2 的名称在此处无法使用；请选择其他模型。</translation>
    </message>
    <message>
        <source>%1; trying again in %2 s.</source>
        <translation>%1；%2 秒后重试。</translation>
    </message>
    <message>
        <source>1 bit</source>
        <translation>1 位</translation>
    </message>
    <message>
        <source>16 bits a weight, as the model was trained: the original, the largest that makes sense.</source>
        <translation>每个权重 16 位，与训练时相同：原版，是有意义的最大版本。</translation>
    </message>
    <message>
        <source>16 bits a weight, not quantized: as good as the original, the largest that makes sense.</source>
        <translation>每个权重 16 位，未量化：与原版一样好，是有意义的最大版本。</translation>
    </message>
    <message>
        <source>32 bits a weight: twice the size of BF16, and no better in practice.</source>
        <translation>每个权重 32 位：大小是 BF16 的两倍，实际并不更好。</translation>
    </message>
    <message>
        <source>4-bit floating point in NVIDIA&apos;s format: small, with little lost.</source>
        <translation>NVIDIA 格式的 4 位浮点：体积小，损失很少。</translation>
    </message>
    <message>
        <source>4-bit floating point, in which models like gpt-oss were trained: the original of those.</source>
        <translation>4 位浮点，gpt-oss 等模型即以此训练：是它们的原版。</translation>
    </message>
    <message>
        <source>A rare format.</source>
        <translation>罕见的格式。</translation>
    </message>
    <message>
        <source>About %1 a weight, %2: %3.</source>
        <translation>每个权重约 %1，%2：%3。</translation>
    </message>
    <message>
        <source>About %1 a weight: %2.</source>
        <translation>每个权重约 %1：%2。</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>地址已被占用</translation>
    </message>
    <message>
        <source>Another Encore window or command is changing the engine&apos;s libraries; wait for it.</source>
        <translation>另一个 Encore 窗口或命令正在更改引擎的运行库；请等待其完成。</translation>
    </message>
    <message>
        <source>Another Encore window or command is downloading this.</source>
        <translation>另一个 Encore 窗口或命令正在下载它。</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>Encore %1 could not be installed: %2</source>
        <translation>无法安装 Encore %1：%2</translation>
    </message>
    <message>
        <source>Encore %1 has no package for this computer.</source>
        <translation>Encore %1 没有适用于本机的安装包。</translation>
    </message>
    <message>
        <source>Encore %1 is no longer here; download it again.</source>
        <translation>Encore %1 已不在此处；请重新下载。</translation>
    </message>
    <message>
        <source>Encore is closing; what was not finished was left as it was.</source>
        <translation>Encore 正在关闭；未完成的内容保持原样。</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Face 缓存</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>不能跨磁盘链接</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>Its name does not say how it was quantized.</source>
        <translation>名称未说明其量化方式。</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>Looking for new versions</source>
        <translation>查找新版本</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>检查 %1</translation>
    </message>
    <message>
        <source>Made with an importance matrix, which keeps more of the quality.</source>
        <translation>使用重要性矩阵制作，能保留更多质量。</translation>
    </message>
    <message>
        <source>No file manager could be opened; the file is %1.</source>
        <translation>无法打开文件管理器；文件是 %1。</translation>
    </message>
    <message>
        <source>No keyring works here, so the token is in %1, which only you can read.</source>
        <translation>此处没有可用的密钥环，令牌保存在只有您能读取的 %1 中。</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或文件夹</translation>
    </message>
    <message>
        <source>No version before this one is kept here.</source>
        <translation>此处没有保留更早的版本。</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1 of %2 (%3); choose another port or address.</source>
        <translation>无法监听 %2 的端口 %1（%3）；请选择其他端口或地址。</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; the log in the Encore folder has the details.</source>
        <translation>发生了意外错误；详情见 Encore 文件夹中的日志。</translation>
    </message>
    <message>
        <source>That is no token: it begins with hf_ and has only letters and digits.</source>
        <translation>这不是令牌：令牌以 hf_ 开头，只含字母和数字。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are those of another version of Encore; the page “Engine” of the window or `encore runtime install` gets the right ones.</source>
        <translation>引擎的运行库属于另一个版本的 Encore；可在窗口的“引擎”页面或用 `encore runtime install` 获取正确的运行库。</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used; with driver %2 or newer it is the GPU.</source>
        <translation>此 Encore 没有适用于本机 NVIDIA 驱动（CUDA %1）的版本，因此使用处理器；驱动 %2 或更新版本则使用 GPU。</translation>
    </message>
    <message>
        <source>The address of updates</source>
        <translation>更新地址</translation>
    </message>
    <message>
        <source>The answer was deleted with its conversation.</source>
        <translation>该回答已随其对话一起删除。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted here; check the clock of this machine, and the proxy in the settings.</source>
        <translation>此处不信任 %1 的证书；请检查本机时钟和设置中的代理。</translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>The conversations at %1 are damaged and another window has them open; close all windows of Encore and start it again.</source>
        <translation>%1 中的对话已损坏，且正被另一个窗口打开；请关闭所有 Encore 窗口后重新启动。</translation>
    </message>
    <message>
        <source>The conversations at %1 cannot be opened (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>无法打开 %1 中的对话（%2）；请检查文件夹是否可写、磁盘是否已满。</translation>
    </message>
    <message>
        <source>The conversations at %1 were written by a newer version of Encore; install that version, or move the file away to start afresh.</source>
        <translation>%1 中的对话由较新版本的 Encore 写入；请安装该版本，或移走该文件以重新开始。</translation>
    </message>
    <message>
        <source>The conversations could not be read; the damaged file is kept at %1.</source>
        <translation>无法读取对话；损坏的文件保留在 %1。</translation>
    </message>
    <message>
        <source>The disk of %1 cannot hold a file as large as %2; move the models to another disk.</source>
        <translation>%1 所在磁盘无法存放 %2 这么大的文件；请将模型移到其他磁盘。</translation>
    </message>
    <message>
        <source>The disk of %1 has too little room for %2: free %3 more, then try again; what was fetched is kept.</source>
        <translation>%1 所在磁盘没有足够空间存放 %2：请再腾出 %3 后按“重试”；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room for %2, then try again; what was fetched is kept.</source>
        <translation>%1 所在磁盘已满：请为 %2 腾出空间后按“重试”；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room, then try again; what was fetched is kept.</source>
        <translation>%1 所在磁盘已满：请腾出空间后重试；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>The download was paused; try again to go on with it.</source>
        <translation>下载已暂停；重试即可继续。</translation>
    </message>
    <message>
        <source>The engine does not run with these libraries: %1; nothing was changed, choose another build or try again.</source>
        <translation>引擎无法使用这些运行库：%1；未作任何更改，请选择其他版本或重试。</translation>
    </message>
    <message>
        <source>The engine is not installed yet; the page “Engine” of the window or `encore runtime install` does it.</source>
        <translation>引擎尚未安装；可在窗口的“引擎”页面或用 `encore runtime install` 安装。</translation>
    </message>
    <message>
        <source>The engine runs on the processor of this Mac.</source>
        <translation>引擎在这台 Mac 的处理器上运行。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries</source>
        <translation>引擎的运行库</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed yet.</source>
        <translation>引擎的运行库尚未安装。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries could not be unpacked: %1; try again.</source>
        <translation>无法解压引擎的运行库：%1；请重试。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries need %1 GB in %2, but its disk has %3 GB free; free %4 GB more, then try again.</source>
        <translation>引擎的运行库在 %2 中需要 %1 GB，但其磁盘只剩 %3 GB；请再腾出 %4 GB 后重试。</translation>
    </message>
    <message>
        <source>The export could not be saved to %1 (%2); choose another place, or make room.</source>
        <translation>无法将导出内容保存到 %1（%2）；请选择其他位置或腾出空间。</translation>
    </message>
    <message>
        <source>The header of %1 could not be kept in %2: %3.</source>
        <translation>无法将 %1 的文件头保存到 %2：%3。</translation>
    </message>
    <message>
        <source>The header of %1 could not be read: %2; try again later.</source>
        <translation>无法读取 %1 的文件头：%2；请稍后再试。</translation>
    </message>
    <message>
        <source>The header of %1 is longer than %2 MB, as that of no known model is; choose another file.</source>
        <translation>%1 的文件头超过 %2 MB，没有已知模型会这样；请选择其他文件。</translation>
    </message>
    <message>
        <source>The libraries %1 do not fit this machine: %2.</source>
        <translation>运行库 %1 不适合本机：%2。</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no address for %2.</source>
        <translation>运行库列表 %1 中没有 %2 的地址。</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no wheel of %2.</source>
        <translation>运行库列表 %1 中没有 %2 的 wheel。</translation>
    </message>
    <message>
        <source>The list of libraries %1 is damaged: %2.</source>
        <translation>运行库列表 %1 已损坏：%2。</translation>
    </message>
    <message>
        <source>The models could not be moved to %1 (%2): everything is still in %3; try again, it goes on from here.</source>
        <translation>无法将模型移动到 %1（%2）：所有内容仍在 %3 中；请重试，将从此处继续。</translation>
    </message>
    <message>
        <source>The models need %1 more, but the disk of %2 has %3 free; make room there, or choose another folder.</source>
        <translation>模型还需要 %1，但 %2 所在磁盘只剩 %3；请在那里腾出空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The preset %1 could not be read (%2); mend its file or save it anew.</source>
        <translation>无法读取预设 %1（%2）；请修正其文件或重新保存。</translation>
    </message>
    <message>
        <source>The proxy cannot be used; give the address of an HTTP proxy, like http://host:8080.</source>
        <translation>代理无法使用；请填写 HTTP 代理的地址，例如 http://host:8080。</translation>
    </message>
    <message>
        <source>The proxy does not let us through: %1; check it in the settings.</source>
        <translation>代理不让通过：%1；请在设置中检查。</translation>
    </message>
    <message>
        <source>The report could not be saved to %1 (%2); choose another place.</source>
        <translation>无法将报告保存到 %1（%2）；请选择其他位置。</translation>
    </message>
    <message>
        <source>The settings are longer than %1 KB and were not saved; shorten the system prompt.</source>
        <translation>设置超过 %1 KB，未保存；请缩短系统提示词。</translation>
    </message>
    <message>
        <source>The settings could not be saved to %1 (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>无法将设置保存到 %1（%2）；请检查文件夹是否可写、磁盘是否已满。</translation>
    </message>
    <message>
        <source>The settings of %1 could not be saved to %2 (%3); check that the disk is not full.</source>
        <translation>无法将 %1 的设置保存到 %2（%3）；请检查磁盘是否已满。</translation>
    </message>
    <message>
        <source>The signature of the update list cannot be read; try again later.</source>
        <translation>无法读取更新列表的签名；请稍后再试。</translation>
    </message>
    <message>
        <source>The starter model is not there; put a GGUF model into %1 and name it.</source>
        <translation>没有入门模型；请将一个 GGUF 模型放入 %1 并指定其名称。</translation>
    </message>
    <message>
        <source>The token cannot be kept in %1: %2.</source>
        <translation>无法将令牌保存在 %1 中：%2。</translation>
    </message>
    <message>
        <source>The update key of this build is damaged; install Encore again.</source>
        <translation>此版本的更新密钥已损坏；请重新安装 Encore。</translation>
    </message>
    <message>
        <source>The update list is for another version of Encore; get the new one from where you got this one.</source>
        <translation>更新列表适用于其他版本的 Encore；请从获取本版本的地方获取新版本。</translation>
    </message>
    <message>
        <source>The update list is for the channel %1, not for %2; check the address of updates in the settings.</source>
        <translation>更新列表适用于渠道 %1，而不是 %2；请在设置中检查更新地址。</translation>
    </message>
    <message>
        <source>The update list is longer than %1 KB; not used.</source>
        <translation>更新列表超过 %1 KB；不予使用。</translation>
    </message>
    <message>
        <source>The update list is not signed with Encore&apos;s key, so it is not used; check the address of updates in the settings.</source>
        <translation>更新列表未使用 Encore 的密钥签名，因此不予使用；请在设置中检查更新地址。</translation>
    </message>
    <message>
        <source>The update list is of %1, older than one seen before, so it is not used; try again later, or check the address of updates.</source>
        <translation>更新列表的日期是 %1，早于之前见过的列表，因此不予使用；请稍后再试，或检查更新地址。</translation>
    </message>
    <message>
        <source>The update list names a file outside its folder; not used.</source>
        <translation>更新列表指向其文件夹之外的文件；不予使用。</translation>
    </message>
    <message>
        <source>The update list names a file that cannot be kept here; not used.</source>
        <translation>更新列表中的文件无法保存在此处；不予使用。</translation>
    </message>
    <message>
        <source>The update list names no address to download from; not used.</source>
        <translation>更新列表没有给出下载地址；不予使用。</translation>
    </message>
    <message>
        <source>The version %1 of %2 is gone; look the model up again.</source>
        <translation>%2 的版本 %1 已不存在；请重新查找该模型。</translation>
    </message>
    <message>
        <source>There are no earlier libraries to go back to.</source>
        <translation>没有可以恢复的旧运行库。</translation>
    </message>
    <message>
        <source>There is another %1 in %2; choose an empty folder. Everything is still in %3.</source>
        <translation>%2 中有另一个 %1；请选择空文件夹。所有内容仍在 %3 中。</translation>
    </message>
    <message>
        <source>There is another %1 now; %2 stays deleted.</source>
        <translation>现在有另一个 %1；%2 仍处于已删除状态。</translation>
    </message>
    <message>
        <source>There is another model called %1; rename one of the two.</source>
        <translation>已有另一个名为 %1 的模型；请重命名其中一个。</translation>
    </message>
    <message>
        <source>There is no %1 on %2, or it is private and needs a token; check its name.</source>
        <translation>%2 上没有 %1，或者它是私有的、需要令牌；请检查名称。</translation>
    </message>
    <message>
        <source>There is no %1 on %2; check its name.</source>
        <translation>%2 上没有 %1；请检查名称。</translation>
    </message>
    <message>
        <source>There is no build %1; choose one of: %2.</source>
        <translation>没有版本 %1；请从以下选择：%2。</translation>
    </message>
    <message>
        <source>There is no folder %1; nothing was moved.</source>
        <translation>没有文件夹 %1；未移动任何内容。</translation>
    </message>
    <message>
        <source>This Encore has no build for the processor alone; the one for NVIDIA GPUs, which is larger, runs there, too.</source>
        <translation>此 Encore 没有仅用于处理器的版本；用于 NVIDIA GPU 的版本较大，也能在处理器上运行。</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used.</source>
        <translation>此 Encore 没有适用于本机 NVIDIA 驱动（CUDA %1）的版本，因此使用处理器。</translation>
    </message>
    <message>
        <source>This Encore has no engine for %1 on this machine; get the right download of Encore.</source>
        <translation>此 Encore 没有适用于本机 %1 的引擎；请下载合适的 Encore。</translation>
    </message>
    <message>
        <source>This build has no update key, so it cannot look for new versions.</source>
        <translation>此版本没有更新密钥，无法查找新版本。</translation>
    </message>
    <message>
        <source>This build knows no address of updates; put one into the settings.</source>
        <translation>此版本没有更新地址；请在设置中填写。</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>此对话已在另一个窗口中删除。</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window; start or choose another one.</source>
        <translation>此对话已在另一个窗口中删除；请新建或选择其他对话。</translation>
    </message>
    <message>
        <source>This download is no longer in the list.</source>
        <translation>此下载已不在列表中。</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU, so the processor is used.</source>
        <translation>本机没有 NVIDIA GPU，因此使用处理器。</translation>
    </message>
    <message>
        <source>This message was deleted in another window.</source>
        <translation>此消息已在另一个窗口中删除。</translation>
    </message>
    <message>
        <source>Under 2 bits a weight, for models that were trained with three values a weight.</source>
        <translation>每个权重不足 2 位，适用于每个权重只有三个取值的模型。</translation>
    </message>
    <message>
        <source>Unsloth&apos;s dynamic kind: the bits are chosen layer by layer.</source>
        <translation>Unsloth 的动态方式：逐层选择位数。</translation>
    </message>
    <message>
        <source>What was deleted is gone for good; another window removed it.</source>
        <translation>删除的内容已被另一个窗口彻底清除。</translation>
    </message>
    <message>
        <source>You may not read %1; see %2.</source>
        <translation>您无权读取 %1；请查看 %2。</translation>
    </message>
    <message>
        <source>a large loss, for when nothing larger fits</source>
        <translation>损失较大，适合更大的都放不下时</translation>
    </message>
    <message>
        <source>a noticeable loss, for when 4 bits do not fit</source>
        <translation>损失明显，适合 4 位放不下时</translation>
    </message>
    <message>
        <source>a very large loss, an experiment</source>
        <translation>损失极大，仅供试验</translation>
    </message>
    <message>
        <source>all but the same as the original</source>
        <translation>与原版几乎相同</translation>
    </message>
    <message>
        <source>another program shortened it</source>
        <translation>被其他程序截短</translation>
    </message>
    <message>
        <source>another window has been opening them for too long</source>
        <translation>另一个窗口打开它们的时间过长</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>数据库为只读</translation>
    </message>
    <message>
        <source>close to the original</source>
        <translation>接近原版</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>合集</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>数据库被锁定</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>数据库或磁盘已满</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁盘读写错误</translation>
    </message>
    <message>
        <source>extra folder</source>
        <translation>额外文件夹</translation>
    </message>
    <message>
        <source>in %1 seconds</source>
        <translation>在 %1 秒后</translation>
    </message>
    <message>
        <source>in a few minutes</source>
        <translation>过几分钟</translation>
    </message>
    <message>
        <source>in an older, simple format</source>
        <translation>采用较旧的简单格式</translation>
    </message>
    <message>
        <source>it did not end</source>
        <translation>没有结束</translation>
    </message>
    <message>
        <source>it ended without a word</source>
        <translation>未给出任何信息就结束了</translation>
    </message>
    <message>
        <source>it is not on the Python package index</source>
        <translation>不在 Python 包索引中</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>用时过长</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>此处不信任其证书</translation>
    </message>
    <message>
        <source>its name is not found, or this computer is offline</source>
        <translation>找不到其名称，或本机处于离线状态</translation>
    </message>
    <message>
        <source>models folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>no encrypted connection came about</source>
        <translation>未能建立加密连接</translation>
    </message>
    <message>
        <source>nothing listens at that address</source>
        <translation>该地址没有服务在监听</translation>
    </message>
    <message>
        <source>packed tighter than in plain formats</source>
        <translation>比普通格式更紧凑</translation>
    </message>
    <message>
        <source>the Hub</source>
        <translation>Hub</translation>
    </message>
    <message>
        <source>the Hub may not be asked: HF_HUB_OFFLINE is set</source>
        <translation>已设置 HF_HUB_OFFLINE，不能访问 Hub</translation>
    </message>
    <message>
        <source>the Python package index</source>
        <translation>Python 包索引</translation>
    </message>
    <message>
        <source>the connection failed</source>
        <translation>连接失败</translation>
    </message>
    <message>
        <source>the connection to %1 was cut</source>
        <translation>与 %1 的连接已中断</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>连接已中断</translation>
    </message>
    <message>
        <source>the copy is not the same, so the disk is at fault</source>
        <translation>副本不一致，说明磁盘有问题</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the downloaded file was changed since; download it again.</source>
        <translation>下载的文件之后被改动过；请重新下载。</translation>
    </message>
    <message>
        <source>the file broke off before its end</source>
        <translation>文件在结束前中断</translation>
    </message>
    <message>
        <source>the file of this AppImage cannot be found; replace it by hand.</source>
        <translation>找不到此 AppImage 的文件；请手动替换。</translation>
    </message>
    <message>
        <source>the proxy does not let us through to %1</source>
        <translation>代理不允许访问 %1</translation>
    </message>
    <message>
        <source>the search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>the server sends next to nothing</source>
        <translation>服务器几乎没有发送数据</translation>
    </message>
    <message>
        <source>the smaller mix</source>
        <translation>较小的混合</translation>
    </message>
    <message>
        <source>the usual balance of size and quality</source>
        <translation>大小与质量的常用平衡点</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>重定向过多</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>无法打开数据库文件</translation>
    </message>
    <message>
        <source>very close to the original</source>
        <translation>非常接近原版</translation>
    </message>
    <message>
        <source>with many more where they count</source>
        <translation>在关键处多得多</translation>
    </message>
    <message>
        <source>with more where they count</source>
        <translation>在关键处更多</translation>
    </message>
    <message>
        <source>with more where they count and in the first and last layer</source>
        <translation>在关键处以及首尾层更多</translation>
    </message>
</context>
<context>
    <name>ServerSection</name>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
</context>
<context>
    <name>ServerViewModel</name>
    <message>
        <source>Programs on this computer reach it at %1; they need no API key.</source>
        <translation>本机上的程序可通过 %1 访问它，无需 API 密钥。</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>服务器正在启动…</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1; choose another one.</source>
        <translation>无法监听端口 %1；请选择其他端口。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>3-bit</source>
        <translation>3 位</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.</source>
        <translation>用来代替 huggingface.co 的镜像。环境变量 HF_ENDPOINT 优先于此设置。</translation>
    </message>
    <message>
        <source>Accent</source>
        <translation>强调色</translation>
    </message>
    <message>
        <source>Address of updates</source>
        <translation>更新地址</translation>
    </message>
    <message>
        <source>After the first answer, while nothing else is asked, the model writes a title for the chat. Models of less than 0.9 billion parameters leave it at the first words.</source>
        <translation>在第一个回答之后，若没有其他请求，模型会为对话拟一个标题。参数少于 9 亿的模型则直接使用开头的字词。</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>琥珀色</translation>
    </message>
    <message>
        <source>An address or a folder; empty for the usual one. The variable ENCORE_UPDATES goes before it.</source>
        <translation>网址或文件夹；留空则使用默认地址。环境变量 ENCORE_UPDATES 优先于此设置。</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answers at once</source>
        <translation>同时回答数</translation>
    </message>
    <message>
        <source>App</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Check drafts in steps of fixed widths. Off: the width follows the number of drafts, and each new width is recaptured.</source>
        <translation>以几种固定宽度的步骤验证草稿。关闭时：宽度随草稿数量变化，每个新宽度都要重新捕获。</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together reach this share. 1 is off.</source>
        <translation>在累计概率达到此比例的最可能的 token 中选择。1 表示关闭。</translation>
    </message>
    <message>
        <source>Choose among this many of the likeliest tokens.</source>
        <translation>在最可能的这么多个 token 中选择。</translation>
    </message>
    <message>
        <source>Closing the window then only hides it, and what is running goes on. The menu of the icon has Quit.</source>
        <translation>这样关闭窗口只会将其隐藏，正在进行的操作会继续。可从图标的菜单退出。</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Compact has less space between things and more on the screen.</source>
        <translation>紧凑模式的间距更小，屏幕上显示的内容更多。</translation>
    </message>
    <message>
        <source>Processor: layers</source>
        <translation>处理器：层</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>上下文内存</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>界面密度</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Download limit</source>
        <translation>下载限速</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>草稿长度</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>草稿 token 来源</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>推测解码</translation>
    </message>
    <message>
        <source>Processor: experts</source>
        <translation>处理器：专家</translation>
    </message>
    <message>
        <source>Fixed verify width</source>
        <translation>固定验证宽度</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>Graph replay</source>
        <translation>Graph 重放</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>石墨色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Grows with every use of a token. 0 is off.</source>
        <translation>token 每使用一次，惩罚就增加一次。0 表示关闭。</translation>
    </message>
    <message>
        <source>Guess the next tokens and check them in one step. The answer is the same.</source>
        <translation>预先猜测接下来的 token，并在一步中验证。回答不变。</translation>
    </message>
    <message>
        <source>How exactly the model remembers the context (KV cache); fewer bits need less memory.</source>
        <translation>模型记住上下文的精确程度（KV 缓存）；位数越少，所需内存越少。</translation>
    </message>
    <message>
        <source>How freely words are chosen. 0 always takes the likeliest word.</source>
        <translation>选词的自由程度。0 表示始终选择最可能的词。</translation>
    </message>
    <message>
        <source>How many answers a model writes side by side. Each needs memory for a context of its own.</source>
        <translation>模型可并行撰写的回答数量。每个回答都需要为自己的上下文占用内存。</translation>
    </message>
    <message>
        <source>How many of the latest tokens the penalties look at.</source>
        <translation>惩罚所考虑的最近 token 的数量。</translation>
    </message>
    <message>
        <source>How many processor cores the engine uses.</source>
        <translation>引擎使用的处理器核心数。</translation>
    </message>
    <message>
        <source>How many times in a row an answer may call tools before it is stopped.</source>
        <translation>一个回答在被停止前最多可以连续调用工具的次数。</translation>
    </message>
    <message>
        <source>How many tokens the model can look back on; more needs more memory. Automatic: what the model and the free memory comfortably allow.</source>
        <translation>模型可以回看的 token 数；越多则所需内存越多。自动：取模型和可用内存都能从容支持的长度。</translation>
    </message>
    <message>
        <source>How much they think, in their own word; empty leaves it to them.</source>
        <translation>思考的程度，使用模型自己的用词；留空则由模型决定。</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>Hub 地址</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>托盘图标</translation>
    </message>
    <message>
        <source>In percent of the system&apos;s size.</source>
        <translation>相对于系统字号的百分比。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Layers without room</source>
        <translation>放不下的层</translation>
    </message>
    <message>
        <source>Leave out tokens less likely than this share of the likeliest one. 0 is off.</source>
        <translation>略去可能性低于最可能 token 的这一比例的 token。0 表示关闭。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>浅色或深色。</translation>
    </message>
    <message>
        <source>Like http://host:8080. Left empty, the system&apos;s own proxy is used.</source>
        <translation>形如 http://host:8080。留空则使用系统代理。</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>本地服务器</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>Longest repeat</source>
        <translation>最长重复</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>检查更新</translation>
    </message>
    <message>
        <source>Makes tokens that were used less likely. 1 is off.</source>
        <translation>降低已用过的 token 再次出现的可能性。1 表示关闭。</translation>
    </message>
    <message>
        <source>Megabytes per second for all downloads together.</source>
        <translation>所有下载合计的速度，单位为兆字节/秒。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without a request after which a model is unloaded that one of them had loaded.</source>
        <translation>在这么多分钟内没有请求后，由这些程序加载的模型会被卸载。</translation>
    </message>
    <message>
        <source>Mirror of libraries</source>
        <translation>运行库镜像</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models and downloads</source>
        <translation>模型和下载</translation>
    </message>
    <message>
        <source>More model folders</source>
        <translation>更多模型文件夹</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Once a day, Encore asks whether there is a newer one. Nothing is installed unasked.</source>
        <translation>Encore 每天询问一次是否有新版本。未经同意不会安装任何内容。</translation>
    </message>
    <message>
        <source>One folder a line. Their models are used where they are, never changed.</source>
        <translation>每行一个文件夹。其中的模型在原位使用，绝不会被更改。</translation>
    </message>
    <message>
        <source>Other programs on this computer may use the models, through the API of OpenAI. It is the same engine: no model is in memory twice.</source>
        <translation>本机上的其他程序可以通过 OpenAI 的 API 使用这些模型。引擎是同一个：模型不会在内存中占两份。</translation>
    </message>
    <message>
        <source>Padded context</source>
        <translation>填充上下文</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>惩罚范围</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Read by the GPU</source>
        <translation>由 GPU 读取</translation>
    </message>
    <message>
        <source>Record each step once and replay it. Off: every kernel is launched one by one.</source>
        <translation>每个步骤只录制一次，然后重放。关闭时：所有内核逐个启动。</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Repeats in the text</source>
        <translation>文本中的重复内容</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>玫瑰色</translation>
    </message>
    <message>
        <source>Round the context up to fixed lengths, so that a step stays the same from token to token. Off: with replay on, every token is recaptured.</source>
        <translation>将上下文向上取整到固定长度，使各个 token 的步骤保持相同。关闭时：若重放已开启，每个 token 都要重新捕获。</translation>
    </message>
    <message>
        <source>Rounds of calls</source>
        <translation>调用轮数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Shortcuts other than the default: a line `action = keys` for each.</source>
        <translation>与默认不同的快捷键：每个一行，格式为 `action = keys`。</translation>
    </message>
    <message>
        <source>Shortest repeat</source>
        <translation>最短重复</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Takes effect at the next start of Encore.</source>
        <translation>下次启动 Encore 时生效。</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青色</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>The color of what is chosen or can be pressed.</source>
        <translation>选中项和可点击项的颜色。</translation>
    </message>
    <message>
        <source>The fewest tokens that count as a repeat.</source>
        <translation>至少多少个 token 才算作重复。</translation>
    </message>
    <message>
        <source>The model loaded at the next start.</source>
        <translation>下次启动时加载的模型。</translation>
    </message>
    <message>
        <source>The model&apos;s own head</source>
        <translation>模型自带的预测头</translation>
    </message>
    <message>
        <source>The most gigabytes (GiB) that a model takes of the GPU. What does not fit is read from main memory, more slowly. Automatic: what is free.</source>
        <translation>模型最多占用的 GPU 显存（GiB）。放不下的部分从内存读取，速度较慢。自动：全部可用显存。</translation>
    </message>
    <message>
        <source>The most tokens guessed at once. Automatic: as many as pay.</source>
        <translation>一次最多猜测的 token 数。自动：只要划算就尽量多猜。</translation>
    </message>
    <message>
        <source>The most tokens in one answer.</source>
        <translation>一个回答中最多的 token 数。</translation>
    </message>
    <message>
        <source>The most tokens that are looked up in the text so far.</source>
        <translation>在已有文本中查找时最多使用的 token 数。</translation>
    </message>
    <message>
        <source>The same for every token that was used. 0 is off.</source>
        <translation>对每个用过的 token 一视同仁。0 表示关闭。</translation>
    </message>
    <message>
        <source>The same seed and the same question give the same answer.</source>
        <translation>种子和问题相同，回答就相同。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>为草稿文字添加底色</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>由模型拟标题</translation>
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
        <translation>卸载前等待</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>紫罗兰色</translation>
    </message>
    <message>
        <source>What becomes of layers that the GPU has no room for. Automatic: what was measured to be faster.</source>
        <translation>如何处理 GPU 放不下的层。自动：实测较快的方式。</translation>
    </message>
    <message>
        <source>What fits the model</source>
        <translation>适合此模型的方式</translation>
    </message>
    <message>
        <source>What models run on. Automatic: the GPU, or the processor where only that has room.</source>
        <translation>模型的运行设备。自动：使用 GPU；若只有处理器有足够空间，则使用处理器。</translation>
    </message>
    <message>
        <source>What the model is told before every conversation.</source>
        <translation>每个对话开始前告知模型的内容。</translation>
    </message>
    <message>
        <source>When a long answer, a download or a comparison ends while you are in another program.</source>
        <translation>在您使用其他程序时，长回答、下载或比较结束后通知您。</translation>
    </message>
    <message>
        <source>Where models are kept; empty for the usual folder.</source>
        <translation>模型的存放位置；留空则使用默认文件夹。</translation>
    </message>
    <message>
        <source>Where other programs find the server.</source>
        <translation>其他程序连接服务器所用的端口。</translation>
    </message>
    <message>
        <source>Where the engine&apos;s libraries come from instead of files.pythonhosted.org: the address goes before the rest of theirs. The variable ENCORE_WHEEL_MIRROR goes before it.</source>
        <translation>代替 files.pythonhosted.org 作为引擎运行库的下载来源：此地址会取代运行库网址的开头部分。环境变量 ENCORE_WHEEL_MIRROR 优先于此设置。</translation>
    </message>
    <message>
        <source>Whether models that have the choice think before they answer.</source>
        <translation>支持选择的模型是否先思考再回答。</translation>
    </message>
    <message>
        <source>Words of an answer that came from accepted drafts have a soft background.</source>
        <translation>回答中来自已接受草稿的文字带有淡淡的底色。</translation>
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
        <translation>隐藏设置 (Ctrl+,)</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Reset all settings…</source>
        <translation>重置所有设置…</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>没有包含这些字词的设置。</translation>
    </message>
    <message>
        <source>Engine libraries</source>
        <translation>引擎运行库</translation>
    </message>
    <message>
        <source>install repair remove</source>
        <translation>安装 修复 移除</translation>
    </message>
    <message>
        <source>network files</source>
        <translation>网络 文件</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>设置分类</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>重置所有设置？</translation>
    </message>
    <message>
        <source>Every setting goes back to its default, the system prompt too.</source>
        <translation>所有设置都将恢复为默认值，包括系统提示词。</translation>
    </message>
</context>
<context>
    <name>SettingsViewModel</name>
    <message>
        <source>The settings file could not be read; the last good settings are used.</source>
        <translation>无法读取设置文件；已使用上次有效的设置。</translation>
    </message>
    <message>
        <source>The setting %1 in the settings file has no usable value; it is %2 now.</source>
        <translation>设置文件中 %1 的值不可用；现为 %2。</translation>
    </message>
    <message>
        <source>The device, the context and the threads take effect when the model is reloaded.</source>
        <translation>设备、上下文和线程数的更改在重新加载模型后生效。</translation>
    </message>
    <message>
        <source>The engine has no network access, opens only models, and writes only into its caches.</source>
        <translation>引擎无法访问网络，只能打开模型，且只能写入自己的缓存。</translation>
    </message>
    <message>
        <source>The engine has no network access, but may use your files: %1.</source>
        <translation>引擎无法访问网络，但可能会使用您的文件：%1。</translation>
    </message>
    <message>
        <source>The engine opens only models, but may use the network: %1.</source>
        <translation>引擎只能打开模型，但可能会使用网络：%1。</translation>
    </message>
    <message>
        <source>The engine may use the network and your files: %1.</source>
        <translation>引擎可能会使用网络和您的文件：%1。</translation>
    </message>
    <message>
        <source>Reset %1 to %2</source>
        <translation>将 %1 重置为 %2</translation>
    </message>
    <message>
        <source>For models of this computer; %1 answers now.</source>
        <translation>用于本机的模型；现在由 %1 回答。</translation>
    </message>
    <message>
        <source>%1 has its own: %2. What is set here replaces it.</source>
        <translation>%1 有自己的值：%2。在此处设置会将其替换。</translation>
    </message>
    <message>
        <source>Needs drafting, which is off.</source>
        <translation>需要推测解码，但它已关闭。</translation>
    </message>
    <message>
        <source>Drafting is on.</source>
        <translation>推测解码已开启。</translation>
    </message>
    <message>
        <source>Drafting is off.</source>
        <translation>推测解码已关闭。</translation>
    </message>
    <message>
        <source>Drafts do not come from repeats.</source>
        <translation>草稿并非来自重复内容。</translation>
    </message>
    <message>
        <source>This desktop has no tray to show it in.</source>
        <translation>此桌面没有可用于显示的托盘。</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>%1 cannot be set to that.</source>
        <translation>%1 不能设为该值。</translation>
    </message>
    <message>
        <source>%1 must be between %2 and %3.</source>
        <translation>%1 必须介于 %2 与 %3 之间。</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>改用于此处</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Keys of {0}</source>
        <translation>{0} 的快捷键</translation>
    </message>
    <message>
        <source>Text fields keep {0} for themselves. Choose other keys.</source>
        <translation>文本框自己要用 {0}。请选择其他按键。</translation>
    </message>
    <message>
        <source>{0} are the keys of “{1}”.</source>
        <translation>{0} 是“{1}”的快捷键。</translation>
    </message>
    <message>
        <source>Those keys are for typing. Add Ctrl or Alt.</source>
        <translation>这些按键用于输入文字。请加上 Ctrl 或 Alt。</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Hide the conversations (Ctrl+B)</source>
        <translation>隐藏对话列表 (Ctrl+B)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Temporary chat, never saved (Ctrl+Shift+N)</source>
        <translation>临时对话，绝不保存 (Ctrl+Shift+N)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>没有包含这些字词的对话。</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>新对话 (Ctrl+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>导入对话…</translation>
    </message>
</context>
<context>
    <name>SidebarRows</name>
    <message>
        <source>Temporary</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已收起</translation>
    </message>
    <message>
        <source>Folder {0}, {1}, chats: {2}</source>
        <translation>文件夹 {0}，{1}，对话：{2}</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>Address of a mirror</source>
        <translation>镜像地址</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Use the network</source>
        <translation>使用网络</translation>
    </message>
    <message>
        <source>Mirror instead of files.pythonhosted.org</source>
        <translation>代替 files.pythonhosted.org 的镜像</translation>
    </message>
    <message>
        <source>Folder of wheels, without a network</source>
        <translation>存放 wheel 的文件夹，无需网络</translation>
    </message>
    <message>
        <source>Folder of wheels</source>
        <translation>存放 wheel 的文件夹</translation>
    </message>
</context>
<context>
    <name>Sparkline</name>
    <message>
        <source>Speed over time</source>
        <translation>速度随时间的变化</translation>
    </message>
    <message>
        <source>Tokens per second, up to {0}; behind it the previous answer</source>
        <translation>每秒 token 数，最高 {0}；后面是上一个回答</translation>
    </message>
</context>
<context>
    <name>StatePanel</name>
    <message>
        <source>Busy</source>
        <translation>正忙</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>无需操作</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Only text can be put here. Open the file and copy what it says.</source>
        <translation>这里只能放文本。请打开文件并复制其中的内容。</translation>
    </message>
</context>
<context>
    <name>ThinkingBlock</name>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Hide the thoughts</source>
        <translation>隐藏思考过程</translation>
    </message>
    <message>
        <source>Show the thoughts</source>
        <translation>显示思考过程</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Think before answering</source>
        <translation>回答前先思考</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Think: {0}</source>
        <translation>思考：{0}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>ThinkingViewModel</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>极低</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Very high</source>
        <translation>很高</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>最高</translation>
    </message>
</context>
<context>
    <name>ToLatestButton</name>
    <message>
        <source>Jump to the latest message</source>
        <translation>跳到最新消息</translation>
    </message>
</context>
<context>
    <name>ToolBlock</name>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Allow for this chat</source>
        <translation>在此聊天中允许</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>The call and its result</source>
        <translation>调用及其结果</translation>
    </message>
    <message>
        <source>Hide the call</source>
        <translation>隐藏调用</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>显示调用</translation>
    </message>
</context>
<context>
    <name>ToolDialog</name>
    <message>
        <source>Add a tool server</source>
        <translation>添加工具服务器</translation>
    </message>
    <message>
        <source>Change a tool server</source>
        <translation>修改工具服务器</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>As it is called in the list</source>
        <translation>在列表中的名称</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>One a line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Header of the key</source>
        <translation>密钥的请求头</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>已保存；输入即可替换</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>仅在需要时填写</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>服务器的工具</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>此电脑上的程序</translation>
    </message>
    <message>
        <source>An address (HTTP)</source>
        <translation>地址（HTTP）</translation>
    </message>
    <message>
        <source>A server runs with your rights, or sees what a model sends it: add only those that you trust. “Test” starts it once.</source>
        <translation>服务器以您的权限运行，或能看到模型发送给它的内容：请只添加您信任的服务器。“测试”会启动它一次。</translation>
    </message>
    <message>
        <source>Starting it…</source>
        <translation>正在启动…</translation>
    </message>
</context>
<context>
    <name>ToolImportDialog</name>
    <message>
        <source>Import tool servers</source>
        <translation>导入工具服务器</translation>
    </message>
    <message>
        <source>Servers as JSON</source>
        <translation>JSON 格式的服务器</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Paste the part “mcpServers” from the settings of another program, or from the page of a server. Nothing is started: the servers are added switched off.</source>
        <translation>粘贴其他程序设置中或服务器页面上的“mcpServers”部分。不会启动任何内容：服务器添加后处于关闭状态。</translation>
    </message>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>无法读取 %1：请检查其权限。</translation>
    </message>
</context>
<context>
    <name>ToolRounds</name>
    <message>
        <source>The model called tools %1 times in a row, the limit in Settings.</source>
        <translation>模型已连续调用工具 %1 次，达到设置中的上限。</translation>
    </message>
</context>
<context>
    <name>ToolServerRow</name>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Sign out of %1</source>
        <translation>退出 %1</translation>
    </message>
    <message>
        <source>Sign in to %1 with the browser</source>
        <translation>用浏览器登录 %1</translation>
    </message>
    <message>
        <source>Chats may use %1</source>
        <translation>聊天可以使用 %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>ToolServersViewModel</name>
    <message>
        <source>What goes to this address and comes from it travels unencrypted.</source>
        <translation>与此地址之间的往来数据未加密。</translation>
    </message>
    <message>
        <source>You are signed in.</source>
        <translation>已登录。</translation>
    </message>
    <message>
        <source>Waiting until you have signed in with the browser…</source>
        <translation>正在等待您用浏览器登录…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message numerus="yes">
        <source>%n are left out, which cannot be used.</source>
        <translation>
            <numerusform>有 %n 个无法使用，已忽略。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %n tools.</source>
        <translation>
            <numerusform>它有 %n 个工具。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolStep</name>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>allow it?</source>
        <translation>允许吗？</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not carried out</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>已被您拒绝</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>运行中…</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待中</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>%1 cannot be reached: see whether the address is right. (%2)</source>
        <translation>无法连接 %1：请检查地址是否正确。（%2）</translation>
    </message>
    <message>
        <source>%1 could not be started: “%2” is not on this computer.</source>
        <translation>无法启动 %1：此电脑上没有“%2”。</translation>
    </message>
    <message>
        <source>%1 did not tell its tools within %3 seconds. Its last words: %2</source>
        <translation>%1 未在 %3 秒内列出其工具。最后的输出：%2</translation>
    </message>
    <message>
        <source>%1 does not answer as an MCP server should: %2</source>
        <translation>%1 的响应不符合 MCP 服务器的规范：%2</translation>
    </message>
    <message>
        <source>%1 ended before it had told its tools. Its last words: %2</source>
        <translation>%1 在列出其工具之前就结束了。最后的输出：%2</translation>
    </message>
    <message>
        <source>%1 is switched off in Settings.</source>
        <translation>%1 已在设置中关闭。</translation>
    </message>
    <message>
        <source>%1 sent more than could be read and was ended.</source>
        <translation>%1 发送的内容超出可读取的范围，已被结束。</translation>
    </message>
    <message>
        <source>%1 wants a key, or another one: enter it in Settings.</source>
        <translation>%1 需要密钥或其他密钥：请在设置中输入。</translation>
    </message>
    <message>
        <source>%1 wants you to sign in: choose “Sign in…” in Settings, or enter a key.</source>
        <translation>%1 要求登录：请在设置中选择“登录…”，或输入密钥。</translation>
    </message>
    <message>
        <source>Give the server a name, as it is to be called in the list.</source>
        <translation>请给服务器起一个在列表中显示的名称。</translation>
    </message>
    <message>
        <source>No servers are in it: look for “mcpServers”.</source>
        <translation>其中没有服务器：请查找“mcpServers”。</translation>
    </message>
    <message>
        <source>That is no JSON: copy all of it, from the first brace to the last.</source>
        <translation>这不是 JSON：请从第一个花括号到最后一个完整复制。</translation>
    </message>
    <message>
        <source>That is no address: enter one like https://example.com/mcp.</source>
        <translation>这不是地址：请输入类似 https://example.com/mcp 的地址。</translation>
    </message>
    <message>
        <source>That is no command: enter the program that starts the server, such as npx.</source>
        <translation>这不是命令：请输入启动服务器的程序，例如 npx。</translation>
    </message>
    <message>
        <source>That is no header: enter a name like Authorization.</source>
        <translation>这不是请求头：请输入类似 Authorization 的名称。</translation>
    </message>
    <message>
        <source>That is no key: a key has no accented letters.</source>
        <translation>这不是密钥：密钥不含带重音的字母。</translation>
    </message>
    <message>
        <source>The address may have no password: the key has its own field.</source>
        <translation>地址中不能包含密码：密钥有单独的输入框。</translation>
    </message>
    <message>
        <source>The list of tool servers could not be saved to %1: check the disk.</source>
        <translation>无法将工具服务器列表保存到 %1：请检查磁盘。</translation>
    </message>
    <message>
        <source>There are too many tool servers: remove one.</source>
        <translation>工具服务器过多：请移除一个。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>You could not be signed in to %1: try it again in Settings. (%2)</source>
        <translation>无法登录 %1：请在设置中重试。（%2）</translation>
    </message>
    <message>
        <source>You may close this page and go on in Encore.</source>
        <translation>您可以关闭此页面，回到 Encore 继续。</translation>
    </message>
    <message>
        <source>none.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value, one a line.</source>
        <translation>“%1”不是变量：请写成 NAME=值，每行一个。</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools that the model may call in this chat</source>
        <translation>模型在此聊天中可以调用的工具</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n 个工具</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsSection</name>
    <message>
        <source>Tool servers</source>
        <translation>工具服务器</translation>
    </message>
    <message>
        <source>Programs and services that give a model tools, over the Model Context Protocol (MCP). One that is switched on can be chosen below the message box, and is started when a chat wants its tools. Each call is shown, and asked for.</source>
        <translation>通过 Model Context Protocol（MCP）为模型提供工具的程序和服务。已开启的可在消息框下方选择，并在聊天需要其工具时启动。每次调用都会显示并征求同意。</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>添加服务器…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>移除 %1？</translation>
    </message>
    <message>
        <source>How it is started, its key and your sign-in are forgotten. Conversations stay.</source>
        <translation>它的启动方式、密钥和您的登录信息会被删除。对话会保留。</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show Encore</source>
        <translation>显示 Encore</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>UndoOffers</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>It cannot be brought back: another window has removed it for good.</source>
        <translation>无法恢复：另一个窗口已将其永久移除。</translation>
    </message>
</context>
<context>
    <name>UpdateSection</name>
    <message>
        <source>Progress of the download</source>
        <translation>下载进度</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>新增内容</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>无需操作</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Encore %1 is out.</source>
        <translation>Encore %1 已发布。</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>新增内容</translation>
    </message>
</context>
<context>
    <name>UpdatesViewModel</name>
    <message>
        <source>working copy</source>
        <translation>工作副本</translation>
    </message>
    <message>
        <source>Downloading Encore %1: %2 of %3.</source>
        <translation>正在下载 Encore %1：%2 / %3。</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>立即检查</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Open the package</source>
        <translation>打开安装包</translation>
    </message>
    <message>
        <source>the version before</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Go back to %1</source>
        <translation>退回到 %1</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Encore %1 was downloaded, but not installed.</source>
        <translation>Encore %1 已下载，但尚未安装。</translation>
    </message>
    <message>
        <source>Looking for a new version…</source>
        <translation>正在检查新版本…</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>已是最新版本。</translation>
    </message>
    <message>
        <source>Encore %1 is out; `git pull` brings it here.</source>
        <translation>Encore %1 已发布；可用 `git pull` 获取。</translation>
    </message>
    <message>
        <source>Encore %1 is out, but has no package for this computer.</source>
        <translation>Encore %1 已发布，但没有适用于此电脑的安装包。</translation>
    </message>
    <message>
        <source>Encore %1 is out: %2 to download.</source>
        <translation>Encore %1 已发布：需下载 %2。</translation>
    </message>
    <message>
        <source>Encore %1 is here. Open the package, or run: sudo apt install %2</source>
        <translation>Encore %1 已下载。请打开安装包，或运行：sudo apt install %2</translation>
    </message>
    <message>
        <source>Encore %1 is here: %2</source>
        <translation>Encore %1 已下载：%2</translation>
    </message>
    <message>
        <source>%1 starts the next time you open Encore.</source>
        <translation>%1 将在下次打开 Encore 时启用。</translation>
    </message>
</context>
<context>
    <name>ValueSlider</name>
    <message>
        <source>{0}, slider</source>
        <translation>{0}，滑块</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>正在读取文件头…</translation>
    </message>
    <message>
        <source>May be too large</source>
        <translation>可能过大</translation>
    </message>
    <message>
        <source>Should fit</source>
        <translation>应可容纳</translation>
    </message>
    <message>
        <source>Should fit on the CPU</source>
        <translation>CPU 应可容纳</translation>
    </message>
    <message>
        <source>%1 % of the experts on the GPU</source>
        <translation>%1 % 的专家在 GPU 上</translation>
    </message>
    <message>
        <source>%1 % of the layers on the GPU</source>
        <translation>%1 % 的层在 GPU 上</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>%1 free on the GPU</source>
        <translation>GPU 可用 %1</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Cannot be run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Context (KV cache)</source>
        <translation>上下文（KV 缓存）</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>缩短上下文后可容纳</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Partly on the GPU</source>
        <translation>部分在 GPU 上</translation>
    </message>
    <message>
        <source>Runs on the CPU</source>
        <translation>在 CPU 上运行</translation>
    </message>
    <message>
        <source>Runs on the GPU</source>
        <translation>在 GPU 上运行</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>Use %1 context</source>
        <translation>使用 %1 上下文</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>What shall we talk about?</source>
        <translation>想聊点什么？</translation>
    </message>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>所有内容都保留在此电脑上。</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Explain how a rainbow forms, in simple words.</source>
        <translation>用简单的语言解释彩虹是如何形成的。</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写作</translation>
    </message>
    <message>
        <source>Write a short, friendly note to thank a neighbor.</source>
        <translation>写一张简短友好的便条，向邻居表示感谢。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>编程</translation>
    </message>
    <message>
        <source>Write a Python function that reverses a string.</source>
        <translation>编写一个反转字符串的 Python 函数。</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Show the conversations</source>
        <translation>显示对话列表</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Hide the conversations</source>
        <translation>隐藏对话列表</translation>
    </message>
    <message>
        <source>Temporary chat, never saved</source>
        <translation>临时对话，绝不保存</translation>
    </message>
    <message>
        <source>Hide the settings</source>
        <translation>隐藏设置</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>转到对话</translation>
    </message>
    <message>
        <source>Open or close a chat beside</source>
        <translation>打开或关闭旁边的对话</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>附加文件…</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>在对话中查找</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>复制最后一个回答</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>选择模型…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>导入 GGUF 文件…</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>Reload the model</source>
        <translation>重新加载模型</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>显示或隐藏对话列表</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>默认文字大小</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>Version and updates</source>
        <translation>版本和更新</translation>
    </message>
    <message>
        <source>Logs…</source>
        <translation>日志…</translation>
    </message>
    <message>
        <source>Quit Encore</source>
        <translation>退出 Encore</translation>
    </message>
</context>
<context>
    <name>_ActionDelegate</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>当前不可用</translation>
    </message>
</context>
<context>
    <name>_CellDelegate</name>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
</context>
<context>
    <name>_ModelDelegate</name>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
</context>
<context>
    <name>cards</name>
    <message>
        <source>Scroll the code sideways</source>
        <translation>横向滚动代码</translation>
    </message>
</context>
<context>
    <name>parent</name>
    <message>
        <source>Import a model</source>
        <translation>导入模型</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>模型 (*.gguf);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>self.fold</name>
    <message>
        <source>Fold the code</source>
        <translation>折叠代码</translation>
    </message>
    <message>
        <source>Unfold the code</source>
        <translation>展开代码</translation>
    </message>
</context>
</TS>
