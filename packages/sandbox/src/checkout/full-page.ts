import { cardDigits, mobileNetworks, parsePhone } from '@cedi/mock-server/instruments'
import type { Answer, IncomingRequest } from '@cedi/mock-server/service'
import { type Context, checkInput, rootOf } from '@cedi/mock-server/service'
import { html } from 'hono/html'
import { seeOther } from '../kit/document.js'
import { askedLanguages } from '../kit/languages/store.js'
import { chooseLanguage, isLanguage, type LanguageTag } from '../kit/languages/words.js'
import { type CheckoutStatus, type Choice, type Model, type Problem, stateOf } from './model.js'
import { checkoutPage } from './page.js'
import { pay } from './pay.js'
import { isMine, openSession, paymentOf, type Session, statusOf } from './session.js'
import { cancelPayment, enterCode } from './steps.js'
import { wordingOf } from './views.js'

/** So often a page without a script looks whether a payment has come. */
const refreshSeconds = 4

/**
 * `/pay/{token}`: the checkout as a page of its own. Every step is a form, so that it works without a script; with
 * one, the same page goes on without loading again. `/pay` is where it goes on after a reload.
 *
 * @decision 0029
 */
export async function payPage(context: Context, request: IncomingRequest, requestId: string): Promise<Answer> {
  const token = request.path.slice('/pay/'.length)
  const { query } = request
  const form = new URLSearchParams(request.method === 'POST' ? (request.body ?? '') : '')
  const attempt = short(form.get('attempt')) || short(query?.get('a'))
  const language = chooseLanguage(askedLanguages(query, request.headers.get('accept-language')))
  const first = { language, merchant: '', pesewas: 0, nowMs: context.clock.nowMs(), inFrame: false }
  // After a reload the token is in the history of the browser, and not in the address.
  if (token === '') return show({ ...first, state: 'loading' }, 200)
  const session = await openSession(context, { token, attempt })
  if (!session) return show({ ...first, state: 'expired' }, 404)
  const status = await statusOf(context, session)
  const { amount, merchant } = status.intent
  const model = { ...first, merchant, pesewas: Math.round(amount * 100), status }
  if (request.method === 'POST') return act(context, session, { form, model, request, requestId })
  const state = stateOf(status, model.nowMs)
  // Whoever pays knows already that it failed. Whoever opens the checkout again chooses again, and reads why.
  const isOld = state === 'failed' && status.payment?.status === 'failed' && !status.mine
  return show({ ...model, ...(isOld ? { state: 'method', problem: { field: '', word: 'failed' } } : { state }) })
}

interface Page extends Model {
  readonly language: LanguageTag
}

const short = (text: string | null | undefined): string => (text && /^[\w-]{1,64}$/.test(text) ? text : '')

interface Act {
  readonly form: URLSearchParams
  readonly model: Omit<Page, 'state'> & { readonly status: CheckoutStatus }
  readonly request: IncomingRequest
  readonly requestId: string
}

/** Does what a form asks for, and shows the next step or sends the browser there. */
async function act(context: Context, session: Session, asked: Act): Promise<Answer> {
  const { form, model, request } = asked
  const name = form.get('act') ?? ''
  const query = new URLSearchParams(request.query)
  const goOn = (attempt = session.attempt): Answer => {
    if (attempt) query.set('a', attempt)
    return seeOther(`${rootOf({ context, request })}/pay/${session.token}${query.size > 0 ? `?${query}` : ''}`)
  }
  if (isLanguage(name)) {
    query.set('lang', name)
    return goOn()
  }
  const payment = await paymentOf(context, session)
  const mine = await isMine(context, session, payment)
  if (payment?.status === 'pending') {
    if (!mine) return goOn()
    if (name === 'code') return show({ ...model, state: 'otp' })
    if (name === 'otp') {
      const verdict = await enterCode(context, payment, (form.get('code') ?? '').replace(/[\s-]/g, ''))
      if (verdict !== 'wrong') return goOn()
      return show({ ...model, state: 'otp', problem: { field: 'code', word: 'badCode' } }, 422)
    }
    if (name !== 'change' && name !== 'other') return goOn()
    await cancelPayment(context, payment)
    const status = await statusOf(context, session)
    if (status.payment?.status !== 'cancelled') return goOn()
    return show({ ...model, status, ...(name === 'change' ? retried(status) : { state: 'method' }) })
  }
  if (stateOf(model.status, model.nowMs) === 'success' || model.status.intent.status !== 'open') return goOn()
  if (Object.hasOwn(mobileNetworks, name))
    return show({ ...model, state: 'number', choice: name as Choice, phone: typedPhone(form) })
  if (name === 'card') return show({ ...model, state: 'card', choice: 'card' })
  if (name === 'retry') return show({ ...model, ...retried(model.status) })
  if (name === 'pay') return submit(context, session, asked, goOn)
  return name === 'other' ? show({ ...model, state: 'method' }) : goOn()
}

