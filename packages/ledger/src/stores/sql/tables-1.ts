/**
 * The tables of version 1.
 *
 * Every table starts with the merchant, so that it can be spread by it. Ids compare by their bytes, as the port says.
 * Nothing is made by the database: no default, no sequence, no trigger, no clock.
 *
 * @decision 0032
 */
export const tables1: string = /* sql */ `
CREATE TABLE cedi.books (
  merchant_id text COLLATE "C" NOT NULL PRIMARY KEY,
  sequence bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash text NOT NULL
);

CREATE TABLE cedi.accounts (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  balance_pesewas bigint NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

CREATE TABLE cedi.entries (
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
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, source, kind)
);

CREATE TABLE cedi.counters (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

CREATE TABLE cedi.merchants (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  handle text UNIQUE,
  created_ms bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

CREATE TABLE cedi.payments (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  amount_pesewas bigint NOT NULL,
  currency text NOT NULL,
  created_ms bigint NOT NULL,
  refunded_pesewas bigint NOT NULL,
  refund_reserved_pesewas bigint NOT NULL,
  fee_pesewas bigint NOT NULL,
  net_pesewas bigint NOT NULL,
  method text NOT NULL,
  network text NOT NULL,
  phone text,
  card_last4 text,
  email text,
  name text,
  product_id text,
  quantity bigint NOT NULL,
  order_ref text,
  intent_id text,
  next_action text,
  failure text,
  metadata text NOT NULL,
  paid_ms bigint,
  expires_ms bigint,
  available_at_ms bigint,
  available boolean NOT NULL,
  late_money text,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX payments_intent ON cedi.payments (merchant_id, intent_id) WHERE intent_id IS NOT NULL;
CREATE INDEX payments_id ON cedi.payments (id);

CREATE TABLE cedi.intents (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  amount_pesewas bigint NOT NULL,
  currency text NOT NULL,
  created_ms bigint NOT NULL,
  payment_ref text,
  product_id text,
  quantity bigint NOT NULL,
  channels text NOT NULL,
  return_url text,
  allowed_origins text NOT NULL,
  email text,
  metadata text NOT NULL,
  expires_ms bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);

CREATE TABLE cedi.refunds (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  amount_pesewas bigint NOT NULL,
  currency text NOT NULL,
  created_ms bigint NOT NULL,
  payment_ref text NOT NULL,
  order_ref text,
  reason text,
  note text,
  resolved_ms bigint,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX refunds_payment ON cedi.refunds (merchant_id, payment_ref);
CREATE INDEX refunds_status ON cedi.refunds (merchant_id, status, id);
CREATE INDEX refunds_waiting ON cedi.refunds (status, id);
CREATE INDEX refunds_id ON cedi.refunds (id);

CREATE TABLE cedi.payouts (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  amount_pesewas bigint NOT NULL,
  currency text NOT NULL,
  created_ms bigint NOT NULL,
  phone text,
  network text NOT NULL,
  failure text,
  resolved_ms bigint,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX payouts_status ON cedi.payouts (merchant_id, status, id);
CREATE INDEX payouts_waiting ON cedi.payouts (status, id);
CREATE INDEX payouts_id ON cedi.payouts (id);

CREATE TABLE cedi.orders (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  refunded_pesewas bigint NOT NULL,
  refund_reserved_pesewas bigint NOT NULL,
  base_status text NOT NULL,
  payment_ref text NOT NULL,
  items text NOT NULL,
  total_pesewas bigint NOT NULL,
  currency text NOT NULL,
  buyer text NOT NULL,
  created_ms bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX orders_id ON cedi.orders (id);

CREATE TABLE cedi.products (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  type text NOT NULL,
  price_pesewas bigint NOT NULL,
  currency text NOT NULL,
  active boolean NOT NULL,
  stock bigint,
  image_url text,
  activation_limit bigint,
  created_ms bigint NOT NULL,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, slug)
);

CREATE TABLE cedi.licenses (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  key_hash text NOT NULL UNIQUE,
  product_id text NOT NULL,
  payment_ref text NOT NULL,
  order_ref text,
  status text NOT NULL,
  activation_limit bigint,
  activations bigint NOT NULL,
  instances text NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX licenses_payment ON cedi.licenses (merchant_id, payment_ref);

CREATE TABLE cedi.keys (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  hash text NOT NULL UNIQUE,
  scopes text NOT NULL,
  label text,
  created_ms bigint NOT NULL,
  last_used_ms bigint,
  revoked_ms bigint,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX keys_id ON cedi.keys (id);

CREATE TABLE cedi.idempotency (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  state text NOT NULL,
  status bigint,
  headers text NOT NULL,
  body text,
  created_ms bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX idempotency_age ON cedi.idempotency (merchant_id, created_ms);

CREATE TABLE cedi.events (
  merchant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  due_ms bigint NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX events_ref ON cedi.events (merchant_id, ref);
CREATE INDEX events_due ON cedi.events (merchant_id, due_ms, id);
CREATE INDEX events_due_of_all ON cedi.events (due_ms, id);
`
