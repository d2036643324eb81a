/**
 * The indexes of version 5: the pages of a merchant by time and by status, those of all merchants by time, merchants in
 * their order, products that are on sale, and a settlement by its source.
 */
export const tables5: string = /* sql */ `
CREATE INDEX payments_time ON cedi.payments (merchant_id, created_ms, id);
CREATE INDEX payments_time_of_all ON cedi.payments (created_ms, id, merchant_id);
CREATE INDEX payments_status ON cedi.payments (merchant_id, status, id);
CREATE INDEX products_active ON cedi.products (merchant_id, active, id);
CREATE INDEX merchants_id ON cedi.merchants (id, merchant_id);
CREATE INDEX entries_settlement ON cedi.entries (source, id, merchant_id) WHERE kind = 'provider_settled';
`
