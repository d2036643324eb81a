import { amountText } from '@cedi/contract/amount-text'
import { type MobileNetwork, mobileNetworks, parsePhone } from '@cedi/mock-server/internal'
import type { Template, Values } from '../kit/template.js'
import type { Choice } from './form-input.js'
import { isOtherBrowserPaying, isSaleChanged, requiredContact, resendAfterMs, type ViewModel } from './model.js'
import type { NetworkMenu, ViewName, Wording } from './wording.js'

const cardNames: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' }

/** Returns the name of a network or a card brand; an empty string if unknown. */
export const networkName = (network = ''): string =>
  cardNames[network] ?? mobileNetworks[network as Exclude<Choice, 'card'>]?.name ?? ''

/** Returns the remaining time of a payment in minutes and seconds: `04:32`; an empty string if it does not expire. */
export const clockText = ({ status, nowMs }: ViewModel): string => {
  const end = status?.payment?.expires_at
  return end ? new Date(Math.max(0, Date.parse(end) - nowMs + 999)).toISOString().slice(14, 19) : ''
}

/** Returns the elapsed time of a payment in per cent. */
export const elapsedPercent = ({ status, nowMs }: ViewModel): string => {
  const { created_at, expires_at } = status?.payment ?? {}
  const [from, to] = [Date.parse(created_at ?? ''), Date.parse(expires_at ?? '')]
  return to > from ? String(Math.min(100, Math.max(0, Math.round((100 * (nowMs - from)) / (to - from))))) : ''
}

/** Formats a phone number in the format of Ghana: `055 412 3129`. */
const toLocalPhone = (phone = ''): string =>
  parsePhone(phone)?.replace(/^\+233(\d\d)(\d{3})/, '0$1\u00a0$2\u00a0') ?? phone

/** Fields with a hint. */
const hintedFields = ['phone', 'number', 'place', 'reach', 'email']

/** Returns the values of the templates. */
export function toValues(model: ViewModel, { locale, texts, menus }: Wording): Values {
  const { state, merchant, status, choice, problem, notice } = model
  const payment = status?.payment
  const network = (state === 'number' ? choice : payment?.network) ?? choice ?? ''
  const { ussd = '', approvals, voucher }: Partial<NetworkMenu> = menus?.[network] ?? {}
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
    // Rendered by the style, so that screen readers skip it.
    initial: [...merchant][0]?.toUpperCase(),
    amount,
    figure: amount.replace('GH₵', '').trim(),
    isSignLast: !amount.startsWith('GH₵'),
    what: status?.intent.product,
    wallets: channels.includes('mobile_money'),
    cards: channels.includes('card'),
    brands: texts.cardText,
    network: networkName(network),
    ussd,
    dial: `tel:${encodeURIComponent(ussd)}`,
    approvals,
    voucher,
    phoneInput: model.phone,
    ...toContactValues(model),
    // In the local format, on one line: `024 ••• 3789`.
    phone: payment?.phone?.replace(/^\+233(\d\d)\*+/, '0$1\u00a0•••\u00a0'),
    needsCode: payment?.next_action?.type === 'enter_code',
    bank: payment?.next_action?.url,
    clock: clockText(model),
    elapsed: elapsedPercent(model),
    isResendEarly: model.nowMs - Date.parse(payment?.created_at as string) < resendAfterMs,
    ref: payment?.ref,
    keys: status?.licenses?.join('\n') || undefined,
    frame: model.inFrame,
    shop: !model.inFrame && (status ? (status.return_url ?? status.home) : model.home),
    // The return URL of a buy button is set by an anonymous page, so its link must not have the merchant's name.
    shopName: status?.return_url ? new URL(status.return_url).host : merchant,
    mine: status?.mine,
    // Null and undefined look the same, and must not cause another rendering.
    receipt: status?.receipt || undefined,
    page: model.fullPage,
    mayBeSent: model.mayBeSent,
    ...toSaleValues(model, locale),
    isPaymentExpired: code === 'payment_expired',
    reason,
    notice: notice && texts[notice],
    hasScript: model.hasScript,
    example,
    [`${model.busyAction}Busy`]: 'true',
    ...(model.queuedClick && { [`${model.queuedClick.action}Busy`]: 'true' }),
    ...Object.fromEntries(hintedFields.map((name) => [`${name}By`, `${name}-hint`])),
    ...(problem && {
      [`${field}By`]: `${field}-problem`,
      [`${field}Wrong`]: 'true',
      [`${field}Problem`]: (texts[problem.text as keyof Wording['texts']] ?? reason)
        ?.replace('{example}', example)
        .replace('{number}', toLocalPhone(model.phone)),
    }),
  }
}

/** Whether the price has changed or the sale has ended since the checkout opened, and the new price. */
function toSaleValues({ status }: ViewModel, locale: string): Values {
  const isChanged = !!status && isSaleChanged(status.intent)
  const price = status?.intent.price ?? null
  return {
    isChanged,
    isUnsold: isChanged && price === null,
    newPrice: isChanged && price !== null && amountText(Math.round(price * 100), locale),
  }
}

function toContactValues(model: ViewModel): Values {
  const requirement = requiredContact(model)
  const { name, place, reach, remark, email } = model
  return {
    needsPlace: requirement === 'delivery',
    needsEmail: requirement === 'email',
    name,
    place,
    reach,
    remark,
    email,
  }
}

/** Returns the view of a model. */
export function toViewName(model: ViewModel): ViewName {
  if (isOtherBrowserPaying(model)) return 'otherBrowser'
  if (model.state === 'expired' && !model.merchant) return 'unknown'
  if (model.isConfirmingLeave) return 'confirmLeave'
  return model.state === 'number' && requiredContact(model) ? 'contact' : model.state
}

/** Returns the template of a model, for the server and the browser. @decision 0029 */
export const checkoutTemplate = (model: ViewModel, { header, footer, views }: Wording): Template => [
  'main',
  { id: 'checkout', class: 'slip', 'data-state': '{state}' },
  header ?? '',
  ['section', { 'aria-labelledby': 'title' }, ...(views[toViewName(model)] ?? views.loading)],
  footer ?? '',
]
