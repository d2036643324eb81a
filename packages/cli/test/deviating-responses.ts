import { type DeviatingService, type Json, readPath, reject, withJson } from './deviating-services.js'
import type { Deviation } from './deviations.js'

/** Creates a handler that changes the pages after the first. */
const changePages = (change: (previous: Json[], page: Json[]) => Json[]): Deviation['respond'] => {
  let previous: Json[] = []
  return withJson((body, request) => {
    if (!Array.isArray(body.data)) return body
    const page = body.data
    const data = request.url.includes('cursor=') ? change(previous, page) : page
    previous = page
    return { ...body, data }
  })
}

/** Services whose lists, headers or errors deviate. */
export const deviatingResponses: readonly DeviatingService[] = [
  {
    name: 'a list is an object with the cursor of the next page',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!/\/(products|orders)$/.test(readPath(request)) || request.method !== 'GET' || !response.ok) return response
      const headers = new Headers(response.headers)
      headers.delete('link')
      const link = /<([^>]*)>/.exec(response.headers.get('link') ?? '')?.[1]
      const body = (await response.json()) as Json
      const cursor = link === undefined ? null : new URL(link).searchParams.get('cursor')
      return Response.json({ ...body, data: { items: body.data, next_cursor: cursor } }, { headers })
    },
    differs: {
      'list.array': /products: `data` is an object with items, next_cursor/,
      'list.pages': /Page 1 of 5 has no Link\. Pages look like they follow next_cursor of the body: cursor=/,
    },
  },
  {
    name: 'the second page is rejected',
    respond: async (request, forward) =>
      request.url.includes('cursor=') ? reject(422, 'invalid_request', {}, 'cursor') : forward(request),
    differs: { 'list.pages': /^Page 2 of 5: 422 invalid_request/ },
  },
  {
    name: 'each page begins with the last record of the previous page',
    respond: changePages((previous, page) => [previous.at(-1), ...page.slice(0, -1)]),
    differs: { 'list.pages': /^The pages repeat 1 of 9 records\.$/ },
  },
  {
    name: 'each page leaves a record out',
    respond: changePages((_, page) => page.slice(1)),
    differs: { 'list.pages': /^The pages lack 4 of 9 records\.$/ },
  },
  {
    name: 'each page has another order',
    respond: changePages((_, page) => [...page].reverse()),
    differs: { 'list.pages': /^The pages have the records in another order/ },
  },
  {
    name: 'the last page has a Link to itself',
    respond: async (request, forward) => {
      const response = await forward(request)
      if (!request.url.includes('cursor=') || response.headers.has('link')) return response
      const headers = new Headers(response.headers)
      headers.set('link', `<${request.url}>; rel="next"`)
      return new Response(await response.arrayBuffer(), { status: response.status, headers })
    },
    differs: { 'list.pages': /^The last page has a Link\.$/ },
  },
]
