-- tare: subtracted from every value, in the unit of the values. resets: another number clears what the functions of the variable remember.
ALTER TABLE signal_variable ADD COLUMN tare REAL NOT NULL DEFAULT 0;

ALTER TABLE signal_variable ADD COLUMN resets INTEGER NOT NULL DEFAULT 0;
