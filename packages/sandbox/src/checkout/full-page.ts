import { type CheckoutState, choosingStates } from '@cedi/contract/checkout-protocol'
import {
  type Context,
  checkInput,
  getBasePath,
  type HttpResponse,
  type IncomingRequest,
  mobileNetworks,
} from '@cedi/mock-server/internal'
import { html } from 'hono/html'
import { seeOther } from '../kit/document.js'
import { requestedLanguages } from '../kit/languages/store.js'
import { chooseLanguage, isLanguage, type LanguageTag } from '../kit/languages/words.js'
import { findMerchant, findProduct } from '../kit/listed-product.js'
import { addAttempt, parseAttempts } from './attempts.js'
import type { Action, Choice } from './form-input.js'
import { transition } from './machine.js'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutModel,
  type CheckoutResponse,
  toFormState,
  toState,
  type ViewModel,
} from './model.js'
import { checkoutPage } from './page.js'
import { pay } from './pay.js'
import { applyBuyerAction } from './payment-actions.js'
import type { CheckoutStatus } from './session.js'
import { openSession, readStatus, type Session } from './session.js'
import { wordingOf } from './views.js'

/** Interval at which a page without a script reloads while a payment is pending. */
const refreshSeconds = 4

/**
 * `/pay/{token}`: the checkout as a full page. Every step is a form, so it works without a script. With a script, the
 * page does not reload between steps, and its URL becomes `/pay`.
 *
 * @decision 0029
 */
export async function payPage(context: Context, request: IncomingRequest, requestId: string): Promise<HttpResponse> {
  const token = request.path.slice('/pay/'.length)
  const { query } = request
  const form = new URLSearchParams(request.method === 'POST' ? (request.body ?? '') : '')
  const earlierAttempts = parseAttempts(query?.get('a') || query?.get('pass'))
  const formAttempt = parseAttempts(form.get('attempt'))
  const attempts = addAttempt(earlierAttempts, formAttempt)
  const language = chooseLanguage(requestedLanguages(query, request.headers.get('accept-language')))
  const first = { language, merchant: '', pesewas: 0, nowMs: context.clock.nowMs(), inFrame: false }
  // After a reload the token is in the browser's history, not in the URL.
  const root = getBasePath({ context, request })
  if (token === '') {
    const home = await findHome(context, root, query?.get('from'))
    return show({ ...first, state: 'loading', home }, 200)
  }
  const session = await openSession(context, { token, attempts, root })
  if (!session) return show({ ...first, state: 'expired' }, 404)
  const status = await readStatus(context, session)
  const { amount, merchant } = status.intent
  const state = toState(status, first.nowMs)
  const page = { ...first, state, merchant, pesewas: Math.round(amount * 100), status }
  if (request.method === 'POST')
    return handleForm(context, session, { form, page, earlierAttempts, formAttempt, request, requestId })
  // The paying buyer has seen the failure. A buyer who opens the checkout again chooses again, and reads the reason.
  const opening: CheckoutModel = { ...first, state: status.mine ? 'sending' : 'loading', isOnline: true }
  const openStep = transition(opening, {
    type: 'statusReceived',
    purpose: 'check',
    requestCount: 0,
    response: { data: status },
  }).model
  return show({ ...page, state: openStep.state, problem: openStep.problem })
}

/** Returns the path of the product or storefront in a page's URL; undefined if it does not exist. */
async function findHome(context: Context, root: string, from: string | null | undefined): Promise<string | undefined> {
  const [handle = '', slug] = from?.split('/') ?? []
  const merchant = await findMerchant(context, handle)
  if (!merchant) return undefined
  const product = slug && (await findProduct(context, merchant, slug))
  return product ? `${root}/@${handle}/${slug}` : `${root}/@${handle}`
}

interface Page extends ViewModel {
  readonly language: LanguageTag
}

/** A submitted form, and its page. */
interface Submission {
  readonly form: URLSearchParams
  /** Attempts before this form. */
  readonly earlierAttempts: string
  /** New attempt of the form, if it pays. */
  readonly formAttempt: string
  readonly page: Page & { readonly status: CheckoutStatus }
  readonly request: IncomingRequest
  readonly requestId: string
}

