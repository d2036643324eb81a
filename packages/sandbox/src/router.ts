import { type Context, type IncomingRequest, noRoute, type RoutedResponse } from '@cedi/mock-server/internal'
import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { toHttpResponse, toRequest } from './bridge.js'
import { checkoutRoutes } from './checkout/routes.js'
import { checkStoredPayment } from './checkout/stored-payment.js'
import { acceptsHtml } from './kit/accepts-html.js'
import { errorPage } from './kit/error-page.js'
import {
  getPath,
  type HonoContext,
  type HonoEnv,
  type ResponseMeta,
  setOperation,
  toHonoResponse,
} from './kit/hono-env.js'
import { receiptRoutes } from './receipt/routes.js'
import { integrity, script } from './scripts.js'
import { embedRoutes } from './storefront/embed.js'
import { notFoundPage } from './storefront/not-found.js'
import { storefrontRoutes } from './storefront/routes.js'

/**
 * Handles all requests outside the API: pages, the JSON routes of the checkout, and browser scripts.
 *
 * @decision 0029
 */
export async function respondToPage(
  context: Context,
  request: IncomingRequest,
  requestId: string,
): Promise<RoutedResponse> {
  const meta: ResponseMeta = { operation: undefined, merchant: undefined }
  const fetched = await service.fetch(toRequest(request), { context, request, requestId, meta })
  const { operation, merchant } = meta
  const response = await toHttpResponse(fetched, requestId, meta)
  return { operation, merchant, response: { ...response, isCompressible: !sessionPaths.test(request.path) } }
}

/**
 * Paths that are not compressed. Browsers send the session cookie with every request to them, so an attacker who
 * controls part of a compressed page could derive its secrets from its size (BREACH). Other pages contain nothing that
 * depends on the session cookie.
 *
 * @decision 0029
 */
const sessionPaths = /^\/(?:portal|operator)(?:\/|$)/

/** Creates the app with all routes. Each folder defines its own in `routes.ts`. */
function createApp(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>({ getPath })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        // Removes the headers of the response that Hono already created.
        c.res = undefined
        return respondWithError(c, methods)
      },
    }),
  )
  app.route('/', storefrontRoutes(checkStoredPayment))
  app.route('/checkout/embed', embedRoutes(checkStoredPayment))
  app.route('/', checkoutRoutes())
  app.route('/', receiptRoutes())
  app.all('/portal/*', async (c) => (await import('./portal/routes.js')).portal.fetch(c.req.raw, c.env))
  app.all('/operator/*', async (c) => (await import('./operator/routes.js')).operator.fetch(c.req.raw, c.env))
  app.get('/service/integrity.json', setOperation('script'), integrity)
  app.get('/:name{(?:service|embed|buy)\\.js}', setOperation('script'), script)
  app.get('/:name{service|embed|buy}/:file{v[0-9a-z.-]+\\.js}', setOperation('script'), script)
  app.notFound((c) => (/\.js(?:on)?$/.test(c.req.path) ? respondWithError(c) : notFoundPage(c)))
  // The service handles errors, because it can tell an unavailable store from a bug.
  app.onError((error) => {
    throw error
  })
  return app
}

/** Responds with 405 and the allowed methods, or 404: with a page for browsers, otherwise with an error of the API. */
function respondWithError(c: HonoContext, methods: readonly string[] = []): Response {
  const { request, requestId, meta } = c.env
  meta.operation = undefined
  const allow = methods.filter((method) => method !== 'HEAD')
  const { response } = noRoute(request, allow, requestId)
  return toHonoResponse(c, allow.length > 0 && acceptsHtml(request) ? errorPage(request, response) : response)
}

const service = createApp()
