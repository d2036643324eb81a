import createClient from '../../../../.cache/bench-peers/node_modules/openapi-fetch/dist/index.mjs'

/** Creates a client that sends its Request with the given fetch. openapi-fetch has no request description. */
export function connect({ baseUrl, apiKey, fetch }) {
  const client = createClient({ baseUrl, fetch, headers: { Authorization: `Bearer ${apiKey}` } })
  return (query) => client.GET('/api/v1/products', { params: { query } })
}
