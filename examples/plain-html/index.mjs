// Starts the site. CEDI_URL and CEDI_API_KEY select the service, PORT the port.
import { createSite } from './site.mjs'

const { CEDI_URL, CEDI_API_KEY, PORT = '3001', SITE_URL = `http://127.0.0.1:${PORT}` } = process.env

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line)
  process.exit(1)
}

if (!CEDI_URL || !CEDI_API_KEY)
  stop('Set CEDI_URL and CEDI_API_KEY. For a service on this machine run "npx @cedi/sandbox": it prints both.')

const server = createSite({ serviceUrl: CEDI_URL, apiKey: CEDI_API_KEY, siteUrl: SITE_URL })
server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
  stop(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken. Choose another: PORT=3002 npm start` : error.message),
)
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The site is open: ${SITE_URL}`))

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
  })
