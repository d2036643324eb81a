/** @jsxImportSource hono/jsx */
import type { HttpResponse, IncomingRequest } from '@cedi/mock-server/internal'
import { storeLanguage } from './languages/store.js'
import { messagePage } from './message-page.js'

/** Headers of an error that its page also has. */
const keptHeaders = ['Allow', 'Retry-After', 'X-Request-Id']

/** Converts an error of the API to a page with the same status. */
export function errorPage(request: IncomingRequest, { status, headers }: HttpResponse): HttpResponse {
  const language = storeLanguage(request.query, request.headers.get('accept-language'))
  const { words } = language
  const [title, text] =
    status === 405
      ? [words.notPossible, words.notPossibleText]
      : status === 503
        ? [words.unavailable, words.unavailableText]
        : [words.serverError, words.serverErrorText]
  const page = messagePage(language, status, title, <p>{text}</p>)
  return {
    ...page,
    headers: {
      ...page.headers,
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.includes(name))),
    },
  }
}
