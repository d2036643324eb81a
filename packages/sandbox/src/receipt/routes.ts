import { Hono } from 'hono'
import { receiptScript } from '../generated/receipt-script.js'
import { receiptStyle } from '../generated/styles.js'
import { type HonoEnv, setOperation } from '../kit/hono-env.js'
import { securityHeaders } from '../kit/security-headers.js'
import { receiptPage } from './page.js'

/** Creates the route `/receipt/{token}`: the receipt of the buyer, or its public proof. @decision 0071 */
export function receiptRoutes(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.get(
    '/receipt/:token{.+}',
    setOperation('receiptPage'),
    securityHeaders({ style: receiptStyle, script: receiptScript }),
    receiptPage,
  )
  return app
}
