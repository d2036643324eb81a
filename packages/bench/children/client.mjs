// Describes "list products" repeatedly with one client. Prints descriptions per CPU second as JSON.
import { measureCpuUsPerCall } from '../measure.mjs'
import { importBuilt, importPeer } from '../peers.mjs'

const { baseUrl, apiKey } = { baseUrl: 'https://pay.example', apiKey: 'sk_test_all' }
const queries = Array.from({ length: 64 }, (_, index) => ({ limit: String(index + 1) }))

/** Each imports its module, and returns a function that describes the request. */
const subjects = {
  /** Hand-written: no validation, and logged headers contain the key. */
  literal:
    async () =>
    ({ limit }) => ({
      method: 'GET',
      url: `${baseUrl}/api/v1/products?limit=${encodeURIComponent(limit)}`,
      headers: { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' },
    }),
  async client() {
    const { createClient } = await importBuilt('client', 'index.js')
    const client = createClient({ baseUrl, apiKey })
    return (query) => client.products.list(query)
  },
  async octokit() {
    const { endpoint } = await importPeer('@octokit/endpoint', 'dist-bundle/index.js')
    return ({ limit }) =>
      endpoint('GET /api/v1/products', { baseUrl, limit, headers: { authorization: `Bearer ${apiKey}` } })
  },
}

const describe = await subjects[process.argv[2]]()
// Different queries and stored results prevent the compiler from eliminating unused calls.
const results = new Array(queries.length)
const task = (call) => {
  const at = call % queries.length
  results[at] = describe(queries[at])
  return results[at]
}
console.log(JSON.stringify({ perSecond: 1e6 / (await measureCpuUsPerCall(task, { cpuMs: 400, warmUpMs: 400 })) }))
