/**
 * Version 3: a kept answer is named for what it is, in words that know nothing of HTTP.
 *
 * @decision 0006
 */
export const tables3: string = /* sql */ `
ALTER TABLE cedi.idempotency RENAME TO answers;
ALTER TABLE cedi.answers RENAME COLUMN headers TO labels;
ALTER TABLE cedi.answers RENAME COLUMN body TO text;
ALTER INDEX cedi.idempotency_pkey RENAME TO answers_pkey;
ALTER INDEX cedi.idempotency_age RENAME TO answers_age;
`
