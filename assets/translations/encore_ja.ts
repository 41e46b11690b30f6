<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja">
<context>
    <name>ActionList</name>
    <message>
        <source>Search the actions</source>
        <translation>操作を検索</translation>
    </message>
    <message>
        <source>No action has these words.</source>
        <translation>該当する操作はありません。</translation>
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
        <translation>{0}を読み込みました。</translation>
    </message>
    <message>
        <source>The comparison begins.</source>
        <translation>比較を始めます。</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>回答が完了しました。</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>回答を停止しました。</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>回答が途中で終わりました。</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message>
        <source>The engine is not running. Choose a model to start it.</source>
        <translation>エンジンが動作していません。モデルを選ぶと起動します。</translation>
    </message>
    <message>
        <source>The engine stopped before the answer was complete.</source>
        <translation>回答が完了する前にエンジンが停止しました。</translation>
    </message>
    <message>
        <source>%1 The answer stays in this window and is saved as soon as that works.</source>
        <translation>%1 回答はこのウィンドウに残り、保存できるようになり次第、保存されます。</translation>
    </message>
</context>
<context>
    <name>AnswerSteps</name>
    <message>
        <source>Answer</source>
        <translation>回答する</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Open {0}, {1}</source>
        <translation>{0}を開く、{1}</translation>
    </message>
    <message>
        <source>Show the text of the file</source>
        <translation>ファイルのテキストを表示</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0}を削除</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Text of {0}</source>
        <translation>{0}のテキスト</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>This is the beginning; Copy takes all {0} characters.</source>
        <translation>先頭部分のみ表示しています。「コピー」では全{0}文字がコピーされます。</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>the first %1 %</source>
        <translation>先頭%1%</translation>
    </message>
</context>
<context>
    <name>AttachmentsViewModel</name>
    <message>
        <source>reading…</source>
        <translation>読み取り中…</translation>
    </message>
    <message numerus="yes">
        <source>A message holds up to %1 files; %n of those chosen were left out.</source>
        <translation>
            <numerusform>1件のメッセージに添付できるファイルは%1個までです。選択したうちの%n個を除外しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>貼り付けたテキスト</translation>
    </message>
    <message>
        <source>%1 is attached already.</source>
        <translation>%1はすでに添付されています。</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>The answer is complete.</source>
        <translation>回答が完了しました。</translation>
    </message>
    <message>
        <source>The answer ended early.</source>
        <translation>回答が途中で終わりました。</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0}をダウンロードしました。</translation>
    </message>
    <message>
        <source>The download of {0} stopped.</source>
        <translation>{0}のダウンロードが停止しました。</translation>
    </message>
    <message>
        <source>The comparison is complete: {0}.</source>
        <translation>比較が完了しました: {0}。</translation>
    </message>
</context>
<context>
    <name>BannerBar</name>
    <message>
        <source>Nothing to do</source>
        <translation>必要な操作はありません</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>BesideViewModel</name>
    <message>
        <source>Loading %1…</source>
        <translation>%1 を読み込んでいます…</translation>
    </message>
    <message>
        <source>Waiting for the other answer…</source>
        <translation>もう一方の回答を待っています…</translation>
    </message>
</context>
<context>
    <name>Branches</name>
    <message>
        <source>%1 (branch)</source>
        <translation>%1 (分岐)</translation>
    </message>
    <message>
        <source>This version was deleted, with what followed it.</source>
        <translation>このバージョンと、それに続く内容を削除しました。</translation>
    </message>
    <message>
        <source>The question was deleted, with its answer.</source>
        <translation>質問とその回答を削除しました。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>この会話は別のウィンドウで削除されました。</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>16 GB of memory, or a GPU with 12 GB</source>
        <translation>メモリ16 GB、または12 GBのGPU</translation>
    </message>
    <message>
        <source>16 GB of memory, or a GPU with 8 GB</source>
        <translation>メモリ16 GB、または8 GBのGPU</translation>
    </message>
    <message>
        <source>32 GB of memory, or a GPU with 24 GB</source>
        <translation>メモリ32 GB、または24 GBのGPU</translation>
    </message>
    <message>
        <source>4 GB of memory</source>
        <translation>メモリ4 GB</translation>
    </message>
    <message>
        <source>64 GB of memory, or a GPU with 48 GB</source>
        <translation>メモリ64 GB、または48 GBのGPU</translation>
    </message>
    <message>
        <source>8 GB of memory</source>
        <translation>メモリ8 GB</translation>
    </message>
    <message>
        <source>8 GB of memory, 16 GB is comfortable</source>
        <translation>メモリ8 GB、16 GBあると快適</translation>
    </message>
    <message>
        <source>Any computer</source>
        <translation>どのコンピューターでも</translation>
    </message>
    <message>
        <source>Careful reasoning and code with a mid-range GPU.</source>
        <translation>中程度のGPUで丁寧な推論とコード。</translation>
    </message>
    <message>
        <source>Conversation and writing on a laptop; long texts.</source>
        <translation>ノートPCでの会話と文章作成。長い文章も。</translation>
    </message>
    <message>
        <source>Conversation, writing and long texts; eight languages.</source>
        <translation>会話、文章作成、長い文章。8言語。</translation>
    </message>
    <message>
        <source>Knowledge and writing close to much larger models.</source>
        <translation>はるかに大きなモデルに近い知識と文章力。</translation>
    </message>
    <message>
        <source>Mathematics and puzzles, thinking at length before it answers.</source>
        <translation>数学やパズル。じっくり考えてから答えます。</translation>
    </message>
    <message>
        <source>Questions that need thought, code and many languages on a good desktop.</source>
        <translation>性能の良いデスクトップで、考える質問、コード、多くの言語。</translation>
    </message>
    <message>
        <source>Quick, simple answers in many languages on an old or small computer.</source>
        <translation>古い・小さなコンピューターで、多くの言語に速く簡単に答えます。</translation>
    </message>
    <message>
        <source>Seeing that everything works; short answers in English, often wrong.</source>
        <translation>動作確認用。英語で短く答えますが、よく間違えます。</translation>
    </message>
    <message>
        <source>Summaries, rewriting and everyday questions in English.</source>
        <translation>英語での要約、書き換え、日常の質問。</translation>
    </message>
    <message>
        <source>The best all-rounder for a laptop; thinks before it answers, in many languages.</source>
        <translation>ノートPC向けの万能モデル。多くの言語で、考えてから答えます。</translation>
    </message>
    <message>
        <source>The largest of this list: broad knowledge and careful writing.</source>
        <translation>この一覧で最大。幅広い知識と丁寧な文章。</translation>
    </message>
    <message>
        <source>The strongest reasoning and code that one large GPU holds.</source>
        <translation>大きなGPU1枚に収まる最強の推論とコード。</translation>
    </message>
    <message>
        <source>Writing and conversation, direct and without long thinking.</source>
        <translation>長く考えず、率直な文章作成と会話。</translation>
    </message>
    <message>
        <source>Writing, explaining and repairing code.</source>
        <translation>コードの作成、説明、修正。</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Conversations</source>
        <translation>会話</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Attach files</source>
        <translation>ファイルを添付</translation>
    </message>
    <message>
        <source>The disk does not take it: it may be full. Close Encore all the same, and lose the answer?</source>
        <translation>ディスクに書き込めません。空き容量が不足している可能性があります。回答を失いますが、Encoreを閉じますか？</translation>
    </message>
    <message>
        <source>An answer is not saved</source>
        <translation>保存されていない回答があります</translation>
    </message>
</context>
<context>
    <name>ChatPanes</name>
    <message>
        <source>Ask both</source>
        <translation>両方に質問</translation>
    </message>
    <message>
        <source>Put each question to both chats, each with its own model</source>
        <translation>質問を両方のチャットに送ります。それぞれのモデルが答えます</translation>
    </message>
    <message>
        <source>Close this chat beside</source>
        <translation>横のチャットを閉じる</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新しいチャット</translation>
    </message>
</context>
<context>
    <name>ChatRowDelegate</name>
    <message>
        <source>Unpin</source>
        <translation>ピン留めを外す</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>ピン留め</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>名前を変更 (F2)</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>削除 (Del)</translation>
    </message>
    <message>
        <source>Close; nothing of it is kept (Del)</source>
        <translation>閉じる。内容は残りません (Del)</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>その他の操作</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>会話のタイトル</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>フォルダーの名前</translation>
    </message>
</context>
<context>
    <name>ChatSettingsButton</name>
    <message>
        <source>Own settings</source>
        <translation>個別設定</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>このチャット</translation>
    </message>
    <message>
        <source>Settings of this chat, which has some of its own</source>
        <translation>このチャットの設定 (個別設定あり)</translation>
    </message>
    <message>
        <source>Settings of this chat, as in Settings</source>
        <translation>このチャットの設定 (「設定」と同じ)</translation>
    </message>
</context>
<context>
    <name>ChatSettingsDialog</name>
    <message>
        <source>This chat</source>
        <translation>このチャット</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>プリセット</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>プリセットとして保存…</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>このプリセットを削除</translation>
    </message>
    <message>
        <source>All as in Settings</source>
        <translation>すべて「設定」に従う</translation>
    </message>
    <message>
        <source>What you set here is for this chat only, from its next answer on. Everything else is as in Settings.</source>
        <translation>ここでの設定は、このチャットの次の回答から適用されます。それ以外は「設定」に従います。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>プリセットとして保存</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>プリセットの名前:</translation>
    </message>
    <message>
        <source>Delete the preset {0}? Chats keep what it set.</source>
        <translation>プリセット「{0}」を削除しますか？チャットに適用済みの値はそのまま残ります。</translation>
    </message>
</context>
<context>
    <name>ChatSettingsViewModel</name>
    <message>
        <source>The loaded model</source>
        <translation>ロード済みのモデル</translation>
    </message>
    <message>
        <source>%1: as in Settings</source>
        <translation>%1: 「設定」に従う</translation>
    </message>
</context>
<context>
    <name>ChatViewModel</name>
    <message>
        <source>A file is still being read; send it in a moment.</source>
        <translation>ファイルを読み取り中です。少し待ってから送信してください。</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>回答を生成中です。停止するか、終わるまでお待ちください。</translation>
    </message>
    <message>
        <source>A comparison is being made. Stop it or wait for its end.</source>
        <translation>比較を実行中です。停止するか、終わるまでお待ちください。</translation>
    </message>
    <message>
        <source>No model yet. Choose one from the list, or import a GGUF file.</source>
        <translation>モデルがまだありません。一覧から選ぶか、GGUFファイルをインポートしてください。</translation>
    </message>
    <message>
        <source>The oldest messages (%1) were left out to make room.</source>
        <translation>空きを作るため、最も古いメッセージ (%1) を省きました。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答する</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>停止中…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>比較中…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>モデルをロード中…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>回答中…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>プロンプトを読み取り中…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>準備完了</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>モデルなし</translation>
    </message>
    <message>
        <source>Starting tools…</source>
        <translation>ツールを起動しています…</translation>
    </message>
    <message>
        <source>A tool waits for your permission</source>
        <translation>ツールが許可を待っています</translation>
    </message>
    <message>
        <source>A tool is running…</source>
        <translation>ツールを実行しています…</translation>
    </message>
    <message>
        <source>%1 cannot go on within an answer. Answer again, or ask it to go on.</source>
        <translation>%1 は回答の途中から続けられません。もう一度回答させるか、続けるよう頼んでください。</translation>
    </message>
    <message>
        <source>The context is full. Continue without the oldest turns?</source>
        <translation>コンテキストがいっぱいです。最も古いやり取りを省いて続けますか？</translation>
    </message>
    <message>
        <source>The context was full before the answer began. Try without the oldest turns?</source>
        <translation>回答を始める前にコンテキストがいっぱいになりました。最も古いやり取りを省いて再試行しますか？</translation>
    </message>
    <message>
        <source>The conversation no longer fits. Answer without the oldest turns?</source>
        <translation>会話がコンテキストに収まらなくなりました。最も古いやり取りを省いて回答しますか？</translation>
    </message>
</context>
<context>
    <name>CodeCards</name>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>{0}, continued</source>
        <translation>{0} (続き)</translation>
    </message>
    <message>
        <source>{0} · {1} lines</source>
        <translation>{0} · {1}行</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>コマンドパレット</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>The engine is not running.</source>
        <translation>エンジンが動作していません。</translation>
    </message>
    <message>
        <source>The engine stopped during the comparison.</source>
        <translation>比較中にエンジンが停止しました。</translation>
    </message>
    <message>
        <source>%1 against %2 recaptures</source>
        <translation>再キャプチャ %1回対%2回</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>%1高速</translation>
    </message>
    <message>
        <source>%1 of %1 tokens identical</source>
        <translation>%1 / %1トークンが一致</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>%1低速</translation>
    </message>
    <message>
        <source>At least two runs of each configuration are needed.</source>
        <translation>各構成につき2回以上の実行が必要です。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>チャット</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Last measured: %1 on this model and device</source>
        <translation>前回の測定: このモデルとデバイスで%1</translation>
    </message>
    <message>
        <source>Last measured: no measurable difference on this model and device</source>
        <translation>前回の測定: このモデルとデバイスでは測定可能な差なし</translation>
    </message>
    <message>
        <source>Long context</source>
        <translation>長いコンテキスト</translation>
    </message>
    <message>
        <source>No measurable difference</source>
        <translation>測定可能な差なし</translation>
    </message>
    <message>
        <source>No measurable difference: the runs vary too much</source>
        <translation>測定可能な差なし: 実行ごとのばらつきが大きすぎます</translation>
    </message>
    <message>
        <source>Too few runs to tell</source>
        <translation>実行回数が少なく判定できません</translation>
    </message>
    <message>
        <source>With a confidence of 99 % the factor is between %1 and %2, from runs that took turns. A difference is measurable where that range excludes 1 and the factor is 1 % away from it.</source>
        <translation>構成を交互に実行した結果、倍率は信頼度99%で%1から%2の間です。この範囲が1を含まず、倍率が1から1%以上離れている場合に、測定可能な差があると判定します。</translation>
    </message>
    <message>
        <source>another model: tokens are not compared</source>
        <translation>別のモデルのためトークンは比較しません</translation>
    </message>
    <message>
        <source>differs from token %1 on</source>
        <translation>%1番目のトークンから相違</translation>
    </message>
    <message>
        <source>median of %1, %2</source>
        <translation>%1回の中央値、%2</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The same question is answered in each configuration, in turns, after a warm-up. Nothing is written into your chats, and the model is set as before afterwards.</source>
        <translation>ウォームアップの後、同じ質問に各構成で交互に回答します。チャットには何も書き込まれず、終了後、モデルは元の設定に戻ります。</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>質問を入力</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行回数</translation>
    </message>
