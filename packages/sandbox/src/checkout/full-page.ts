import { type CheckoutState, choosingStates } from '@cedi/contract/checkout-messages'
import { mobileNetworks } from '@cedi/mock-server/instruments'
import type { HttpResponse, IncomingRequest } from '@cedi/mock-server/service'
import { type Context, checkInput, rootOf } from '@cedi/mock-server/service'
import { html } from 'hono/html'
import { seeOther } from '../kit/document.js'
import { merchantOf, productOf } from '../kit/goods.js'
import { askedLanguages } from '../kit/languages/store.js'
import { chooseLanguage, isLanguage, type LanguageTag } from '../kit/languages/words.js'
import { formOf } from './draft.js'
import type { Checkout, CheckoutEvent, Effect, Reply } from './events.js'
import { next } from './machine.js'
import { type CheckoutStatus, type Model, stateOf } from './model.js'
import { checkoutPage } from './page.js'
import { pay } from './pay.js'
import { openSession, readAttempt, type Session, statusOf } from './session.js'
import { takeStep } from './take-step.js'
import type { Act, Choice } from './typed.js'
import { wordingOf } from './views.js'

/** How often a page without a script checks whether a payment has arrived. */
const refreshSeconds = 4

/**
 * `/pay/{token}`: the checkout as a full page. Every step is a form, so it works without a script. With a script, the
 * same page continues without loading again. After a reload it continues at `/pay`.
 *
 * @decision 0029
 */
export async function payPage(context: Context, request: IncomingRequest, requestId: string): Promise<HttpResponse> {
  const token = request.path.slice('/pay/'.length)
  const { query } = request
  const form = new URLSearchParams(request.method === 'POST' ? (request.body ?? '') : '')
  const attempt = readAttempt(form.get('attempt')) || readAttempt(query?.get('a'))
  const language = chooseLanguage(askedLanguages(query, request.headers.get('accept-language')))
  const first = { language, merchant: '', pesewas: 0, nowMs: context.clock.nowMs(), inFrame: false }
  // After a reload the token is in the browser's history, not in the address.
  const root = rootOf({ context, request })
  if (token === '') {
    const home = await homeOf(context, root, query?.get('from'))
    return show({ ...first, state: 'loading', home }, 200)
  }
  const session = await openSession(context, { token, attempt, root })
  if (!session) return show({ ...first, state: 'expired' }, 404)
  const status = await statusOf(context, session)
  const { amount, merchant } = status.intent
  const state = stateOf(status, first.nowMs)
  const page = { ...first, state, merchant, pesewas: Math.round(amount * 100), status }
  if (request.method === 'POST') return act(context, session, { form, page, request, requestId })
  // The paying buyer already knows that it failed. A buyer who opens the checkout again chooses again, and reads why.
  const opening: Checkout = { ...first, state: status.mine ? 'sending' : 'loading', isOnline: true }
  const opened = next(opening, { on: 'status', why: 'check', round: 0, reply: { data: status } }).model
  return show({ ...page, state: opened.state, problem: opened.problem })
}

/** The product or storefront that a page's address names; undefined if it does not exist. */
async function homeOf(context: Context, root: string, from: string | null | undefined): Promise<string | undefined> {
  const [handle = '', slug] = from?.split('/') ?? []
  const merchant = await merchantOf(context, handle)
  if (!merchant) return undefined
  const product = slug && (await productOf(context, merchant, slug))
  return product ? `${root}/@${handle}/${slug}` : `${root}/@${handle}`
}

interface Page extends Model {
  readonly language: LanguageTag
}

/** A submitted form, and the page that it belongs to. */
interface Posted {
  readonly form: URLSearchParams
  readonly page: Page & { readonly status: CheckoutStatus }
  readonly request: IncomingRequest
  readonly requestId: string
}

