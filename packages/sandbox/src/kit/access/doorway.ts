import { merchantName, runDueEvents } from '@cedi/mock-server/service'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { except } from 'hono/combine'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { portalStyle } from '../../generated/styles.js'
import { goOn } from '../layout.js'
import { secured } from '../secure.js'
import { getPath } from '../served.js'
import { type Doorway, knock } from '../visit.js'
import type { Door } from './door.js'
import { badForm, closedPage, enter, foreign, invitationPage, nothingBehind } from './enter.js'
import { isForm, isFromOurPage, isOfSession } from './form.js'
import { endSession, readSession } from './session.js'

const formLimitBytes = 16_384

/**
 * Everything that runs before the pages of the portal or the desk, in order: the headers of a page without a script,
 * the invitation, the session, the origin of a form, its size, and the session that it belongs to.
 *
 * @source What the service does (access by invitation)
 * @decision 0037
 * @decision 0029
 */
export function openDoor(door: Door): Hono<Doorway> {
  const app = new Hono<Doorway>({ getPath }).basePath(`/${door}`)
  app.notFound((c) => nothingBehind(c.var.knock))
  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 403) return foreign(c.var.knock)
    // The service reports failures: it can tell a store that is away from a bug of ours.
    throw error
  })
  // Without a referrer a browser also hides which page a form comes from.
  app.use(secured({ style: portalStyle, referrer: 'same-origin' }))
  app.use(async (c, next) => {
    c.set('knock', knock(c, door))
    c.env.told.operation = `${door}Page`
    await next()
  })
  app.get('/invitations/:token{.*}', invitationPage)
  app.post('/invitations/:token{.*}', fromOurPage, enter)
  app.use(withSession)
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        const allow = methods.filter((method) => method !== 'HEAD')
        return nothingBehind(knock(c as never, door), allow)
      },
    }),
  )
  app.use(except((c) => c.req.method !== 'POST', fromOurPage, notTooLong, withForm))
  app.post('/sign-out', async (c) => {
    await endSession(c, c.var.session)
    return goOn(c.var.knock, c.var.knock.at())
  })
  app.use(withVisit)
  return app
}

/**
 * On its own, Hono's check accepts a request if one of the two headers is right. Here neither may be wrong, and one
 * must be present.
 */
const fromOurPage: MiddlewareHandler<Doorway> = csrf({
  origin: (_, c) => isFromOurPage(c.env.context, c.env.request),
  secFetchSite: (_, c) => isFromOurPage(c.env.context, c.env.request),
})

const withSession: MiddlewareHandler<Doorway> = async (c, next) => {
  const { knock } = c.var
  const session = await readSession(c, knock.door)
  if (!session) return closedPage(knock)
  if (knock.door === 'portal') c.env.told.merchant = session.merchant
  c.set('session', session)
  return next()
}

const notTooLong = bodyLimit({ maxSize: formLimitBytes, onError: (c) => badForm(c.get('knock')) })

const withForm: MiddlewareHandler<Doorway> = async (c, next) => {
  const { knock, session } = c.var
  if (!isForm(c.req.header('content-type'))) return badForm(knock)
  const form = new URLSearchParams(await c.req.text())
  if (!isOfSession(session, form)) return foreign(knock)
  c.set('visit', { ...knock, session, merchant: session.merchant, name: '', id: '', form })
  return next()
}

const withVisit: MiddlewareHandler<Doorway> = async (c, next) => {
  const { knock, session, visit } = c.var
  const { context, door, nowMs } = knock
  const { merchant } = session
  await runDueEvents(context, door === 'portal' ? merchant : null, nowMs)
  const name = door === 'portal' ? await merchantName(context, merchant) : ''
  const form = visit?.form ?? new URLSearchParams()
  c.set('visit', { ...knock, session, merchant, name, id: '', form })
  return next()
}
