/**
 * Version 4: how the buyer of an order is reached.
 *
 * @decision 0072
 */
export const tables4: string = /* sql */ `
ALTER TABLE cedi.orders ADD COLUMN delivery text;
`
