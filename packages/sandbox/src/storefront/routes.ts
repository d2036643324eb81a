import { Hono, type MiddlewareHandler } from 'hono'
import { storefrontScript } from '../generated/storefront-script.js'
import { storefrontStyle } from '../generated/styles.js'
import { type HonoEnv, setOperation } from '../kit/hono-env.js'
import { securityHeaders } from '../kit/security-headers.js'
import type { CheckStoredPayment } from '../kit/stored-payment.js'
import { homePage } from './home.js'
import { listingPage } from './listing.js'
import { openCheckout, productPage } from './product.js'

const bare = securityHeaders({ style: storefrontStyle })
const withScript = securityHeaders({ style: storefrontStyle, script: storefrontScript })

/** Allows the share script, except on an error page. */
const addPolicy: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next()
  await (c.res.status === 404 ? bare : withScript)(c, async () => {})
}

/**
 * Routes of storefronts: `/@{handle}`, `/@{handle}/{slug}`, and `/`, which lists them.
 *
 * @source What the service does
 * @decision 0029
 */
export function storefrontRoutes(checkStoredPayment: CheckStoredPayment): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const listing = ['/:handle{@[^/%]*}', '/:handle{@[^/%]*}/']
  const product = '/:handle{@[^/%]*}/:slug{[^/%]+}'
  app.get('/', setOperation('homePage'), bare, homePage)
  app.on('GET', listing, setOperation('storefrontPage'), addPolicy, listingPage)
  app.get(product, setOperation('storefrontPage'), addPolicy, productPage)
  app.post(product, setOperation('storefrontPage'), addPolicy, openCheckout(checkStoredPayment))
  return app
}
