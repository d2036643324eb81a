-- What d1Schema() of @cedi/settle/d1 gives, and the shop's own table.
CREATE TABLE IF NOT EXISTS cedi_waiting (order_id TEXT PRIMARY KEY, version INTEGER NOT NULL, due_ms INTEGER, entry TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS cedi_waiting_due ON cedi_waiting (due_ms) WHERE due_ms IS NOT NULL;
CREATE TABLE to_pack (order_id TEXT PRIMARY KEY, ref TEXT NOT NULL);
