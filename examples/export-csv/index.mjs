// npm start --workspace @cedi/example-export-csv, or: CEDI_URL=… CEDI_API_KEY=… node index.mjs orders.csv
import { createClient, isApiError } from '@cedi/client'
import { createBar } from './bar.mjs'
import { openDemo } from './demo.mjs'
import { exportOrders } from './export.mjs'

const isDemo = process.argv.includes('--demo')
const file = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? 'orders.csv'
const demo = isDemo ? await openDemo() : undefined
const { CEDI_URL: baseUrl = demo?.url, CEDI_API_KEY: apiKey = demo?.apiKey } = process.env

try {
  if (!baseUrl || !apiKey)
    throw new Error('Set CEDI_URL and CEDI_API_KEY (scopes orders:read and balance:read), or use --demo.')
  const bar = createBar(process.stderr)
  const { orders, total, balance } = await exportOrders(createClient({ baseUrl, apiKey }), file, bar.show)
  bar.end()
  console.log(`${orders} orders, GH₵${total} in all, are in ${file}.`)
  console.log(`Balance: GH₵${balance.available.toFixed(2)} available, GH₵${balance.pending.toFixed(2)} pending.`)
} catch (error) {
  const { message } = /** @type {Error} */ (error)
  console.error(isApiError(error) && error.requiredScope ? `The key needs the scope ${error.requiredScope}.` : message)
  process.exitCode = 1
} finally {
  await demo?.close()
}