/** The form that a payment came from. */
const retried = ({ payment }: CheckoutStatus): Pick<Model, 'state' | 'choice'> =>
  payment?.method === 'card'
    ? { state: 'card', choice: 'card' }
    : { state: 'number', choice: (payment?.network ?? 'mtn') as Choice }

const typedPhone = (form: URLSearchParams): string => form.get('phone') ?? ''

async function submit(
  context: Context,
  session: Session,
  { form, model, request, requestId }: Act,
  goOn: (attempt: string) => Answer,
): Promise<Answer> {
  const choice = form.get('choice') ?? ''
  const attempt = session.attempt || crypto.randomUUID()
  const isCard = choice === 'card'
  const read = isCard ? readCard(form) : readPhone(form, choice)
  const again = (problem: Problem) =>
    show(
      {
        ...model,
        state: isCard ? 'card' : 'number',
        choice: (isCard || Object.hasOwn(mobileNetworks, choice) ? choice : 'mtn') as Choice,
        phone: typedPhone(form),
        problem,
      },
      422,
    )
  if ('field' in read) return again(read)
  const language = request.query?.get('lang') ?? ''
  const returnQuery = `?a=${attempt}${isLanguage(language) ? `&lang=${language}` : ''}`
  const input = checkInput(read, 'PaymentInput')
  const answer = await pay(context, { ...session, attempt }, { request, requestId, read: input, returnQuery })
  if (answer.status < 300) return goOn(attempt)
  const { error } = JSON.parse(answer.body) as { error: { code: string; field?: string } }
  // Something is under way, or over: the page of the status tells which.
  if (error.code === 'invalid_state' || error.code === 'idempotency_in_progress') return goOn(attempt)
  if (error.code === 'invalid_phone') return again({ field: 'phone', word: 'badPhone' })
  if (error.field?.startsWith('card') || error.code === 'network_mismatch')
    return again({ field: 'number', word: 'badCard' })
  return again({ field: '', word: error.code === 'out_of_stock' ? 'outOfStock' : 'badRequest' })
}

/** The body of a payment. */
interface Sent {
  readonly method: string
}

function readPhone(form: URLSearchParams, network: string): Sent | Problem {
  const phone = typedPhone(form)
  if (!parsePhone(phone)) return { field: 'phone', word: 'badPhone' }
  return { method: 'mobile_money', network, phone } as Sent
}

function readCard(form: URLSearchParams): Sent | Problem {
  const number = cardDigits(form.get('number') ?? '')
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/.exec(form.get('expiry')?.trim() ?? '') ?? []
  const cvc = form.get('cvc')?.trim() ?? ''
  if (!/^\d{12,19}$/.test(number)) return { field: 'number', word: 'badCard' }
  if (!month) return { field: 'expiry', word: 'badExpiry' }
  if (!/^\d{3,4}$/.test(cvc)) return { field: 'cvc', word: 'badCvc' }
  const card = { number, expiry_month: Number(month), expiry_year: 2000 + Number(year), cvc }
  return { method: 'card', card } as Sent
}

/** Writes the page of a model. */
function show({ language, ...given }: Page, code = 200): Answer {
  const { state, status, merchant } = given
  const waits = ['prompt', 'pending', 'redirect'].includes(state) && status
  // Made for this page: whoever sends the form twice pays once.
  const attempt = given.attempt ?? (state === 'number' || state === 'card' ? crypto.randomUUID() : undefined)
  return checkoutPage({
    code,
    page: 'pay',
    title: merchant ? `${merchant} · Cedi` : 'Cedi',
    wording: wordingOf(language),
    model: { ...given, attempt },
    // As text: a component of this name would be moved to the end of the head, where it works with a script too.
    head: [waits && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`],
  })
}
