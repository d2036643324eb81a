// Replaces `@cedi/contract/generated/openapi` in the worker: the OpenAPI document is large and rarely needed, so it is a
// separate file. The mock server reads this live binding for each request.

/**
 * OpenAPI document; empty until `loadOpenapi` has resolved.
 *
 * @public
 */
export let openapiJson = ''

/** Loads the OpenAPI document. */
export async function loadOpenapi(): Promise<void> {
  if (openapiJson !== '') return
  const url = new URL('openapi.json', location.href)
  const response = (await caches.match(url)) ?? (await fetch(url))
  if (!response.ok)
    throw new Error(`Loading ${url} failed with status ${response.status}. Check the network and reload.`)
  openapiJson = await response.text()
}
