// Starts the shop. CEDI_URL and CEDI_API_KEY select the service, PORT the port, SHOP_URL the public URL.
import { createShop } from './shop.mjs'

const { CEDI_URL, CEDI_API_KEY, PORT = '3000', SHOP_URL = `http://127.0.0.1:${PORT}`, ORDERS_FILE } = process.env

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line)
  process.exit(1)
}

if (!CEDI_URL || !CEDI_API_KEY)
  stop('Set CEDI_URL and CEDI_API_KEY. For a service on this machine run "npx @cedi/sandbox": it prints both.')

const { server, settlement } = createShop({
  serviceUrl: CEDI_URL,
  apiKey: CEDI_API_KEY,
  shopUrl: SHOP_URL,
  ...(ORDERS_FILE ? { ordersFile: ORDERS_FILE } : {}),
})
server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
  stop(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken. Choose another: PORT=3001 npm start` : error.message),
)
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is open: ${SHOP_URL}`))

// Finds payments of buyers who do not return to the shop.
settlement.start()

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => {
    const settled = settlement.stop()
    server.close(() => void settled.then(() => process.exit(0)))
    server.closeIdleConnections()
  })
