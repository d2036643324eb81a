import { amountText } from '@cedi/contract/amount-text'
import { type MobileNetwork, mobileNetworks } from '@cedi/mock-server/instruments'
import type { Template, Values } from '../kit/template.js'
import { asksOf, isElsewhere, type Model, resendAfterMs } from './model.js'
import type { Choice } from './typed.js'
import type { Menu, ViewName, Wording } from './wording.js'

const cardNames: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' }

/** The name of what the buyer pays with. */
export const networkName = (network = ''): string =>
  cardNames[network] ?? mobileNetworks[network as Exclude<Choice, 'card'>]?.name ?? ''

/** The time that is left for a payment, in minutes and seconds: `04:32`; nothing when it has no end. */
export const clockText = ({ status, nowMs }: Model): string => {
  const end = status?.payment?.expires_at
  return end ? new Date(Math.max(0, Date.parse(end) - nowMs + 999)).toISOString().slice(14, 19) : ''
}

/** How much of a payment's time is used, in hundredths. */
export const goneOf = ({ status, nowMs }: Model): string => {
  const { created_at, expires_at } = status?.payment ?? {}
  const [from, to] = [Date.parse(created_at ?? ''), Date.parse(expires_at ?? '')]
  return to > from ? String(Math.min(100, Math.max(0, Math.round((100 * (nowMs - from)) / (to - from))))) : ''
}

/** The fields with a hint beside them. */
const hinted = ['phone', 'number', 'place', 'reach', 'email']

/** The values for the templates, by their names. */
export function valuesOf(model: Model, { locale, texts, menus }: Wording): Values {
  const { state, merchant, status, choice, problem, note } = model
  const payment = status?.payment
  const network = (state === 'number' ? choice : payment?.network) ?? choice ?? ''
  const { ussd = '', approvals, voucher }: Partial<Menu> = menus?.[network] ?? {}
  const amount = amountText(model.pesewas, locale)
  const channels = status?.intent.channels ?? ['mobile_money', 'card']
  const code = payment?.failure?.code as keyof Wording['texts']
  const reason = texts[code] ?? texts.provider_error
  const field = problem?.field
  const { prefixes = ['24'] } = mobileNetworks[network as MobileNetwork] ?? {}
  const example = `0${prefixes[0]} 412 3789`
  return {
    state,
    merchant,
    // Drawn by the style, so that screen readers skip it.
    initial: [...merchant][0]?.toUpperCase(),
    amount,
    figure: amount.slice(3),
    what: status?.intent.product,
    wallets: channels.includes('mobile_money'),
    cards: channels.includes('card'),
    brands: texts.cardText,
    network: networkName(network),
    ussd,
    dial: `tel:${encodeURIComponent(ussd)}`,
    approvals,
    voucher,
    typed: model.phone,
    ...contactOf(model),
    // As its owner knows it: `024 ••• 3789`.
    phone: payment?.phone?.replace(/^\+233(\d\d)\*+/, '0$1 ••• '),
    asked: payment?.next_action?.type === 'enter_code',
    bank: payment?.next_action?.url,
    clock: clockText(model),
    gone: goneOf(model),
    early: model.nowMs - Date.parse(payment?.created_at as string) < resendAfterMs,
    ref: payment?.ref,
    keys: status?.licenses?.join('\n') || undefined,
    frame: model.inFrame,
    shop: !model.inFrame && (status ? (status.return_url ?? status.home) : model.home),
    mine: status?.mine,
    // "Nothing yet" and "nothing known" look the same, so they are not drawn again.
    receipt: status?.receipt || undefined,
    page: model.fullPage,
    left: model.sent,
    late: code === 'payment_expired',
    reason,
    said: note && texts[note],
    hasScript: model.hasScript,
    example,
    [`${model.busy}Busy`]: 'true',
    ...(model.next && { [`${model.next.act}Busy`]: 'true' }),
    ...Object.fromEntries(hinted.map((name) => [`${name}By`, `${name}-hint`])),
    ...(problem && {
      [`${field}By`]: `${field}-problem`,
      [`${field}Wrong`]: 'true',
      [`${field}Problem`]: (texts[problem.word as keyof Wording['texts']] ?? reason)?.replace('{example}', example),
    }),
  }
}

/** What the buyer told or tells the seller. */
function contactOf(model: Model): Values {
  const asks = asksOf(model)
  const { name, place, reach, remark, email } = model
  return { asksPlace: asks === 'delivery', asksEmail: asks === 'email', name, place, reach, remark, email }
}

/**
 * The view of a model. Of somebody else's payment it shows nothing and allows nothing. What is unknown here is not
 * cancelled.
 */
export function viewOf(model: Model): ViewName {
  if (isElsewhere(model)) return 'elsewhere'
  if (model.state === 'expired' && !model.merchant) return 'unknown'
  if (model.isAsked) return 'question'
  // Not every checkout needs its fields, so they come with the later texts.
  return model.state === 'number' && asksOf(model) ? 'goods' : model.state
}

/** The whole checkout in one of its states. Server and browser show the same. @decision 0029 */
export const checkoutTemplate = (model: Model, { header, footer, views }: Wording): Template => [
  'main',
  { id: 'checkout', class: 'slip', 'data-state': '{state}' },
  header ?? '',
  ['section', { 'aria-labelledby': 'title' }, ...(views[viewOf(model)] ?? views.loading)],
  footer ?? '',
]
