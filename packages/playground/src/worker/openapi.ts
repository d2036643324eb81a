// Stands for `@cedi/contract/generated/openapi` in the worker: the description of the API is large and rarely asked for,
// so it is a file of its own. The mock server reads the name when it answers.

/**
 * The description, once it was asked for.
 *
 * @public
 */
export let openapiJson = ''

/** Brings the description from beside the worker. */
export async function loadOpenapi(): Promise<void> {
  if (openapiJson !== '') return
  const address = new URL('openapi.json', location.href)
  const answer = (await caches.match(address)) ?? (await fetch(address))
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
  openapiJson = await answer.text()
}
