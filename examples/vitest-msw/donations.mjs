// Tested code, which calls the global fetch.
import { createClient } from '@cedi/client'
import { pages, send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: process.env.CEDI_API_KEY ?? 'sk_test_all' })

/**
 * Requests a donation by mobile money.
 *
 * @param {{ id: string, amount: string, phone: string }} donation
 */
export const requestDonation = ({ id, amount, phone }) =>
  send(cedi.payments.create({ amount, method: 'mobile_money', phone }, { idempotencyKey: `donation-${id}` }), {
    retryWrites: true,
  })

/** Returns the message about a donation. @param {string} ref */
export async function readMessage(ref) {
  const { status, amount, failure } = await send(cedi.payments.read(ref))
  if (status === 'succeeded') return `Thank you for GH₵${amount.toFixed(2)}.`
  return status === 'pending' ? 'Please approve it on your phone.' : `It did not work (${failure?.code ?? status}).`
}

/** Counts the products that donors can buy instead. */
export async function countProducts() {
  let count = 0
  for await (const products of pages(cedi.products.list({ limit: '2' }))) count += products.length
  return count
}
