-- Limits say in which unit their numbers are (empty: in that of what they watch, as before), and may have to hold for a count.
ALTER TABLE limit_definition ADD COLUMN unit TEXT NOT NULL DEFAULT '';

ALTER TABLE limit_definition ADD COLUMN min_duration_count INTEGER NOT NULL DEFAULT 0;
