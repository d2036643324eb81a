// Starts the service, the shop and the page on three ports.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createShop } from '@cedi/example-node-shop'
import { createSite } from '@cedi/example-plain-html'
import { createSandbox } from '@cedi/sandbox'

const apiKey = 'sk_test_all'
const defaultPort = 23300

/** @typedef {Awaited<ReturnType<typeof startDemo>>} Demo */

/**
 * @param {object} options
 * @param {number | undefined} options.port First of three ports; 0 for free ones. Defaults to 23300, or free ones if those are used.
 * @param {number} options.approvalDelayMs Time until a payment is approved on the phone.
 * @param {(line: string) => void} [options.log]
 */
export async function startDemo({ port, approvalDelayMs, log = console.log }) {
  const ports = await choosePorts(port)
  const mock = createSandbox({ clock: 'real', approvalDelayMs })
  const service = await mock.listen(ports[0])
  const serviceUrl = service.url
  const [shopUrl, siteUrl] = [`http://127.0.0.1:${ports[1]}`, `http://127.0.0.1:${ports[2]}`]
  const shop = createShop({ serviceUrl, apiKey, shopUrl, log })
  const site = createSite({ serviceUrl, apiKey, siteUrl, log })
  await Promise.all([
    once(shop.server.listen(ports[1], '127.0.0.1'), 'listening'),
    once(site.listen(ports[2], '127.0.0.1'), 'listening'),
  ])
  const invite = async (/** @type {'portal' | 'operator'} */ site) => {
    const invitation = /** @type {{ url: string }} */ (await mock.control('POST', `${site}/invitations`))
    return invitation.url
  }
  shop.settlement.start()
  return {
    serviceUrl,
    shopUrl,
    siteUrl,
    apiKey,
    controlToken: service.controlToken,
    welcome: createWelcomeText(serviceUrl, shopUrl, siteUrl, await invite('portal'), await invite('operator')),
    async close() {
      await shop.settlement.stop()
      for (const server of [shop.server, site]) {
        server.close()
        server.closeIdleConnections()
      }
      await service.close()
    },
  }
}

/** @param {number | undefined} requestedPort @returns {Promise<readonly [number, number, number]>} */
async function choosePorts(requestedPort) {
  const first = requestedPort ?? defaultPort
  if (first === 0) return reserveFreePorts()
  const ports = /** @type {const} */ ([first, first + 1, first + 2])
  try {
    for (const port of ports) await release(await reservePort(port))
    return ports
  } catch (error) {
    // Without an explicit port the demo falls back to free ports.
    if (requestedPort !== undefined) throw error
    return reserveFreePorts()
  }
}

/** Returns three different free ports. @returns {Promise<readonly [number, number, number]>} */
async function reserveFreePorts() {
  const usedPorts = [await reservePort(0), await reservePort(0), await reservePort(0)]
  const [a = 0, b = 0, c = 0] = usedPorts.map(
    (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port,
  )
  await Promise.all(usedPorts.map(release))
  return [a, b, c]
}

/** @param {number} port */
async function reservePort(port) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** @param {import('node:net').Server} server */
const release = (server) => once(server.close(), 'close')

/** @param {string} service @param {string} shop @param {string} site @param {string} portal @param {string} operator */
const createWelcomeText = (service, shop, site, portal, operator) => `
  Cedi is running on this machine, with test money and a real ledger. Open one of these:

    ${shop}        a shop with its own server
    ${site}        a page with three buy buttons
    ${service}/@ama   the storefront of the service

  Buy something, choose MTN MoMo, and type one of these numbers:

    024 412 3789   paid, two seconds later
    024 412 3039   declined on the phone
    024 412 3129   never approved: the order waits

  Or a card, with any date to come and any CVC: 4242 4242 4242 4242 is paid, 4000 0000 0000 0002 declined.

  The merchant's portal, and the operator who pays refunds by hand; each link works once:

    ${portal}
    ${operator}

  API key    ${apiKey}, for ${service}/api/v1/…
  Ledger     ${service}/__mock/ledger/entries

  Ctrl+C stops it.
`
