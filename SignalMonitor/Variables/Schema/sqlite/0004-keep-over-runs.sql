-- 1: what the functions of a variable remember goes on over a new test run; 0: a new run begins it anew.
ALTER TABLE signal_variable ADD COLUMN keep_over_runs INTEGER NOT NULL DEFAULT 0;
