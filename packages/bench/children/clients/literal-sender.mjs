// Shortest hand-written sender: no timeout, no retries, no typed errors.
import { listProducts } from './literal.mjs'

export async function sendListProducts(config, query) {
  const { url, ...init } = listProducts(config, query)
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`GET ${url} returned ${response.status}`)
  return (await response.json()).data
}