</context>
<context>
    <name>ComparisonViewModel</name>
    <message>
        <source>A question of your own</source>
        <translation>自由な質問</translation>
    </message>
    <message>
        <source>Write a question first.</source>
        <translation>先に質問を入力してください。</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>先にモデルをロードしてください。</translation>
    </message>
    <message>
        <source>An answer is being written. Stop it or wait for its end.</source>
        <translation>回答を生成中です。停止するか、終わるまでお待ちください。</translation>
    </message>
    <message>
        <source>Loading the model for %1…</source>
        <translation>構成%1のモデルをロード中…</translation>
    </message>
    <message>
        <source>Warming up %1…</source>
        <translation>構成%1のウォームアップ中…</translation>
    </message>
    <message>
        <source>Measuring %1, run %2 of %3…</source>
        <translation>構成%1を測定中、%3回中%2回目…</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 対 %2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1に書き込めません: %2。</translation>
    </message>
    <message>
        <source>Stopped; the model is set as before.</source>
        <translation>停止しました。モデルは元の設定に戻りました。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Attach files (Ctrl+Shift+A)</source>
        <translation>ファイルを添付 (Ctrl+Shift+A)</translation>
    </message>
    <message>
        <source>Attach it as a file</source>
        <translation>ファイルとして添付</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>停止 (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>送信 (Enter)</translation>
    </message>
    <message>
        <source>Write the next message; it is sent when the answer ends</source>
        <translation>次のメッセージを入力 (回答が終わると送信されます)</translation>
    </message>
    <message>
        <source>Write a message, or / for a prompt</source>
        <translation>メッセージを入力、または / でプロンプト</translation>
    </message>
    <message>
        <source>The pasted text has {0} characters, {1} more than the {2} that a message holds.</source>
        <translation>貼り付けたテキストは{0}文字で、メッセージの上限{2}文字を{1}文字超えています。</translation>
    </message>
    <message>
        <source>With the {0} characters pasted, the message would be {1} longer than the {2} that it may hold.</source>
        <translation>貼り付けた{0}文字を加えると、メッセージの上限{2}文字を{1}文字超えます。</translation>
    </message>
    <message>
        <source>That is a picture, which no model here can see; describe it in words.</source>
        <translation>これは画像です。ここで使えるモデルは画像を読み取れないため、内容を言葉で説明してください。</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>メッセージ</translation>
    </message>
</context>
<context>
    <name>ConfigurationGrid</name>
    <message>
        <source>Add a configuration</source>
        <translation>構成を追加</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>最初からやり直す</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Remove configuration {0}</source>
        <translation>構成{0}を削除</translation>
    </message>
</context>
<context>
    <name>ConfigurationTable</name>
    <message>
        <source>%1 answers elsewhere. Choose a model of this computer to compare.</source>
        <translation>%1 は別の場所で回答しています。比較するにはこのコンピューターのモデルを選んでください。</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>先にモデルをロードしてください。</translation>
    </message>
    <message>
        <source>%1 and %2 are the same. Change a setting in one of them.</source>
        <translation>構成%1と構成%2が同じです。どちらかの設定を変更してください。</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1: オン</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1: オフ</translation>
    </message>
</context>
<context>
    <name>ContextEditor</name>
    <message>
        <source>Context length in tokens</source>
        <translation>コンテキスト長 (トークン数)</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context used</source>
        <translation>コンテキスト使用量</translation>
    </message>
</context>
<context>
    <name>ConversationListModel</name>
    <message>
        <source>“{0}” was deleted.</source>
        <translation>「{0}」を削除しました。</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were deleted.</source>
        <translation>
            <numerusform>チャット%n件を削除しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>一時チャット</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新しいチャット</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>ピン留め済み</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>一時的</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
</context>
<context>
    <name>CopyCodeButton</name>
    <message>
        <source>Copy code</source>
        <translation>コードをコピー</translation>
    </message>
</context>
<context>
    <name>CostLine</name>
    <message>
        <source>Cut to fit</source>
        <translation>収まる長さに短縮</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>再ロード</translation>
    </message>
    <message>
        <source>Cut {0} so that it fits</source>
        <translation>{0}を収まる長さに短縮</translation>
    </message>
    <message>
        <source>Reload with {0} context (+{1})</source>
        <translation>コンテキスト{0}で再ロード (+{1})</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨日</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>過去7日間</translation>
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
        <translation>月間%1ダウンロード</translation>
    </message>
    <message>
        <source>%1 likes</source>
        <translation>いいね %1件</translation>
    </message>
    <message>
        <source>Press Enter to open it</source>
        <translation>Enterキーで開きます</translation>
    </message>
    <message>
        <source>Terms to accept</source>
        <translation>規約への同意が必要</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>作成者: %1</translation>
    </message>
    <message>
        <source>license %1</source>
        <translation>ライセンス: %1</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>更新: %1</translation>
    </message>
</context>
<context>
    <name>DiscoverTab</name>
    <message>
        <source>Search Hugging Face, or paste a model&apos;s name or address</source>
        <translation>Hugging Faceを検索、またはモデルの名前かアドレスを貼り付け</translation>
    </message>
    <message>
        <source>Search Hugging Face for models</source>
        <translation>Hugging Faceでモデルを検索</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>さらに表示</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>結果の並び順</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試行</translation>
    </message>
    <message>
        <source>Good models to start with</source>
        <translation>最初の一つにおすすめのモデル</translation>
    </message>
    <message>
        <source>On Hugging Face</source>
        <translation>Hugging Faceのモデル</translation>
    </message>
</context>
<context>
    <name>DiscoverViewModel</name>
    <message>
        <source>Most downloaded</source>
        <translation>ダウンロード数順</translation>
    </message>
    <message>
        <source>Most liked</source>
        <translation>いいね数順</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>新着順</translation>
    </message>
    <message>
        <source>Searching Hugging Face…</source>
        <translation>Hugging Faceを検索中…</translation>
    </message>
    <message>
        <source>No GGUF model on Hugging Face matches “%1”; try fewer or other words.</source>
        <translation>Hugging Faceに「%1」と一致するGGUFモデルがありません。語を減らすか、別の語でお試しください。</translation>
    </message>
</context>
<context>
    <name>DownloadRowWidget</name>
    <message>
        <source>Try again</source>
        <translation>再試行</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>チャットする</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Go on with {0}</source>
        <translation>{0}を再開</translation>
    </message>
    <message>
        <source>Pause {0}</source>
        <translation>{0}を一時停止</translation>
    </message>
    <message>
        <source>Try {0} again</source>
        <translation>{0}を再試行</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>{0}とチャットする</translation>
    </message>
    <message>
        <source>Cancel {0}</source>
        <translation>{0}をキャンセル</translation>
    </message>
    <message>
        <source>Move {0} up</source>
        <translation>{0}を上へ移動</translation>
    </message>
    <message>
        <source>Cancel {0}? What has been downloaded of it is deleted.</source>
        <translation>{0}をキャンセルしますか？ダウンロード済みの部分は削除されます。</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>ダウンロードをキャンセル</translation>
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
        <translation>%1 · 破損がないか確認中</translation>
    </message>
    <message>
        <source>%1 · downloaded and checked</source>
        <translation>%1 · ダウンロードと確認が完了</translation>
    </message>
    <message>
        <source>%1 · paused</source>
        <translation>%1 · 一時停止中</translation>
    </message>
    <message>
        <source>%1 · stopped</source>
        <translation>%1 · 停止しました</translation>
    </message>
    <message>
        <source>%1 · waits its turn</source>
        <translation>%1 · 順番待ち</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>接続中</translation>
    </message>
</context>
<context>
    <name>DownloadsTab</name>
    <message>
        <source>Clear finished</source>
        <translation>完了分を消去</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Models you choose under Discover arrive here.</source>
        <translation>ダウンロード中のものはありません。「見つける」で選んだモデルがここに表示されます。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>モデルを探す</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source>Download limit in megabytes per second</source>
        <translation>ダウンロード速度の上限 (MB/秒)</translation>
    </message>
    <message>
        <source>The most that all downloads together take of the line</source>
        <translation>すべてのダウンロードを合わせた通信速度の上限</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>実行中のものはありません。</translation>
    </message>
</context>
<context>
    <name>DownloadsViewModel</name>
    <message>
        <source>1 download</source>
        <translation>ダウンロード 1件</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>ダウンロード %1件</translation>
    </message>
</context>
<context>
    <name>DraftCost</name>
    <message>
        <source>%1 of %2 after this</source>
        <translation>送信後 %1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 are used</source>
        <translation>使用中 %1 / %2</translation>
    </message>
    <message>
        <source>With the chat before it the message has %1 tokens; %2 fit.</source>
        <translation>これまでのチャットを含めるとメッセージは%1トークンになります。収まるのは%2トークンまでです。</translation>
    </message>
    <message>
        <source>%3 has %1 tokens, of which %2 fit in the context.</source>
        <translation>%3は%1トークンあり、コンテキストに収まるのはそのうち%2トークンです。</translation>
    </message>
</context>
<context>
    <name>Drafter</name>
    <message>
        <source>Draft model</source>
        <translation>ドラフトモデル</translation>
    </message>
    <message>
        <source>Prediction head</source>
        <translation>予測ヘッド</translation>
    </message>
    <message>
        <source>Gemma 4 assistant</source>
        <translation>Gemma 4アシスタント</translation>
    </message>
</context>
<context>
    <name>DrafterOffers</name>
    <message>
        <source>Getting %1…</source>
        <translation>%1 を取得中…</translation>
    </message>
    <message>
        <source>Get %1 to draft for it</source>
        <translation>ドラフト用に %1 を入手</translation>
    </message>
</context>
<context>
    <name>Drafters</name>
    <message>
        <source>%1 (cannot draft for the loaded model)</source>
        <translation>%1 (ロード済みのモデルのドラフトには使えません)</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Drop to import %1</source>
        <translation>ドロップして%1をインポート</translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation>ドロップして%1を添付</translation>
    </message>
    <message>
        <source>Drop to insert the text</source>
        <translation>ドロップしてテキストを挿入</translation>
    </message>
    <message>
        <source>Pictures cannot be attached</source>
        <translation>画像は添付できません</translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>ドロップして%n個のファイルを添付</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EffectLine</name>
    <message>
        <source>Prove it</source>
        <translation>実測する</translation>
    </message>
    <message>
        <source>Prove it: {0}</source>
        <translation>実測する: {0}</translation>
    </message>
    <message>
        <source>Measure it on and off, on this model and device</source>
        <translation>このモデルとデバイスで、オンとオフを測定して比べます</translation>
    </message>
</context>
<context>
    <name>EndpointDialog</name>
    <message>
        <source>Add an engine</source>
        <translation>エンジンを追加</translation>
    </message>
    <message>
        <source>Change an engine</source>
        <translation>エンジンを変更</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>保存済み。入力すると置き換わります</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>必要な場合のみ</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>キーを削除</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>その他のサーバー</translation>
    </message>
    <message>
        <source>Any server with an OpenAI-compatible interface. Encore asks it for its models when the list of models is opened, and for answers when you chat with one of them.</source>
        <translation>OpenAI 互換インターフェイスを持つ任意のサーバーです。Encore はモデル一覧を開いたときにモデルを、チャットしたときに回答を問い合わせます。</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>問い合わせ中…</translation>
    </message>
</context>
<context>
    <name>EndpointRow</name>
    <message>
        <source>Change %1</source>
        <translation>%1 を変更</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 を削除</translation>
    </message>
</context>
<context>
    <name>Endpoints</name>
    <message>
        <source>The engine of this model is no longer in the settings: choose another model.</source>
        <translation>このモデルのエンジンは設定にありません。別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 answers conversations only.</source>
        <translation>%1 は会話にのみ回答します。</translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2: check its address and your network.</source>
        <translation>%2 の %1 に到達できません。アドレスとネットワークを確認してください。</translation>
    </message>
    <message>
        <source>%1 does not accept the key: enter the right one in Settings, Model.</source>
        <translation>%1 はキーを受け付けません。設定の「モデル」で正しいキーを入力してください。</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: is it switched on, and reachable?</source>
        <translation>%2 の %1 が応答しません。電源が入っていて到達可能か確認してください。</translation>
    </message>
    <message>
        <source>%1 does not answer at %2: start it there, or correct its address.</source>
        <translation>%2 の %1 が応答しません。そこで起動するか、アドレスを直してください。</translation>
    </message>
    <message>
        <source>%1 does not have this model any more: choose another in the list of models.</source>
        <translation>%1 にこのモデルはもうありません。一覧から別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 does not take these settings and answers without them: %2.</source>
        <translation>%1 は次の設定に対応していないため、使わずに回答します: %2。</translation>
    </message>
    <message>
        <source>%1 ended the answer with its content filter: ask in other words.</source>
        <translation>%1 のコンテンツフィルターが回答を終了しました。別の言葉で尋ねてください。</translation>
    </message>
    <message>
        <source>%1 ended the connection before the answer was complete: ask again.</source>
        <translation>回答が終わる前に %1 が接続を切りました。もう一度尋ねてください。</translation>
    </message>
    <message>
        <source>%1 failed with error %3: ask again, or look at its log.</source>
        <translation>%1 でエラー %3 が起きました。もう一度尋ねるか、そのログを見てください。</translation>
    </message>
    <message>
        <source>%1 has too much to do, or your quota there is used up: wait.</source>
        <translation>%1 が混雑しているか、利用枠を使い切りました。しばらくお待ちください。</translation>
    </message>
    <message>
        <source>%1 has too much to do: ask again in %3 s.</source>
        <translation>%1 が混雑しています。%3 秒後にもう一度尋ねてください。</translation>
    </message>
    <message>
        <source>%1 is not found: check its address, %2, and your network.</source>
        <translation>%1 が見つかりません。アドレス %2 とネットワークを確認してください。</translation>
    </message>
    <message>
        <source>%1 is still loading the model: ask again in a moment.</source>
        <translation>%1 はまだモデルを読み込んでいます。少し待ってから尋ねてください。</translation>
    </message>
    <message>
        <source>%1 refuses the request with error %3: look at its log.</source>
        <translation>%1 がエラー %3 で要求を拒否しました。そのログを見てください。</translation>
    </message>
    <message>
        <source>%1 refuses the request: %3</source>
        <translation>%1 が要求を拒否しました: %3</translation>
    </message>
    <message>
        <source>%1 reports an error without saying which: look at its log.</source>
        <translation>%1 が内容不明のエラーを報告しました。そのログを見てください。</translation>
    </message>
    <message>
        <source>%1 reports: %3</source>
        <translation>%1 からの報告: %3</translation>
    </message>
    <message>
        <source>%1 sends us to %3, which is not followed: if that is right, enter it as the address.</source>
        <translation>%1 は %3 へ転送しようとしましたが、従いません。正しければアドレスとして入力してください。</translation>
    </message>
    <message>
        <source>%1 sent something that is no part of an answer: ask again, or look at its log.</source>
        <translation>%1 が回答ではないものを送ってきました。もう一度尋ねるか、そのログを見てください。</translation>
    </message>
    <message>
        <source>%1 takes too long to answer: look at what it is doing.</source>
        <translation>%1 の応答に時間がかかりすぎています。何をしているか確認してください。</translation>
    </message>
    <message>
        <source>%1 wants a key: enter it in Settings, Model.</source>
        <translation>%1 にはキーが必要です。設定の「モデル」で入力してください。</translation>
    </message>
    <message>
        <source>%2 is no OpenAI-compatible server: the address of %1 may end in /v1.</source>
        <translation>%2 は OpenAI 互換サーバーではありません。%1 のアドレスは /v1 で終わるかもしれません。</translation>
    </message>
    <message>
        <source>Give the engine a name, as it is to be called in the list.</source>
        <translation>一覧に表示するエンジンの名前を付けてください。</translation>
    </message>
    <message>
        <source>No encrypted connection to %1 came about: if it has none, let its address begin with http://.</source>
        <translation>%1 と暗号化接続できませんでした。暗号化がない場合は http:// で始まるアドレスにしてください。</translation>
    </message>
    <message>
        <source>No keyring works here, so the key is in %1, which only you can read.</source>
        <translation>ここではキーリングが使えないため、キーはあなただけが読める %1 にあります。</translation>
    </message>
    <message>
        <source>That is no address: enter one like http://127.0.0.1:8080.</source>
        <translation>アドレスではありません。http://127.0.0.1:8080 のように入力してください。</translation>
    </message>
    <message>
        <source>That is no key: a key has no spaces and no accented letters.</source>
        <translation>キーではありません。キーに空白や特殊な文字は含まれません。</translation>
    </message>
    <message>
        <source>The address may have no password and no parameters: the key has its own field.</source>
        <translation>アドレスにパスワードやパラメーターは使えません。キーには専用の欄があります。</translation>
    </message>
    <message>
        <source>The answer of %1 could not be read: ask again, or look at the log.</source>
        <translation>%1 の回答を読み取れませんでした。もう一度尋ねるか、ログを見てください。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted on this computer: have it installed, or use an address whose certificate is trusted.</source>
        <translation>%1 の証明書はこのコンピューターで信頼されていません。インストールするか、信頼された証明書のアドレスを使ってください。</translation>
    </message>
    <message>
        <source>The conversation is longer than %1 can take: begin a new chat, or shorten it.</source>
        <translation>会話が %1 の扱える長さを超えています。新しいチャットを始めるか、短くしてください。</translation>
    </message>
    <message>
        <source>The key could not be kept in %1: check the disk.</source>
        <translation>キーを %1 に保存できませんでした。ディスクを確認してください。</translation>
    </message>
    <message>
        <source>The list of engines could not be saved to %1: check the disk.</source>
        <translation>エンジンの一覧を %1 に保存できませんでした。ディスクを確認してください。</translation>
    </message>
    <message>
        <source>There are too many engines elsewhere: remove one.</source>
        <translation>別の場所のエンジンが多すぎます。1 つ削除してください。</translation>
    </message>
    <message>
        <source>What answers at %2 is no OpenAI-compatible server: check the address of %1.</source>
        <translation>%2 で応答しているのは OpenAI 互換サーバーではありません。%1 のアドレスを確認してください。</translation>
    </message>
</context>
<context>
    <name>EndpointsSection</name>
    <message>
        <source>Servers whose models you can chat with here: llama.cpp, vLLM, Ollama, LM Studio, another Encore, or a service with the same interface.</source>
        <translation>ここでモデルとチャットできるサーバー: llama.cpp、vLLM、Ollama、LM Studio、別の Encore、または同じインターフェイスのサービス。</translation>
    </message>
    <message>
        <source>Add an engine…</source>
        <translation>エンジンを追加…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1 を削除しますか？</translation>
    </message>
    <message>
        <source>Its address and its key are forgotten. Conversations stay.</source>
        <translation>アドレスとキーは削除されます。会話は残ります。</translation>
    </message>
</context>
<context>
    <name>EndpointsViewModel</name>
    <message>
        <source>Key and conversations travel unencrypted to this address.</source>
        <translation>キーと会話はこのアドレスに暗号化されずに送られます。</translation>
    </message>
    <message>
        <source>Conversations travel unencrypted to this address.</source>
        <translation>会話はこのアドレスに暗号化されずに送られます。</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>%1 answers, but has no models: load one there.</source>
        <translation>%1 は応答しますが、モデルがありません。そこで読み込んでください。</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2.</source>
        <translation>%1 が応答しました。モデル: %2。</translation>
    </message>
    <message>
        <source>%1 answers. Its models: %2 and %3 more.</source>
        <translation>%1 が応答しました。モデル: %2、ほか %3 件。</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The engine stopped three times within a minute and was not restarted. Choose a model to try again.</source>
        <translation>エンジンが1分間に3回停止したため、再起動しませんでした。モデルを選ぶと再試行します。</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly. It was restarted; you can go on.</source>
        <translation>エンジンが予期せず停止しましたが、再起動しました。そのまま続けられます。</translation>
    </message>
    <message>
        <source>The engine that would look into the file is not running; try again.</source>
        <translation>ファイルを調べるエンジンが動作していません。もう一度お試しください。</translation>
    </message>
</context>
<context>
    <name>EnginePage</name>
    <message>
        <source>Choose another build</source>
        <translation>別のビルドを選ぶ</translation>
    </message>
    <message>
        <source>Install from a folder or a mirror</source>
        <translation>フォルダーまたはミラーからインストール</translation>
    </message>
    <message>
        <source>Encore may look for updates of itself</source>
        <translation>Encore自体の更新の確認を許可する</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>このコンピューター</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>It asks once a day, tells nothing about you, and installs nothing unasked.</source>
        <translation>確認は1日1回です。個人に関する情報は送信せず、許可なくインストールすることもありません。</translation>
    </message>
    <message>
        <source>One more step: the engine</source>
        <translation>あと一歩です: エンジンの準備</translation>
    </message>
    <message>
        <source>This version of Encore needs other libraries than those that are installed. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>このバージョンのEncoreには、インストール済みのものとは別のライブラリが必要です。取得は一度だけです。その間もモデルを探してダウンロードできます。</translation>
    </message>
    <message>
        <source>Models run on libraries that must fit this computer. They are fetched once. Meanwhile you can find and download models.</source>
        <translation>モデルの実行には、このコンピューターに合ったライブラリが必要です。取得は一度だけです。その間もモデルを探してダウンロードできます。</translation>
    </message>
    <message>
        <source>The engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>使用中: %1</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>このコンピューターを確認中…</translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Change…</source>
        <translation>変更…</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修復</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>削除…</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>前に戻す</translation>
    </message>
    <message>
        <source>Remove the engine&apos;s libraries?</source>
        <translation>エンジンのライブラリを削除しますか？</translation>
    </message>
    <message>
        <source>No model can answer until they are installed again. Models and conversations stay.</source>
        <translation>再びインストールするまで、どのモデルも回答できません。モデルと会話は残ります。</translation>
    </message>
    <message>
        <source>Encore runs from a checkout: the engine uses the environment&apos;s libraries.</source>
        <translation>Encoreはチェックアウトから実行されています。エンジンはその環境のライブラリを使います。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed.</source>
        <translation>エンジンのライブラリがインストールされていません。</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>以前: %1</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>インストール…</translation>
    </message>
</context>
<context>
    <name>EngineSentences</name>
    <message>
        <source>%1 cannot be divided after %2 of its %3 layers; choose another number of layers for the processor, or auto.</source>
        <translation>%1は全%3層のうち%2層の後で分割できません。CPUに割り当てる層の数を変えるか、autoを選んでください。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the path and the disk.</source>
        <translation>%1を読み込めません（%2）。パスとディスクを確認してください。</translation>
    </message>
    <message>
        <source>%1 cannot draft for this model, because only %2 of their %3 tokens agree; choose a smaller model of the same family.</source>
        <translation>%1はこのモデルのドラフトに使えません。%3個のトークンのうち一致するのは%2個だけです。同じファミリーの小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 cannot draft here: it reads what the GPU has of a model, but the processor computes the first layers of this one; choose ngram, or let the GPU read those layers from main memory.</source>
        <translation>%1はここではドラフトに使えません。GPU上のモデルを読みますが、このモデルの最初の層はCPUが計算します。ngramを選ぶか、それらの層をGPUがメインメモリから読むようにしてください。</translation>
    </message>
    <message>
        <source>%1 claims to be a GGUF of version %2, which is not known; download it again, or update this app.</source>
        <translation>%1は未知のバージョン%2のGGUFとなっています。もう一度ダウンロードするか、このアプリを更新してください。</translation>
    </message>
    <message>
        <source>%1 describes a model of impossible shape: %2; download it again or choose another file.</source>
        <translation>%1の示すモデルの形状はあり得ません: %2。もう一度ダウンロードするか、別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory, so %2 GiB of it are read from main memory, more slowly.</source>
        <translation>%1はGPUメモリに収まらないため、そのうち%2 GiBをメインメモリから読み込みます。その分遅くなります。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; %3 GiB are read from main memory when they are needed.</source>
        <translation>%1はGPUメモリに収まりません。よく使われるエキスパートの%2 %をそこに置き、残りの%3 GiBは必要なときにメインメモリから読み込みます。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes %3 GiB of the others, and the GPU reads %4 GiB from main memory when they are needed.</source>
        <translation>%1はGPUメモリに収まりません。よく使われるエキスパートの%2 %をそこに置き、残りのうち%3 GiBはCPUが計算し、%4 GiBは必要なときにGPUがメインメモリから読み込みます。</translation>
    </message>
    <message>
        <source>%1 does not fit the GPU&apos;s memory: %2 % of its experts are there, those used most; the processor computes the others, %3 GiB.</source>
        <translation>%1はGPUメモリに収まりません。よく使われるエキスパートの%2 %をそこに置き、残りの%3 GiBはCPUが計算します。</translation>
    </message>
    <message>
        <source>%1 failed unexpectedly; %2.</source>
        <translation>%1に予期せず失敗しました。%2。</translation>
    </message>
    <message>
        <source>%1 has %2 layers and reads %3 of its model, which is not supported yet; choose another drafter.</source>
        <translation>%1は%2層で、モデルの%3層を読みますが、まだ対応していません。別のドラフトモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 has a tokenizer of %2 words, but embeddings of only %3; download it again or choose another file.</source>
        <translation>%1のトークナイザーは%2語ですが、埋め込みは%3語分しかありません。もう一度ダウンロードするか、別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, of which %3 are rotated; that shape is not supported yet.</source>
        <translation>%1のヘッドは%2要素で、そのうち%3要素が回転されます。この形状にはまだ対応していません。</translation>
    </message>
    <message>
        <source>%1 has keys and values of different sizes; that is not supported yet.</source>
        <translation>%1はキーと値の大きさが異なります。まだ対応していません。</translation>
    </message>
    <message>
        <source>%1 has no prediction head that can draft; choose ngram or a smaller model of the same family.</source>
        <translation>%1にはドラフトに使える予測ヘッドがありません。ngramか、同じファミリーの小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 has no table of embeddings; the file is incomplete, download it again.</source>
        <translation>%1に埋め込みの表がありません。ファイルが不完全です。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; the file is incomplete, download it again.</source>
        <translation>%1にテンソル%2がありません。ファイルが不完全です。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 has no tokenizer; choose a file that holds the complete model.</source>
        <translation>%1にトークナイザーがありません。完全なモデルのファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 has recurrent heads of %2 elements; that shape is not supported yet.</source>
        <translation>%1の再帰ヘッドは%2要素です。この形状にはまだ対応していません。</translation>
    </message>
    <message>
        <source>%1 has tensors that its architecture should not have, such as %2; this variant is not supported yet.</source>
        <translation>%1には、このアーキテクチャにないはずのテンソル（%2など）があります。この派生にはまだ対応していません。</translation>
    </message>
    <message>
        <source>%1 holds no weights, only a vocabulary; choose a complete model file.</source>
        <translation>%1には重みがなく、語彙だけがあります。完全なモデルのファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is a GGUF of version 1, which is out of use; choose a newer file of the model.</source>
        <translation>%1は、使われなくなったバージョン1のGGUFです。モデルの新しいファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is a big-endian GGUF, which is not supported; choose a little-endian one.</source>
        <translation>%1は未対応のビッグエンディアンのGGUFです。リトルエンディアンのものを選んでください。</translation>
    </message>
    <message>
        <source>%1 is a drafter in the layout %2, which is not supported; choose one that was converted with llama.cpp.</source>
        <translation>%1は未対応の構成 %2 のドラフトモデルです。llama.cppで変換したものを選んでください。</translation>
    </message>
    <message>
        <source>%1 is a drafter of the kind %2, which is not supported yet; choose a DFlash drafter.</source>
        <translation>%1は未対応の種類%2のドラフトモデルです。DFlashのものを選んでください。</translation>
    </message>
    <message>
        <source>%1 is a folder; choose the .gguf file inside it.</source>
        <translation>%1はフォルダーです。中の.ggufファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is a granite model without rotary embedding, which is not supported yet.</source>
        <translation>%1は回転埋め込みのないgraniteモデルで、まだ対応していません。</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: %2 reaches %3 bytes past the end of the file; download it again.</source>
        <translation>%1は途中で切れているか壊れています。%2がファイルの終わりを%3バイト超えています。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: it ends inside %2; download it again.</source>
        <translation>%1は途中で切れているか壊れています。%2の中で終わっています。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is damaged or incomplete: %2; download it again or choose another file.</source>
        <translation>%1は壊れているか不完全です: %2。もう一度ダウンロードするか、別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; download it again or choose another file.</source>
        <translation>%1は壊れています: %2。もう一度ダウンロードするか、別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is damaged: an earlier part has its tensor %2 too; download the model again.</source>
        <translation>%1は壊れています。前の部分にもテンソル%2があります。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is damaged: it claims to be part %2 of %3, counted from 0; download it again.</source>
        <translation>%1は壊れています。0から数えて%3個中の%2番となっています。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is damaged: its general.alignment (%2) is not a power of two; download it again or choose another file.</source>
        <translation>%1は壊れています。general.alignment（%2）が2の累乗ではありません。もう一度ダウンロードするか、別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is damaged: tensor %2 is %3 where %4 is expected; download it again.</source>
        <translation>%1は壊れています。テンソル%2は%3ですが、%4のはずです。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is empty; download it again.</source>
        <translation>%1は空です。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is missing: this model has %2 parts, all in one folder; download that part.</source>
        <translation>%1がありません。このモデルは%2個の部分からなり、すべて同じフォルダーに置きます。その部分をダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is not a GGUF model file, whatever its name says; choose a model in GGUF format.</source>
        <translation>%1は、名前に関わらずGGUFのモデルファイルではありません。GGUF形式のモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1が一覧ではありません</translation>
    </message>
    <message>
        <source>%1 is not a regular file; choose a .gguf file.</source>
        <translation>%1は通常のファイルではありません。.ggufファイルを選んでください。</translation>
    </message>
    <message>
        <source>%1 is not part %2 of %3 of the model that its name says; download it again.</source>
        <translation>%1は、名前が示すモデルの%3個中%2番の部分ではありません。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1がオフ</translation>
    </message>
    <message>
        <source>%1 is one of %2 parts of a model, so its name must end in -00001-of-%3.gguf (with its own number); rename it as it was downloaded.</source>
        <translation>%1は%2個に分かれたモデルの一部なので、名前は-00001-of-%3.gguf（番号はそれぞれのもの）で終わる必要があります。ダウンロード時の名前に戻してください。</translation>
    </message>
    <message>
        <source>%1 keeps its context memory in %2 bits a value, so that it fits.</source>
        <translation>%1は、メモリに収まるようにコンテキストメモリを値ごとに%2ビットで保持します。</translation>
    </message>
    <message>
        <source>%1 keeps the first %2 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>%1はコンテキストの最初の%2トークンをGPUメモリに置き、それ以降をメインメモリから読み込みます。その分遅くなります。</translation>
    </message>
    <message>
        <source>%1 may not be read; change its permissions or copy it to your models folder.</source>
        <translation>%1を読む権限がありません。権限を変えるか、モデルのフォルダーにコピーしてください。</translation>
    </message>
    <message>
        <source>%1 needs %2 GiB of %3 with a context of %4 tokens (%5 GiB of it weights), but %6 GiB are free; %7.</source>
        <translation>%1は%4トークンのコンテキストで%3を%2 GiB（うち重み%5 GiB）必要としますが、空きは%6 GiBです。%7。</translation>
    </message>
    <message>
        <source>%1 needs more %2 than is free; %3.</source>
        <translation>%1に必要な%2が空きより多いです。%3。</translation>
    </message>
    <message>
        <source>%1 needs more memory than there is. %2</source>
        <translation>%1に必要なメモリが足りません。%2</translation>
    </message>
    <message>
        <source>%1 overlaps another tensor</source>
        <translation>%1がほかのテンソルと重なっています</translation>
    </message>
    <message>
        <source>%1 runs on the CPU, more slowly: with a context of %2 tokens it needs %3 GiB of GPU memory, and %4 GiB are free.</source>
        <translation>%1はCPUで、より遅く動きます。%2トークンのコンテキストではGPUメモリが%3 GiB必要ですが、空きは%4 GiBです。</translation>
    </message>
    <message>
        <source>%1 says the model has %2 tensors, but its parts hold %3; download the model again.</source>
        <translation>%1によるとモデルのテンソルは%2個ですが、各部分には%3個あります。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 scales its values, which is not supported yet; choose another drafter.</source>
        <translation>%1は値をスケーリングしますが、まだ対応していません。別のドラフトモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 stores %2 as %3, which is not supported.</source>
        <translation>%1は%2を未対応の%3で保存しています。</translation>
    </message>
    <message>
        <source>%1 stores %2 as tensor type %3, which is not known; choose a file with another quantization, or update this app.</source>
        <translation>%1は%2を未知のテンソル型%3で保存しています。別の量子化のファイルを選ぶか、このアプリを更新してください。</translation>
    </message>
    <message>
        <source>%1 stores the tensor %2 as %3, which is not supported yet; choose another quantization of this model, such as Q4_K_M or Q8_0.</source>
        <translation>%1はテンソル%2を未対応の%3で保存しています。Q4_K_MやQ8_0など、このモデルの別の量子化を選んでください。</translation>
    </message>
    <message>
        <source>%1 stretches its context with %2 scaling, which is not supported yet; choose another model.</source>
        <translation>%1は未対応の%2スケーリングでコンテキストを広げています。別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 took far more memory than the %2 GiB that the model should need, so it was ended; the file may be damaged: download it again or choose another model.</source>
        <translation>%1で、モデルに必要なはずの%2 GiBを大きく超えるメモリが使われたため中止しました。ファイルが壊れているかもしれません。もう一度ダウンロードするか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1: %2 and %3 are off</source>
        <translation>%1: %2と%3がオフ</translation>
    </message>
    <message>
        <source>%1: %2 is off</source>
        <translation>%1: %2がオフ</translation>
    </message>
    <message>
        <source>%1; drop the oldest turns, or load the model with a larger context.</source>
        <translation>%1。古いやり取りを除くか、より大きいコンテキストでモデルを読み込んでください。</translation>
    </message>
    <message>
        <source>%1; shorten it, or load the model with a larger context.</source>
        <translation>%1。短くするか、より大きいコンテキストでモデルを読み込んでください。</translation>
    </message>
    <message>
        <source>A context of %1 tokens is more than the %2 this model was made for; choose a smaller context.</source>
        <translation>%1トークンのコンテキストは、このモデルの上限の%2を超えています。小さいコンテキストを選んでください。</translation>
    </message>
    <message>
        <source>Changing the settings</source>
        <translation>設定の変更</translation>
    </message>
    <message>
        <source>Choose a smaller context.</source>
        <translation>小さいコンテキストを選んでください。</translation>
    </message>
    <message>
        <source>Choose a smaller model or context.</source>
        <translation>小さいモデルかコンテキストを選んでください。</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>ほかのプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPUメモリ</translation>
    </message>
    <message>
        <source>Inspecting %1</source>
        <translation>%1の検査</translation>
    </message>
    <message>
        <source>It does not fit: %1; %2.</source>
        <translation>収まりません: %1。%2。</translation>
    </message>
    <message>
        <source>It fits on the CPU: %1.</source>
        <translation>CPUに収まります: %1。</translation>
    </message>
    <message>
        <source>It fits on the GPU: %1.</source>
        <translation>GPUに収まります: %1。</translation>
    </message>
    <message>
        <source>It has no chat template, so it continues text rather than answers.</source>
        <translation>チャットテンプレートがないため、回答ではなく文章の続きを書きます。</translation>
    </message>
    <message>
        <source>It is too large for the GPU, but fits on the CPU, more slowly: %1.</source>
        <translation>GPUには大きすぎますが、CPUには収まり、より遅く動きます: %1。</translation>
    </message>
    <message>
        <source>It keeps the first %1 tokens of its context in the GPU&apos;s memory; what follows is read from main memory, more slowly.</source>
        <translation>コンテキストの最初の%1トークンはGPUメモリに置かれ、それ以降はメインメモリから読み込まれます。その分遅くなります。</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, at about %2 tok/s: %3.</source>
        <translation>GPUで動作し、そのうち%1はメインメモリにあります。約%2 tok/s：%3。</translation>
    </message>
    <message>
        <source>It runs on the GPU with %1 of it in main memory, more slowly: %2.</source>
        <translation>GPUで動作しますが、そのうち%1はメインメモリにあるため遅くなります：%2。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory, at about %3 tok/s: %4.</source>
        <translation>エキスパートの%1 %をGPUに、%2をメインメモリに置いて、約%3 tok/sで動作します：%4。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its experts on the GPU and %2 in main memory: %3.</source>
        <translation>エキスパートの%1 %をGPUに、%2をメインメモリに置いて動作します：%3。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor, at about %2 tok/s: %3.</source>
        <translation>層の%1 %をGPUで、残りをCPUで計算し、約%2 tok/sで動作します：%3。</translation>
    </message>
    <message>
        <source>It runs with %1 % of its layers on the GPU and the others on the processor: %2.</source>
        <translation>層の%1 %をGPUで、残りをCPUで計算して動作します：%2。</translation>
    </message>
    <message>
        <source>It was made for a context of %1 tokens at most.</source>
        <translation>コンテキストの上限は%1トークンです。</translation>
    </message>
    <message>
        <source>Its context memory takes %1 bits a value, so that it fits.</source>
        <translation>メモリに収まるように、コンテキストメモリは値ごとに%1ビットになります。</translation>
    </message>
    <message>
        <source>Kernels for %1 cannot be compiled here (%2); install a C compiler and Triton, or choose the device cpu.</source>
        <translation>ここでは%1用のカーネルをコンパイルできません（%2）。CコンパイラとTritonを入れるか、デバイスcpuを選んでください。</translation>
    </message>
    <message>
        <source>Keys and values cannot be %1 in this model: its heads have %2 elements, which are not whole blocks of %3; choose the type f16, bf16 or f32.</source>
        <translation>このモデルではキーと値を%1にできません。ヘッドの%2要素が%3のブロックで割り切れません。型f16、bf16、f32のいずれかを選んでください。</translation>
    </message>
    <message>
        <source>Landlock cannot be used: %1</source>
        <translation>Landlockを使えません: %1</translation>
    </message>
    <message>
        <source>Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU</source>
        <translation>GPU用のカーネルをコンパイルする環境ではLinux 5.19以降のLandlockが必要です</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>%1の読み込み</translation>
    </message>
    <message>
        <source>Models of architecture %1 are not supported yet; supported are: %2.</source>
        <translation>アーキテクチャ%1のモデルにはまだ対応していません。対応しているもの: %2。</translation>
    </message>
    <message>
        <source>Models of architecture %1 only draft tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>アーキテクチャ%1のモデルは、ほかのモデルのドラフト専用です。そのモデルを読み込み、ドラフト元としてこのファイルを選んでください。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver does not start (%1), so the model cannot run on %2; restart the computer, or choose the device cpu.</source>
        <translation>NVIDIAのドライバーが起動しない（%1）ため、モデルを%2で実行できません。コンピューターを再起動するか、デバイスcpuを選んでください。</translation>
    </message>
    <message>
        <source>No model is loaded; choose one first.</source>
        <translation>モデルが読み込まれていません。先に選んでください。</translation>
    </message>
    <message>
        <source>Only an answer to a question can be continued.</source>
        <translation>続けられるのは質問への回答だけです。</translation>
    </message>
    <message>
        <source>Replaying steps failed, so they are launched one by one until the model is loaded again; the answer is the same, only slower.</source>
        <translation>ステップのリプレイに失敗したため、モデルを読み込み直すまで一つずつ実行します。回答は同じで、遅くなるだけです。</translation>
    </message>
    <message>
        <source>That leaves little memory for other programs.</source>
        <translation>ほかのプログラムに残るメモリが少なくなります。</translation>
    </message>
    <message>
        <source>The GPU failed, so the engine has to start again; try once more, and run the model on the CPU if it happens again.</source>
        <translation>GPUに障害が起きたため、エンジンを起動し直します。もう一度試し、再発する場合はモデルをCPUで実行してください。</translation>
    </message>
    <message>
        <source>The GPU is not used, because NVIDIA&apos;s driver does not start (%1); restart the computer.</source>
        <translation>NVIDIAのドライバーが起動しない（%1）ため、GPUは使われません。コンピューターを再起動してください。</translation>
    </message>
    <message>
        <source>The GPU is not used, because its kernels cannot be compiled here: %1.</source>
        <translation>ここではカーネルをコンパイルできないため、GPUは使われません: %1。</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The answer cannot be given the form that was asked for (%1); change its schema.</source>
        <translation>回答を指定された形式にできません（%1）。スキーマを変更してください。</translation>
    </message>
    <message>
        <source>The conversation is too long to be made into a prompt; start a new one or shorten it.</source>
        <translation>会話が長すぎてプロンプトにできません。新しく始めるか、短くしてください。</translation>
    </message>
    <message>
        <source>The device chosen is not there; choose the device auto or cpu.</source>
        <translation>選んだデバイスがありません。デバイスautoかcpuを選んでください。</translation>
    </message>
    <message>
        <source>The drafter %1 stretches its context, which is not supported yet; choose another.</source>
        <translation>ドラフトモデル%1はコンテキストを広げますが、まだ対応していません。別のものを選んでください。</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for a model with another vocabulary; choose the one that was made for this model.</source>
        <translation>%1のドラフトモデルは語彙の異なるモデル用です。このモデル用のものを選んでください。</translation>
    </message>
    <message>
        <source>The drafter in %1 was made for another model; choose the one that was made for this model.</source>
        <translation>%1のドラフトモデルは別のモデル用です。このモデル用のものを選んでください。</translation>
    </message>
    <message>
        <source>The drafter in the folder %1 cannot be read (%2); download it again.</source>
        <translation>フォルダー%1のドラフトモデルを読み込めません（%2）。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>The engine could not be started: %1: %2.</source>
        <translation>エンジンを起動できませんでした: %1: %2。</translation>
    </message>
    <message>
        <source>The engine sent a message that cannot be read: %1.</source>
        <translation>エンジンが読み取れないメッセージを送りました: %1。</translation>
    </message>
    <message>
        <source>The engine stopped while it was starting; its log says why.</source>
        <translation>エンジンは起動中に止まりました。理由はログにあります。</translation>
    </message>
    <message>
        <source>The form that was asked for is not a JSON schema; correct it.</source>
        <translation>指定された形式は JSON スキーマではありません。修正してください。</translation>
    </message>
    <message>
        <source>The form that was asked for is too complex to be followed; simplify its schema.</source>
        <translation>指定された形式は複雑すぎて従えません。スキーマを簡単にしてください。</translation>
    </message>
    <message>
        <source>The message is empty; write something first.</source>
        <translation>メッセージが空です。先に何か書いてください。</translation>
    </message>
    <message>
        <source>The model produced numbers that are not finite, so no token can be chosen. The model file may be damaged: download it again or choose another one.</source>
        <translation>モデルが有限でない数を出したため、トークンを選べません。モデルのファイルが壊れているかもしれません。もう一度ダウンロードするか、別のものを選んでください。</translation>
    </message>
    <message>
        <source>The parameters of the tool %1 are not a JSON schema; correct them.</source>
        <translation>ツール %1 のパラメーターは JSON スキーマではありません。修正してください。</translation>
    </message>
    <message>
        <source>The prediction head in %1 belongs to another model; choose the one that was made with this model.</source>
        <translation>%1の予測ヘッドは別のモデルのものです。このモデルと一緒に作られたものを選んでください。</translation>
    </message>
    <message>
        <source>The prediction head in %1 only drafts tokens for another model; load that one, and choose this file to draft from.</source>
        <translation>%1の予測ヘッドは、ほかのモデルのドラフト専用です。そのモデルを読み込み、ドラフト元としてこのファイルを選んでください。</translation>
    </message>
    <message>
        <source>The processor computes %1 of the %2 layers of %3, more slowly than the GPU would; %4 GiB are in main memory.</source>
        <translation>%3の全%2層のうち%1層をCPUが計算します。GPUより遅くなります。%4 GiBはメインメモリにあります。</translation>
    </message>
    <message>
        <source>The processor&apos;s part of the model has failed; load the model again.</source>
        <translation>モデルのうちCPUが計算する部分で障害が発生しました。モデルをもう一度読み込んでください。</translation>
    </message>
    <message>
        <source>The prompt is %1 tokens long, but the context holds %2</source>
        <translation>プロンプトは%1トークンですが、コンテキストに入るのは%2です</translation>
    </message>
    <message>
        <source>The prompt is empty; write something first.</source>
        <translation>プロンプトが空です。先に何か書いてください。</translation>
    </message>
    <message>
        <source>The request cannot be carried out: %1.</source>
        <translation>リクエストを実行できません: %1。</translation>
    </message>
    <message>
        <source>The text holds a broken character; remove it and try again.</source>
        <translation>テキストに壊れた文字があります。取り除いてもう一度試してください。</translation>
    </message>
    <message>
        <source>The text is too long to be sent; the limit is %1 MiB.</source>
        <translation>テキストが長すぎて送れません。上限は%1 MiBです。</translation>
    </message>
    <message>
        <source>The text of %1 characters is far longer than the context of %2 tokens; shorten it.</source>
        <translation>%1文字のテキストは%2トークンのコンテキストよりはるかに長いです。短くしてください。</translation>
    </message>
    <message>
        <source>The tokenizer in this model file has no merges, so it cannot be used; get the file again or choose another one.</source>
        <translation>このモデルファイルのトークナイザーにはマージがなく、使えません。ファイルを取得し直すか、別のものを選んでください。</translation>
    </message>
    <message>
        <source>There is no CUDA device here, so the model cannot run on %1; choose the device auto or cpu.</source>
        <translation>ここにはCUDAデバイスがないため、モデルを%1で実行できません。デバイスautoかcpuを選んでください。</translation>
    </message>
    <message>
        <source>There is no device %1 here: this computer&apos;s last one is cuda:%2.</source>
        <translation>ここにはデバイス%1がありません。このコンピューターの最後のデバイスはcuda:%2です。</translation>
    </message>
    <message>
        <source>There is no file %1; check the path or download the model.</source>
        <translation>ファイル%1がありません。パスを確認するか、モデルをダウンロードしてください。</translation>
    </message>
    <message>
        <source>There is no room for a draft after position %1; load the model with a larger context.</source>
        <translation>位置%1の後にドラフトの入る場所がありません。より大きいコンテキストでモデルを読み込んでください。</translation>
    </message>
    <message>
        <source>This model has no chat template, %1.</source>
        <translation>このモデルにはチャットテンプレートがないため、%1。</translation>
    </message>
    <message>
        <source>This model uses a tokenizer of the type %1, which Encore does not support yet; choose a model with a byte-level BPE or SentencePiece tokenizer.</source>
        <translation>このモデルのトークナイザーの種類%1にEncoreはまだ対応していません。バイト単位のBPEかSentencePieceのモデルを選んでください。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not accept this conversation, so ChatML was used for it; answers may be worse for it.</source>
        <translation>このモデルのチャットテンプレートがこの会話を受け付けないため、ChatMLを使いました。回答の質が落ちることがあります。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template does not work, %1.</source>
        <translation>このモデルのチャットテンプレートが動作しないため、%1。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template leaves your last message out of the prompt, so the model does not see it; get another file of this model, or choose another one.</source>
        <translation>このモデルのチャットテンプレートは最後のメッセージをプロンプトに入れないため、モデルに届きません。このモデルの別のファイルを使うか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>This model&apos;s chat template takes more time or memory than any prompt needs, %1.</source>
        <translation>このモデルのチャットテンプレートは、プロンプトに必要な時間やメモリを超えるため、%1。</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer %1; a general one is used, and answers may be worse for it.</source>
        <translation>このモデルのトークナイザーは%1。汎用のものを使うため、回答の質が落ちることがあります。</translation>
    </message>
    <message>
        <source>Unloading the model</source>
        <translation>モデルの解放</translation>
    </message>
    <message>
        <source>Whether it fits is not known: %1</source>
        <translation>収まるかどうか分かりません: %1</translation>
    </message>
    <message>
        <source>a context of %1 tokens would fit</source>
        <translation>%1トークンのコンテキストなら収まります</translation>
    </message>
    <message>
        <source>asks for the pre-tokenizer %1, which is not known</source>
        <translation>未知のプリトークナイザー%1を求めています</translation>
    </message>
    <message>
        <source>capturing steps</source>
        <translation>ステップをキャプチャ中</translation>
    </message>
    <message>
        <source>choose a smaller context</source>
        <translation>小さいコンテキストを選んでください</translation>
    </message>
    <message>
        <source>choose a smaller context or run it on the CPU</source>
        <translation>小さいコンテキストを選ぶか、CPUで実行してください</translation>
    </message>
    <message>
        <source>choose a smaller quantization or a smaller model</source>
        <translation>小さい量子化かモデルを選んでください</translation>
    </message>
    <message>
        <source>close other programs or choose a smaller model</source>
        <translation>ほかのプログラムを閉じるか、小さいモデルを選んでください</translation>
    </message>
    <message>
        <source>close other programs, or choose a smaller quantization or a smaller model</source>
        <translation>ほかのプログラムを閉じるか、小さい量子化かモデルを選んでください</translation>
    </message>
    <message>
        <source>fixed verify width (fixed_verify)</source>
        <translation>検証幅の固定（fixed_verify）</translation>
    </message>
    <message>
        <source>it claims %1 %2, more than any model has</source>
        <translation>%2が%1とありますが、どのモデルよりも多いです</translation>
    </message>
    <message>
        <source>it claims %1 bytes for %2, more than any model has</source>
        <translation>%2に%1バイトとありますが、どのモデルよりも多いです</translation>
    </message>
    <message>
        <source>it claims %1 entries in %2, more than any model has</source>
        <translation>%2に%1個の項目があるとしていますが、どのモデルよりも多いです</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>%1がありません</translation>
    </message>
    <message>
        <source>it needs %1 of GPU memory with a context of %2 tokens, and %3 are free</source>
        <translation>%2トークンのコンテキストでGPUメモリが%1必要で、空きは%3です</translation>
    </message>
    <message>
        <source>it needs %1 of memory with a context of %2 tokens, and %3 are free</source>
        <translation>%2トークンのコンテキストでメモリが%1必要で、空きは%3です</translation>
    </message>
    <message>
        <source>its %1 is %2, not between %3 and %4</source>
        <translation>%1が%2で、%3から%4の間にありません</translation>
    </message>
    <message>
        <source>its compute capability is %1, and they need 8.0</source>
        <translation>Compute Capabilityが%1で、8.0が必要です</translation>
    </message>
    <message>
        <source>its vocabulary is empty</source>
        <translation>語彙が空です</translation>
    </message>
    <message>
        <source>load the model with a smaller context or run it on the CPU, and ask again</source>
        <translation>小さいコンテキストでモデルを読み込むかCPUで実行し、もう一度質問してください</translation>
    </message>
    <message>
        <source>load the model with a smaller context, and ask again</source>
        <translation>小さいコンテキストでモデルを読み込み、もう一度質問してください</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>names none</source>
        <translation>プリトークナイザーを指定していません</translation>
    </message>
    <message>
        <source>only Linux has limits that a program can set itself</source>
        <translation>プログラムが自らに課せる制限があるのはLinuxだけです</translation>
    </message>
    <message>
        <source>padded context (kvpad)</source>
        <translation>コンテキストのパディング（kvpad）</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>プリフィル %1</translation>
    </message>
    <message>
        <source>preparing kernels</source>
        <translation>カーネルを準備中</translation>
    </message>
    <message>
        <source>reading the tokenizer</source>
        <translation>トークナイザーを読み込み中</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>重みを読み込み中</translation>
    </message>
    <message>
        <source>see the log at %1</source>
        <translation>ログ%1を見てください</translation>
    </message>
    <message>
        <source>so ChatML is used; if answers are poor, get another file of this model</source>
        <translation>ChatMLを使います。回答が悪い場合は、このモデルの別のファイルを使ってください</translation>
    </message>
    <message>
        <source>span %1</source>
        <translation>範囲 %1</translation>
    </message>
    <message>
        <source>span %1 → %2</source>
        <translation>範囲 %1 → %2</translation>
    </message>
    <message>
        <source>span %1 → %2, width %3 → %4</source>
        <translation>範囲 %1 → %2、幅 %3 → %4</translation>
    </message>
    <message>
        <source>span %1, width %2</source>
        <translation>範囲 %1、幅 %2</translation>
    </message>
    <message>
        <source>starting the device</source>
        <translation>デバイスを起動中</translation>
    </message>
    <message>
        <source>system calls cannot be filtered: %1</source>
        <translation>システムコールを制限できません: %1</translation>
    </message>
    <message>
        <source>the engine&apos;s log says more</source>
        <translation>詳しくはエンジンのログにあります</translation>
    </message>
    <message>
        <source>the kernel refuses: %1</source>
        <translation>カーネルが拒否しました: %1</translation>
    </message>
    <message>
        <source>the key %1 is there twice</source>
        <translation>キー%1が2回あります</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>テンソル%1</translation>
    </message>
    <message>
        <source>the tensor %1 is there twice</source>
        <translation>テンソル%1が2回あります</translation>
    </message>
    <message>
        <source>the value of %1</source>
        <translation>%1の値</translation>
    </message>
    <message>
        <source>this kernel has no Landlock, or was started without it</source>
        <translation>このカーネルにはLandlockがないか、無効で起動されています</translation>
    </message>
    <message>
        <source>trying the chat template</source>
        <translation>チャットテンプレートを確認中</translation>
    </message>
    <message>
        <source>verify %1</source>
        <translation>検証 %1</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>幅 %1</translation>
    </message>
    <message>
        <source>width %1 → %2</source>
        <translation>幅 %1 → %2</translation>
    </message>
</context>
<context>
    <name>ExchangeViewModel</name>
    <message>
        <source>Chats</source>
        <translation>チャット</translation>
    </message>
    <message>
        <source>The export is in %1.</source>
        <translation>%1にエクスポートしました。</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>チャット1件をインポートしました。</translation>
    </message>
    <message numerus="yes">
        <source>%n chats were imported.</source>
        <translation>
            <numerusform>チャット%n件をインポートしました。</numerusform>
        </translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>インポートされたチャットはありません。</translation>
    </message>
    <message>
        <source>Already here: %1.</source>
        <translation>すでにあるもの: %1件。</translation>
    </message>
    <message>
        <source>Left out, as they could not be read: %1.</source>
        <translation>読み取れないため除外: %1件。</translation>
    </message>
    <message>
        <source>A chat was deleted while it was exported.</source>
        <translation>エクスポート中にチャットが削除されました。</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Markdown files in a zip</source>
        <translation>Markdownファイル (zip)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>エクスポート</translation>
    </message>
    <message>
        <source>Import chats of Encore, ChatGPT, LM Studio, Jan or Open WebUI</source>
        <translation>Encore、ChatGPT、LM Studio、Jan、Open WebUIのチャットをインポート</translation>
    </message>
    <message>
        <source>Exported chats</source>
        <translation>エクスポートされたチャット</translation>
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
        <translation>Webページ</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>このチャット内を検索</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>前の検索結果 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>次の検索結果 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>閉じる (Esc)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>見つかりません</translation>
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
        <translation>収まります</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>コンテキストを減らせば収まります</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of GPU memory that are free.</source>
        <translation>サイズからの推定: GPUメモリの空き%2のうち約%1を使います。</translation>
    </message>
    <message>
        <source>Judged by its size: about %1 of the %2 of memory that are free.</source>
        <translation>サイズからの推定: メモリの空き%2のうち約%1を使います。</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>大きすぎます</translation>
    </message>
</context>
<context>
    <name>FolderMenu</name>
    <message>
        <source>Folders</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>モデルフォルダーを開く</translation>
    </message>
    <message>
        <source>Move the models folder…</source>
        <translation>モデルフォルダーを移動…</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>フォルダーを監視…</translation>
    </message>
    <message>
        <source>Stop watching {0}</source>
        <translation>{0}の監視をやめる</translation>
    </message>
    <message>
        <source>Where shall the models be kept?</source>
        <translation>モデルの保存先を選んでください</translation>
    </message>
    <message>
        <source>Which folder has models?</source>
        <translation>モデルのあるフォルダーを選んでください</translation>
    </message>
</context>
<context>
    <name>FolderMove</name>
    <message>
        <source>The variable %1 says where models are kept; change it instead.</source>
        <translation>モデルの保存先は変数%1で指定されています。変数の値を変更してください。</translation>
    </message>
    <message>
        <source>Moving the models to %1…</source>
        <translation>モデルを%1に移動中…</translation>
    </message>
    <message>
        <source>The models are in %1 now.</source>
        <translation>モデルは%1に移動しました。</translation>
    </message>
    <message>
        <source>What is new or in use stayed where it was: %1.</source>
        <translation>新しいものと使用中のものは元の場所に残しました: %1。</translation>
    </message>
</context>
<context>
    <name>Footnote</name>
    <message>
        <source>What made this answer</source>
        <translation>この回答の生成条件</translation>
    </message>
    <message>
        <source>Shows what made this answer</source>
        <translation>この回答の生成条件を表示</translation>
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
        <translation>再キャプチャ 1回</translation>
    </message>
    <message numerus="yes">
        <source>%n recaptures</source>
        <translation>
            <numerusform>再キャプチャ %n回</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>パラメーター数 %1</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>残り%1秒</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>残り%1分</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>残り%1時間%2分</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>コンテキスト %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 / %2 (%3%)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨日</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Stopped while thinking</source>
        <translation>思考中に停止</translation>
    </message>
    <message>
        <source>Stopped after thinking for %1</source>
        <translation>%1の思考後に停止</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>思考時間 %1</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1分%2秒</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>途中で終了</translation>
    </message>
    <message>
        <source>%1 as fast by drafting</source>
        <translation>ドラフトで %1 の速さ</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1: オフ</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1トークン</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>ステップあたり %1 トークン</translation>
    </message>
    <message>
        <source>%1, %2 faster</source>
        <translation>%1、%2高速</translation>
    </message>
    <message>
        <source>%1, %2 slower</source>
        <translation>%1、%2低速</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>深さごとの採択率</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>回答元</translation>
    </message>
    <message>
        <source>Compared with versions</source>
        <translation>バージョンとの比較</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>ドラフト</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>採択されたドラフト</translation>
    </message>
    <message>
        <source>End</source>
        <translation>終了理由</translation>
    </message>
    <message>
        <source>Fingerprint of the tokens</source>
        <translation>トークンのフィンガープリント</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>最初のトークン</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>ドラフトの効果</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>再キャプチャ</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>プロンプトのトークン数</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>ステップあたりのトークン数</translation>
    </message>
    <message>
        <source>drafts %1</source>
        <translation>ドラフト %1</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>編集済み</translation>
    </message>
    <message>
        <source>off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>on</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>same answer as %1/%2</source>
        <translation>バージョン%1/%2と同じ回答</translation>
    </message>
    <message>
        <source>stopped at the longest answer allowed</source>
        <translation>回答の最大長に達して停止</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>手動で停止</translation>
    </message>
    <message>
        <source>stopped: the context is full</source>
        <translation>停止: コンテキストがいっぱい</translation>
    </message>
    <message>
        <source>stopped: the model was switched or loaded again</source>
        <translation>停止: モデルの切り替えまたは再ロード</translation>
    </message>
</context>
<context>
    <name>GateBox</name>
    <message>
        <source>Access token (hf_…)</source>
        <translation>アクセストークン (hf_…)</translation>
    </message>
    <message>
        <source>Access token of Hugging Face</source>
        <translation>Hugging Faceのアクセストークン</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>ページを開く</translation>
    </message>
    <message>
        <source>Use this token</source>
        <translation>このトークンを使う</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message>
        <source>Earlier comparisons</source>
        <translation>これまでの比較</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>履歴から削除</translation>
    </message>
</context>
<context>
    <name>ImportMenu</name>
    <message>
        <source>Import</source>
        <translation>インポート</translation>
    </message>
    <message>
        <source>Use a file where it is…</source>
        <translation>ファイルを今の場所で使う…</translation>
    </message>
    <message>
        <source>Nothing is copied; the file must stay where it is.</source>
        <translation>コピーは行いません。ファイルは今の場所に置いておく必要があります。</translation>
    </message>
    <message>
        <source>Link a file into the models folder…</source>
        <translation>モデルフォルダーにファイルをリンク…</translation>
    </message>
    <message>
        <source>Takes no room; only on the same disk.</source>
        <translation>容量を消費しません。同じディスク上でのみ使えます。</translation>
    </message>
    <message>
        <source>Copy a file into the models folder…</source>
        <translation>モデルフォルダーにファイルをコピー…</translation>
    </message>
    <message>
        <source>The other file can be deleted afterwards.</source>
        <translation>コピー後、元のファイルは削除してもかまいません。</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Faceキャッシュ</translation>
    </message>
    <message>
        <source>Models folder</source>
        <translation>モデルフォルダー</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>元の場所</translation>
    </message>
    <message>
        <source>Your folder</source>
        <translation>追加したフォルダー</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Models %1</source>
        <translation>モデル %1</translation>
    </message>
    <message>
        <source>unfinished downloads %1</source>
        <translation>未完了のダウンロード %1</translation>
    </message>
    <message>
        <source>used where they are %1</source>
        <translation>元の場所で使用 %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>空き %1 / %2</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>%1を確認中…</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1は%2。</translation>
    </message>
    <message>
        <source>Importing %1…</source>
        <translation>%1をインポート中…</translation>
    </message>
    <message>
        <source>%1 is among your models now.</source>
        <translation>%1をモデルに追加しました。</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>%1を削除中…</translation>
    </message>
    <message>
        <source>%1 is in the trash.</source>
        <translation>%1をゴミ箱に移動しました。</translation>
    </message>
    <message>
        <source>%1 was taken off the list; its file stays.</source>
        <translation>%1を一覧から外しました。ファイルは残っています。</translation>
    </message>
    <message>
        <source>Bringing back %1…</source>
        <translation>%1を復元中…</translation>
    </message>
    <message>
        <source>%1 is back.</source>
        <translation>%1を復元しました。</translation>
    </message>
    <message>
        <source>One thing at a time: wait until this is done: %1</source>
        <translation>同時に実行できるのは1件だけです。次の処理が終わるまでお待ちください: %1</translation>
    </message>
    <message>
        <source>is sound; its checksum was recorded for the next time</source>
        <translation>破損していません (次回のためにチェックサムを記録しました)</translation>
    </message>
    <message>
        <source>is the file that its cache says it is</source>
        <translation>キャッシュの記録どおりのファイルです</translation>
    </message>
    <message>
        <source>is the file that the Hub has</source>
        <translation>Hubにあるファイルと同じです</translation>
    </message>
    <message>
        <source>is the file that the catalogue names</source>
        <translation>カタログに記載されたファイルと同じです</translation>
    </message>
    <message>
        <source>is unchanged since it was first verified</source>
        <translation>最初に検証したときから変わっていません</translation>
    </message>
</context>
<context>
    <name>LibraryViewModel</name>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター数</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>アーキテクチャ</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>最終使用</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>never</source>
        <translation>未使用</translation>
    </message>
</context>
<context>
    <name>LoadDialog</name>
    <message>
        <source>Load a model</source>
        <translation>モデルをロード</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>コンテキストメモリ</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>ドラフトトークンの生成元</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>リセット</translation>
    </message>
    <message>
        <source>Set as defaults</source>
        <translation>デフォルトに設定</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPUメモリ</translation>
    </message>
    <message>
        <source>The most that the model takes of the GPU; the rest is read from main memory.</source>
        <translation>モデルがGPUで使う上限。残りはメインメモリから読み込みます。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>{0} (cannot draft for it)</source>
        <translation>{0} (このモデルのドラフトには使えません)</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>必要な操作はありません</translation>
    </message>
    <message>
        <source>These values are this model&apos;s own; all others follow the settings.</source>
        <translation>ここでの値はこのモデル専用です。それ以外は「設定」に従います。</translation>
    </message>
    <message>
        <source>All values are those of the settings.</source>
        <translation>すべての値が「設定」に従います。</translation>
    </message>
</context>
<context>
    <name>LoadOptions</name>
    <message>
        <source>Checking…</source>
        <translation>確認中…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>ヘッダーを読み取り中…</translation>
    </message>
</context>
<context>
    <name>LoadedFileWatch</name>
    <message>
        <source>The file of %1 is gone. It works until it is unloaded.</source>
        <translation>%1のファイルがなくなりました。アンロードするまでは使えます。</translation>
    </message>
    <message>
        <source>The file of %1 was changed.</source>
        <translation>%1のファイルが変更されました。</translation>
    </message>
    <message>
        <source>Load it again</source>
        <translation>再ロード</translation>
    </message>
</context>
<context>
    <name>LogsDialog</name>
    <message>
        <source>Logs</source>
        <translation>ログ</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>レベル</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>出力元</translation>
    </message>
    <message>
        <source>Search the logs</source>
        <translation>ログを検索</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>レポートを保存…</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>すべてのレベル</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告とエラー</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>Window and engine</source>
        <translation>ウィンドウとエンジン</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>ウィンドウ</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Lines of the logs</source>
        <translation>ログの行</translation>
    </message>
    <message>
        <source>The lines shown, without names and secrets</source>
        <translation>表示中の行。名前と機密情報は除かれます</translation>
    </message>
    <message>
        <source>{0} of the latest {1} lines</source>
        <translation>最新の{1}行のうち{0}行</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Your data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>Engines elsewhere</source>
        <translation>別の場所のエンジン</translation>
    </message>
    <message>
        <source>The engine is not installed yet, so no model can answer.</source>
        <translation>エンジンがまだインストールされていないため、どのモデルも回答できません。</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>インストール…</translation>
    </message>
    <message>
        <source>{0} has been downloaded.</source>
        <translation>{0}をダウンロードしました。</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>チャットする</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Continue this answer</source>
        <translation>この回答を続ける</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>その他の操作</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>回答の生成中は使えません</translation>
    </message>
    <message>
        <source>Answer again with another model…</source>
        <translation>別のモデルで再回答…</translation>
    </message>
    <message>
        <source>Branch into a new chat</source>
        <translation>新しいチャットに分岐</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
</context>
<context>
    <name>MessageBody</name>
    <message>
        <source>Shown as plain text: this part is too large to format</source>
        <translation>この部分は大きすぎて書式を適用できないため、プレーンテキストで表示しています</translation>
    </message>
</context>
<context>
    <name>MessageCard</name>
    <message>
        <source>Show all</source>
        <translation>すべて表示</translation>
    </message>
    <message>
        <source>The answer is on its way</source>
        <translation>回答を準備しています</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>自分のメッセージ</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answered by {0}</source>
        <translation>{0}による回答</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Edit the answer</source>
        <translation>回答を編集</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>メッセージを編集</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Save and continue</source>
        <translation>保存して続ける</translation>
    </message>
    <message>
        <source>The model goes on from the end of your text</source>
        <translation>編集したテキストの末尾からモデルが続きを書きます</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>送信</translation>
    </message>
</context>
<context>
    <name>MessageFooter</name>
    <message>
        <source>Previous version</source>
        <translation>前のバージョン</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>次のバージョン</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>メッセージをコピー</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>再回答</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>編集して再送信</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>バージョン {0} / {1}</translation>
    </message>
    <message>
        <source>Edit this answer</source>
        <translation>この回答を編集</translation>
    </message>
    <message>
        <source>Not while an answer is being made</source>
        <translation>回答の生成中は使えません</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message>
        <source>Drafting pauses: checking drafts takes longer than they save.</source>
        <translation>ドラフトを休止中: 検証にかかる時間が、短縮できる時間を上回っています。</translation>
    </message>
    <message>
        <source>Drafting pauses: the draft model would have to read the chat first, which takes longer than it saves.</source>
        <translation>ドラフトを休止中: ドラフトモデルが先にチャットを読む時間が、短縮できる時間を上回っています。</translation>
    </message>
    <message>
        <source>No drafts: nothing repeats so far.</source>
        <translation>ドラフトなし: まだ繰り返しがありません。</translation>
    </message>
    <message>
        <source>%1 answers; its steps are not known here</source>
        <translation>%1 が回答しています。そのステップはここではわかりません</translation>
    </message>
    <message>
        <source>No answer yet</source>
        <translation>回答はまだありません</translation>
    </message>
    <message>
        <source>Every step is replayed</source>
        <translation>すべてのステップをリプレイ中</translation>
    </message>
    <message>
        <source>Some steps are not replayed</source>
        <translation>一部のステップはリプレイされていません</translation>
    </message>
    <message>
        <source>Replay failed and is off</source>
        <translation>リプレイが失敗し、オフになりました</translation>
    </message>
</context>
<context>
    <name>MeterDetails</name>
    <message>
        <source>Recaptures</source>
        <translation>再キャプチャ</translation>
    </message>
    <message>
        <source>Steps that had to be captured again</source>
        <translation>キャプチャし直したステップの数</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>コンテキスト内のトークン数とその上限</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>採択されたドラフト</translation>
    </message>
    <message>
        <source>Drafted tokens that were right</source>
        <translation>正しかったドラフトトークンの数</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>ステップあたりのトークン数</translation>
    </message>
    <message>
        <source>Tokens that each step gives while drafting</source>
        <translation>ドラフト使用時に各ステップで得られるトークン数</translation>
    </message>
    <message>
        <source>Gain by drafting</source>
        <translation>ドラフトの効果</translation>
    </message>
    <message>
        <source>How many times as fast as without drafts</source>
        <translation>ドラフトなしと比べた速さの倍率</translation>
    </message>
    <message>
        <source>Accepted by depth</source>
        <translation>深さごとの採択率</translation>
    </message>
    <message>
        <source>How often the first, second, third … draft of a step was right</source>
        <translation>各ステップの1番目、2番目、3番目…のドラフトが正しかった割合</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>リプレイ</translation>
    </message>
    <message>
        <source>Captured steps that were replayed</source>
        <translation>キャプチャからリプレイされたステップの数</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>最初のトークン</translation>
    </message>
    <message>
        <source>Time until the first token</source>
        <translation>最初のトークンまでの時間</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Speed of reading the prompt</source>
        <translation>プロンプトの読み取り速度</translation>
    </message>
    <message>
        <source>Experts on the GPU</source>
        <translation>GPU上のエキスパート</translation>
    </message>
    <message>
        <source>How many of the model&apos;s experts are in the GPU&apos;s memory</source>
        <translation>GPUメモリにあるモデルのエキスパートの割合</translation>
    </message>
    <message>
        <source>Expert hits</source>
        <translation>エキスパートのヒット率</translation>
    </message>
    <message>
        <source>How often an expert that was needed was in the GPU&apos;s memory</source>
        <translation>必要なエキスパートがGPUメモリにあった割合</translation>
    </message>
    <message>
        <source>Over the bus</source>
        <translation>バス転送量</translation>
    </message>
    <message>
        <source>What the GPU read of the other experts from main memory</source>
        <translation>その他のエキスパートについてGPUがメインメモリから読んだ量</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>キャプチャ</translation>
    </message>
    <message>
        <source>Steps captured ahead of need</source>
        <translation>事前にキャプチャしたステップの数</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Eager実行</translation>
    </message>
    <message>
        <source>Steps run without replay</source>
        <translation>リプレイなしで実行したステップの数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Memory used by the model</source>
        <translation>モデルが使用しているメモリ</translation>
    </message>
    <message>
        <source>whole answer {0}</source>
        <translation>回答全体 {0}</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>回答なし</translation>
    </message>
    <message>
        <source>Last recapture: {0}</source>
        <translation>前回の再キャプチャ: {0}</translation>
    </message>
</context>
<context>
    <name>MeterStrip</name>
    <message>
        <source>Replay meter</source>
        <translation>リプレイメーター</translation>
    </message>
    <message>
        <source>Show all numbers</source>
        <translation>すべての数値を表示</translation>
    </message>
    <message>
        <source>Show one line</source>
        <translation>1行で表示</translation>
    </message>
    <message>
        <source>Tokens in the context, of its capacity</source>
        <translation>コンテキスト内のトークン数とその上限</translation>
    </message>
    <message>
        <source>Speed now: {0}</source>
        <translation>現在の速度: {0}</translation>
    </message>
    <message>
        <source>Context used: {0}</source>
        <translation>コンテキスト使用量: {0}</translation>
    </message>
</context>
<context>
    <name>ModelDetails</name>
    <message>
        <source>there</source>
        <translation>あり</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>ディスク使用量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター数</translation>
    </message>
    <message>
        <source>Drafts as</source>
        <translation>ドラフトの種類</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>アーキテクチャ</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>チャットテンプレート</translation>
    </message>
    <message>
        <source>License</source>
        <translation>ライセンス</translation>
    </message>
    <message>
        <source>not stated in the file</source>
        <translation>ファイルに記載なし</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>最終使用</translation>
    </message>
    <message>
        <source>never</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>From</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>個別の値</translation>
    </message>
    <message>
        <source>Get it (%1)</source>
        <translation>入手 (%1)</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Hugging Faceに問い合わせ中…</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>ダウンロード一覧に追加済みです。</translation>
    </message>
    <message>
        <source>It is the file that Hugging Face has now.</source>
        <translation>Hugging Faceの現在のファイルと同じです。</translation>
    </message>
    <message>
        <source>Hugging Face has a newer file of this name.</source>
        <translation>Hugging Faceに同名の新しいファイルがあります。</translation>
    </message>
</context>
<context>
    <name>ModelDetailsPanel</name>
    <message>
        <source>Look for a newer file</source>
        <translation>新しいファイルを確認</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>必要な操作はありません</translation>
    </message>
</context>
<context>
    <name>ModelOffer</name>
    <message>
        <source>This chat is set to %1, which is not loaded.</source>
        <translation>このチャットで指定された%1がロードされていません。</translation>
    </message>
    <message>
        <source>Load it</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>This chat is set to %1, which is no longer there.</source>
        <translation>このチャットで指定された%1が見つかりません。</translation>
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
        <translation>モデルを選択</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>モデル: {0}</translation>
    </message>
</context>
<context>
    <name>ModelPickerViewModel</name>
    <message>
        <source>No model yet. Import a GGUF file, or put one into %1.</source>
        <translation>モデルがまだありません。GGUFファイルをインポートするか、%1に置いてください。</translation>
    </message>
    <message>
        <source>%1 was unloaded; %2 of memory are free again.</source>
        <translation>%1をアンロードしました。メモリ%2が解放されました。</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>スターターモデルを取得中</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Search your models</source>
        <translation>モデルを検索</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>ロードオプション…</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>アンロード</translation>
    </message>
    <message>
        <source>Get more models…</source>
        <translation>モデルを追加…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>GGUFファイルをインポート…</translation>
    </message>
    <message>
        <source>No model of yours has these words.</source>
        <translation>該当するモデルはありません。</translation>
    </message>
    <message>
        <source>Free the memory of the loaded model (Ctrl+U)</source>
        <translation>ロード済みモデルのメモリを解放 (Ctrl+U)</translation>
    </message>
</context>
<context>
    <name>ModelSearch</name>
    <message>
        <source>loaded</source>
        <translation>ロード済み</translation>
    </message>
</context>
<context>
    <name>ModelTable</name>
    <message>
        <source>Models on this machine</source>
        <translation>このコンピューターのモデル</translation>
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
        <translation>チャットに戻る (Esc)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>Discover</source>
        <translation>見つける</translation>
    </message>
    <message>
        <source>My models</source>
        <translation>マイモデル</translation>
    </message>
</context>
<context>
    <name>MyModelsTab</name>
    <message>
        <source>Chat with it</source>
        <translation>チャットする</translation>
    </message>
    <message>
        <source>Load options…</source>
        <translation>ロードオプション…</translation>
    </message>
    <message>
        <source>Check that the file is whole</source>
        <translation>ファイルに破損がないか確認</translation>
    </message>
    <message>
        <source>Show the file in the file manager</source>
        <translation>ファイルマネージャーでファイルを表示</translation>
    </message>
    <message>
        <source>Move the model to the trash (Del)</source>
        <translation>モデルをゴミ箱に移動 (Del)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>インポート</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>How full the disk is</source>
        <translation>ディスクの使用状況</translation>
    </message>
    <message>
        <source>There is no model on this machine yet. Find one, or drop a .gguf file here.</source>
        <translation>このコンピューターにはまだモデルがありません。モデルを探すか、.ggufファイルをここにドロップしてください。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>モデルを探す</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>ゴミ箱に移動</translation>
    </message>
    <message>
        <source>It belongs to another program or folder; remove it there</source>
        <translation>別のプログラムまたはフォルダーのものです。そちらで削除してください</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>ファイルを確認</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>ファイルマネージャーで表示</translation>
    </message>
    <message>
        <source>Unload (Ctrl+U)</source>
        <translation>アンロード (Ctrl+U)</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>名前を変更…</translation>
    </message>
</context>
<context>
    <name>NoModelPage</name>
    <message>
        <source>A model is needed first</source>
        <translation>最初にモデルが必要です</translation>
    </message>
    <message>
        <source>Download the starter model (about 100 MB)</source>
        <translation>スターターモデルをダウンロード (約100 MB)</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>Find a model…</source>
        <translation>モデルを探す…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>GGUFファイルをインポート…</translation>
    </message>
    <message>
        <source>Open the models folder</source>
        <translation>モデルフォルダーを開く</translation>
    </message>
    <message>
        <source>Or drop a .gguf file anywhere here.</source>
        <translation>または、.ggufファイルをこの画面にドロップしてください。</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Installed</source>
        <translation>インストール済み</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>チャットする</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Getting…</source>
        <translation>取得中…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試行</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Get %1</source>
        <translation>入手 %1</translation>
    </message>
    <message>
        <source>None of its files can be recommended; open it and choose one.</source>
        <translation>おすすめできるファイルがありません。開いて選んでください。</translation>
    </message>
    <message>
        <source>The Hub did not say how large it is.</source>
        <translation>Hubからサイズの情報を得られませんでした。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>The usual %1 does not fit.</source>
        <translation>標準の%1は収まりません。</translation>
    </message>
    <message>
        <source>%1 has no file that can be recommended; open it and choose one.</source>
        <translation>%1にはおすすめできるファイルがありません。開いて選んでください。</translation>
    </message>
</context>
<context>
    <name>OptionEditor</name>
    <message>
        <source>Takes effect when the model is loaded again.</source>
        <translation>モデルを再ロードすると反映されます。</translation>
    </message>
</context>
<context>
    <name>OwnDataSection</name>
    <message>
        <source>Export everything…</source>
        <translation>すべてエクスポート…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>レポートを保存…</translation>
    </message>
    <message>
        <source>Show the logs…</source>
        <translation>ログを表示…</translation>
    </message>
    <message>
        <source>Conversations, to keep and to read, and the settings, in one zip.</source>
        <translation>会話 (保管・閲覧用) と設定を1つのzipにまとめます。</translation>
    </message>
    <message>
        <source>For whoever looks into a problem: versions, machine, settings, logs; no conversations. You see it first.</source>
        <translation>問題を調べる人に渡すためのものです: バージョン、コンピューター、設定、ログ。会話は含まれません。保存前に内容を確認できます。</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>すべてエクスポート</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>レポートを保存</translation>
    </message>
</context>
<context>
    <name>OwnDataViewModel</name>
    <message>
        <source>The report is in %1.</source>
        <translation>レポートを%1に保存しました。</translation>
    </message>
    <message>
        <source>%1 conversations and the settings are in %2.</source>
        <translation>会話%1件と設定を%2に保存しました。</translation>
    </message>
    <message>
        <source>1 conversation and the settings are in %2.</source>
        <translation>会話1件と設定を%2に保存しました。</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Find, download and keep models</source>
        <translation>モデルの検索、ダウンロード、管理</translation>
    </message>
    <message>
        <source>Measure what a setting does</source>
        <translation>設定の効果を測定</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>The libraries that models run on</source>
        <translation>モデルの実行に必要なライブラリ</translation>
    </message>
</context>
<context>
    <name>ProgressBox</name>
    <message>
        <source>Install</source>
        <translation>インストール</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>チャットを始める</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進行状況</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試行</translation>
    </message>
    <message>
        <source>Change to this build</source>
        <translation>このビルドに変更</translation>
    </message>
</context>
<context>
    <name>PromptCompleter</name>
    <message>
        <source>Prompts</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Edit prompts…</source>
        <translation>プロンプトを編集…</translation>
    </message>
    <message>
        <source>Write a prompt…</source>
        <translation>プロンプトを作成…</translation>
    </message>
</context>
<context>
    <name>PromptForm</name>
    <message>
        <source>Insert</source>
        <translation>挿入</translation>
    </message>
</context>
<context>
    <name>PromptsDialog</name>
    <message>
        <source>Prompts</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Name, to be typed after the slash</source>
        <translation>スラッシュの後に入力する名前</translation>
    </message>
    <message>
        <source>Text of the prompt</source>
        <translation>プロンプトのテキスト</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新規</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Write {{topic}} where the topic is asked for when you use the prompt.</source>
        <translation>{{topic}}のように書くと、プロンプトを使うときにその内容を尋ねます。</translation>
    </message>
    <message>
        <source>Save the changes to this prompt?</source>
        <translation>このプロンプトの変更を保存しますか？</translation>
    </message>
    <message>
        <source>Delete the prompt {0}?</source>
        <translation>プロンプト「{0}」を削除しますか？</translation>
    </message>
</context>
<context>
    <name>ProvenancePopup</name>
    <message>
        <source>What made this answer</source>
        <translation>この回答の生成条件</translation>
    </message>
    <message>
        <source>Tint the words that came from drafts</source>
        <translation>ドラフトから採択された語に色を付ける</translation>
    </message>
</context>
<context>
    <name>QuantCard</name>
    <message>
        <source>Download</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>Chat with it</source>
        <translation>チャットする</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>おすすめ</translation>
    </message>
    <message>
        <source>Download {0}, {1}</source>
        <translation>{0}をダウンロード、{1}</translation>
    </message>
    <message>
        <source>Show the download of {0}</source>
        <translation>{0}のダウンロードを表示</translation>
    </message>
    <message>
        <source>Chat with {0}</source>
        <translation>{0}とチャットする</translation>
    </message>
    <message>
        <source>{0} % there</source>
        <translation>{0}%取得済み</translation>
    </message>
</context>
<context>
    <name>QueueBar</name>
    <message>
        <source>The queue waits, as the answer did not end by itself.</source>
        <translation>回答が途中で終わったため、送信待ちを保留しています。</translation>
    </message>
    <message>
        <source>Send the queue</source>
        <translation>送信待ちを送信</translation>
    </message>
</context>
<context>
    <name>QueuedRow</name>
    <message>
        <source>Send the queued message sooner</source>
        <translation>送信待ちのメッセージを先に送信</translation>
    </message>
    <message>
        <source>Edit the queued message</source>
        <translation>送信待ちのメッセージを編集</translation>
    </message>
    <message>
        <source>Remove the queued message</source>
        <translation>送信待ちのメッセージを削除</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>送信待ち</translation>
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
        <translation>モデルを問い合わせ中…</translation>
    </message>
    <message>
        <source>It has no models: load one there.</source>
        <translation>モデルがありません。そこで読み込んでください。</translation>
    </message>
</context>
<context>
    <name>RepoPageViewModel</name>
    <message>
        <source>License: %1</source>
        <translation>ライセンス: %1</translation>
    </message>
    <message>
        <source>License not stated</source>
        <translation>ライセンスの記載なし</translation>
    </message>
    <message>
        <source>The makers of %1 ask you to accept their terms first: open its page, sign in and accept them, then make an access token there (Settings, Access Tokens) and paste it here.</source>
        <translation>%1の利用には、作成者の規約への同意が必要です。ページを開いてサインインし、規約に同意してから、そこで (Settings &gt; Access Tokens) アクセストークンを作成し、ここに貼り付けてください。</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Hugging Faceに問い合わせ中…</translation>
    </message>
    <message>
        <source>There is no GGUF file in %1; try a repository whose name ends in GGUF.</source>
        <translation>%1にはGGUFファイルがありません。名前がGGUFで終わるリポジトリをお試しください。</translation>
    </message>
</context>
<context>
    <name>RepoView</name>
    <message>
        <source>Back to the results (Esc)</source>
        <translation>結果に戻る (Esc)</translation>
    </message>
    <message>
        <source>Open its page in the browser</source>
        <translation>ブラウザーでページを開く</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>作成者: {0}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試行</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>レポート</translation>
    </message>
    <message>
        <source>Files of the report</source>
        <translation>レポートのファイル</translation>
    </message>
    <message>
        <source>Text of the chosen file</source>
        <translation>選択したファイルのテキスト</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>This is all that the report holds. Names, secrets and the path of your home are taken out; look through it all the same.</source>
        <translation>レポートの内容はこれですべてです。名前、機密情報、ホームフォルダーのパスは取り除いてありますが、念のため全体をご確認ください。</translation>
    </message>
</context>
<context>
    <name>ResultCard</name>
    <message>
        <source>Use the winner for this model</source>
        <translation>最速の構成をこのモデルに使う</translation>
    </message>
    <message>
        <source>Show the race</source>
        <translation>レースを表示</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>比較を保存</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>{0}に書き込めません。</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>名前を付けて保存</translation>
    </message>
    <message>
        <source>Table of all runs (CSV)</source>
        <translation>全実行の表 (CSV)</translation>
    </message>
    <message>
        <source>Everything (JSON)</source>
        <translation>すべて (JSON)</translation>
    </message>
    <message>
        <source>Picture of this card (PNG)</source>
        <translation>このカードの画像 (PNG)</translation>
    </message>
    <message>
        <source>{0} against {1}</source>
        <translation>{0} 対 {1}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>構成</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中央値</translation>
    </message>
    <message>
        <source>Runs within</source>
        <translation>実行のばらつき</translation>
    </message>
    <message>
        <source>Against A</source>
        <translation>Aとの比較</translation>
    </message>
    <message>
        <source>Recaptures</source>
        <translation>再キャプチャ</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Models found</source>
        <translation>見つかったモデル</translation>
    </message>
</context>
<context>
    <name>RowMenus</name>
    <message>
        <source>New folder</source>
        <translation>新しいフォルダー</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>名前を変更</translation>
    </message>
    <message>
        <source>Delete the folder, keep its chats</source>
        <translation>フォルダーを削除 (チャットは残す)</translation>
    </message>
    <message>
        <source>Open beside</source>
        <translation>横に並べて開く</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>ピン留めを外す</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>ピン留め</translation>
    </message>
    <message>
        <source>Export as</source>
        <translation>エクスポート形式</translation>
    </message>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chats</source>
        <translation>
            <numerusform>チャット%n件を削除</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>フォルダーに移動</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新しいフォルダー…</translation>
    </message>
    <message>
        <source>Out of the folder</source>
        <translation>フォルダーから出す</translation>
    </message>
</context>
<context>
    <name>Runtime</name>
    <message>
        <source>%1 free in %2</source>
        <translation>%2の空き %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>メモリ %1</translation>
    </message>
    <message>
        <source>%1 on the disk</source>
        <translation>ディスク使用量 %1</translation>
    </message>
    <message>
        <source>%1 to download</source>
        <translation>ダウンロード %1</translation>
    </message>
    <message>
        <source>%1, which fits this computer</source>
        <translation>%1、このコンピューターに適合</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>%1を確認中</translation>
    </message>
    <message>
        <source>Driver for CUDA %1</source>
        <translation>CUDA %1対応ドライバー</translation>
    </message>
    <message>
        <source>NVIDIA GPU with %1</source>
        <translation>NVIDIA GPU (%1)</translation>
    </message>
    <message>
        <source>No NVIDIA GPU</source>
        <translation>NVIDIA GPUなし</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Trying out the engine; the first time takes up to a minute</source>
        <translation>エンジンの動作を確認中 (初回は最大1分かかります)</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>展開中</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>接続中</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>%1版</translation>
    </message>
</context>
<context>
    <name>RuntimeViewModel</name>
    <message>
        <source>Paused; what was fetched is kept.</source>
        <translation>一時停止しました。取得済みの分は残っています。</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>開始中</translation>
    </message>
    <message>
        <source>There are newer libraries, of %1. The installed ones go on working.</source>
        <translation>新しいライブラリ (%1版) があります。インストール済みのものも引き続き使えます。</translation>
    </message>
    <message>
        <source>The engine is ready.</source>
        <translation>エンジンの準備ができました。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were repaired.</source>
        <translation>エンジンのライブラリを修復しました。</translation>
    </message>
    <message>
        <source>All libraries are as they should be.</source>
        <translation>すべてのライブラリに問題はありません。</translation>
    </message>
    <message>
        <source>The engine runs with %1 again.</source>
        <translation>エンジンは再び%1で動作します。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were removed.</source>
        <translation>エンジンのライブラリを削除しました。</translation>
    </message>
</context>
<context>
    <name>RuntimeWatch</name>
    <message>
        <source>The engine&apos;s libraries were removed. What is loaded works until Encore is closed; install them again for the next time.</source>
        <translation>エンジンのライブラリが削除されました。ロード済みのモデルはEncoreを閉じるまで使えます。次回のために再インストールしてください。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries were changed; they are now: %1.</source>
        <translation>エンジンのライブラリが変更されました。現在は次のとおりです: %1。</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>エンジンを再起動</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>クリア</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 After that start Encore again; nothing is kept in this window.</source>
        <translation>%1 その後Encoreを起動し直してください。このウィンドウの内容は保存されません。</translation>
    </message>
    <message>
        <source>%1 and %2 are one inside the other; choose another folder.</source>
        <translation>%1と%2は一方が他方の中にあります。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>%1が%2を返しました</translation>
    </message>
    <message>
        <source>%1 answered %2 for %3; try again later.</source>
        <translation>%1が%3に対して%2を返しました。しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 answers with more than %2 MB, which cannot be right: check the address of the Hub in the settings.</source>
        <translation>%1の応答が%2 MBを超えており、正しいはずがありません。設定のHubのアドレスを確認してください。</translation>
    </message>
    <message>
        <source>%1 answers, but not as the Hub does: check the address of the Hub in the settings, or whether this network asks you to sign in first.</source>
        <translation>%1は応答しますが、Hubの応答ではありません。設定のHubのアドレスを確認するか、このネットワークで先にサインインが必要でないか確認してください。</translation>
    </message>
    <message>
        <source>%1 arrived damaged: its checksum is %2…, not %3…; try again to fetch it anew.</source>
        <translation>%1が壊れて届きました。チェックサムは%3…ではなく%2…です。「再試行」でもう一度取得してください。</translation>
    </message>
    <message>
        <source>%1 asks to slow down</source>
        <translation>%1が要求を減らすよう求めています</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1ビット</translation>
    </message>
    <message>
        <source>%1 cannot be deleted (%2); delete it by hand.</source>
        <translation>%1を削除できません（%2）。手動で削除してください。</translation>
    </message>
    <message>
        <source>%1 cannot be downloaded from %2; look the model up again.</source>
        <translation>%1を%2からダウンロードできません。モデルを検索し直してください。</translation>
    </message>
    <message>
        <source>%1 cannot be kept in %2: %3.</source>
        <translation>%1を%2に保存できません: %3。</translation>
    </message>
    <message>
        <source>%1 cannot be kept: %2.</source>
        <translation>%1を保存できません: %2。</translation>
    </message>
    <message>
        <source>%1 cannot be linked from another disk here (%2); copy it, or use it where it is.</source>
        <translation>ここでは別のディスクから%1をリンクできません（%2）。コピーするか、元の場所のまま使ってください。</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>%1を開けません: %2。</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>%1に接続できません</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>%1を読み込めません（%2）。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2); check the address of updates in the settings.</source>
        <translation>%1を読み込めません（%2）。設定の更新のアドレスを確認してください。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1を読み込めません: %2。</translation>
    </message>
    <message>
        <source>%1 cannot be replaced: %2.</source>
        <translation>%1を置き換えられません: %2。</translation>
    </message>
    <message>
        <source>%1 cannot be written to %2: %3.</source>
        <translation>%1を%2に書き込めません: %3。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1に書き込めません: %2。</translation>
    </message>
    <message>
        <source>%1 changed on the server, so its download started over.</source>
        <translation>%1がサーバー上で変わったため、ダウンロードを最初からやり直しました。</translation>
    </message>
    <message>
        <source>%1 changed while it was moved; everything is still in %2; try again when nothing writes there.</source>
        <translation>移動中に%1が変わりました。すべてまだ%2にあります。書き込みがないときにもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 could not be brought back (%2); look for it in the trash.</source>
        <translation>%1を元に戻せませんでした（%2）。ごみ箱を探してください。</translation>
    </message>
    <message>
        <source>%1 could not be downloaded because of a fault in this program; see its log.</source>
        <translation>このプログラムの不具合により%1をダウンロードできませんでした。ログを見てください。</translation>
    </message>
    <message>
        <source>%1 could not be fetched (%2): put any GGUF model into %3, or try again later.</source>
        <translation>%1を取得できませんでした（%2）。任意のGGUFモデルを%3に置くか、しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 could not be fetched: %2; what is there is kept, try again to go on with it.</source>
        <translation>%1を取得できませんでした: %2。取得済みの分は残っています。「再試行」で続けられます。</translation>
    </message>
    <message>
        <source>%1 could not be read (%2); check the file.</source>
        <translation>%1を読み込めませんでした（%2）。ファイルを確認してください。</translation>
    </message>
    <message>
        <source>%1 could not be removed (%2); if it is loaded, load another model first.</source>
        <translation>%1を削除できませんでした（%2）。読み込まれている場合は、先に別のモデルを読み込んでください。</translation>
    </message>
    <message>
        <source>%1 could not be saved (%2); check that the disk is not full.</source>
        <translation>%1を保存できませんでした（%2）。ディスクがいっぱいでないか確認してください。</translation>
    </message>
    <message>
        <source>%1 does not accept the token; make a new one at %2/settings/tokens and put it in, or take the old one out.</source>
        <translation>%1はトークンを受け付けません。%2/settings/tokens で新しく作って入力するか、古いものを取り除いてください。</translation>
    </message>
    <message>
        <source>%1 does not accept your token for %2; enter another in the settings.</source>
        <translation>%1は%2に対するトークンを受け付けません。設定で別のトークンを入力してください。</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1が応答しません: %2</translation>
    </message>
    <message>
        <source>%1 does not answer: %2; check the network and try again.</source>
        <translation>%1が応答しません: %2。ネットワークを確認してもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 does not answer; check the network and try again.</source>
        <translation>%1が応答しません。ネットワークを確認してもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 does not exist or is private; for a private one, enter your token in the settings.</source>
        <translation>%1は存在しないか非公開です。非公開の場合は設定でトークンを入力してください。</translation>
    </message>
    <message>
        <source>%1 does not give out %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1は%2を提供していません。ミラーを設定している場合はそのアドレスを確認するか、しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2.</source>
        <translation>%1はこのトークンに%2を見せません。</translation>
    </message>
    <message>
        <source>%1 does not let this token see %2: %3.</source>
        <translation>%1はこのトークンに%2を見せません: %3。</translation>
    </message>
    <message>
        <source>%1 does not say which version of %2 it has.</source>
        <translation>%1は%2のどのバージョンがあるかを示しません。</translation>
    </message>
    <message>
        <source>%1 has %2; an attachment may have up to %3. Attach a part of it.</source>
        <translation>%1は%2ありますが、添付できるのは%3までです。一部だけを添付してください。</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (%2); try again later.</source>
        <translation>%1側に問題があります（%2）。しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 has another file</source>
        <translation>%1にあるのは別のファイルです</translation>
    </message>
    <message>
        <source>%1 has another file under that name</source>
        <translation>%1にはその名前の別のファイルがあります</translation>
    </message>
    <message>
        <source>%1 has another file under the name %2; check the address of the mirror, if one is set, or try again later.</source>
        <translation>%1には%2という名前の別のファイルがあります。ミラーを設定している場合はそのアドレスを確認するか、しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 has compute capability %2, but the engine needs %3, so the processor is used.</source>
        <translation>%1のCompute Capabilityは%2で、エンジンには%3が必要なため、CPUを使います。</translation>
    </message>
    <message>
        <source>%1 has had too many questions from here; try again %2.</source>
        <translation>ここから%1への要求が多すぎました。%2もう一度試してください。</translation>
    </message>
    <message>
        <source>%1 has more than the %2 characters that an attachment holds; attach a part of it.</source>
        <translation>%1は添付できる%2文字を超えています。一部だけを添付してください。</translation>
    </message>
    <message>
        <source>%1 has no %2 any more; look at what it has now.</source>
        <translation>%1に%2はもうありません。今あるものを見てください。</translation>
    </message>
    <message>
        <source>%1 has no files to download; choose another model.</source>
        <translation>%1にはダウンロードできるファイルがありません。別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 has no such version on %2; leave the version out of the address.</source>
        <translation>%2の%1にそのバージョンはありません。アドレスからバージョンを除いてください。</translation>
    </message>
    <message>
        <source>%1 has no text in it; it may be scanned pages, which are pictures.</source>
        <translation>%1にはテキストがありません。スキャンしたページ（画像）かもしれません。</translation>
    </message>
    <message>
        <source>%1 has no update list there (%2); check the address of updates in the settings, or try again later.</source>
        <translation>%1のその場所に更新リストがありません（%2）。設定の更新のアドレスを確認するか、しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 has trouble (it answered %2)</source>
        <translation>%1に問題があります（応答%2）</translation>
    </message>
    <message>
        <source>%1 is a %2, not a model; paste the address of a model.</source>
        <translation>%1はモデルではありません（%2）。モデルのアドレスを貼り付けてください。</translation>
    </message>
    <message>
        <source>%1 is a file; choose a folder.</source>
        <translation>%1はファイルです。フォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 is a folder; attach the files in it.</source>
        <translation>%1はフォルダーです。中のファイルを添付してください。</translation>
    </message>
    <message>
        <source>%1 is a folder; watch it, or put it into %2, and the models in it are listed.</source>
        <translation>%1はフォルダーです。監視するか、%2に入れると、中のモデルが一覧に表示されます。</translation>
    </message>
    <message>
        <source>%1 is a name that cannot be kept here.</source>
        <translation>%1という名前はここでは使えません。</translation>
    </message>
    <message>
        <source>%1 is a picture, which no model here can see; describe it in words.</source>
        <translation>%1は画像ですが、ここには画像を見られるモデルがありません。言葉で説明してください。</translation>
    </message>
    <message>
        <source>%1 is being downloaded by another Encore window or command; stop it there.</source>
        <translation>%1はEncoreの別のウィンドウまたはコマンドがダウンロード中です。そちらで停止してください。</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); correct it or delete it.</source>
        <translation>%1は壊れています（%2）。直すか削除してください。</translation>
    </message>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation>%1は壊れていて読み込めません。</translation>
    </message>
    <message>
        <source>%1 is damaged, or needs a password.</source>
        <translation>%1は壊れているか、パスワードが必要です。</translation>
    </message>
    <message>
        <source>%1 is damaged; install the engine&apos;s libraries again.</source>
        <translation>%1が壊れています。エンジンのライブラリをインストールし直してください。</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1は空です。</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2 with the account of your token.</source>
        <translation>%1は利用が制限されています。トークンのアカウントで%2の条件に同意してください。</translation>
    </message>
    <message>
        <source>%1 is gated: accept its terms at %2, make a token at %3/settings/tokens and put it into the settings, or into HF_TOKEN.</source>
        <translation>%1は利用が制限されています。%2で条件に同意し、%3/settings/tokens でトークンを作り、設定かHF_TOKENに入れてください。</translation>
    </message>
    <message>
        <source>%1 is larger than 512 MB; export fewer conversations at once.</source>
        <translation>%1は512 MBを超えています。一度に書き出す会話を減らしてください。</translation>
    </message>
    <message>
        <source>%1 is locked with a password; save it without one first.</source>
        <translation>%1はパスワードで保護されています。まずパスワードなしで保存してください。</translation>
    </message>
    <message>
        <source>%1 is longer than %2 KB; shorten it.</source>
        <translation>%1は%2 KBを超えています。短くしてください。</translation>
    </message>
    <message>
        <source>%1 is no address of a mirror; give one like https://mirror.example/pypi, or choose a folder.</source>
        <translation>%1はミラーのアドレスではありません。https://mirror.example/pypi のように指定するか、フォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 is no address of updates; give a folder, or an address that begins with https, http or file.</source>
        <translation>%1は更新のアドレスではありません。フォルダーか、https、http、fileで始まるアドレスを指定してください。</translation>
    </message>
    <message>
        <source>%1 is no address to fetch from; correct the Hub&apos;s address in the settings.</source>
        <translation>%1は取得できるアドレスではありません。設定のHubのアドレスを直してください。</translation>
    </message>
    <message>
        <source>%1 is no address; correct the address of the Hub in the settings.</source>
        <translation>%1はアドレスではありません。設定のHubのアドレスを直してください。</translation>
    </message>
    <message>
        <source>%1 is no address; paste one like %2/author/name.</source>
        <translation>%1はアドレスではありません。%2/author/name のようなアドレスを貼り付けてください。</translation>
    </message>
    <message>
        <source>%1 is no longer in %2; look the model up again.</source>
        <translation>%1は%2にもうありません。モデルを検索し直してください。</translation>
    </message>
    <message>
        <source>%1 is no longer there; list the models again.</source>
        <translation>%1はもうありません。モデルの一覧を更新してください。</translation>
    </message>
    <message>
        <source>%1 is no name of a repository, like author/name.</source>
        <translation>%1は author/name のようなリポジトリ名ではありません。</translation>
    </message>
    <message>
        <source>%1 is no whole path; give the folder of updates from its root.</source>
        <translation>%1は完全なパスではありません。更新のフォルダーをルートから指定してください。</translation>
    </message>
    <message>
        <source>%1 is not Encore&apos;s to remove: it is in %2 (%3); remove it there.</source>
        <translation>%1は%2（%3）にあるため、Encoreからは削除できません。そちらで削除してください。</translation>
    </message>
    <message>
        <source>%1 is not a file that can be read.</source>
        <translation>%1は読み込めるファイルではありません。</translation>
    </message>
    <message>
        <source>%1 is not a text file; attach text, code, PDF or .docx.</source>
        <translation>%1はテキストファイルではありません。テキスト、コード、PDF、.docxのいずれかを添付してください。</translation>
    </message>
    <message>
        <source>%1 is not on the Hub; paste an address like %2/author/name.</source>
        <translation>%1はHubにありません。%2/author/name のようなアドレスを貼り付けてください。</translation>
    </message>
    <message>
        <source>%1 is not the file that is needed: its checksum is another one; get it again.</source>
        <translation>%1は必要なファイルではありません。チェックサムが違います。入手し直してください。</translation>
    </message>
    <message>
        <source>%1 is not the file that the update list describes; it is not used.</source>
        <translation>%1は更新リストに書かれたファイルではないため、使いません。</translation>
    </message>
    <message>
        <source>%1 is not there, though the update list names it.</source>
        <translation>%1は更新リストにありますが、実際にはありません。</translation>
    </message>
    <message>
        <source>%1 is not what it should be: its checksum is %2…, not %3…; remove it and get it again.</source>
        <translation>%1は本来の内容ではありません。チェックサムは%3…ではなく%2…です。削除して入手し直してください。</translation>
    </message>
    <message>
        <source>%1 is used; its driver runs CUDA %2.</source>
        <translation>%1を使います。ドライバーはCUDA %2に対応しています。</translation>
    </message>
    <message>
        <source>%1 keeps changing on the server; try again later, or look it up again.</source>
        <translation>%1はサーバー上で変わり続けています。しばらくしてからもう一度試すか、検索し直してください。</translation>
    </message>
    <message>
        <source>%1 lacks %2 and %3 more; put the wheels there.</source>
        <translation>%1に%2ほか%3件がありません。wheelをそこに置いてください。</translation>
    </message>
    <message>
        <source>%1 lacks %2; put the wheels there.</source>
        <translation>%1に%2がありません。wheelをそこに置いてください。</translation>
    </message>
    <message>
        <source>%1 names no repository; paste an address like %2/author/name.</source>
        <translation>%1はリポジトリを指していません。%2/author/name のようなアドレスを貼り付けてください。</translation>
    </message>
    <message>
        <source>%1 needs %2, but the disk of %3 has %4 free; make room, or use the file where it is.</source>
        <translation>%1には%2必要ですが、%3のディスクの空きは%4です。空きを作るか、ファイルを元の場所のまま使ってください。</translation>
    </message>
    <message>
        <source>%1 needs a token; enter one in the settings.</source>
        <translation>%1にはトークンが必要です。設定で入力してください。</translation>
    </message>
    <message>
        <source>%1 needs the network, which is off: unset HF_HUB_OFFLINE to switch it on.</source>
        <translation>%1: ネットワークが必要ですが、オフになっています。HF_HUB_OFFLINEの設定を解除してください。</translation>
    </message>
    <message>
        <source>%1 only drafts tokens for another model; choose it in the load options of that model.</source>
        <translation>%1は、ほかのモデルのドラフト専用です。そのモデルのロードオプションで選んでください。</translation>
    </message>
    <message>
        <source>%1 only shows pictures to a model; choose the model that it belongs to.</source>
        <translation>%1はモデルに画像を見せるためだけのものです。それが属するモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1 redirects in circles</source>
        <translation>%1の転送が循環しています</translation>
    </message>
    <message>
        <source>%1 refuses to answer about %2 (%3); try again later.</source>
        <translation>%1が%2についての応答を拒否しました（%3）。しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 sends next to nothing</source>
        <translation>%1からほとんど届きません</translation>
    </message>
    <message>
        <source>%1 sends the file in another form than requested; use another address of the Hub in the settings.</source>
        <translation>%1は要求と異なる形式でファイルを送ってきます。設定で別のHubのアドレスを使ってください。</translation>
    </message>
    <message>
        <source>%1 sends us to %2 without encryption, which is refused; check the address of the Hub in the settings.</source>
        <translation>%1が暗号化されていない%2へ転送しようとしたため拒否しました。設定のHubのアドレスを確認してください。</translation>
    </message>
    <message>
        <source>%1 sends us to what is no address; check the address of the Hub in the settings, or try again later.</source>
        <translation>%1の転送先がアドレスではありません。設定のHubのアドレスを確認するか、しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>%1 stopped sending</source>
        <translation>%1からの送信が止まりました</translation>
    </message>
    <message>
        <source>%1 took too long to make; export fewer chats at once, or as Markdown.</source>
        <translation>%1の作成に時間がかかりすぎました。一度に書き出すチャットを減らすか、Markdownで書き出してください。</translation>
    </message>
    <message>
        <source>%1 took too long to read, or is damaged; attach its text instead.</source>
        <translation>%1の読み込みに時間がかかりすぎたか、ファイルが壊れています。代わりにテキストを添付してください。</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub since it was chosen; look the model up again to get the new one.</source>
        <translation>%1は選んだ後にHubで置き換えられました。新しいものを得るにはモデルを検索し直してください。</translation>
    </message>
    <message>
        <source>%1 was replaced on the Hub; look the model up again.</source>
        <translation>%1はHubで置き換えられました。モデルを検索し直してください。</translation>
    </message>
    <message>
        <source>%1 was stopped; download it again.</source>
        <translation>%1は中止されました。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 went away; import it again.</source>
        <translation>%1がなくなりました。もう一度取り込んでください。</translation>
    </message>
    <message>
        <source>%1/%2 has a name that cannot be kept here; choose another model.</source>
        <translation>%1/%2の名前はここでは使えません。別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>%1; trying again in %2 s.</source>
        <translation>%1。%2秒後に再試行します。</translation>
    </message>
    <message>
        <source>1 bit</source>
        <translation>1ビット</translation>
    </message>
    <message>
        <source>16 bits a weight, as the model was trained: the original, the largest that makes sense.</source>
        <translation>1重みあたり16ビット、学習時のまま。元のモデルで、意味のある最大サイズです。</translation>
    </message>
    <message>
        <source>16 bits a weight, not quantized: as good as the original, the largest that makes sense.</source>
        <translation>1重みあたり16ビット、量子化なし。元と同じ品質で、意味のある最大サイズです。</translation>
    </message>
    <message>
        <source>32 bits a weight: twice the size of BF16, and no better in practice.</source>
        <translation>1重みあたり32ビット。BF16の2倍の大きさで、実用上は変わりません。</translation>
    </message>
    <message>
        <source>4-bit floating point in NVIDIA&apos;s format: small, with little lost.</source>
        <translation>NVIDIA形式の4ビット浮動小数点。小さく、損失はわずかです。</translation>
    </message>
    <message>
        <source>4-bit floating point, in which models like gpt-oss were trained: the original of those.</source>
        <translation>gpt-ossなどの学習に使われた4ビット浮動小数点。それらの元の形式です。</translation>
    </message>
    <message>
        <source>A rare format.</source>
        <translation>まれな形式です。</translation>
    </message>
    <message>
        <source>About %1 a weight, %2: %3.</source>
        <translation>1重みあたり約%1、%2。%3。</translation>
    </message>
    <message>
        <source>About %1 a weight: %2.</source>
        <translation>1重みあたり約%1。%2。</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>アドレスはすでに使われています</translation>
    </message>
    <message>
        <source>Another Encore window or command is changing the engine&apos;s libraries; wait for it.</source>
        <translation>Encoreの別のウィンドウまたはコマンドがエンジンのライブラリを変更しています。終わるまで待ってください。</translation>
    </message>
    <message>
        <source>Another Encore window or command is downloading this.</source>
        <translation>Encoreの別のウィンドウまたはコマンドがダウンロード中です。</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>%1のダウンロード</translation>
    </message>
    <message>
        <source>Encore %1 could not be installed: %2</source>
        <translation>Encore %1をインストールできませんでした: %2</translation>
    </message>
    <message>
        <source>Encore %1 has no package for this computer.</source>
        <translation>Encore %1にはこのコンピューター用のパッケージがありません。</translation>
    </message>
    <message>
        <source>Encore %1 is no longer here; download it again.</source>
        <translation>Encore %1はもうここにありません。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>Encore is closing; what was not finished was left as it was.</source>
        <translation>Encoreを終了しています。終わらなかったものは元のまま残されました。</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>ファイルがすでにあります</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Faceのキャッシュ</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>入出力エラー</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>ディスクをまたぐリンクはできません</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>フォルダーです</translation>
    </message>
    <message>
        <source>Its name does not say how it was quantized.</source>
        <translation>名前からは量子化の方法が分かりません。</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>%1の表示</translation>
    </message>
    <message>
        <source>Looking for new versions</source>
        <translation>新しいバージョンの確認</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>%1の確認</translation>
    </message>
    <message>
        <source>Made with an importance matrix, which keeps more of the quality.</source>
        <translation>重要度行列を使って作られ、品質がより保たれています。</translation>
    </message>
    <message>
        <source>No file manager could be opened; the file is %1.</source>
        <translation>ファイルマネージャーを開けませんでした。ファイルは%1です。</translation>
    </message>
    <message>
        <source>No keyring works here, so the token is in %1, which only you can read.</source>
        <translation>ここではキーリングが使えないため、トークンはあなただけが読める%1にあります。</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>ディスクに空きがありません</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>ファイルまたはフォルダーがありません</translation>
    </message>
    <message>
        <source>No version before this one is kept here.</source>
        <translation>これより前のバージョンは残っていません。</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>フォルダーではありません</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1 of %2 (%3); choose another port or address.</source>
        <translation>%2のポート%1で待ち受けられません（%3）。別のポートかアドレスを選んでください。</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>権限がありません</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>ファイルシステムが読み取り専用です</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; the log in the Encore folder has the details.</source>
        <translation>予期しない問題が起きました。詳しくはEncoreフォルダーのログにあります。</translation>
    </message>
    <message>
        <source>That is no token: it begins with hf_ and has only letters and digits.</source>
        <translation>トークンではありません。トークンは hf_ で始まり、英数字だけからなります。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are those of another version of Encore; the page “Engine” of the window or `encore runtime install` gets the right ones.</source>
        <translation>エンジンのライブラリは別のバージョンのEncoreのものです。ウィンドウの「エンジン」ページか `encore runtime install` で正しいものを取得できます。</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used; with driver %2 or newer it is the GPU.</source>
        <translation>このEncoreには、このコンピューターのNVIDIAドライバー（CUDA %1）で動くビルドがないため、CPUを使います。ドライバー%2以降ならGPUを使います。</translation>
    </message>
    <message>
        <source>The address of updates</source>
        <translation>更新のアドレス</translation>
    </message>
    <message>
        <source>The answer was deleted with its conversation.</source>
        <translation>回答は会話と一緒に削除されました。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted here; check the clock of this machine, and the proxy in the settings.</source>
        <translation>%1の証明書はここでは信頼されていません。このコンピューターの時計と、設定のプロキシを確認してください。</translation>
    </message>
    <message>
        <source>The comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>会話</translation>
    </message>
    <message>
        <source>The conversations at %1 are damaged and another window has them open; close all windows of Encore and start it again.</source>
        <translation>%1の会話が壊れていて、別のウィンドウで開かれています。Encoreのウィンドウをすべて閉じて、起動し直してください。</translation>
    </message>
    <message>
        <source>The conversations at %1 cannot be opened (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>%1の会話を開けません（%2）。フォルダーに書き込めるか、ディスクがいっぱいでないか確認してください。</translation>
    </message>
    <message>
        <source>The conversations at %1 were written by a newer version of Encore; install that version, or move the file away to start afresh.</source>
        <translation>%1の会話は新しいバージョンのEncoreで書かれています。そのバージョンをインストールするか、ファイルを移動して最初から始めてください。</translation>
    </message>
    <message>
        <source>The conversations could not be read; the damaged file is kept at %1.</source>
        <translation>会話を読み込めませんでした。壊れたファイルは%1に残してあります。</translation>
    </message>
    <message>
        <source>The disk of %1 cannot hold a file as large as %2; move the models to another disk.</source>
        <translation>%1のディスクには%2ほど大きなファイルを置けません。モデルを別のディスクに移してください。</translation>
    </message>
    <message>
        <source>The disk of %1 has too little room for %2: free %3 more, then try again; what was fetched is kept.</source>
        <translation>%1のディスクには%2のための空きが足りません。あと%3空けてから「再試行」を押してください。取得済みの分は残ります。</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room for %2, then try again; what was fetched is kept.</source>
        <translation>%1のディスクがいっぱいです。%2のための空きを作ってから「再試行」を押してください。取得済みの分は残ります。</translation>
    </message>
    <message>
        <source>The disk of %1 is full: free some room, then try again; what was fetched is kept.</source>
        <translation>%1のディスクがいっぱいです。空きを作ってからもう一度試してください。取得済みの分は残ります。</translation>
    </message>
    <message>
        <source>The download was paused; try again to go on with it.</source>
        <translation>ダウンロードを一時停止しました。もう一度試すと続きます。</translation>
    </message>
    <message>
        <source>The engine does not run with these libraries: %1; nothing was changed, choose another build or try again.</source>
        <translation>これらのライブラリではエンジンが動きません: %1。何も変更していません。別のビルドを選ぶか、もう一度試してください。</translation>
    </message>
    <message>
        <source>The engine is not installed yet; the page “Engine” of the window or `encore runtime install` does it.</source>
        <translation>エンジンはまだインストールされていません。ウィンドウの「エンジン」ページか `encore runtime install` でインストールできます。</translation>
    </message>
    <message>
        <source>The engine runs on the processor of this Mac.</source>
        <translation>エンジンはこのMacのCPUで動きます。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries</source>
        <translation>エンジンのライブラリ</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries are not installed yet.</source>
        <translation>エンジンのライブラリはまだインストールされていません。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries could not be unpacked: %1; try again.</source>
        <translation>エンジンのライブラリを展開できませんでした: %1。もう一度試してください。</translation>
    </message>
    <message>
        <source>The engine&apos;s libraries need %1 GB in %2, but its disk has %3 GB free; free %4 GB more, then try again.</source>
        <translation>エンジンのライブラリには%2に%1 GB必要ですが、そのディスクの空きは%3 GBです。あと%4 GB空けてからもう一度試してください。</translation>
    </message>
    <message>
        <source>The export could not be saved to %1 (%2); choose another place, or make room.</source>
        <translation>書き出しを%1に保存できませんでした（%2）。別の場所を選ぶか、空きを作ってください。</translation>
    </message>
    <message>
        <source>The header of %1 could not be kept in %2: %3.</source>
        <translation>%1のヘッダーを%2に保存できませんでした: %3。</translation>
    </message>
    <message>
        <source>The header of %1 could not be read: %2; try again later.</source>
        <translation>%1のヘッダーを読み込めませんでした: %2。しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>The header of %1 is longer than %2 MB, as that of no known model is; choose another file.</source>
        <translation>%1のヘッダーは%2 MBを超えています。そのようなモデルは知られていません。別のファイルを選んでください。</translation>
    </message>
    <message>
        <source>The libraries %1 do not fit this machine: %2.</source>
        <translation>ライブラリ%1はこのコンピューターに合いません: %2。</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no address for %2.</source>
        <translation>ライブラリの一覧%1に%2のアドレスがありません。</translation>
    </message>
    <message>
        <source>The list of libraries %1 has no wheel of %2.</source>
        <translation>ライブラリの一覧%1に%2のwheelがありません。</translation>
    </message>
    <message>
        <source>The list of libraries %1 is damaged: %2.</source>
        <translation>ライブラリの一覧%1が壊れています: %2。</translation>
    </message>
    <message>
        <source>The models could not be moved to %1 (%2): everything is still in %3; try again, it goes on from here.</source>
        <translation>モデルを%1に移動できませんでした（%2）。すべてまだ%3にあります。もう一度試すと、ここから続きます。</translation>
    </message>
    <message>
        <source>The models need %1 more, but the disk of %2 has %3 free; make room there, or choose another folder.</source>
        <translation>モデルにはあと%1必要ですが、%2のディスクの空きは%3です。そこに空きを作るか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The preset %1 could not be read (%2); mend its file or save it anew.</source>
        <translation>プリセット%1を読み込めませんでした（%2）。ファイルを直すか、保存し直してください。</translation>
    </message>
    <message>
        <source>The proxy cannot be used; give the address of an HTTP proxy, like http://host:8080.</source>
        <translation>プロキシを使えません。http://host:8080 のようなHTTPプロキシのアドレスを指定してください。</translation>
    </message>
    <message>
        <source>The proxy does not let us through: %1; check it in the settings.</source>
        <translation>プロキシが通してくれません: %1。設定で確認してください。</translation>
    </message>
    <message>
        <source>The report could not be saved to %1 (%2); choose another place.</source>
        <translation>レポートを%1に保存できませんでした（%2）。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>The settings are longer than %1 KB and were not saved; shorten the system prompt.</source>
        <translation>設定が%1 KBを超えたため保存しませんでした。システムプロンプトを短くしてください。</translation>
    </message>
    <message>
        <source>The settings could not be saved to %1 (%2); check that the folder can be written to and that the disk is not full.</source>
        <translation>設定を%1に保存できませんでした（%2）。フォルダーに書き込めるか、ディスクがいっぱいでないか確認してください。</translation>
    </message>
    <message>
        <source>The settings of %1 could not be saved to %2 (%3); check that the disk is not full.</source>
        <translation>%1の設定を%2に保存できませんでした（%3）。ディスクがいっぱいでないか確認してください。</translation>
    </message>
    <message>
        <source>The signature of the update list cannot be read; try again later.</source>
        <translation>更新リストの署名を読めません。しばらくしてからもう一度試してください。</translation>
    </message>
    <message>
        <source>The starter model is not there; put a GGUF model into %1 and name it.</source>
        <translation>最初のモデルがありません。GGUFモデルを%1に置いて、その名前を指定してください。</translation>
    </message>
    <message>
        <source>The token cannot be kept in %1: %2.</source>
        <translation>トークンを%1に保存できません: %2。</translation>
    </message>
    <message>
        <source>The update key of this build is damaged; install Encore again.</source>
        <translation>このビルドの更新用の鍵が壊れています。Encoreをインストールし直してください。</translation>
    </message>
    <message>
        <source>The update list is for another version of Encore; get the new one from where you got this one.</source>
        <translation>更新リストは別のバージョンのEncore用です。このEncoreの入手元から新しいものを入手してください。</translation>
    </message>
    <message>
        <source>The update list is for the channel %1, not for %2; check the address of updates in the settings.</source>
        <translation>更新リストはチャンネル%1用で、%2用ではありません。設定の更新のアドレスを確認してください。</translation>
    </message>
    <message>
        <source>The update list is longer than %1 KB; not used.</source>
        <translation>更新リストが%1 KBを超えているため、使いません。</translation>
    </message>
    <message>
        <source>The update list is not signed with Encore&apos;s key, so it is not used; check the address of updates in the settings.</source>
        <translation>更新リストがEncoreの鍵で署名されていないため、使いません。設定の更新のアドレスを確認してください。</translation>
    </message>
    <message>
        <source>The update list is of %1, older than one seen before, so it is not used; try again later, or check the address of updates.</source>
        <translation>更新リストは%1のもので、以前のものより古いため使いません。しばらくしてからもう一度試すか、更新のアドレスを確認してください。</translation>
    </message>
    <message>
        <source>The update list names a file outside its folder; not used.</source>
        <translation>更新リストがそのフォルダーの外のファイルを指しているため、使いません。</translation>
    </message>
    <message>
        <source>The update list names a file that cannot be kept here; not used.</source>
        <translation>更新リストがここに保存できないファイルを指しているため、使いません。</translation>
    </message>
    <message>
        <source>The update list names no address to download from; not used.</source>
        <translation>更新リストにダウンロード元のアドレスがないため、使いません。</translation>
    </message>
    <message>
        <source>The version %1 of %2 is gone; look the model up again.</source>
        <translation>%2のバージョン%1はなくなりました。モデルを検索し直してください。</translation>
    </message>
    <message>
        <source>There are no earlier libraries to go back to.</source>
        <translation>戻せる以前のライブラリがありません。</translation>
    </message>
    <message>
        <source>There is another %1 in %2; choose an empty folder. Everything is still in %3.</source>
        <translation>%2に別の%1があります。空のフォルダーを選んでください。すべてまだ%3にあります。</translation>
    </message>
    <message>
        <source>There is another %1 now; %2 stays deleted.</source>
        <translation>別の%1があるため、%2は削除されたままです。</translation>
    </message>
    <message>
        <source>There is another model called %1; rename one of the two.</source>
        <translation>%1という別のモデルがあります。どちらかの名前を変えてください。</translation>
    </message>
    <message>
        <source>There is no %1 on %2, or it is private and needs a token; check its name.</source>
        <translation>%2に%1がないか、非公開でトークンが必要です。名前を確認してください。</translation>
    </message>
    <message>
        <source>There is no %1 on %2; check its name.</source>
        <translation>%2に%1はありません。名前を確認してください。</translation>
    </message>
    <message>
        <source>There is no build %1; choose one of: %2.</source>
        <translation>ビルド%1はありません。次から選んでください: %2。</translation>
    </message>
    <message>
        <source>There is no folder %1; nothing was moved.</source>
        <translation>フォルダー%1がありません。何も移動していません。</translation>
    </message>
    <message>
        <source>This Encore has no build for the processor alone; the one for NVIDIA GPUs, which is larger, runs there, too.</source>
        <translation>このEncoreにはCPU専用のビルドがありません。NVIDIA GPU用のビルドはサイズが大きくなりますが、CPUでも動きます。</translation>
    </message>
    <message>
        <source>This Encore has no build that this machine&apos;s NVIDIA driver runs, which is for CUDA %1, so the processor is used.</source>
        <translation>このEncoreには、このコンピューターのNVIDIAドライバー（CUDA %1）で動くビルドがないため、CPUを使います。</translation>
    </message>
    <message>
        <source>This Encore has no engine for %1 on this machine; get the right download of Encore.</source>
        <translation>このEncoreには、このコンピューターの%1用エンジンがありません。合うEncoreをダウンロードしてください。</translation>
    </message>
    <message>
        <source>This build has no update key, so it cannot look for new versions.</source>
        <translation>このビルドには更新用の鍵がないため、新しいバージョンを探せません。</translation>
    </message>
    <message>
        <source>This build knows no address of updates; put one into the settings.</source>
        <translation>このビルドは更新のアドレスを持っていません。設定に入力してください。</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window.</source>
        <translation>この会話は別のウィンドウで削除されました。</translation>
    </message>
    <message>
        <source>This conversation was deleted in another window; start or choose another one.</source>
        <translation>この会話は別のウィンドウで削除されました。別の会話を始めるか選んでください。</translation>
    </message>
    <message>
        <source>This download is no longer in the list.</source>
        <translation>このダウンロードはもう一覧にありません。</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU, so the processor is used.</source>
        <translation>このコンピューターにはNVIDIAのGPUがないため、CPUを使います。</translation>
    </message>
    <message>
        <source>This message was deleted in another window.</source>
        <translation>このメッセージは別のウィンドウで削除されました。</translation>
    </message>
    <message>
        <source>Under 2 bits a weight, for models that were trained with three values a weight.</source>
        <translation>1重みあたり2ビット未満。重みが3値で学習されたモデル用です。</translation>
    </message>
    <message>
        <source>Unsloth&apos;s dynamic kind: the bits are chosen layer by layer.</source>
        <translation>Unslothの動的な方式。層ごとにビット数が選ばれています。</translation>
    </message>
    <message>
        <source>What was deleted is gone for good; another window removed it.</source>
        <translation>削除したものは別のウィンドウが完全に消去しました。</translation>
    </message>
    <message>
        <source>You may not read %1; see %2.</source>
        <translation>%1を読む権限がありません。%2を見てください。</translation>
    </message>
    <message>
        <source>a large loss, for when nothing larger fits</source>
        <translation>これより大きいものが収まらない場合向けで、劣化が大きい</translation>
    </message>
    <message>
        <source>a noticeable loss, for when 4 bits do not fit</source>
        <translation>4ビットが収まらない場合向けで、劣化が分かります</translation>
    </message>
    <message>
        <source>a very large loss, an experiment</source>
        <translation>劣化が非常に大きく、実験的</translation>
    </message>
    <message>
        <source>all but the same as the original</source>
        <translation>元とほぼ同じ</translation>
    </message>
    <message>
        <source>another program shortened it</source>
        <translation>別のプログラムが短くしました</translation>
    </message>
    <message>
        <source>another window has been opening them for too long</source>
        <translation>別のウィンドウが開く処理に時間がかかりすぎています</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>データベースが読み取り専用です</translation>
    </message>
    <message>
        <source>close to the original</source>
        <translation>元に近い</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>コレクション</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>データセット</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>データベースがロックされています</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>データベースまたはディスクがいっぱいです</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>ディスクのエラー</translation>
    </message>
    <message>
        <source>extra folder</source>
        <translation>追加のフォルダー</translation>
    </message>
    <message>
        <source>in %1 seconds</source>
        <translation>%1秒後に</translation>
    </message>
    <message>
        <source>in a few minutes</source>
        <translation>数分後に</translation>
    </message>
    <message>
        <source>in an older, simple format</source>
        <translation>古くて単純な形式</translation>
    </message>
    <message>
        <source>it did not end</source>
        <translation>終了しませんでした</translation>
    </message>
    <message>
        <source>it ended without a word</source>
        <translation>何も言わずに終了しました</translation>
    </message>
    <message>
        <source>it is not on the Python package index</source>
        <translation>Pythonパッケージインデックスにありません</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>時間がかかりすぎています</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>証明書がここでは信頼されていません</translation>
    </message>
    <message>
        <source>its name is not found, or this computer is offline</source>
        <translation>名前が見つからないか、このコンピューターがオフラインです</translation>
    </message>
    <message>
        <source>models folder</source>
        <translation>モデルフォルダー</translation>
    </message>
    <message>
        <source>no encrypted connection came about</source>
        <translation>暗号化された接続を確立できません</translation>
    </message>
    <message>
        <source>nothing listens at that address</source>
        <translation>そのアドレスで待ち受けているものがありません</translation>
    </message>
    <message>
        <source>packed tighter than in plain formats</source>
        <translation>通常の形式より密に詰めた</translation>
    </message>
    <message>
        <source>the Hub</source>
        <translation>Hub</translation>
    </message>
    <message>
        <source>the Hub may not be asked: HF_HUB_OFFLINE is set</source>
        <translation>HF_HUB_OFFLINEが設定されているためHubに問い合わせられません</translation>
    </message>
    <message>
        <source>the Python package index</source>
        <translation>Pythonパッケージインデックス</translation>
    </message>
    <message>
        <source>the connection failed</source>
        <translation>接続に失敗しました</translation>
    </message>
    <message>
        <source>the connection to %1 was cut</source>
        <translation>%1との接続が切れました</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>接続が切れました</translation>
    </message>
    <message>
        <source>the copy is not the same, so the disk is at fault</source>
        <translation>コピーが一致しないため、ディスクに問題があります</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>ディスクがいっぱいです</translation>
    </message>
    <message>
        <source>the downloaded file was changed since; download it again.</source>
        <translation>ダウンロードしたファイルがその後変わりました。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>the file broke off before its end</source>
        <translation>ファイルが途中で切れました</translation>
    </message>
    <message>
        <source>the file of this AppImage cannot be found; replace it by hand.</source>
        <translation>このAppImageのファイルが見つかりません。手動で置き換えてください。</translation>
    </message>
    <message>
        <source>the proxy does not let us through to %1</source>
        <translation>プロキシが%1への接続を通しません</translation>
    </message>
    <message>
        <source>the search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>the server sends next to nothing</source>
        <translation>サーバーからほとんど届きません</translation>
    </message>
    <message>
        <source>the smaller mix</source>
        <translation>小さい方の混合</translation>
    </message>
    <message>
        <source>the usual balance of size and quality</source>
        <translation>大きさと品質の一般的なバランス</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>転送が多すぎます</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>データベースのファイルを開けません</translation>
    </message>
    <message>
        <source>very close to the original</source>
        <translation>元に非常に近い</translation>
    </message>
    <message>
        <source>with many more where they count</source>
        <translation>重要な箇所はずっと多め</translation>
    </message>
    <message>
        <source>with more where they count</source>
        <translation>重要な箇所は多め</translation>
    </message>
    <message>
        <source>with more where they count and in the first and last layer</source>
        <translation>重要な箇所と最初・最後の層は多め</translation>
    </message>
</context>
<context>
    <name>ServerSection</name>
    <message>
        <source>Copy the address</source>
        <translation>アドレスをコピー</translation>
    </message>
</context>
<context>
    <name>ServerViewModel</name>
    <message>
        <source>Programs on this computer reach it at %1; they need no API key.</source>
        <translation>このコンピューター上のプログラムは %1 で接続できます。API キーは不要です。</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>サーバーを起動しています…</translation>
    </message>
    <message>
        <source>Nothing can listen on port %1; choose another one.</source>
        <translation>ポート %1 では待ち受けできません。別のポートを選んでください。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>3-bit</source>
        <translation>3ビット</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4ビット</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8ビット</translation>
    </message>
    <message>
        <source>A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.</source>
        <translation>huggingface.coの代わりに使うミラーです。変数HF_ENDPOINTがあれば、そちらが優先されます。</translation>
    </message>
    <message>
        <source>Accent</source>
        <translation>アクセントカラー</translation>
    </message>
    <message>
        <source>Address of updates</source>
        <translation>更新のアドレス</translation>
    </message>
    <message>
        <source>After the first answer, while nothing else is asked, the model writes a title for the chat. Models of less than 0.9 billion parameters leave it at the first words.</source>
        <translation>最初の回答の後、ほかの処理がない間に、モデルがチャットのタイトルを付けます。9億パラメーター未満のモデルでは、最初の語句がそのままタイトルになります。</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>アンバー</translation>
    </message>
    <message>
        <source>An address or a folder; empty for the usual one. The variable ENCORE_UPDATES goes before it.</source>
        <translation>アドレスまたはフォルダーです。空欄の場合は通常のものを使います。変数ENCORE_UPDATESがあれば、そちらが優先されます。</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answers at once</source>
        <translation>同時に書く回答の数</translation>
    </message>
    <message>
        <source>App</source>
        <translation>アプリ</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外観</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>ブルー</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>呼び出し</translation>
    </message>
    <message>
        <source>Check drafts in steps of fixed widths. Off: the width follows the number of drafts, and each new width is recaptured.</source>
        <translation>ドラフトをいくつかの一定の幅のステップで検証します。オフの場合、幅はドラフトの数に応じて変わり、新しい幅になるたびに再キャプチャします。</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together reach this share. 1 is off.</source>
        <translation>確率の高い順に、合計がこの割合に達するまでのトークンから選びます。1でオフです。</translation>
    </message>
    <message>
        <source>Choose among this many of the likeliest tokens.</source>
        <translation>確率の高い順に、この数のトークンから選びます。</translation>
    </message>
    <message>
        <source>Closing the window then only hides it, and what is running goes on. The menu of the icon has Quit.</source>
        <translation>ウィンドウを閉じると隠れるだけになり、実行中の処理は続きます。アイコンのメニューから終了できます。</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>ゆったり</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>コンパクト</translation>
    </message>
    <message>
        <source>Compact has less space between things and more on the screen.</source>
        <translation>コンパクトでは余白が狭くなり、画面により多く表示されます。</translation>
    </message>
    <message>
        <source>Processor: layers</source>
        <translation>CPU：層</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>コンテキスト長</translation>
    </message>
    <message>
        <source>Context memory</source>
        <translation>コンテキストメモリ</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>表示密度</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>デスクトップ</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Download limit</source>
        <translation>ダウンロード速度の上限</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>ドラフトの長さ</translation>
    </message>
    <message>
        <source>Draft tokens from</source>
        <translation>ドラフトトークンの生成元</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>ドラフト</translation>
    </message>
    <message>
        <source>Processor: experts</source>
        <translation>CPU：エキスパート</translation>
    </message>
    <message>
        <source>Fixed verify width</source>
        <translation>検証幅の固定</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>頻度ペナルティ</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPUメモリ</translation>
    </message>
    <message>
        <source>Graph replay</source>
        <translation>グラフリプレイ</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>グラファイト</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>グリーン</translation>
    </message>
    <message>
        <source>Grows with every use of a token. 0 is off.</source>
        <translation>トークンが使われるたびに強くなります。0でオフです。</translation>
    </message>
    <message>
        <source>Guess the next tokens and check them in one step. The answer is the same.</source>
        <translation>次に続くトークンを推測し、1つのステップでまとめて検証します。回答は変わりません。</translation>
    </message>
    <message>
        <source>How exactly the model remembers the context (KV cache); fewer bits need less memory.</source>
        <translation>モデルがコンテキストを保持する精度です (KVキャッシュ)。ビット数が少ないほど、必要なメモリも少なくなります。</translation>
    </message>
    <message>
        <source>How freely words are chosen. 0 always takes the likeliest word.</source>
        <translation>言葉を選ぶ自由度です。0にすると、常に最も確率の高い語を選びます。</translation>
    </message>
    <message>
        <source>How many answers a model writes side by side. Each needs memory for a context of its own.</source>
        <translation>モデルが並行して書く回答の数です。回答ごとに、それぞれのコンテキストのためのメモリが必要です。</translation>
    </message>
    <message>
        <source>How many of the latest tokens the penalties look at.</source>
        <translation>ペナルティの対象とする直近のトークンの数です。</translation>
    </message>
    <message>
        <source>How many processor cores the engine uses.</source>
        <translation>エンジンが使うCPUコアの数です。</translation>
    </message>
    <message>
        <source>How many times in a row an answer may call tools before it is stopped.</source>
        <translation>1つの回答が続けてツールを呼び出せる回数です。これを超えると停止します。</translation>
    </message>
    <message>
        <source>How many tokens the model can look back on; more needs more memory. Automatic: what the model and the free memory comfortably allow.</source>
        <translation>モデルがさかのぼって参照できるトークンの数です。多いほどメモリが必要です。自動: モデルと空きメモリに無理のない範囲で決めます。</translation>
    </message>
    <message>
        <source>How much they think, in their own word; empty leaves it to them.</source>
        <translation>思考の度合いをモデル独自の語で指定します。空欄の場合はモデルに任せます。</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>Hubのアドレス</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>トレイのアイコン</translation>
    </message>
    <message>
        <source>In percent of the system&apos;s size.</source>
        <translation>システムのサイズに対する割合 (%) です。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Layers without room</source>
        <translation>収まらない層</translation>
    </message>
    <message>
        <source>Leave out tokens less likely than this share of the likeliest one. 0 is off.</source>
        <translation>確率が、最も高いトークンのこの割合に満たないトークンを除外します。0でオフです。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>ライトまたはダークを選びます。</translation>
    </message>
    <message>
        <source>Like http://host:8080. Left empty, the system&apos;s own proxy is used.</source>
        <translation>例: http://host:8080。空欄の場合は、システムのプロキシを使います。</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>ローカルサーバー</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>回答の最大長</translation>
    </message>
    <message>
        <source>Longest repeat</source>
        <translation>繰り返しの最大長</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>更新を確認</translation>
    </message>
    <message>
        <source>Makes tokens that were used less likely. 1 is off.</source>
        <translation>すでに使われたトークンを選ばれにくくします。1でオフです。</translation>
    </message>
    <message>
        <source>Megabytes per second for all downloads together.</source>
        <translation>すべてのダウンロードの合計で、1秒あたりのメガバイト数です。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without a request after which a model is unloaded that one of them had loaded.</source>
        <translation>要求がないままこの分数が過ぎると、それらが読み込ませたモデルをメモリから解放します。</translation>
    </message>
    <message>
        <source>Mirror of libraries</source>
        <translation>ライブラリのミラー</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Models and downloads</source>
        <translation>モデルとダウンロード</translation>
    </message>
    <message>
        <source>More model folders</source>
        <translation>追加のモデルフォルダー</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>しない</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>無制限</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>使用しない</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>Once a day, Encore asks whether there is a newer one. Nothing is installed unasked.</source>
        <translation>1日1回、新しいバージョンのEncoreがあるか確認します。許可なくインストールすることはありません。</translation>
    </message>
    <message>
        <source>One folder a line. Their models are used where they are, never changed.</source>
        <translation>1行に1つのフォルダーを書きます。中のモデルは元の場所のまま使われ、変更されることはありません。</translation>
    </message>
    <message>
        <source>Other programs on this computer may use the models, through the API of OpenAI. It is the same engine: no model is in memory twice.</source>
        <translation>このコンピューター上のほかのプログラムが OpenAI の API でモデルを使えるようになります。エンジンは同じなので、モデルが二重にメモリを使うことはありません。</translation>
    </message>
    <message>
        <source>Padded context</source>
        <translation>コンテキストのパディング</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>ペナルティの範囲</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>ポート</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在ペナルティ</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>プロキシ</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>ランダム</translation>
    </message>
    <message>
        <source>Read by the GPU</source>
        <translation>GPUが読み込み</translation>
    </message>
    <message>
        <source>Record each step once and replay it. Off: every kernel is launched one by one.</source>
        <translation>各ステップを一度記録してリプレイします。オフの場合、カーネルを1つずつ起動します。</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>繰り返しペナルティ</translation>
    </message>
    <message>
        <source>Repeats in the text</source>
        <translation>テキスト内の繰り返し</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>リプレイ</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>ローズ</translation>
    </message>
    <message>
        <source>Round the context up to fixed lengths, so that a step stays the same from token to token. Off: with replay on, every token is recaptured.</source>
        <translation>コンテキストを一定の長さに切り上げ、トークンが進んでも同じステップを使えるようにします。オフの場合、リプレイがオンのときはトークンごとに再キャプチャします。</translation>
    </message>
    <message>
        <source>Rounds of calls</source>
        <translation>呼び出しの回数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Shortcuts other than the default: a line `action = keys` for each.</source>
        <translation>デフォルトと異なるショートカット: 1行に1つずつ、`action = keys`の形で書きます。</translation>
    </message>
    <message>
        <source>Shortest repeat</source>
        <translation>繰り返しの最小長</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>システムプロンプト</translation>
    </message>
    <message>
        <source>Takes effect at the next start of Encore.</source>
        <translation>次回のEncoreの起動時に反映されます。</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>ティール</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字サイズ</translation>
    </message>
    <message>
        <source>The color of what is chosen or can be pressed.</source>
        <translation>選択中のものや、押せるものの色です。</translation>
    </message>
    <message>
        <source>The fewest tokens that count as a repeat.</source>
        <translation>繰り返しとみなす最小のトークン数です。</translation>
    </message>
    <message>
        <source>The model loaded at the next start.</source>
        <translation>次回の起動時にロードするモデルです。</translation>
    </message>
    <message>
        <source>The model&apos;s own head</source>
        <translation>モデル内蔵のヘッド</translation>
    </message>
    <message>
        <source>The most gigabytes (GiB) that a model takes of the GPU. What does not fit is read from main memory, more slowly. Automatic: what is free.</source>
        <translation>モデルがGPUで使う最大のギガバイト数（GiB）。収まらない分はメインメモリから読み込むため遅くなります。自動：空いている分。</translation>
    </message>
    <message>
        <source>The most tokens guessed at once. Automatic: as many as pay.</source>
        <translation>一度に推測するトークンの最大数です。自動: 効果のある数だけ推測します。</translation>
    </message>
    <message>
        <source>The most tokens in one answer.</source>
        <translation>1つの回答の最大トークン数です。</translation>
    </message>
    <message>
        <source>The most tokens that are looked up in the text so far.</source>
        <translation>これまでのテキストから検索するトークン列の最大の長さです。</translation>
    </message>
    <message>
        <source>The same for every token that was used. 0 is off.</source>
        <translation>一度でも使われたトークンすべてに、同じ強さでかかります。0でオフです。</translation>
    </message>
    <message>
        <source>The same seed and the same question give the same answer.</source>
        <translation>シードと質問が同じなら、回答も同じになります。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>スレッド数</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>ドラフト語の色付け</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>モデルによるタイトル</translation>
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
        <translation>解放までの時間</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>バイオレット</translation>
    </message>
    <message>
        <source>What becomes of layers that the GPU has no room for. Automatic: what was measured to be faster.</source>
        <translation>GPUに収まらない層の扱い。自動：測定して速かった方。</translation>
    </message>
    <message>
        <source>What fits the model</source>
        <translation>モデルに適したもの</translation>
    </message>
    <message>
        <source>What models run on. Automatic: the GPU, or the processor where only that has room.</source>
        <translation>モデルを実行するデバイスです。自動: GPUを使います。CPUでしか収まらない場合はCPUを使います。</translation>
    </message>
    <message>
        <source>What the model is told before every conversation.</source>
        <translation>すべての会話の前にモデルへ伝える内容です。</translation>
    </message>
    <message>
        <source>When a long answer, a download or a comparison ends while you are in another program.</source>
        <translation>ほかのプログラムの使用中に、長い回答、ダウンロード、比較が終わったときに知らせます。</translation>
    </message>
    <message>
        <source>Where models are kept; empty for the usual folder.</source>
        <translation>モデルの保存先です。空欄の場合は通常のフォルダーを使います。</translation>
    </message>
    <message>
        <source>Where other programs find the server.</source>
        <translation>ほかのプログラムがサーバーに接続するポートです。</translation>
    </message>
    <message>
        <source>Where the engine&apos;s libraries come from instead of files.pythonhosted.org: the address goes before the rest of theirs. The variable ENCORE_WHEEL_MIRROR goes before it.</source>
        <translation>エンジンのライブラリをfiles.pythonhosted.orgの代わりに取得する場所です。このアドレスが、各ライブラリのアドレスの先頭部分になります。変数ENCORE_WHEEL_MIRRORがあれば、そちらが優先されます。</translation>
    </message>
    <message>
        <source>Whether models that have the choice think before they answer.</source>
        <translation>思考の有無を選べるモデルで、回答の前に思考するかどうかです。</translation>
    </message>
    <message>
        <source>Words of an answer that came from accepted drafts have a soft background.</source>
        <translation>回答のうち、採択されたドラフトに由来する語に淡い背景色を付けます。</translation>
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
        <translation>設定を隠す (Ctrl+,)</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>設定を検索</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>再ロード</translation>
    </message>
    <message>
        <source>Reset all settings…</source>
        <translation>すべての設定をリセット…</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>該当する設定はありません。</translation>
    </message>
    <message>
        <source>Engine libraries</source>
        <translation>エンジンのライブラリ</translation>
    </message>
    <message>
        <source>install repair remove</source>
        <translation>インストール 修復 削除</translation>
    </message>
    <message>
        <source>network files</source>
        <translation>ネットワーク ファイル</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>設定の区分</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>すべての設定をリセットしますか？</translation>
    </message>
    <message>
        <source>Every setting goes back to its default, the system prompt too.</source>
        <translation>システムプロンプトを含むすべての設定がデフォルトに戻ります。</translation>
    </message>
</context>
<context>
    <name>SettingsViewModel</name>
    <message>
        <source>The settings file could not be read; the last good settings are used.</source>
        <translation>設定ファイルを読み取れませんでした。最後に正しく読み取れた設定を使います。</translation>
    </message>
    <message>
        <source>The setting %1 in the settings file has no usable value; it is %2 now.</source>
        <translation>設定ファイルの「%1」の値が無効なため、%2にしました。</translation>
    </message>
    <message>
        <source>The device, the context and the threads take effect when the model is reloaded.</source>
        <translation>デバイス、コンテキスト、スレッド数の変更は、モデルを再ロードすると反映されます。</translation>
    </message>
    <message>
        <source>The engine has no network access, opens only models, and writes only into its caches.</source>
        <translation>エンジンはネットワークを利用できません。開けるのはモデルのみ、書き込めるのは専用のキャッシュのみです。</translation>
    </message>
    <message>
        <source>The engine has no network access, but may use your files: %1.</source>
        <translation>エンジンはネットワークを利用できませんが、ファイルにはアクセスできます: %1。</translation>
    </message>
    <message>
        <source>The engine opens only models, but may use the network: %1.</source>
        <translation>エンジンが開けるのはモデルのみですが、ネットワークは利用できます: %1。</translation>
    </message>
    <message>
        <source>The engine may use the network and your files: %1.</source>
        <translation>エンジンはネットワークとファイルを利用できます: %1。</translation>
    </message>
    <message>
        <source>Reset %1 to %2</source>
        <translation>%1を%2にリセット</translation>
    </message>
    <message>
        <source>For models of this computer; %1 answers now.</source>
        <translation>このコンピューターのモデル用です。今は %1 が回答しています。</translation>
    </message>
    <message>
        <source>%1 has its own: %2. What is set here replaces it.</source>
        <translation>%1には専用の値があります: %2。ここで設定すると置き換わります。</translation>
    </message>
    <message>
        <source>Needs drafting, which is off.</source>
        <translation>ドラフトが必要ですが、オフになっています。</translation>
    </message>
    <message>
        <source>Drafting is on.</source>
        <translation>ドラフトはオンです。</translation>
    </message>
    <message>
        <source>Drafting is off.</source>
        <translation>ドラフトはオフです。</translation>
    </message>
    <message>
        <source>Drafts do not come from repeats.</source>
        <translation>ドラフトの生成元が繰り返しではありません。</translation>
    </message>
    <message>
        <source>This desktop has no tray to show it in.</source>
        <translation>このデスクトップには表示先のトレイがありません。</translation>
    </message>
    <message>
        <source>on</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>%1 cannot be set to that.</source>
        <translation>%1をその値には設定できません。</translation>
    </message>
    <message>
        <source>%1 must be between %2 and %3.</source>
        <translation>%1は%2から%3の間で指定してください。</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>ここに割り当てる</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>リセット</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>すべてリセット</translation>
    </message>
    <message>
        <source>Keys of {0}</source>
        <translation>{0}のキー</translation>
    </message>
    <message>
        <source>Text fields keep {0} for themselves. Choose other keys.</source>
        <translation>{0} は入力欄が使います。ほかのキーを選んでください。</translation>
    </message>
    <message>
        <source>{0} are the keys of “{1}”.</source>
        <translation>{0}は「{1}」に割り当てられています。</translation>
    </message>
    <message>
        <source>Those keys are for typing. Add Ctrl or Alt.</source>
        <translation>文字入力に使うキーです。CtrlかAltを加えてください。</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Hide the conversations (Ctrl+B)</source>
        <translation>会話一覧を隠す (Ctrl+B)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新しいチャット</translation>
    </message>
    <message>
        <source>Temporary chat, never saved (Ctrl+Shift+N)</source>
        <translation>一時チャット (保存されません) (Ctrl+Shift+N)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>会話を検索</translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>該当する会話はありません。</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>新しいチャット (Ctrl+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新しいフォルダー</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>チャットをインポート…</translation>
    </message>
</context>
<context>
    <name>SidebarRows</name>
    <message>
        <source>Temporary</source>
        <translation>一時的</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>ピン留め</translation>
    </message>
    <message>
        <source>open</source>
        <translation>展開</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>折りたたみ</translation>
    </message>
    <message>
        <source>Folder {0}, {1}, chats: {2}</source>
        <translation>フォルダー{0}、{1}、チャット: {2}</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>Address of a mirror</source>
        <translation>ミラーのアドレス</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>フォルダーを選択…</translation>
    </message>
    <message>
        <source>Use the network</source>
        <translation>ネットワークを使う</translation>
    </message>
    <message>
        <source>Mirror instead of files.pythonhosted.org</source>
        <translation>files.pythonhosted.orgの代わりに使うミラー</translation>
    </message>
    <message>
        <source>Folder of wheels, without a network</source>
        <translation>wheelのフォルダー (ネットワーク不要)</translation>
    </message>
    <message>
        <source>Folder of wheels</source>
        <translation>wheelのフォルダー</translation>
    </message>
</context>
<context>
    <name>Sparkline</name>
    <message>
        <source>Speed over time</source>
        <translation>速度の推移</translation>
    </message>
    <message>
        <source>Tokens per second, up to {0}; behind it the previous answer</source>
        <translation>1秒あたりのトークン数 (最大{0})。背後は前回の回答</translation>
    </message>
</context>
<context>
    <name>StatePanel</name>
    <message>
        <source>Busy</source>
        <translation>処理中</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>必要な操作はありません</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Only text can be put here. Open the file and copy what it says.</source>
        <translation>ここに入れられるのはテキストだけです。ファイルを開いて中身をコピーしてください。</translation>
    </message>
</context>
<context>
    <name>ThinkingBlock</name>
    <message>
        <source>Thoughts</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Hide the thoughts</source>
        <translation>思考を隠す</translation>
    </message>
    <message>
        <source>Show the thoughts</source>
        <translation>思考を表示</translation>
    </message>
</context>
<context>
    <name>ThinkingButton</name>
    <message>
        <source>Think before answering</source>
        <translation>回答の前に思考する</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Think: {0}</source>
        <translation>思考: {0}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>オフ</translation>
    </message>
</context>
<context>
    <name>ThinkingViewModel</name>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>最小</translation>
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
        <translation>非常に高い</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>最大</translation>
    </message>
</context>
<context>
    <name>ToLatestButton</name>
    <message>
        <source>Jump to the latest message</source>
        <translation>最新のメッセージへ移動</translation>
    </message>
</context>
<context>
    <name>ToolBlock</name>
    <message>
        <source>Allow once</source>
        <translation>1回だけ許可</translation>
    </message>
    <message>
        <source>Allow for this chat</source>
        <translation>このチャットでは許可</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>The call and its result</source>
        <translation>呼び出しとその結果</translation>
    </message>
    <message>
        <source>Hide the call</source>
        <translation>呼び出しを隠す</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>呼び出しを表示</translation>
    </message>
</context>
<context>
    <name>ToolDialog</name>
    <message>
        <source>Add a tool server</source>
        <translation>ツールサーバーを追加</translation>
    </message>
    <message>
        <source>Change a tool server</source>
        <translation>ツールサーバーを変更</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>As it is called in the list</source>
        <translation>一覧に表示される名前</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>コマンド</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引数</translation>
    </message>
    <message>
        <source>One a line</source>
        <translation>1行に1つ</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>環境変数</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>Header of the key</source>
        <translation>キーのヘッダー</translation>
    </message>
    <message>
        <source>Kept; type to replace it</source>
        <translation>保存済み。入力すると置き換わります</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>必要な場合のみ</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Forget the key</source>
        <translation>キーを削除</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>サーバーのツール</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>このコンピューターのプログラム</translation>
    </message>
    <message>
        <source>An address (HTTP)</source>
        <translation>アドレス（HTTP）</translation>
    </message>
    <message>
        <source>A server runs with your rights, or sees what a model sends it: add only those that you trust. “Test” starts it once.</source>
        <translation>サーバーはあなたの権限で動作するか、モデルが送る内容を見ます。信頼できるものだけを追加してください。「テスト」は一度だけ起動します。</translation>
    </message>
    <message>
        <source>Starting it…</source>
        <translation>起動しています…</translation>
    </message>
</context>
<context>
    <name>ToolImportDialog</name>
    <message>
        <source>Import tool servers</source>
        <translation>ツールサーバーをインポート</translation>
    </message>
    <message>
        <source>Servers as JSON</source>
        <translation>JSON 形式のサーバー</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>ファイルを開く…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>インポート</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Paste the part “mcpServers” from the settings of another program, or from the page of a server. Nothing is started: the servers are added switched off.</source>
        <translation>ほかのプログラムの設定、またはサーバーのページから「mcpServers」の部分を貼り付けてください。何も起動されず、サーバーはオフの状態で追加されます。</translation>
    </message>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>%1 を読み込めません。アクセス権を確認してください。</translation>
    </message>
</context>
<context>
    <name>ToolRounds</name>
    <message>
        <source>The model called tools %1 times in a row, the limit in Settings.</source>
        <translation>モデルが続けて%1回ツールを呼び出しました。これは設定の上限です。</translation>
    </message>
</context>
<context>
    <name>ToolServerRow</name>
    <message>
        <source>Sign out</source>
        <translation>サインアウト</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>サインイン…</translation>
    </message>
    <message>
        <source>Sign out of %1</source>
        <translation>%1 からサインアウト</translation>
    </message>
    <message>
        <source>Sign in to %1 with the browser</source>
        <translation>ブラウザーで %1 にサインイン</translation>
    </message>
    <message>
        <source>Chats may use %1</source>
        <translation>チャットで %1 を使えるようにする</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 を変更</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 を削除</translation>
    </message>
</context>
<context>
    <name>ToolServersViewModel</name>
    <message>
        <source>What goes to this address and comes from it travels unencrypted.</source>
        <translation>このアドレスとの通信は暗号化されません。</translation>
    </message>
    <message>
        <source>You are signed in.</source>
        <translation>サインインしました。</translation>
    </message>
    <message>
        <source>Waiting until you have signed in with the browser…</source>
        <translation>ブラウザーでのサインインを待っています…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>起動中…</translation>
    </message>
    <message numerus="yes">
        <source>%n are left out, which cannot be used.</source>
        <translation>
            <numerusform>使えない%n個は除外しました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %n tools.</source>
        <translation>
            <numerusform>%n個のツールがあります。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolStep</name>
    <message>
        <source>Arguments</source>
        <translation>引数</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>allow it?</source>
        <translation>許可しますか？</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>not carried out</source>
        <translation>実行されませんでした</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>あなたが拒否しました</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>実行中…</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>待機中</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>%1 cannot be reached: see whether the address is right. (%2)</source>
        <translation>%1 に接続できません。アドレスが正しいか確認してください。（%2）</translation>
    </message>
    <message>
        <source>%1 could not be started: “%2” is not on this computer.</source>
        <translation>%1 を起動できませんでした。「%2」はこのコンピューターにありません。</translation>
    </message>
    <message>
        <source>%1 did not tell its tools within %3 seconds. Its last words: %2</source>
        <translation>%1 は%3秒以内にツールを知らせませんでした。最後の出力: %2</translation>
    </message>
    <message>
        <source>%1 does not answer as an MCP server should: %2</source>
        <translation>%1 は MCP サーバーとして正しく応答しません: %2</translation>
    </message>
    <message>
        <source>%1 ended before it had told its tools. Its last words: %2</source>
        <translation>%1 はツールを知らせる前に終了しました。最後の出力: %2</translation>
    </message>
    <message>
        <source>%1 is switched off in Settings.</source>
        <translation>%1 は設定でオフになっています。</translation>
    </message>
    <message>
        <source>%1 sent more than could be read and was ended.</source>
        <translation>%1 は読み取れる量を超えて送信したため、終了しました。</translation>
    </message>
    <message>
        <source>%1 wants a key, or another one: enter it in Settings.</source>
        <translation>%1 にはキー、または別のキーが必要です。設定で入力してください。</translation>
    </message>
    <message>
        <source>%1 wants you to sign in: choose “Sign in…” in Settings, or enter a key.</source>
        <translation>%1 にはサインインが必要です。設定で「サインイン…」を選ぶか、キーを入力してください。</translation>
    </message>
    <message>
        <source>Give the server a name, as it is to be called in the list.</source>
        <translation>一覧に表示するサーバーの名前を入力してください。</translation>
    </message>
    <message>
        <source>No servers are in it: look for “mcpServers”.</source>
        <translation>サーバーが含まれていません。「mcpServers」を探してください。</translation>
    </message>
    <message>
        <source>That is no JSON: copy all of it, from the first brace to the last.</source>
        <translation>JSON ではありません。最初の波かっこから最後まで、すべてコピーしてください。</translation>
    </message>
    <message>
        <source>That is no address: enter one like https://example.com/mcp.</source>
        <translation>アドレスではありません。https://example.com/mcp のように入力してください。</translation>
    </message>
    <message>
        <source>That is no command: enter the program that starts the server, such as npx.</source>
        <translation>コマンドではありません。npx など、サーバーを起動するプログラムを入力してください。</translation>
    </message>
    <message>
        <source>That is no header: enter a name like Authorization.</source>
        <translation>ヘッダーではありません。Authorization のような名前を入力してください。</translation>
    </message>
    <message>
        <source>That is no key: a key has no accented letters.</source>
        <translation>キーではありません。キーに使えるのは英数字と記号だけです。</translation>
    </message>
    <message>
        <source>The address may have no password: the key has its own field.</source>
        <translation>アドレスにパスワードは含められません。キーには専用の欄があります。</translation>
    </message>
    <message>
        <source>The list of tool servers could not be saved to %1: check the disk.</source>
        <translation>ツールサーバーの一覧を %1 に保存できませんでした。ディスクを確認してください。</translation>
    </message>
    <message>
        <source>There are too many tool servers: remove one.</source>
        <translation>ツールサーバーが多すぎます。1つ削除してください。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>ツール</translation>
    </message>
    <message>
        <source>You could not be signed in to %1: try it again in Settings. (%2)</source>
        <translation>%1 にサインインできませんでした。設定でもう一度お試しください。(%2)</translation>
    </message>
    <message>
        <source>You may close this page and go on in Encore.</source>
        <translation>このページを閉じて、Encore で続けてください。</translation>
    </message>
    <message>
        <source>none.</source>
        <translation>なし。</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value, one a line.</source>
        <translation>「%1」は変数ではありません。NAME=値 の形で1行に1つ書いてください。</translation>
    </message>
</context>
<context>
    <name>ToolsButton</name>
    <message>
        <source>Tools that the model may call in this chat</source>
        <translation>このチャットでモデルが呼び出せるツール</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>ツール</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>ツール%n個</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsSection</name>
    <message>
        <source>Tool servers</source>
        <translation>ツールサーバー</translation>
    </message>
    <message>
        <source>Programs and services that give a model tools, over the Model Context Protocol (MCP). One that is switched on can be chosen below the message box, and is started when a chat wants its tools. Each call is shown, and asked for.</source>
        <translation>Model Context Protocol（MCP）を通じてモデルにツールを提供するプログラムやサービスです。オンにしたものはメッセージ欄の下で選べ、チャットがツールを必要とするときに起動します。呼び出しは毎回表示され、許可を求めます。</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>サーバーを追加…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>インポート…</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1 を削除しますか？</translation>
    </message>
    <message>
        <source>How it is started, its key and your sign-in are forgotten. Conversations stay.</source>
        <translation>起動方法、キー、サインインの情報は消去されます。会話は残ります。</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>メニュー</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>会話</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show Encore</source>
        <translation>Encoreを表示</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新しいチャット</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
</context>
<context>
    <name>UndoOffers</name>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>It cannot be brought back: another window has removed it for good.</source>
        <translation>元に戻せません。別のウィンドウで完全に削除されました。</translation>
    </message>
</context>
<context>
    <name>UpdateSection</name>
    <message>
        <source>Progress of the download</source>
        <translation>ダウンロードの進行状況</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>変更点</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>必要な操作はありません</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Encore %1 is out.</source>
        <translation>Encore %1が公開されました。</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>変更点</translation>
    </message>
</context>
<context>
    <name>UpdatesViewModel</name>
    <message>
        <source>working copy</source>
        <translation>作業コピー</translation>
    </message>
    <message>
        <source>Downloading Encore %1: %2 of %3.</source>
        <translation>Encore %1をダウンロード中: %2 / %3。</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>今すぐ確認</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>ダウンロード</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Open the package</source>
        <translation>パッケージを開く</translation>
    </message>
    <message>
        <source>the version before</source>
        <translation>前のバージョン</translation>
    </message>
    <message>
        <source>Go back to %1</source>
        <translation>%1に戻す</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>前のバージョン</translation>
    </message>
    <message>
        <source>Encore %1 was downloaded, but not installed.</source>
        <translation>Encore %1をダウンロードしましたが、インストールはしていません。</translation>
    </message>
    <message>
        <source>Looking for a new version…</source>
        <translation>新しいバージョンを確認中…</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>最新バージョンです。</translation>
    </message>
    <message>
        <source>Encore %1 is out; `git pull` brings it here.</source>
        <translation>Encore %1が公開されました。`git pull`で取得できます。</translation>
    </message>
    <message>
        <source>Encore %1 is out, but has no package for this computer.</source>
        <translation>Encore %1が公開されましたが、このコンピューター用のパッケージがありません。</translation>
    </message>
    <message>
        <source>Encore %1 is out: %2 to download.</source>
        <translation>Encore %1が公開されました: ダウンロードサイズ%2。</translation>
    </message>
    <message>
        <source>Encore %1 is here. Open the package, or run: sudo apt install %2</source>
        <translation>Encore %1を取得しました。パッケージを開くか、次を実行してください: sudo apt install %2</translation>
    </message>
    <message>
        <source>Encore %1 is here: %2</source>
        <translation>Encore %1を取得しました: %2</translation>
    </message>
    <message>
        <source>%1 starts the next time you open Encore.</source>
        <translation>次回Encoreを開くと、%1が起動します。</translation>
    </message>
</context>
<context>
    <name>ValueSlider</name>
    <message>
        <source>{0}, slider</source>
        <translation>{0}、スライダー</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Checking…</source>
        <translation>確認中…</translation>
    </message>
    <message>
        <source>Reading its header…</source>
        <translation>ヘッダーを読み取り中…</translation>
    </message>
    <message>
        <source>May be too large</source>
        <translation>大きすぎる可能性があります</translation>
    </message>
    <message>
        <source>Should fit</source>
        <translation>収まる見込みです</translation>
    </message>
    <message>
        <source>Should fit on the CPU</source>
        <translation>CPUなら収まる見込みです</translation>
    </message>
    <message>
        <source>%1 % of the experts on the GPU</source>
        <translation>エキスパートの%1 %がGPU上</translation>
    </message>
    <message>
        <source>%1 % of the layers on the GPU</source>
        <translation>層の%1 %がGPU上</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空き %1</translation>
    </message>
    <message>
        <source>%1 free on the GPU</source>
        <translation>GPUの空き %1</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>アクティベーション</translation>
    </message>
    <message>
        <source>Cannot be run</source>
        <translation>実行できません</translation>
    </message>
    <message>
        <source>Context (KV cache)</source>
        <translation>コンテキスト (KVキャッシュ)</translation>
    </message>
    <message>
        <source>Fits with less context</source>
        <translation>コンテキストを減らせば収まります</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>Partly on the GPU</source>
        <translation>一部がGPU上</translation>
    </message>
    <message>
        <source>Runs on the CPU</source>
        <translation>CPUで実行できます</translation>
    </message>
    <message>
        <source>Runs on the GPU</source>
        <translation>GPUで実行できます</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>大きすぎます</translation>
    </message>
    <message>
        <source>Use %1 context</source>
        <translation>コンテキストを%1にする</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>What shall we talk about?</source>
        <translation>何について話しましょうか？</translation>
    </message>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>すべてこのコンピューターの中だけにとどまります。</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>説明</translation>
    </message>
    <message>
        <source>Explain how a rainbow forms, in simple words.</source>
        <translation>虹ができる仕組みを、やさしい言葉で説明してください。</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>文章</translation>
    </message>
    <message>
        <source>Write a short, friendly note to thank a neighbor.</source>
        <translation>近所の人へのお礼の気持ちを伝える、短くて親しみのあるメッセージを書いてください。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>Write a Python function that reverses a string.</source>
        <translation>文字列を逆順にするPythonの関数を書いてください。</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Show the conversations</source>
        <translation>会話一覧を表示</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新しいチャット</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Hide the conversations</source>
        <translation>会話一覧を隠す</translation>
    </message>
    <message>
        <source>Temporary chat, never saved</source>
        <translation>一時チャット (保存されません)</translation>
    </message>
    <message>
        <source>Hide the settings</source>
        <translation>設定を隠す</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>ファイルを添付</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>チャット</translation>
    </message>
    <message>
        <source>Search the conversations</source>
        <translation>会話を検索</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>チャットへ移動</translation>
    </message>
    <message>
        <source>Open or close a chat beside</source>
        <translation>横のチャットを開く／閉じる</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>ファイルを添付…</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>チャット内を検索</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>次の検索結果</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>前の検索結果</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>再回答</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>最後の回答をコピー</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>回答を停止</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>モデルを選択…</translation>
    </message>
    <message>
        <source>Import a GGUF file…</source>
        <translation>GGUFファイルをインポート…</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>モデルをアンロード</translation>
    </message>
    <message>
        <source>Reload the model</source>
        <translation>モデルを再ロード</translation>
    </message>
    <message>
        <source>View</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>会話一覧の表示/非表示</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>文字を大きく</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>文字を小さく</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>標準の文字サイズ</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>ライト/ダークの切り替え</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>コマンドパレット…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>キーボードショートカット…</translation>
    </message>
    <message>
        <source>Version and updates</source>
        <translation>バージョンと更新</translation>
    </message>
    <message>
        <source>Logs…</source>
        <translation>ログ…</translation>
    </message>
    <message>
        <source>Quit Encore</source>
        <translation>Encoreを終了</translation>
    </message>
</context>
<context>
    <name>_ActionDelegate</name>
    <message>
        <source>on</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>現在使用不可</translation>
    </message>
</context>
<context>
    <name>_CellDelegate</name>
    <message>
        <source>Name of the model</source>
        <translation>モデルの名前</translation>
    </message>
</context>
<context>
    <name>_ModelDelegate</name>
    <message>
        <source>loaded</source>
        <translation>ロード済み</translation>
    </message>
</context>
<context>
    <name>cards</name>
    <message>
        <source>Scroll the code sideways</source>
        <translation>コードを横にスクロール</translation>
    </message>
</context>
<context>
    <name>parent</name>
    <message>
        <source>Import a model</source>
        <translation>モデルをインポート</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>モデル (*.gguf);;すべてのファイル (*)</translation>
    </message>
</context>
<context>
    <name>self.fold</name>
    <message>
        <source>Fold the code</source>
        <translation>コードを折りたたむ</translation>
    </message>
    <message>
        <source>Unfold the code</source>
        <translation>コードを展開</translation>
    </message>
</context>
</TS>
