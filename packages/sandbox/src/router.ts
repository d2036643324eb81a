import type { Answer, Context, IncomingRequest, Response as Responded } from '@cedi/mock-server/service'
import { unmatched, wrap } from '@cedi/mock-server/service'
import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { answerOf, requestOf } from './bridge.js'
import { checkoutRoutes } from './checkout/routes.js'
import { checkStoredPayment } from './checkout/stored-payment.js'
import { type Asked, getPath, passOn, type Served, type Told, told } from './kit/served.js'
import { receiptRoutes } from './receipt/routes.js'
import { integrity, script } from './scripts.js'
import { embedRoutes } from './storefront/embed.js'
import { notFoundPage } from './storefront/not-found.js'
import { storefrontRoutes } from './storefront/routes.js'

/**
 * Answers everything outside the API: the pages, the checkout's JSON routes and the browser scripts.
 *
 * @decision 0029
 */
export async function respondToPage(context: Context, request: IncomingRequest, requestId: string): Promise<Responded> {
  const said: Told = { operation: undefined, merchant: undefined }
  const response = await service.fetch(requestOf(request), { context, request, requestId, told: said })
  const { operation, merchant } = said
  const answer = await answerOf(response, requestId, said)
  return { operation, merchant, answer: { ...answer, mayShrink: !isBehindDoor.test(request.path) } }
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
function routes(): Hono<Served> {
  const app = new Hono<Served>({ getPath })
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
  app.route('/', storefrontRoutes(checkStoredPayment))
  app.route('/checkout/embed', embedRoutes(checkStoredPayment))
  app.route('/', checkoutRoutes())
  app.route('/', receiptRoutes())
  app.all('/portal/*', async (c) => (await import('./portal/routes.js')).portal.fetch(c.req.raw, c.env))
  app.all('/operator/*', async (c) => (await import('./operator/routes.js')).operator.fetch(c.req.raw, c.env))
  app.get('/service/integrity.json', told('script'), integrity)
  app.get('/:name{(?:service|embed|buy)\\.js}', told('script'), script)
  app.get('/:name{service|embed|buy}/:file{v[0-9a-z.-]+\\.js}', told('script'), script)
  app.notFound((c) => (/\.js(?:on)?$/.test(c.req.path) ? refuse(c) : notFoundPage(c)))
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
  const answer: Answer = wrap(unmatched(request, allow), requestId)
  return passOn(c, answer)
}

const service = routes()
