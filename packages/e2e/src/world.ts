import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createSandbox, type MockServer } from '@cedi/sandbox'
import { drum, font, goods } from './goods.js'
import { type Network, sandbox, startNetwork } from './network.js'
import { type Shop, type ShopWishes, startShop } from './shop.js'

const handle = 'efua'
const apiKey = 'sk_test_efua'
/** The merchant that the key belongs to. */
export const merchant = 'test-efua'

/** One merchant, one service, one shop, and the network between a browser and the service. */
export interface World {
  readonly mock: MockServer
  readonly network: Network
  readonly shop: Shop
  /** The merchant's own server, which talks to the service directly, not through the buyer's network. */
  readonly client: ReturnType<typeof merchantClient>
  /** The product's page on the storefront. */
  readonly storefront: string
  /** Moves time, with everything that is then due: `PT2S`. Nobody waits. */
  passes(duration: string): Promise<void>
  /** A checkout intent of the merchant's server, for one piece of what its shop sells. */
  intent(): Promise<{ readonly token: string; readonly page: string }>
  close(): Promise<void>
}

const merchantClient = (baseUrl: string) => createClient({ baseUrl, apiKey })

/** A journey's options. */
export interface WorldWishes extends ShopWishes {
  /** The hosted pages run no script in any browser, because their sandbox forbids it. */
  readonly scriptless?: boolean
  /** The origins on which a checkout intent may be shown; by default the shop's. */
  readonly allows?: readonly string[]
}

/** Makes a world. It costs a few milliseconds, so each journey has its own. */
export async function createWorld({ scriptless = false, allows, ...wishes }: WorldWishes = {}): Promise<World> {
  const { sites = 'loopback', inApp = false } = wishes
  const headers = scriptless ? { 'Content-Security-Policy': sandbox } : {}
  const network = await startNetwork({ sites, inApp, headers })
  const mock = createSandbox({
    clock: 'manual',
    baseUrl: network.url,
    seed: {
      merchants: [
        {
          id: merchant,
          name: 'Efua Mensah Beads',
          handle,
          products: [
            { ...goods, type: 'digital' },
            { ...drum, type: 'physical' },
            { ...font, type: 'license' },
          ],
        },
      ],
    },
  })
  const listening = await mock.listen(0)
  network.lead(listening.port)
  const client = merchantClient(listening.url)
  const products = await send(client.products.list())
  const { product: slug = goods.slug } = wishes
  const productId = products.find((product) => product.slug === slug)?.id ?? ''
  const storefront = `${network.url}/@${handle}/${slug}`
  const made: { origin: string } = { origin: '' }
  const intent = async () => {
    const { client_token: token, checkout_url: page } = await send(
      client.checkoutIntents.create({
        product_id: productId,
        allowed_origins: [...(allows ?? [made.origin])],
        return_url: made.origin,
      }),
    )
    return { token: String(token), page: String(page) }
  }
  const shop = await startShop(
    { ...wishes, scriptless },
    { service: network.url, direct: listening.url, handle, intent },
  )
  made.origin = shop.origin
  return {
    mock,
    network,
    shop,
    client,
    storefront,
    intent,
    passes: async (duration) => void (await mock.clock.advance(duration)),
    async close() {
      await network.close()
      await Promise.all([shop.close(), listening.close()])
    },
  }
}
