// Describes "list products" with one client: `first` in a fresh process, or `again` and again. Prints figures as JSON.
import { cpuMsOf, cpuUsPerCall } from '../measure.mjs'

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
      let caught
      const list = connect({
        ...config,
        fetch: async (request) => {
          caught = request
          return new Response(null, { status: 204 })
        },
      })
      return async (query) => {
        await list(query)
        return caught
      }
    },
  ],
}

const [, , name, what] = process.argv
const [file, connect] = subjects[name]

async function first() {
  let module
  const importMs = await cpuMsOf(async () => {
    module = await import(`./clients/${file}`)
  })
  let description
  const describeMs = await cpuMsOf(async () => {
    description = await connect(module)(queries[19])
  })
  const undiciModules = process.moduleLoadList.filter((loaded) => loaded.includes('undici')).length
  if (name !== 'empty' && !description?.url.endsWith('/api/v1/products?limit=20'))
    throw new Error(`${name} described ${description?.url}`)
  return { importMs, totalMs: importMs + describeMs, undiciModules }
}

async function again() {
  const describe = connect(await import(`./clients/${file}`))
  // The queries differ and the results are kept for a while; otherwise the compiler would skip unused work.
  const kept = new Array(queries.length)
  const work = (call) => {
    const at = call % queries.length
    kept[at] = describe(queries[at])
    return kept[at]
  }
  return { perSecond: 1e6 / (await cpuUsPerCall(work, { cpuMs: 250, warmUpMs: 250 })) }
}

console.log(JSON.stringify(await (what === 'first' ? first() : again())))
