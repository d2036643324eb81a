import type { CheckoutState } from '@cedi/contract/checkout-messages'
import { type MobileNetworkFacts, mobileNetworks } from '../../networks.js'
import type { MobileNetwork } from '../../phone.js'
import { icon, mark } from '../icons.js'
import { checkoutLanguages, fill } from '../languages/words.js'
import { type Child, h, type Tree } from '../tree.js'
import { type Model, resendAfterMs } from './model.js'
import {
  action,
  clockText,
  field,
  form,
  lines,
  networkName,
  prose,
  type Said,
  say,
  shownPhone,
  title,
  trouble,
  wayOut,
} from './parts.js'

const paragraph = (...children: Child[]): Tree => h('p', {}, ...children)

const factsOf = (network: string | undefined): MobileNetworkFacts =>
  mobileNetworks[network as MobileNetwork] ?? mobileNetworks.mtn

/** That nothing is added to the amount, before anything is sent. */
const price = ({ words }: Said): Tree => lines([words.fee, words.feeNone])

const way = (act: string, chip: Child, name: string, text = ''): Tree =>
  action(
    act,
    [
      h('span', { class: 'chip', 'data-network': act }, chip),
      h('span', {}, name, text && h('small', {}, text)),
      icon('go'),
    ],
    'way',
  )

function method(said: Said): Child[] {
  const { words, status, lastUsed } = said
  const channels = status?.intent.channels ?? ['mobile_money', 'card']
  const networks = Object.entries(mobileNetworks)
  networks.sort(([a], [b]) => Number(b === lastUsed) - Number(a === lastUsed))
  return [
    title(words.method),
    trouble(said),
    form(
      { ...said, choice: undefined },
      channels.includes('mobile_money') &&
        h('div', { class: 'ways' }, ...networks.map(([id, { name, short }]) => way(id, short, name))),
      channels.includes('card') && h('div', { class: 'ways' }, way('card', icon('card'), words.card, words.cardText)),
    ),
    price(said),
  ]
}

