import { nextPage } from './next-page.js'
import { type FetchAnswer, type FetchLike, type SendOptions, send } from './send.js'
import type { RequestDescription } from './types.js'

declare const fetch: FetchLike

/** How to read a list page by page. */
export interface PageOptions extends SendOptions {
  /** How many pages are read at most; 1,000 when left out. A longer list throws after them, so that nothing is lost unseen. */
  readonly maxPages?: number
}

/**
 * Sends a list, then the pages that its `Link` headers lead to.
 *
 * @param request - The description of a list.
 * @param options - As for {@link send}, and `maxPages`. The deadline and the retries are for each page.
 * @returns The `data` of each page, in order.
 * @throws `ApiError` as {@link send} does. RangeError when there are more pages than `maxPages`.
 * @decision 0010
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { pages } from '@cedi/client/fetch'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * for await (const products of pages(cedi.products.list({ limit: '100' }))) console.log(products.length)
 * ```
 */
export async function* pages<T>(
  request: RequestDescription<T>,
  options: PageOptions = {},
): AsyncGenerator<T, void, undefined> {
  const { maxPages = 1_000, ...sending } = options
  const read = new Set<string>()
  let next: RequestDescription<T> | undefined = request
  // A page that leads back to one already read would never end.
  while (next && !read.has(next.url)) {
    if (read.size >= maxPages)
      throw RangeError(`The list of ${request.operation} has more than ${maxPages} pages. Raise maxPages to read on.`)
    read.add(next.url)
    let answer: FetchAnswer | undefined
    const transport: FetchLike = async (url, init) => {
      answer = await (options.fetch ?? fetch)(url, init)
      return answer
    }
    yield await send(next, { ...sending, fetch: transport })
    next = answer && nextPage(next, answer)
  }
}

/**
 * Sends a list and gives its records one by one, over all pages. A page is asked for when its first record is.
 *
 * @param request - The description of a list.
 * @param options - As for {@link pages}.
 * @returns The records, in order.
 * @throws As {@link pages} does.
 * @decision 0010
 * @example
 * ```ts
 * import { createClient } from '@cedi/client'
 * import { items } from '@cedi/client/fetch'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * for await (const product of items(cedi.products.list())) console.log(product.name)
 * ```
 */
export async function* items<T>(
  request: RequestDescription<readonly T[]>,
  options: PageOptions = {},
): AsyncGenerator<T, void, undefined> {
  for await (const page of pages(request, options)) yield* page
}
