// What is tested: a box office that sells tickets by mobile money and gives one only when the service says that it is paid.
import { decode } from '@cedi/client'

/** @typedef {import('@cedi/client').RequestDescription<any>} AnyRequest */
/** @typedef {(request: AnyRequest) => Promise<{ status: number, body: string }>} Transport Sends a description: by HTTP in the shop, by a function in tests. */

/**
 * Makes the box office.
 *
 * @param {import('@cedi/client').Client} cedi
 * @param {Transport} transport
 */
export function createBoxOffice(cedi, transport) {
  /** @template T @param {import('@cedi/client').RequestDescription<T>} request @returns {Promise<T>} */
  async function ask(request) {
    const { status, body } = await transport(request)
    const result = decode(request, status, body)
    if (!result.success) throw result.error
    return result.data
  }

  return {
    /** Asks a buyer for GH₵25.50. The same seat asks once, however often the button is pressed. @param {string} seat @param {string} phone */
    reserve: (seat, phone) =>
      ask(cedi.payments.create({ amount: '25.50', method: 'mobile_money', phone }, { idempotencyKey: `seat-${seat}` })),

    /** The ticket of a payment; nothing as long as it is not paid. @param {string} ref */
    async ticketOf(ref) {
      const { status, amount } = await ask(cedi.payments.read(ref))
      return status === 'succeeded' && amount === 25.5 ? `Ticket for ${ref}` : undefined
    },

    /** What the box office has earned. */
    balance: () => ask(cedi.balance.read()),
  }
}
