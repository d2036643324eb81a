// Replaces `@cedi/contract/generated/openapi` in the worker: the API description is large and rarely needed, so it is a
// separate file. The mock server reads the name when it answers.

/**
 * The description, once it was asked for.
 *
 * @public
 */
export let openapiJson = ''

/** Loads the description from beside the worker. */
export async function loadOpenapi(): Promise<void> {
  if (openapiJson !== '') return
  const address = new URL('openapi.json', location.href)
  const answer = (await caches.match(address)) ?? (await fetch(address))
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
  openapiJson = await answer.text()
}
