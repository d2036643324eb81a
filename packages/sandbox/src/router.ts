import type { Context, IncomingRequest, RoutedResponse } from '@cedi/mock-server/service'
import { noRoute } from '@cedi/mock-server/service'
import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { answerOf, requestOf } from './bridge.js'
import { askAboutKept } from './checkout/kept.js'
import { checkoutRoutes } from './checkout/routes.js'
import { type Asked, getPath, type HonoEnv, passOn, type Told, told } from './kit/served.js'
import { receiptRoutes } from './receipt/routes.js'
import { integrity, script } from './scripts.js'
import { embedRoutes } from './storefront/embed.js'
import { nothingHere } from './storefront/nothing-here.js'
import { storefrontRoutes } from './storefront/routes.js'

/**
 * Answers everything outside the API: the pages, the checkout's JSON routes and the browser scripts.
 *
 * @decision 0029
 */
export async function respondToPage(
  context: Context,
  request: IncomingRequest,
  requestId: string,
): Promise<RoutedResponse> {
  const said: Told = { operation: undefined, merchant: undefined }
  const response = await service.fetch(requestOf(request), { context, request, requestId, told: said })
  const { operation, merchant } = said
  const answer = await answerOf(response, requestId, said)
  return { operation, merchant, response: { ...answer, isCompressible: !isBehindDoor.test(request.path) } }
}

/**
 * A browser sends its session with every request to these pages, whoever causes it. A stranger who controls part of a
 * compressed page could read its secrets from its size (BREACH). The other pages know only what is in their address or
 * in a header that scripts send.
 *
 * @decision 0029
 */
const isBehindDoor = /^\/(?:portal|operator)(?:\/|$)/

/** All addresses. Each folder lists its own in `routes.ts`. */
function routes(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>({ getPath })
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        // Nothing of a page that was made before is kept.
        c.res = undefined
        return refuse(c, methods)
      },
    }),
  )
  app.route('/', storefrontRoutes(askAboutKept))
  app.route('/checkout/embed', embedRoutes(askAboutKept))
  app.route('/', checkoutRoutes())
  app.route('/', receiptRoutes())
  app.all('/portal/*', async (c) => (await import('./portal/routes.js')).portal.fetch(c.req.raw, c.env))
  app.all('/operator/*', async (c) => (await import('./operator/routes.js')).operator.fetch(c.req.raw, c.env))
  app.get('/service/integrity.json', told('script'), integrity)
  app.get('/:name{(?:service|embed|buy)\\.js}', told('script'), script)
  app.get('/:name{service|embed|buy}/:file{v[0-9a-z.-]+\\.js}', told('script'), script)
  app.notFound((c) => (/\.js(?:on)?$/.test(c.req.path) ? refuse(c) : nothingHere(c)))
  // The service reports failures: it can tell a store that is away from a bug of ours.
  app.onError((error) => {
    throw error
  })
  return app
}

/** Refuses like the API: with the allowed methods, or because nothing is there. */
function refuse(c: Asked, methods: readonly string[] = []): Response {
  const { request, requestId, told } = c.env
  told.operation = undefined
  const allow = methods.filter((method) => method !== 'HEAD')
  return passOn(c, noRoute(request, allow, requestId).response)
}

const service = routes()