function number(said: Said): Child[] {
  const { words, amount, phone, choice } = said
  const phoneField = field(
    said,
    'phone',
    words.phone,
    { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national', value: phone, dir: 'ltr', maxlength: '24' },
    words.phoneHint,
  )
  return [
    title(...prose(words.number, { network: factsOf(choice).name })),
    form(
      said,
      trouble(said),
      phoneField,
      h('p', { id: 'suggest', 'aria-live': 'polite' }),
      price(said),
      action('pay', fill(words.pay, { amount }), 'main'),
      action('other', words.otherWays),
    ),
  ]
}

function card(said: Said): Child[] {
  const { words, amount } = said
  const digits = { inputmode: 'numeric', dir: 'ltr' }
  return [
    title(words.card),
    form(
      said,
      trouble(said),
      field(
        said,
        'number',
        words.cardNumber,
        { ...digits, autocomplete: 'cc-number', maxlength: '23' },
        words.cardText,
      ),
      h(
        'div',
        { class: 'pair' },
        field(said, 'expiry', words.expiry, { ...digits, autocomplete: 'cc-exp', maxlength: '7' }),
        field(said, 'cvc', words.cvc, { ...digits, autocomplete: 'cc-csc', maxlength: '4' }),
      ),
      h('p', { class: 'hint' }, words.cardNote),
      price(said),
      action('pay', fill(words.pay, { amount }), 'main'),
      action('other', words.otherWays),
    ),
  ]
}

const dial = (ussd: string): Tree => h('a', { href: `tel:${encodeURIComponent(ussd)}` }, h('bdi', { dir: 'ltr' }, ussd))

/** A text in which the code to dial is a link that dials it. */
function dialled(text: string, { ussd }: MobileNetworkFacts, pieces: Readonly<Record<string, string>>): Tree {
  const [before = '', after = ''] = text.split('{ussd}')
  return paragraph(...prose(before, pieces), dial(ussd), ...prose(after, pieces))
}

const menu = (items: readonly string[]): string => items.join(' › ')

/** Somebody else's payment: nothing of it is shown, and nothing can be done to it. */
const elsewhere = (said: Said): Child[] => [
  icon('wait'),
  title(said.words.pending),
  paragraph(said.words.otherBrowser),
  form(said, action('check', said.words.checkAgain, 'main')),
]

function prompt(said: Said): Child[] {
  const { words, merchant, amount, status, nowMs, note } = said
  if (!status?.mine) return elsewhere(said)
  const network = factsOf(status.payment?.network)
  const clock = clockText(said)
  const young = nowMs - Date.parse(status.payment?.created_at ?? '') < resendAfterMs
  return [
    title(...prose(words.prompt, { phone: shownPhone(said) })),
    note && h('p', { class: 'note' }, words[note]),
    trouble(said),
    h(
      'ol',
      {},
      h('li', {}, ...prose(words.promptSee, { network: network.name })),
      h('li', {}, ...prose(words.promptCheck, { merchant, amount })),
      h('li', {}, words.promptPin),
    ),
    clock && h('p', { class: 'clock' }, words.timeLeft, ' ', h('b', { id: 'clock', role: 'timer', dir: 'ltr' }, clock)),
    form(said, action('check', words.checkNow, 'main')),
    h('h2', {}, words.noPrompt),
    dialled(network.approvals.length > 0 ? words.dial : words.dialOnly, network, { menu: menu(network.approvals) }),
    form(
      said,
      action('resend', words.sendAgain, 'quiet', { id: 'resend', hidden: young }),
      action('code', words.haveCode),
      action('change', words.changeNumber),
    ),
  ]
}

function otp(said: Said): Child[] {
  const { words, status } = said
  if (!status?.mine) return elsewhere(said)
  const network = factsOf(status.payment?.network)
  const phone = shownPhone(said)
  const asked = status.payment?.next_action?.type === 'enter_code'
  const how =
    network.voucher.length > 0
      ? dialled(words.voucherDial, network, { phone, menu: menu(network.voucher) })
      : paragraph(...prose(words.otpText, { phone }))
  return [
    title(network.voucher.length > 0 ? words.voucher : words.otp),
    how,
    form(
      said,
      trouble(said),
      field(said, 'code', words.code, {
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        maxlength: '12',
        dir: 'ltr',
      }),
      action('otp', words.confirm, 'main'),
      asked ? action('change', words.changeNumber) : action('back', words.back),
    ),
  ]
}

function redirect(said: Said): Child[] {
  const { words, status } = said
  const url = status?.payment?.next_action?.url
  if (!status?.mine || !url) return elsewhere(said)
  return [
    title(words.redirect),
    paragraph(words.redirectText),
    h('a', { class: 'button main', href: url, target: '_top' }, words.toBank),
    form(said, action('check', words.checkAgain), action('change', words.otherWays)),
  ]
}

function success(said: Said): Child[] {
  const { words, merchant, amount, status } = said
  const payment = status?.payment
  const keys = status?.licenses ?? []
  return [
    icon('tick'),
    title(words.success),
    paragraph(...prose(words.successText, { merchant, amount })),
    lines([words.paidWith, networkName(payment?.network)], [words.reference, payment?.ref]),
    keys.length > 0 &&
      h(
        'div',
        { class: 'keys' },
        h('h2', {}, words.license),
        ...keys.map((key) => h('code', { dir: 'ltr' }, key)),
        h('p', { class: 'hint' }, words.keepKey),
      ),
    form(said, wayOut(said, 'main')),
  ]
}

const pending = (said: Said): Child[] => [
  icon('wait'),
  title(said.words.pending),
  h('p', { class: 'note' }, said.words.doNotPayAgain),
  paragraph(...prose(said.words.pendingText, { merchant: said.merchant })),
  lines([said.words.reference, said.status?.payment?.ref]),
  form(said, action('check', said.words.checkAgain, 'main'), wayOut(said, 'quiet', 'close')),
]

function failed(said: Said): Child[] {
  const { words, status } = said
  const code = status?.payment?.failure?.code ?? ''
  const late = code === 'payment_expired'
  return [
    icon('cross'),
    title(words.failed),
    paragraph(Object.hasOwn(words, code) ? words[code as keyof typeof words] : words.provider_error),
    late ? null : paragraph(words.nothingTaken),
    form(
      said,
      action('retry', words.tryAgain, 'main'),
      late && action('check', words.checkAgain),
      action('other', words.otherWays),
    ),
  ]
}

const views: Readonly<Record<CheckoutState, (said: Said) => Child[]>> = {
  loading: ({ words }) => [h('div', { class: 'spin' }), title(words.loading)],
  method,
  number,
  card,
  sending: ({ words }) => [h('div', { class: 'spin' }), title(words.sending)],
  prompt,
  otp,
  redirect,
  success,
  pending,
  failed,
  expired: (said) => [
    icon('wait'),
    title(said.words.expired),
    paragraph(said.words.expiredText),
    form(said, wayOut(said, 'main', 'close')),
  ],
  offline: (said) => [
    icon('wait'),
    title(said.words.offline),
    paragraph(said.sent ? said.words.offlineSent : said.words.offlineNotSent),
    form(said, action('check', said.words.checkAgain, 'main')),
  ],
  blocked: ({ words, fullPage }) => [
    icon('cross'),
    title(words.blocked),
    paragraph(words.blockedText),
    fullPage &&
      h('a', { class: 'button main', href: fullPage, target: '_blank', rel: 'noopener noreferrer' }, words.openTab),
  ],
}

/** The whole checkout in one of its states. Server and browser show the same. @decision 0029 */
export function checkoutView(model: Model): Tree {
  const said = say(model)
  const { merchant, status, state } = said
  return h(
    'main',
    { id: 'checkout', class: 'slip', 'data-state': state },
    merchant !== '' &&
      h(
        'header',
        {},
        h('p', { class: 'merchant' }, h('bdi', {}, merchant)),
        h('p', { class: 'amount' }, h('bdi', { dir: 'ltr' }, h('span', {}, 'GH₵'), said.amount.slice(3))),
        status?.intent.product && h('p', { class: 'what' }, h('bdi', {}, status.intent.product)),
      ),
    h('section', { 'aria-labelledby': 'title' }, ...views[state](said)),
    foot(said),
  )
}

const foot = ({ words, language }: Said): Tree =>
  h(
    'footer',
    {},
    mark(),
    h('b', {}, 'Cedi'),
    h('span', {}, words.test),
    h(
      'form',
      { method: 'post' },
      ...Object.entries(checkoutLanguages)
        .filter(([tag]) => tag !== language)
        .map(([tag, { facts }]) => action(tag, facts.name, 'tongue', { lang: tag })),
    ),
  )
