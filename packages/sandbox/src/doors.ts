import type { Answer, Context, IncomingRequest, Response as Responded } from '@cedi/mock-server/service'
import { merchantName, runDueEvents } from '@cedi/mock-server/service'
import type { Door } from './kit/access/door.js'
import { badForm, closedPage, foreign, invitationPage } from './kit/access/enter.js'
import { isFromOurPage, isOfSession, readForm } from './kit/access/form.js'
import { endSession, noCookie, readSession } from './kit/access/session.js'
import { portalLanguage } from './kit/languages/portal/portal.js'
import { doorstep, goOn } from './kit/layout.js'
import { h } from './kit/tree.js'
import { type Knock, knock, type Pages, type Visit } from './kit/visit.js'
import { operatorPages } from './operator/pages.js'
import { developersPages } from './portal/developers.js'
import { orderPages } from './portal/orders.js'
import { overviewPages } from './portal/overview.js'
import { paymentPages } from './portal/payments.js'
import { payoutPages } from './portal/payouts.js'
import { productPages } from './portal/products.js'
import { refundPages } from './portal/refunds.js'

const pages: Readonly<Record<Door, Pages>> = {
  portal: {
    ...overviewPages,
    ...paymentPages,
    ...orderPages,
    ...productPages,
    ...refundPages,
    ...payoutPages,
    ...developersPages,
  },
  operator: operatorPages,
}

/**
 * Answers under `/portal` and `/operator`: pages of forms, without a script.
 *
 * @source What the service does (access by invitation, keys from the developers section)
 * @decision 0037 (who comes in)
 * @decision 0038 (what they find)
 */
export async function respondToPortal(
  context: Context,
  request: IncomingRequest,
  requestId: string,
): Promise<Responded> {
  const door: Door = request.path.startsWith('/operator') ? 'operator' : 'portal'
  const language = portalLanguage(request.query, request.headers.get('accept-language'))
  const at = knock(context, request, door, language)
  const { answer, merchant } = await answerTo(at)
  return {
    operation: `${door}Page`,
    merchant,
    answer: { ...answer, headers: { ...answer.headers, 'X-Request-Id': requestId } },
  }
}

/** Nothing is decoded in a path: no page of ours has an address with a percent sign, a dot or two slashes in it. */
async function answerTo(at: Knock): Promise<{ answer: Answer; merchant: string | undefined }> {
  const { context, request, door, nowMs } = at
  const isForm = request.method === 'POST'
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const path = request.path.slice(door.length + 2)
  const nobody = (answer: Answer) => ({ answer, merchant: undefined })
  if (path.startsWith('invitations/') && (isForm || method === 'GET'))
    return nobody(
      await invitationPage(at, path.slice('invitations/'.length), (merchant) => merchantName(context, merchant)),
    )
  const session = await readSession(context, request, door)
  if (!session) return nobody(closedPage(at))
  const { merchant } = session
  const by = (answer: Answer) => ({ answer, merchant: door === 'portal' ? merchant : undefined })
  const form = isForm ? readForm(request) : new URLSearchParams()
  if (isForm && !isFromOurPage(context, request)) return by(foreign(at))
  if (!form) return by(badForm(at))
  if (isForm && !isOfSession(session, form)) return by(foreign(at))
  if (isForm && path === 'sign-out') {
    await endSession(context, session)
    return by(goOn(at.at(), noCookie(context, request, door)))
  }
  const { page, parts, allow } = match(pages[door], method, path)
  const isOurs = request.path === `/${door}` || request.path.startsWith(`/${door}/`)
  if (!page || !isOurs) return by(nothingHere(at, allow))
  await runDueEvents(context, door === 'portal' ? merchant : null, nowMs)
  const name = door === 'portal' ? await merchantName(context, merchant) : ''
  const visit: Visit = { ...at, session, merchant, name, parts, form }
  return by((await page(visit)) ?? nothingHere(at, []))
}

/** What stands for `*`: an id as records have it. */
const idPattern = /^[a-z]{3}_[0-9a-z]{14}$/

function match(table: Pages, method: string, path: string): { page?: Pages[string]; parts: string[]; allow: string[] } {
  const segments = path.split('/')
  const allow: string[] = []
  for (const [name, page] of Object.entries(table)) {
    const [wantedMethod = '', pattern = ''] = name.split(' ')
    const wanted = pattern.split('/')
    const isIt = (part: string, at: number) =>
      part === '*' ? idPattern.test(segments[at] ?? '') : part === segments[at]
    if (wanted.length !== segments.length || !wanted.every(isIt)) continue
    if (wantedMethod === method) return { page, parts: segments.filter((_, at) => wanted[at] === '*'), allow }
    allow.push(wantedMethod)
  }
  return { parts: [], allow }
}

function nothingHere(at: Knock, allow: readonly string[]): Answer {
  const { words } = at.language
  const isMethod = allow.length > 0
  const answer = doorstep(
    at,
    isMethod ? 405 : 404,
    isMethod ? words.notHere : words.notFound,
    h('p', {}, isMethod ? words.notHereText : words.notFoundText),
    h('a', { class: 'button quiet', href: at.at() }, words.goOn),
  )
  return isMethod ? { ...answer, headers: { ...answer.headers, Allow: allow.join(', ') } } : answer
}
