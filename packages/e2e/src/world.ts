import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createSandbox, type MockServer } from '@cedi/sandbox'
import { type Network, sandboxPolicy, startNetwork } from './network.js'
import { beads, drum, font } from './products.js'
import { type Shop, type ShopOptions, startShop } from './shop.js'

const handle = 'efua'
const apiKey = 'sk_test_efua'
/** Merchant of the key. */
export const merchant = 'test-efua'

/** One merchant, one service, one shop, and the proxy between browser and service. */
export interface World {
  readonly mock: MockServer
  readonly network: Network
  readonly shop: Shop
  /** Client of the merchant's server, which bypasses the proxy. */
  readonly client: ReturnType<typeof createMerchantClient>
  /** URL of the product page on the storefront. */
  readonly storefront: string
  /** Advances the clock by a duration such as `PT2S` and runs due events. */
  advanceTime(duration: string): Promise<void>
  /** Creates a checkout intent for one item of the shop's product. */
  intent(): Promise<{ readonly token: string; readonly page: string }>
  close(): Promise<void>
}

const createMerchantClient = (baseUrl: string) => createClient({ baseUrl, apiKey })

/** Options of a journey. */
export interface WorldOptions extends ShopOptions {
  /** Whether scripts are disabled on the hosted pages. */
  readonly blocksScripts?: boolean
  /** Origins that may embed a checkout intent. Default: the shop's origin. */
  readonly allowedOrigins?: readonly string[]
}

/** Creates a world. This takes a few milliseconds, so each journey has a separate one. */
export async function createWorld({
  blocksScripts = false,
  allowedOrigins,
  ...options
}: WorldOptions = {}): Promise<World> {
  const { sites = 'loopback', inApp = false } = options
  const headers = blocksScripts ? { 'Content-Security-Policy': sandboxPolicy } : {}
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
            { ...beads, type: 'digital' },
            { ...drum, type: 'physical' },
            { ...font, type: 'license' },
          ],
        },
      ],
    },
  })
  const listening = await mock.listen(0)
  network.forwardTo(listening.port)
  const client = createMerchantClient(listening.url)
  const products = await send(client.products.list())
  const { product: slug = beads.slug } = options
  const productId = products.find((product) => product.slug === slug)?.id ?? ''
  const storefront = `${network.url}/@${handle}/${slug}`
  const shopOrigin: { origin: string } = { origin: '' }
  const intent = async () => {
    const { client_token: token, checkout_url: page } = await send(
      client.checkoutIntents.create({
        product_id: productId,
        allowed_origins: [...(allowedOrigins ?? [shopOrigin.origin])],
        return_url: shopOrigin.origin,
      }),
    )
    return { token: String(token), page: String(page) }
  }
  const shop = await startShop(
    { ...options, blocksScripts },
    { publicUrl: network.url, directUrl: listening.url, handle, intent },
  )
  shopOrigin.origin = shop.origin
  return {
    mock,
    network,
    shop,
    client,
    storefront,
    intent,
    advanceTime: async (duration) => void (await mock.clock.advance(duration)),
    async close() {
      await network.close()
      await Promise.all([shop.close(), listening.close()])
    },
  }
}
