import { Hono, type MiddlewareHandler } from 'hono'
import { storefrontScript } from '../generated/storefront-script.js'
import { storefrontStyle } from '../generated/styles.js'
import type { AskAboutKept } from '../kit/kept.js'
import { secured } from '../kit/secure.js'
import { type HonoEnv, told } from '../kit/served.js'
import { homePage } from './home.js'
import { listingPage } from './listing.js'
import { picture, pictureName } from './preview/routes.js'
import { buyer, productPage } from './product.js'

const bare = secured({ style: storefrontStyle })
const withScript = secured({ style: storefrontStyle, script: storefrontScript })

/** A page has the share script. An error page has none. */
const look: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next()
  await (c.res.status === 404 ? bare : withScript)(c, async () => {})
}

/**
 * The addresses of storefronts: `/@{handle}` and `/@{handle}/{slug}` with their pictures, and `/`, which names them all.
 *
 * @source What the service does
 * @decision 0029
 */
export function storefrontRoutes(askAboutKept: AskAboutKept): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const listing = ['/:handle{@[^/%]*}', '/:handle{@[^/%]*}/']
  const product = '/:handle{@[^/%]*}/:slug{[^/%]+}'
  app.get('/', told('homePage'), bare, homePage)
  app.on('GET', [`/:handle{@[^/%]*}/${pictureName}`, `${product}/${pictureName}`], told('preview'), picture)
  app.on('GET', listing, told('storefrontPage'), look, listingPage)
  app.get(product, told('storefrontPage'), look, productPage)
  app.post(product, told('storefrontPage'), look, buyer(askAboutKept))
  return app
}
