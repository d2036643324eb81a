// The service, a shop and a page with buttons, with a manual clock, so that the screens are
// reproducible.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createShop } from '@cedi/example-node-shop'
import { createSite } from '@cedi/example-plain-html'
import { createSandbox } from '@cedi/sandbox'

const apiKey = 'sk_test_all'

/** Payments of the previous days: GH₵ by day. */
const days = [
  [161],
  [],
  [95, 40],
  [120],
  [45.5, 200, 471.5],
  [240],
  [],
  [120, 25],
  [200, 45.5],
  [410],
  [161, 300],
  [161],
  [],
  [161],
]
const phones = ['0244123789', '0204123789', '0264123789']

/** Creates two weeks of sales and two pending refunds. */
async function createHistory({ mock, cedi }) {
  let last
  for (const [at, amounts] of days.entries()) {
    for (const [n, amount] of amounts.entries())
      last = await send(
        cedi.payments.create({ amount, method: 'mobile_money', phone: phones[(at + n) % 3], name: 'Efua Boateng' }),
      )
    await mock.clock.advance(at === days.length - 1 ? 'PT5H' : 'PT24H')
  }
  for (const [amount, reason] of [
    [20, 'A seam is open.'],
    [50, 'It came twice.'],
  ]) {
    await send(cedi.refunds.create({ payment_ref: last.ref, amount, reason }))
    await mock.clock.advance('PT2H')
  }
}

/** Starts the service, and shop and page on request, on free ports. */
export async function startWorld({ hasHistory = false } = {}) {
  const mock = createSandbox()
  const service = await mock.listen(0)
  const cedi = createClient({ baseUrl: service.url, apiKey })
  const listen = async (server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${server.address().port}`
  }
  const options = { serviceUrl: service.url, apiKey, log() {} }
  const servers = []
  const world = {
    mock,
    cedi,
    service: service.url,
    /** Creates a link that signs in once. */
    invite: async (area) => (await mock.control('POST', `${area}/invitations`)).url,
    /** Creates a checkout. */
    async checkout() {
      const intent = await send(cedi.checkoutIntents.create({ amount: 120 }))
      return `${service.url}/pay/${intent.client_token}`
    },
    async site() {
      const server = createSite({ ...options, siteUrl: 'http://127.0.0.1' })
      servers.push(server)
      return listen(server)
    },
    async shop() {
      // The shop needs its URL before it listens.
      const probe = createServer()
      const shopUrl = await listen(probe)
      await once(probe.close(), 'close')
      const { server } = createShop({ ...options, shopUrl })
      servers.push(server)
      await once(server.listen(Number(new URL(shopUrl).port), '127.0.0.1'), 'listening')
      return shopUrl
    },
    async close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
      await service.close()
    },
  }
  if (hasHistory) await createHistory(world)
  return world
}
