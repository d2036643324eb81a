// Starts the app, and without CEDI_URL also a local service.
import { createSandbox } from '@cedi/sandbox'
import { serveApp } from './serve.mjs'

const { CEDI_URL, CEDI_API_KEY = 'sk_test_all', PORT = '3005' } = process.env
const serviceUrl = CEDI_URL ?? (await createSandbox({ clock: 'real' }).listen(0)).url
try {
  const { url } = await serveApp({ serviceUrl, apiKey: CEDI_API_KEY, port: Number(PORT) })
  console.log(`The app is open: ${url}`)
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  console.error(code === 'EADDRINUSE' ? `Port ${PORT} is taken. Choose another: PORT=3006 npm start` : message)
  process.exit(1)
}
