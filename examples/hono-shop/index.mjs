// Starts the shop, and without CEDI_URL also a local service.
import { createSandbox } from '@cedi/sandbox'
import { serve } from '@hono/node-server'
import { createShop } from './shop.mjs'

const { CEDI_URL, CEDI_API_KEY = 'sk_test_all', PORT = '3004' } = process.env
const shopUrl = process.env.SHOP_URL ?? `http://127.0.0.1:${PORT}`
const serviceUrl = CEDI_URL ?? (await createSandbox({ clock: 'real' }).listen(0)).url
const shop = createShop({ serviceUrl, apiKey: CEDI_API_KEY, shopUrl })
// Finds payments of buyers who do not return.
shop.settlement.start()
const server = serve({ fetch: shop.fetch, port: Number(PORT), hostname: '127.0.0.1' }, () =>
  console.log(`The market is open: ${shopUrl}`),
)
server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${PORT} is taken. Choose another: PORT=3005 npm start` : error.message,
  )
  process.exit(1)
})
