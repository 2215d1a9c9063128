-- Break triggers, beside those of the configuration: when a specimen counts as broken, and which samples around that are kept.
-- columns: names of signals, with commas between them; empty: all columns of the channel.
CREATE TABLE break_trigger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL DEFAULT 1,
    changed_utc TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    changed_by TEXT NOT NULL DEFAULT 'sql',
    station TEXT NOT NULL,
    name TEXT NOT NULL,
    channel TEXT NOT NULL,
    fall_percent REAL NOT NULL DEFAULT 30,
    within_ms REAL NOT NULL DEFAULT 10,
    min_force REAL NOT NULL,
    before_ms REAL NOT NULL DEFAULT 1000,
    after_ms REAL NOT NULL DEFAULT 1000,
    rearm_ms REAL NOT NULL DEFAULT 100,
    columns TEXT NOT NULL DEFAULT '',
    enabled INTEGER NOT NULL DEFAULT 1,
    note TEXT NOT NULL DEFAULT '',
    UNIQUE (station, name)
) STRICT;

CREATE TRIGGER break_trigger_added AFTER INSERT ON break_trigger BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER break_trigger_changed AFTER UPDATE ON break_trigger BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER break_trigger_removed AFTER DELETE ON break_trigger BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;
