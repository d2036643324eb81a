import { Hono } from 'hono'
import { receiptScript } from '../generated/receipt-script.js'
import { receiptStyle } from '../generated/styles.js'
import { secured } from '../kit/secure.js'
import { type Served, told } from '../kit/served.js'
import { receiptPage } from './page.js'

/** `/receipt/{token}`: what was paid, for its buyer; and the public proof of it. @decision 0071 */
export function receiptRoutes(): Hono<Served> {
  const app = new Hono<Served>()
  app.get(
    '/receipt/:token{.+}',
    told('receiptPage'),
    secured({ style: receiptStyle, script: receiptScript }),
    receiptPage,
  )
  return app
}
