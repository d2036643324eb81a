/**
 * Version 6: where closed entries lie, month by month, and how far each merchant's books are closed.
 *
 * @decision 0099
 */
export const tables6: string = /* sql */ `
ALTER TABLE cedi.books ADD COLUMN closed bigint;

CREATE TABLE cedi.closings (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  hash text NOT NULL,
  at_ms bigint NOT NULL,
  accounts text NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

CREATE TABLE cedi.closed_sources (
  merchant_id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY (merchant_id, source, kind)
);

CREATE TABLE cedi.closed_entries (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  kind text NOT NULL,
  source text NOT NULL,
  at_ms bigint NOT NULL,
  postings text NOT NULL,
  balances text NOT NULL,
  memo text,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (merchant_id, id, at_ms)
) PARTITION BY RANGE (at_ms);
CREATE INDEX closed_entries_source ON cedi.closed_entries (merchant_id, source, kind);
CREATE INDEX closed_entries_settled ON cedi.closed_entries (at_ms, id, merchant_id) WHERE kind = 'provider_settled';
CREATE INDEX closed_entries_settlement ON cedi.closed_entries (source, id, merchant_id) WHERE kind = 'provider_settled';
`
