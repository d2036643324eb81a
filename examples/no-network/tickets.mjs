// Tested code: a box office that sells tickets by mobile money and issues a ticket only for a paid payment.
import { decode } from '@cedi/client'

/** @typedef {import('@cedi/client').RequestDescription<any>} AnyRequest */
/** @typedef {(request: AnyRequest) => Promise<{ status: number, body: string }>} Transport Sends a request description: over HTTP in the shop, in process in tests. */

/**
 * Creates the box office.
 *
 * @param {import('@cedi/client').Client} cedi
 * @param {Transport} transport
 */
export function createBoxOffice(cedi, transport) {
  /** @template T @param {import('@cedi/client').RequestDescription<T>} request @returns {Promise<T>} */
  async function call(request) {
    const { status, body } = await transport(request)
    const result = decode(request, status, body)
    if (!result.success) throw result.error
    return result.data
  }

  return {
    /** Requests GH₵25.50 from a buyer, once per seat. @param {string} seat @param {string} phone */
    reserve: (seat, phone) =>
      call(
        cedi.payments.create({ amount: '25.50', method: 'mobile_money', phone }, { idempotencyKey: `seat-${seat}` }),
      ),

    /** Returns the ticket of a payment; undefined if it is not paid. @param {string} ref */
    async readTicket(ref) {
      const { status, amount } = await call(cedi.payments.read(ref))
      return status === 'succeeded' && amount === 25.5 ? `Ticket for ${ref}` : undefined
    },

    /** Returns the balance of the box office. */
    balance: () => call(cedi.balance.read()),
  }
}