/** Applies a submitted form, and shows the next step or redirects to it. */
async function handleForm(
  context: Context,
  session: Session,
  { form, page, earlierAttempts, formAttempt, request, requestId }: Submission,
): Promise<HttpResponse> {
  const name = form.get('act') ?? ''
  const query = new URLSearchParams(request.query)
  const redirect = (attempts = ''): HttpResponse => {
    // A pass stays in its own parameter.
    if (attempts && attempts !== query.get('pass')) query.set('a', attempts)
    return seeOther(`${session.root}/pay/${session.token}${query.size > 0 ? `?${query}` : ''}`)
  }
  if (isLanguage(name)) {
    query.set('lang', name)
    return redirect(session.attempts)
  }
  const before: CheckoutModel = {
    ...page,
    ...readPlace(page.state, form),
    confirmedPhone: form.get('confirmed') ?? undefined,
    attempts: earlierAttempts,
    isOnline: true,
  }
  const attempt = formAttempt || crypto.randomUUID()
  const fields = Object.fromEntries(form)
  let step = transition(before, { type: 'actionClicked', action: name as Action, fields, attempt })
  const isIdle = step.effects.length === 0 && step.model.state === before.state && !step.model.problem
  if (isIdle) return redirect(session.attempts)
  let event: CheckoutEvent | undefined
  do {
    const namedSession = { ...session, attempts: step.model.attempts ?? '' }
    const latestRef = form.get('latest') ?? ''
    event = await applyEffects({ context, session: namedSession, request, requestId, latestRef }, step.effects)
    if (event) step = transition(step.model, event)
  } while (event)
  const {
    state,
    problem,
    status,
    choice,
    phone,
    confirmedPhone,
    name: named,
    place,
    reach,
    remark,
    email,
    request: pendingRequest,
  } = step.model
  // A step that only the form knows is rendered here; all others at the URL of the payment.
  const isFormStep = choosingStates.includes(state) || (status && state !== toState(status, page.nowMs))
  if (pendingRequest || !(problem || isFormStep)) return redirect(step.model.attempts)
  const typed = { choice, phone, confirmedPhone, name: named, place, reach, remark, email }
  return show({ ...page, ...typed, state, problem, status }, problem ? 422 : 200)
}

/** Reads the buyer's step from a form. Without a script, the forms of a page contain it. */
function readPlace(state: CheckoutState, form: URLSearchParams): Pick<ViewModel, 'state' | 'choice'> {
  const isChoice = (name: string | null): name is Choice =>
    name !== null && (name === 'card' || Object.hasOwn(mobileNetworks, name))
  const [name, choice] = [form.get('act'), form.get('choice')]
  if (state === 'method' || state === 'failed') {
    if (isChoice(choice)) return { choice, state: toFormState({ choice }) }
    if (isChoice(name)) return { state: 'method' }
  }
  return { state: state === 'prompt' && (name === 'otp' || name === 'back') ? 'otp' : state }
}

interface FormRequest {
  readonly context: Context
  readonly session: Session
  readonly request: IncomingRequest
  readonly requestId: string
  /** Ref of the latest payment when the form was rendered. */
  readonly latestRef: string
}

/** Applies the first effect that is a request. The other effects need a script. */
async function applyEffects(
  formRequest: FormRequest,
  effects: readonly CheckoutEffect[],
): Promise<CheckoutEvent | undefined> {
  const { context, session } = formRequest
  for (const effect of effects) {
    switch (effect.type) {
      case 'createPayment':
        return { type: 'responseReceived', effect: effect.type, response: await createPayment(formRequest, effect) }
      case 'fetchStatus': {
        const { purpose, requestCount } = effect
        const response = { data: await readStatus(context, session) }
        return { type: 'statusReceived', purpose, requestCount, response }
      }
      case 'cancelPayment':
      case 'resendPrompt':
      case 'submitCode': {
        const result = await applyBuyerAction(context, session, effect)
        const response = result.ok ? { data: result.value.data } : { error: result.error }
        return { type: 'responseReceived', effect: effect.type, response }
      }
    }
  }
  return undefined
}

async function createPayment(
  { context, session, request, requestId, latestRef }: FormRequest,
  { body }: Extract<CheckoutEffect, { readonly type: 'createPayment' }>,
): Promise<CheckoutResponse> {
  const languageTag = request.query?.get('lang') ?? ''
  const language = isLanguage(languageTag) ? languageTag : undefined
  // JSON omits undefined values.
  const read = checkInput(JSON.parse(JSON.stringify(body)), 'PaymentInput')
  const { status, body: text } = await pay(context, session, { request, requestId, read, latestRef, language })
  const { data, error } = JSON.parse(text) as CheckoutResponse
  return status < 300 ? { data } : { ...(error && { error }), isLost: status >= 500 }
}

/** Renders a page. */
function show({ language, ...page }: Page, code = 200): HttpResponse {
  const { state, status, merchant } = page
  const isPending = ['prompt', 'pending', 'redirect'].includes(state) && status
  // A new attempt for this page, so that a form sent twice pays once.
  const attempts = page.attempts ?? (state === 'number' || state === 'card' ? crypto.randomUUID() : undefined)
  return checkoutPage({
    code,
    page: 'pay',
    title: merchant ? `${merchant} · Cedi` : 'Cedi',
    wording: wordingOf(language),
    model: { ...page, attempts },
    // As a string, because a `meta` component would move out of the `noscript` element.
    head: [isPending && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`],
  })
}
