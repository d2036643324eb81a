import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createSandbox } from '@cedi/sandbox'

/** Sandbox with sales. The pages of merchants and operators show them. */
export interface Demo {
  readonly url: string
  /** Creates an invitation link, which is valid once. */
  invite(area: 'portal' | 'operator'): Promise<string>
  close(): Promise<void>
}

const phoneNumbers = ['244123789', '204123789', '264123789', '244123049', '204123129']
const buyers = ['Efua Boateng', 'Kwaku Ansah-Mensah', 'Nana Yaa Asantewaa Osei-Bonsu']
const amounts = [161, 95, 40, 1250, 45.5, 200, 471.5, 12]

/** Starts the sandbox and creates the sales of three days. */
export async function startDemo(): Promise<Demo> {
  const mock = createSandbox({ clock: 'manual' })
  const { url, close } = await mock.listen(0)
  const cedi = createClient({ baseUrl: url, apiKey: 'sk_test_all' })
  const products = await send(cedi.products.list())
  let last = ''
  for (const [at, amount] of amounts.entries()) {
    const product = products[at % products.length]
    const { ref } = await send(
      cedi.payments.create({
        ...(at % 3 === 0 && product ? { product_id: product.id } : { amount }),
        method: 'mobile_money',
        phone: `+233${phoneNumbers[at % phoneNumbers.length]}`,
        name: buyers[at % buyers.length] ?? '',
      }),
    )
    if (at % phoneNumbers.length === 0) last = ref
    await mock.clock.advance('PT9H')
  }
  for (const [amount, reason] of [
    [4, 'A seam is open.'],
    [6, 'It came twice.'],
  ] as const)
    await send(cedi.refunds.create({ payment_ref: last, amount, reason }))
  return {
    url,
    invite: async (area) => ((await mock.control('POST', `${area}/invitations`)) as { url: string }).url,
    close,
  }
}
