import { merchantName, runDueEvents } from '@cedi/mock-server/internal'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { except } from 'hono/combine'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { portalScript } from '../../generated/portal-script.js'
import { portalStyle } from '../../generated/styles.js'
import { getPath } from '../hono-env.js'
import { redirect } from '../layout.js'
import { type AreaEnv, createPageContext } from '../page-context.js'
import { securityHeaders } from '../security-headers.js'
import type { Area } from './area.js'
import { hasFormToken, isFormContentType, isFromOurPage } from './form.js'
import {
  acceptInvitation,
  badFormPage,
  foreignFormPage,
  invitationPage,
  noPage,
  signInRequiredPage,
} from './invitation-pages.js'
import { endSession, readSession } from './session.js'

/** Fits the longest description of a product twice, encoded: the typed one and the one that the form was rendered with. */
const maxFormBytes = 131_072

/** Options of {@link createAreaApp}. */
interface AreaOptions {
  /** Pattern of the paths whose pages contain a buy button. */
  readonly embedPath?: RegExp
}

/**
 * Creates the app of the portal or the operator desk with its middleware, in this order: security headers, invitations,
 * the session, the origin of a form, its size, and its CSRF token.
 *
 * @source What the service does (access by invitation)
 * @decision 0037
 * @decision 0029
 */
export function createAreaApp(area: Area, { embedPath }: AreaOptions = {}): Hono<AreaEnv> {
  const app = new Hono<AreaEnv>({ getPath }).basePath(`/${area}`)
  app.notFound((c) => noPage(c.var.pageContext))
  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 403) return foreignFormPage(c.var.pageContext)
    // The service handles other errors, because it can tell an unavailable store from a bug.
    throw error
  })
  // With no-referrer, browsers send a form without its origin.
  const headers = { style: portalStyle, script: portalScript, referrer: 'same-origin' } as const
  const hasButton = ({ req }: Context) => embedPath?.test(req.path) ?? false
  app.use(except(hasButton, securityHeaders(headers)))
  app.use(except((c) => !hasButton(c), securityHeaders({ ...headers, allowsEmbed: true })))
  app.use(async (c, next) => {
    c.set('pageContext', createPageContext(c, area))
    c.env.meta.operation = `${area}Page`
    await next()
  })
  app.get('/invitations/:token{.*}', invitationPage)
  app.post('/invitations/:token{.*}', requireOurPage, acceptInvitation)
  app.use(requireSession)
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        const allow = methods.filter((method) => method !== 'HEAD')
        return noPage(createPageContext(c as never, area), allow)
      },
    }),
  )
  app.use(except((c) => c.req.method !== 'POST', requireOurPage, limitForm, parseForm))
  app.post('/sign-out', async (c) => {
    await endSession(c, c.var.session)
    return redirect(c.var.pageContext, c.var.pageContext.at())
  })
  app.use(setSessionContext)
  return app
}

/**
 * Rejects forms of other origins. Hono's `csrf` accepts a request if one of the two headers is valid. Here both headers
 * must be valid if present, and one is required.
 */
const requireOurPage: MiddlewareHandler<AreaEnv> = csrf({
  origin: (_, c) => isFromOurPage(c.env.context, c.env.request),
  secFetchSite: (_, c) => isFromOurPage(c.env.context, c.env.request),
})

const requireSession: MiddlewareHandler<AreaEnv> = async (c, next) => {
  const { pageContext } = c.var
  const session = await readSession(c, pageContext.area)
  if (!session) return signInRequiredPage(pageContext)
  if (pageContext.area === 'portal') c.env.meta.merchant = session.merchant
  c.set('session', session)
  return next()
}

const limitForm = bodyLimit({ maxSize: maxFormBytes, onError: (c) => badFormPage(c.get('pageContext')) })

const parseForm: MiddlewareHandler<AreaEnv> = async (c, next) => {
  const { pageContext, session } = c.var
  if (!isFormContentType(c.req.header('content-type'))) return badFormPage(pageContext)
  const form = new URLSearchParams(await c.req.text())
  if (!hasFormToken(session, form)) return foreignFormPage(pageContext)
  c.set('sessionContext', { ...pageContext, session, merchant: session.merchant, name: '', id: '', form })
  return next()
}

const setSessionContext: MiddlewareHandler<AreaEnv> = async (c, next) => {
  const { pageContext, session, sessionContext } = c.var
  const { context, area, nowMs } = pageContext
  const { merchant } = session
  await runDueEvents(context, area === 'portal' ? merchant : null, nowMs)
  const name = area === 'portal' ? await merchantName(context, merchant) : ''
  const form = sessionContext?.form ?? new URLSearchParams()
  c.set('sessionContext', { ...pageContext, session, merchant, name, id: '', form })
  return next()
}
