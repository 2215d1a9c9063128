-- A count of all edits, kept by triggers, so that edits made by hand in SQL are seen too. Programs that watch read this one row.
CREATE TABLE database_revision (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision INTEGER NOT NULL
) STRICT;

INSERT INTO database_revision (id, revision) VALUES (1, 1);

CREATE TRIGGER signal_variable_added AFTER INSERT ON signal_variable BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER signal_variable_changed AFTER UPDATE ON signal_variable BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER signal_variable_removed AFTER DELETE ON signal_variable BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER limit_definition_added AFTER INSERT ON limit_definition BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER limit_definition_changed AFTER UPDATE ON limit_definition BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER limit_definition_removed AFTER DELETE ON limit_definition BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER unit_added AFTER INSERT ON unit BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER unit_changed AFTER UPDATE ON unit BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER unit_removed AFTER DELETE ON unit BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER channel_alias_added AFTER INSERT ON channel_alias BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER channel_alias_changed AFTER UPDATE ON channel_alias BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER channel_alias_removed AFTER DELETE ON channel_alias BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER test_run_added AFTER INSERT ON test_run BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER test_run_changed AFTER UPDATE ON test_run BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;

CREATE TRIGGER test_run_removed AFTER DELETE ON test_run BEGIN UPDATE database_revision SET revision = revision + 1 WHERE id = 1; END;