/** Does what a form asks, and shows the next step or redirects to it. */
async function act(
  context: Context,
  session: Session,
  { form, page, request, requestId }: Posted,
): Promise<HttpResponse> {
  const name = form.get('act') ?? ''
  const query = new URLSearchParams(request.query)
  const goOn = (attempt = ''): HttpResponse => {
    if (attempt) query.set('a', attempt)
    return seeOther(`${session.root}/pay/${session.token}${query.size > 0 ? `?${query}` : ''}`)
  }
  if (isLanguage(name)) {
    query.set('lang', name)
    return goOn(session.attempt)
  }
  const before: Checkout = { ...page, ...placeOf(page.state, form), attempt: session.attempt, isOnline: true }
  const attempt = session.attempt || crypto.randomUUID()
  const fields = Object.fromEntries(form)
  let step = next(before, { on: 'pressed', act: name as Act, fields, attempt })
  const isIdle = step.effects.length === 0 && step.model.state === before.state && !step.model.problem
  if (isIdle) return goOn(session.attempt)
  let event: CheckoutEvent | undefined
  do {
    const named = { ...session, attempt: step.model.attempt ?? '' }
    event = await carryOut({ context, session: named, request, requestId }, step.effects)
    if (event) step = next(step.model, event)
  } while (event)
  const { state, problem, status, choice, phone, name: named, place, reach, remark, email, sending } = step.model
  // A step that only the buyer's form knows is shown here; everything else at the payment's address.
  const isOwn = choosingStates.includes(state) || (status && state !== stateOf(status, page.nowMs))
  if (sending || !(problem || isOwn)) return goOn(step.model.attempt)
  const typed = { choice, phone, name: named, place, reach, remark, email }
  return show({ ...page, ...typed, state, problem, status }, problem ? 422 : 200)
}

/** Without a script, a page keeps the buyer's place in its forms: the form's state is where the buyer is. */
function placeOf(stands: CheckoutState, form: URLSearchParams): Pick<Model, 'state' | 'choice'> {
  const isChoice = (name: string | null): name is Choice =>
    name !== null && (name === 'card' || Object.hasOwn(mobileNetworks, name))
  const [name, choice] = [form.get('act'), form.get('choice')]
  if (stands === 'method' || stands === 'failed') {
    if (isChoice(choice)) return { choice, state: formOf({ choice }) }
    if (isChoice(name)) return { state: 'method' }
  }
  return { state: stands === 'prompt' && (name === 'otp' || name === 'back') ? 'otp' : stands }
}

interface Visit {
  readonly context: Context
  readonly session: Session
  readonly request: IncomingRequest
  readonly requestId: string
}

/** Carries out the first effect that asks the service. The other effects need a script. */
async function carryOut(visit: Visit, effects: readonly Effect[]): Promise<CheckoutEvent | undefined> {
  const { context, session } = visit
  for (const effect of effects) {
    switch (effect.do) {
      case 'pay':
        return { on: 'answered', to: 'pay', reply: await payWith(visit, effect) }
      case 'ask': {
        const { why, round } = effect
        return { on: 'status', why, round, reply: { data: await statusOf(context, session) } }
      }
      case 'cancel':
      case 'resend':
      case 'otp': {
        const outcome = await takeStep(context, session, effect)
        return {
          on: 'answered',
          to: effect.do,
          reply: outcome.ok ? { data: outcome.value.data } : { error: outcome.error },
        }
      }
    }
  }
  return undefined
}

async function payWith(
  { context, session, request, requestId }: Visit,
  { body }: Extract<Effect, { readonly do: 'pay' }>,
): Promise<Reply> {
  const asked = request.query?.get('lang') ?? ''
  const language = isLanguage(asked) ? asked : undefined
  // As JSON, which leaves out undefined values.
  const read = checkInput(JSON.parse(JSON.stringify(body)), 'PaymentInput')
  const { status, body: text } = await pay(context, session, { request, requestId, read, language })
  const { data, error } = JSON.parse(text) as Reply
  return status < 300 ? { data } : { ...(error && { error }), lost: status >= 500 }
}

/** Renders a model as a page. */
function show({ language, ...given }: Page, code = 200): HttpResponse {
  const { state, status, merchant } = given
  const waits = ['prompt', 'pending', 'redirect'].includes(state) && status
  // A new attempt for this page: sending the form twice pays once.
  const attempt = given.attempt ?? (state === 'number' || state === 'card' ? crypto.randomUUID() : undefined)
  return checkoutPage({
    code,
    page: 'pay',
    title: merchant ? `${merchant} · Cedi` : 'Cedi',
    wording: wordingOf(language),
    model: { ...given, attempt },
    // As text, because a component `meta` would move to the end of the head, where it also works with a script.
    head: [waits && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`],
  })
}
