-- The tables of @cedi/client/settle (d1Schema() in @cedi/client/settle/d1) and of the shop.
CREATE TABLE IF NOT EXISTS cedi_tracked_orders (order_id TEXT PRIMARY KEY, version INTEGER NOT NULL, due_ms INTEGER, data TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS cedi_tracked_orders_due ON cedi_tracked_orders (due_ms) WHERE due_ms IS NOT NULL;
CREATE TABLE to_pack (order_id TEXT PRIMARY KEY, ref TEXT NOT NULL);
