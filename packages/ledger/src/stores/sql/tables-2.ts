/**
 * The indexes of version 2: what waits for an operator is listed by its time, page by page, through all merchants.
 *
 * @decision 0032
 */
export const tables2: string = /* sql */ `
DROP INDEX cedi.refunds_waiting;
CREATE INDEX refunds_waiting ON cedi.refunds (status, created_ms, id, merchant_id);
CREATE INDEX refunds_resolved ON cedi.refunds (resolved_ms, id, merchant_id) WHERE resolved_ms IS NOT NULL;
DROP INDEX cedi.payouts_waiting;
CREATE INDEX payouts_waiting ON cedi.payouts (status, created_ms, id, merchant_id);
CREATE INDEX payouts_resolved ON cedi.payouts (resolved_ms, id, merchant_id) WHERE resolved_ms IS NOT NULL;
CREATE INDEX payments_late ON cedi.payments (late_money, created_ms, id, merchant_id) WHERE late_money IS NOT NULL;
CREATE INDEX entries_settled ON cedi.entries (at_ms, id, merchant_id) WHERE kind = 'provider_settled';
CREATE INDEX accounts_id ON cedi.accounts (id, merchant_id);
`
