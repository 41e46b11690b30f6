"""Database tables as a list of migrations: entry N migrates from version N to N + 1.

Released entries are never edited; a change is a new entry.
"""

# A message is in the search index while it is not streaming: a growing answer is saved every two
# seconds, and indexing each save would waste work. An external content index must be given the
# text it holds in order to delete it, so the triggers also look at the old row.
_CONVERSATIONS = """
CREATE TABLE conversation (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    created REAL NOT NULL,
    updated REAL NOT NULL,
    active_leaf_id INTEGER,
    draft TEXT NOT NULL DEFAULT '',
    is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX conversation_by_time ON conversation (is_deleted, updated DESC);

CREATE TABLE message (
    id INTEGER PRIMARY KEY,
    conversation_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    parent_id INTEGER REFERENCES message (id) ON DELETE CASCADE,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    created REAL NOT NULL,
    model TEXT,
    settings_json TEXT,
    problem TEXT,
    prompt_tokens INTEGER,
    new_tokens INTEGER,
    ttft_ms REAL,
    tok_s REAL,
    drafted INTEGER,
    accepted INTEGER,
    recaptures INTEGER,
    seed TEXT,
    fnv1a64 TEXT,
    finish_reason TEXT
);
CREATE INDEX message_by_parent ON message (conversation_id, parent_id);
CREATE INDEX message_children ON message (parent_id);

CREATE VIRTUAL TABLE message_search USING fts5 (
    text, content = 'message', content_rowid = 'id',
    prefix = '2 3 4', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER message_inserted AFTER INSERT ON message WHEN new.status <> 'streaming' BEGIN
    INSERT INTO message_search (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER message_deleted AFTER DELETE ON message WHEN old.status <> 'streaming' BEGIN
    INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER message_changed AFTER UPDATE OF text, status ON message BEGIN
    INSERT INTO message_search (message_search, rowid, text)
        SELECT 'delete', old.id, old.text WHERE old.status <> 'streaming';
    INSERT INTO message_search (rowid, text)
        SELECT new.id, new.text WHERE new.status <> 'streaming';
END;

CREATE VIRTUAL TABLE title_search USING fts5 (
    title, content = 'conversation', content_rowid = 'id',
    prefix = '2 3 4', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER conversation_inserted AFTER INSERT ON conversation BEGIN
    INSERT INTO title_search (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER conversation_deleted AFTER DELETE ON conversation BEGIN
    INSERT INTO title_search (title_search, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER conversation_renamed AFTER UPDATE OF title ON conversation BEGIN
    INSERT INTO title_search (title_search, rowid, title) VALUES ('delete', old.id, old.title);
    INSERT INTO title_search (rowid, title) VALUES (new.id, new.title);
END;
"""

# Reasoning is saved but not searched: it would drown the answers.
_REASONING = """
ALTER TABLE message ADD COLUMN reasoning TEXT NOT NULL DEFAULT '';
ALTER TABLE message ADD COLUMN thinking_ms REAL;
"""

# Processes must not end each other's streaming answers or purge deletions that can be undone.
_OWNERS = """
ALTER TABLE message ADD COLUMN owner TEXT;
ALTER TABLE conversation ADD COLUMN deleted_by TEXT;
"""

# The ids of an answer that ended early, as little-endian uint32: it goes on from exactly them.
_TOKEN_IDS = """
ALTER TABLE message ADD COLUMN token_ids BLOB;
"""

# What a conversation sets for itself, as JSON.
_CHAT_SETTINGS = """
ALTER TABLE conversation ADD COLUMN settings_json TEXT NOT NULL DEFAULT '';
"""

# Where the branch through a message ended when it was shown last.
_VIEWED_LEAVES = """
ALTER TABLE message ADD COLUMN viewed_leaf_id INTEGER;
"""

# `is_named`: a person chose the title, so no other replaces it. `viewed` is when it was opened.
_ORDER = """
CREATE TABLE folder (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 1
);
ALTER TABLE conversation ADD COLUMN folder_id INTEGER REFERENCES folder (id) ON DELETE SET NULL;
ALTER TABLE conversation ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversation ADD COLUMN is_named INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversation ADD COLUMN viewed REAL NOT NULL DEFAULT 0;
"""

# `model` is the name of its file; `document` is an engine.comparison.result.Comparison.
_COMPARISONS = """
CREATE TABLE comparison (
    id INTEGER PRIMARY KEY,
    created REAL NOT NULL,
    model TEXT NOT NULL,
    device TEXT NOT NULL,
    document TEXT NOT NULL
);
CREATE INDEX comparison_by_model ON comparison (model, device, created DESC);
"""

# Without a message it belongs to the conversation's draft, which is not searched. One of a message
# never changes.
_ATTACHMENTS = """
CREATE TABLE attachment (
    id INTEGER PRIMARY KEY,
    conversation_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    message_id INTEGER REFERENCES message (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    num_characters INTEGER NOT NULL
);
CREATE INDEX attachment_by_message ON attachment (message_id);
CREATE INDEX attachment_by_conversation ON attachment (conversation_id, message_id);

CREATE VIRTUAL TABLE attachment_search USING fts5 (
    name, text, content = 'attachment', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER attachment_inserted AFTER INSERT ON attachment
WHEN new.message_id IS NOT NULL BEGIN
    INSERT INTO attachment_search (rowid, name, text) VALUES (new.id, new.name, new.text);
END;
CREATE TRIGGER attachment_deleted AFTER DELETE ON attachment
WHEN old.message_id IS NOT NULL BEGIN
    INSERT INTO attachment_search (attachment_search, rowid, name, text)
        VALUES ('delete', old.id, old.name, old.text);
END;
"""

# What drafting gave an answer, see app.domain.AnswerStats.
_DRAFTING = """
ALTER TABLE message ADD COLUMN accepted_by_depth TEXT;
ALTER TABLE message ADD COLUMN draft_gain REAL;
ALTER TABLE message ADD COLUMN draft_pause TEXT;
"""

# What of the text accepted drafts brought: start and end of each part, as little-endian uint32.
_DRAFTED_SPANS = """
ALTER TABLE message ADD COLUMN drafted_spans BLOB;
"""

# The calls of tools within an answer, as JSON; see app.domain.ToolUse.
_TOOL_USES = """
ALTER TABLE message ADD COLUMN tool_uses TEXT;
"""

MIGRATIONS: tuple[str, ...] = (
    _CONVERSATIONS,
    _REASONING,
    _OWNERS,
    _TOKEN_IDS,
    _CHAT_SETTINGS,
    _VIEWED_LEAVES,
    _ORDER,
    _COMPARISONS,
    _ATTACHMENTS,
    _DRAFTING,
    _DRAFTED_SPANS,
    _TOOL_USES,
)
