import createClient from '../../../../.cache/bench-peers/node_modules/openapi-fetch/dist/index.mjs'

/** It has no description to give: it makes a Request and sends it with the fetch it is given. */
export function connect({ baseUrl, apiKey, fetch }) {
  const client = createClient({ baseUrl, fetch, headers: { Authorization: `Bearer ${apiKey}` } })
  return (query) => client.GET('/api/v1/products', { params: { query } })
}
