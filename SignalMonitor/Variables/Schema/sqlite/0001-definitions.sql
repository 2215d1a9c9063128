-- Signal variables, limits, units, aliases, test runs, and the log of every edit.
-- Ids are never given twice (AUTOINCREMENT): the change log names rows by them.
CREATE TABLE schema_version (
    version INTEGER PRIMARY KEY,
    applied_utc TEXT NOT NULL
) STRICT;

CREATE TABLE signal_variable (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL DEFAULT 1,
    changed_utc TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    changed_by TEXT NOT NULL DEFAULT 'sql',
    station TEXT NOT NULL,
    name TEXT NOT NULL,
    expression TEXT NOT NULL,
    unit TEXT NOT NULL DEFAULT '',
    display_digits INTEGER NOT NULL DEFAULT 3,
    enabled INTEGER NOT NULL DEFAULT 1,
    note TEXT NOT NULL DEFAULT '',
    UNIQUE (station, name)
) STRICT;

CREATE TABLE limit_definition (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL DEFAULT 1,
    changed_utc TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    changed_by TEXT NOT NULL DEFAULT 'sql',
    station TEXT NOT NULL,
    variable TEXT NOT NULL,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL DEFAULT 'warning',
    value REAL NOT NULL,
    value2 REAL,
    hysteresis REAL NOT NULL DEFAULT 0,
    min_duration_ms REAL NOT NULL DEFAULT 0,
    latch INTEGER NOT NULL DEFAULT 0,
    enabled INTEGER NOT NULL DEFAULT 1,
    note TEXT NOT NULL DEFAULT '',
    UNIQUE (station, variable, kind, severity)
) STRICT;

CREATE TABLE unit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL DEFAULT 1,
    changed_utc TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    changed_by TEXT NOT NULL DEFAULT 'sql',
    name TEXT NOT NULL UNIQUE,
    dimension TEXT NOT NULL,
    factor REAL NOT NULL,
    "offset" REAL NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE channel_alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL DEFAULT 1,
    changed_utc TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    changed_by TEXT NOT NULL DEFAULT 'sql',
    station TEXT NOT NULL,
    alias TEXT NOT NULL,
    channel TEXT NOT NULL,
    UNIQUE (station, alias)
) STRICT;

CREATE TABLE test_run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL DEFAULT 1,
    changed_utc TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    changed_by TEXT NOT NULL DEFAULT 'sql',
    station TEXT NOT NULL,
    name TEXT NOT NULL,
    operator TEXT NOT NULL DEFAULT '',
    specimen TEXT NOT NULL DEFAULT '',
    l0_mm REAL,
    s0_mm2 REAL,
    control_mode TEXT NOT NULL DEFAULT 'stroke',
    started_utc TEXT NOT NULL,
    stopped_utc TEXT,
    note TEXT NOT NULL DEFAULT '',
    UNIQUE (station, name)
) STRICT;

-- One test at a time on a rig.
CREATE UNIQUE INDEX test_run_open ON test_run (station) WHERE stopped_utc IS NULL;

CREATE TABLE change_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    changed_utc TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    table_name TEXT NOT NULL,
    row_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    old_row TEXT,
    new_row TEXT
) STRICT;

CREATE INDEX change_log_row ON change_log (table_name, row_id);
