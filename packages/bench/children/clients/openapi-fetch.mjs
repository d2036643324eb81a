import createClient from '../../../../.cache/bench-peers/node_modules/openapi-fetch/dist/index.mjs'

/** It has no description: it makes a Request and sends it with the given fetch. */
export function connect({ baseUrl, apiKey, fetch }) {
  const client = createClient({ baseUrl, fetch, headers: { Authorization: `Bearer ${apiKey}` } })
  return (query) => client.GET('/api/v1/products', { params: { query } })
}
