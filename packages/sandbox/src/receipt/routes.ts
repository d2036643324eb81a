import { Hono } from 'hono'
import { receiptScript } from '../generated/receipt-script.js'
import { receiptStyle } from '../generated/styles.js'
import { secured } from '../kit/secure.js'
import { type HonoEnv, told } from '../kit/served.js'
import { receiptPage } from './page.js'

/** `/receipt/{token}`: what was paid, for its buyer; and the public proof of it. @decision 0071 */
export function receiptRoutes(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.get(
    '/receipt/:token{.+}',
    told('receiptPage'),
    secured({ style: receiptStyle, script: receiptScript }),
    receiptPage,
  )
  return app
}
