// Describes "list products" with one client: `first` in a fresh process, or `again` and again. Prints figures as JSON.
import { measureCpuMs, measureCpuUsPerCall } from '../measure.mjs'

const config = { baseUrl: 'https://pay.example', apiKey: 'sk_test_all' }
const queries = Array.from({ length: 64 }, (_, index) => ({ limit: String(index + 1) }))

/** Each imports its module directly, and returns a function that describes the request. */
const subjects = {
  empty: ['empty.js', () => () => undefined],
  literal: [
    'literal.mjs',
    ({ listProducts }) =>
      (query) =>
        listProducts(config, query),
  ],
  client: [
    '../../../client/dist/index.js',
    ({ createClient }) => {
      const client = createClient(config)
      return (query) => client.products.list(query)
    },
  ],
  octokit: [
    'octokit.mjs',
    ({ listProducts }) =>
      (query) =>
        listProducts(config, query),
  ],
  'openapi-fetch': [
    'openapi-fetch.mjs',
    ({ connect }) => {
      let capturedRequest
      const list = connect({
        ...config,
        fetch: async (request) => {
          capturedRequest = request
          return new Response(null, { status: 204 })
        },
      })
      return async (query) => {
        await list(query)
        return capturedRequest
      }
    },
  ],
}

const [, , name, mode] = process.argv
const [file, connect] = subjects[name]

async function measureFirstCall() {
  let module
  const importMs = await measureCpuMs(async () => {
    module = await import(`./clients/${file}`)
  })
  let description
  const describeMs = await measureCpuMs(async () => {
    description = await connect(module)(queries[19])
  })
  const undiciModules = process.moduleLoadList.filter((moduleName) => moduleName.includes('undici')).length
  if (name !== 'empty' && !description?.url.endsWith('/api/v1/products?limit=20'))
    throw new Error(`${name} described ${description?.url}`)
  return { importMs, totalMs: importMs + describeMs, undiciModules }
}

async function measureRepeatedCalls() {
  const describe = connect(await import(`./clients/${file}`))
  // Different queries and stored results prevent the compiler from eliminating unused calls.
  const results = new Array(queries.length)
  const task = (call) => {
    const at = call % queries.length
    results[at] = describe(queries[at])
    return results[at]
  }
  return { perSecond: 1e6 / (await measureCpuUsPerCall(task, { cpuMs: 250, warmUpMs: 250 })) }
}

console.log(JSON.stringify(await (mode === 'first' ? measureFirstCall() : measureRepeatedCalls())))
