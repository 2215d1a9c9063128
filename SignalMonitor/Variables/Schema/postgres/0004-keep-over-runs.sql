-- true: what the functions of a variable remember goes on over a new test run; false: a new run begins it anew.
ALTER TABLE signal_variable ADD COLUMN keep_over_runs boolean NOT NULL DEFAULT false;
