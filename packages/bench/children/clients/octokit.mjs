import { endpoint } from '../../../../.cache/bench-peers/node_modules/@octokit/endpoint/dist-bundle/index.js'

export const listProducts = ({ baseUrl, apiKey }, { limit }) =>
  endpoint('GET /api/v1/products', { baseUrl, limit, headers: { authorization: `Bearer ${apiKey}` } })
