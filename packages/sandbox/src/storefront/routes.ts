import { Hono } from 'hono'
import { storefrontStyle } from '../generated/styles.js'
import type { AskAboutKept } from '../kit/kept.js'
import { secured } from '../kit/secure.js'
import { type Served, told } from '../kit/served.js'
import { homePage } from './home.js'
import { listingPage } from './listing.js'
import { buyer, productPage } from './product.js'

/**
 * The addresses of storefronts: `/@{handle}` and `/@{handle}/{slug}`, and `/`, which names them all.
 *
 * @source What the service does
 * @decision 0029
 */
export function storefrontRoutes(askAboutKept: AskAboutKept): Hono<Served> {
  const app = new Hono<Served>()
  const look = secured({ style: storefrontStyle })
  const listing = ['/:handle{@[^/%]*}', '/:handle{@[^/%]*}/']
  const product = '/:handle{@[^/%]*}/:slug{[^/%]+}'
  app.get('/', told('homePage'), look, homePage)
  app.on('GET', listing, told('storefrontPage'), look, listingPage)
  app.get(product, told('storefrontPage'), look, productPage)
  app.post(product, told('storefrontPage'), look, buyer(askAboutKept))
  return app
}
