import { Hono, type MiddlewareHandler } from 'hono'
import { storefrontScript } from '../generated/storefront-script.js'
import { storefrontStyle } from '../generated/styles.js'
import { secured } from '../kit/secure.js'
import { type Served, told } from '../kit/served.js'
import type { CheckStoredPayment } from '../kit/stored-payment.js'
import { homePage } from './home.js'
import { listingPage } from './listing.js'
import { picture, pictureName } from './preview/routes.js'
import { openCheckout, productPage } from './product.js'

const bare = secured({ style: storefrontStyle })
const withScript = secured({ style: storefrontStyle, script: storefrontScript })

/** Allows the share script, except on an error page. */
const addPolicy: MiddlewareHandler<Served> = async (c, next) => {
  await next()
  await (c.res.status === 404 ? bare : withScript)(c, async () => {})
}

/**
 * Routes of storefronts: `/@{handle}` and `/@{handle}/{slug}` with their pictures, and `/`, which lists them.
 *
 * @source What the service does
 * @decision 0029
 */
export function storefrontRoutes(checkStoredPayment: CheckStoredPayment): Hono<Served> {
  const app = new Hono<Served>()
  const listing = ['/:handle{@[^/%]*}', '/:handle{@[^/%]*}/']
  const product = '/:handle{@[^/%]*}/:slug{[^/%]+}'
  app.get('/', told('homePage'), bare, homePage)
  app.on('GET', [`/:handle{@[^/%]*}/${pictureName}`, `${product}/${pictureName}`], told('preview'), picture)
  app.on('GET', listing, told('storefrontPage'), addPolicy, listingPage)
  app.get(product, told('storefrontPage'), addPolicy, productPage)
  app.post(product, told('storefrontPage'), addPolicy, openCheckout(checkStoredPayment))
  return app
}
