import type { RequestDescription } from './types.js'

/**
 * The description of the next page. Pure: sends nothing.
 * Only the query of the link is taken, so that a key never goes to another address.
 *
 * @param request - The description whose answer this is.
 * @param response - The answer; its `Link` header is read.
 * @returns The next description, or undefined when there is no `Link` with `rel="next"`.
 * @decision 0010
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { nextPage } from '@cedi/client/result'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const answer = { headers: new Headers({ Link: '</api/v1/products?cursor=b>; rel="next"' }) }
 * console.log(nextPage(cedi.products.list(), answer)?.url) // https://pay.example/api/v1/products?cursor=b
 * ```
 */
export function nextPage<T, O extends string, M extends string>(
  request: RequestDescription<T, O, M>,
  response: { readonly headers: { get(name: string): string | null } },
): RequestDescription<T, O, M> | undefined {
  const link = /<[^<>?]*(\?[^<>#\s]*)[^<>]*>\s*;[^<]*\brel="?next\b/i.exec(response.headers.get('link') ?? '')
  return link ? Object.freeze({ ...request, url: request.url.replace(/\?.*/, '') + link[1] }) : undefined
}
