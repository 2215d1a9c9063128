-- A count of all edits, kept by triggers, so that edits made by hand in SQL are seen too. Programs that watch read this one row,
-- and writers lock it first: one at a time.
CREATE TABLE database_revision (
    id bigint PRIMARY KEY CHECK (id = 1),
    revision bigint NOT NULL
);

INSERT INTO database_revision (id, revision) VALUES (1, 1);

CREATE FUNCTION count_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE database_revision SET revision = revision + 1 WHERE id = 1;
    RETURN NULL;
END $$;

CREATE TRIGGER signal_variable_edited AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON signal_variable FOR EACH STATEMENT EXECUTE FUNCTION count_revision();

CREATE TRIGGER limit_definition_edited AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON limit_definition FOR EACH STATEMENT EXECUTE FUNCTION count_revision();

CREATE TRIGGER unit_edited AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON unit FOR EACH STATEMENT EXECUTE FUNCTION count_revision();

CREATE TRIGGER channel_alias_edited AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON channel_alias FOR EACH STATEMENT EXECUTE FUNCTION count_revision();

CREATE TRIGGER test_run_edited AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON test_run FOR EACH STATEMENT EXECUTE FUNCTION count_revision();
