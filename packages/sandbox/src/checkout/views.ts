import { mobileNetworks, networkMenus } from '@cedi/mock-server/internal'
import { laterStyle } from '../generated/styles.js'
import * as en from '../kit/languages/en.js'
import * as fr from '../kit/languages/fr.js'
import type { CheckoutTexts, CheckoutWords, LanguageFacts } from '../kit/languages/language.js'
import { fill, type LanguageTag, languageTags } from '../kit/languages/words.js'
import type { Template } from '../kit/template.js'
import {
  button,
  confirmLeave,
  dialText,
  exit,
  expired,
  field,
  form,
  formProblem,
  header,
  heading,
  highlight,
  icons,
  lines,
  mark,
  notice,
  paragraph,
  success,
  title,
} from './view-parts.js'
import type { ViewName, Wording } from './wording.js'

interface Language {
  readonly facts: LanguageFacts
  readonly checkout: CheckoutWords
  readonly texts: CheckoutTexts
}

const languages: Readonly<Record<LanguageTag, Language>> = { en, fr }

/** Shows that the buyer pays no fee. */
const price = (words: CheckoutWords): Template => ['p', { class: 'hint' }, words.noFee]

/** Path of the countdown. */
const ring = 'M12 2a10 10 0 1 1-.01 0'

const spinner: Template = ['div', { class: 'spin' }]

/** Button of a payment method. The style adds its logo. */
const methodButton = (choice: string, name: string): Template => button(choice, [['span', {}, name]], 'way')

const pay = (words: CheckoutWords): Template[] => [
  price(words),
  button('pay', [['span', {}, words.pay]], 'main'),
  button('other', words.otherWays),
]

const method = (words: CheckoutWords): Template[] => [
  title(words.method),
  notice,
  formProblem,
  form(
    ['div', { if: 'wallets' }, ...Object.entries(mobileNetworks).map(([id, { name }]) => methodButton(id, name))],
    ['div', { if: 'cards' }, methodButton('card', words.card)],
  ),
  price(words),
]

const number = (words: CheckoutWords, contact: Template[] = []): Template[] => [
  title(words.number),
  form(
    formProblem,
    field(
      'phone',
      words.phone,
      { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national', value: '{phoneInput}', maxlength: '64' },
      words.phoneHint,
    ),
    ['p', { id: 'suggest', 'aria-live': 'polite' }],
    ...contact,
    ...pay(words),
  ),
]

/** Removes the attribute `required`, because a value without a name is always absent. */
const optional = { required: '{}' }

/** Fields for the contact details that the seller needs. */
const contact = (words: CheckoutWords, isPhoneRequired: boolean): Template[] => [
  [
    'div',
    { if: 'needsPlace' },
    ['h2', {}, words.delivery],
    field('name', words.name, { autocomplete: 'name', value: '{name}', maxlength: '120', dir: 'auto' }),
    field(
      'place',
      words.place,
      { autocomplete: 'street-address', value: '{place}', maxlength: '200', dir: 'auto' },
      words.placeHint,
    ),
    field(
      'reach',
      isPhoneRequired ? words.deliveryPhone : words.reach,
      {
        type: 'tel',
        inputmode: 'tel',
        autocomplete: 'tel-national',
        value: '{reach}',
        maxlength: '64',
        ...(isPhoneRequired ? {} : optional),
      },
      isPhoneRequired ? words.phoneHint : words.reachHint,
    ),
    field('remark', words.remark, { ...optional, value: '{remark}', maxlength: '300', dir: 'auto' }),
  ],
  [
    'div',
    { if: 'needsEmail' },
    field(
      'email',
      words.email,
      { ...optional, type: 'email', autocomplete: 'email', value: '{email}', maxlength: '254' },
      words.emailHint,
    ),
  ],
]

const digits = { inputmode: 'numeric' }

const card = (words: CheckoutWords): Template[] => [
  title(words.card),
  form(
    formProblem,
    field('number', words.cardNumber, { ...digits, autocomplete: 'cc-number', maxlength: '64' }, '{brands}'),
    [
      'div',
      { class: 'pair' },
      field('expiry', words.expiry, { ...digits, autocomplete: 'cc-exp', maxlength: '16' }),
      field('cvc', words.cvc, { ...digits, autocomplete: 'cc-csc', maxlength: '4' }),
    ],
    ['p', { class: 'hint' }, words.cardNote],
    ...contact(words, true),
    ...pay(words),
  ),
]

const prompt = (words: CheckoutWords): Template[] => [
  title(words.prompt),
  notice,
  formProblem,
  [
    'div',
    { class: 'wait' },
    [
      'svg',
      { if: 'clock', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      ['path', { d: ring }],
      ['path', { id: 'ring', d: ring, pathLength: '100', 'stroke-dasharray': '100', 'stroke-dashoffset': '{elapsed}' }],
    ],
    [
      'div',
      {},
      ['b', {}, words.asking],
      ['p', { if: 'clock' }, words.timeLeft, ' ', ['b', { id: 'clock', role: 'timer', dir: 'ltr' }, '{clock}']],
    ],
  ],
  ['ol', {}, ['li', {}, words.promptSee], ['li', {}, words.promptCheck], ['li', {}, words.promptPin]],
  form(button('check', words.checkNow)),
  ['h2', {}, words.noPrompt],
  dialText(fill(words.dial, { menu: '{approvals}', ussd: '{ussd}' }), { if: 'approvals' }),
  dialText(words.dialOnly, { unless: 'approvals' }),
  form(
    button('resend', words.sendAgain, 'quiet', { id: 'resend', hidden: '{isResendEarly}' }),
    button('code', words.haveCode),
    button('change', words.changeNumber),
  ),
]

const otp = (words: CheckoutWords): Template[] => [
  ['h1', { if: 'voucher', ...heading }, words.voucher],
  ['h1', { unless: 'voucher', ...heading }, words.otp],
  notice,
  dialText(fill(words.voucherDial, { menu: '{voucher}', ussd: '{ussd}', phone: '{phone}' }), { if: 'voucher' }),
  ['p', { unless: 'voucher' }, words.otpText],
  form(
    formProblem,
    field('code', words.code, { ...digits, autocomplete: 'one-time-code', maxlength: '24' }),
    button('otp', words.confirm, 'main'),
    button('resend', words.sendAgain, 'quiet', { unless: 'voucher' }),
    button('change', words.changeNumber, 'quiet', { if: 'needsCode' }),
    button('back', words.back, 'quiet', { unless: 'needsCode' }),
  ),
]

const failed = (words: CheckoutWords): Template[] => [
  icons.cross,
  title(words.failed),
  notice,
  paragraph('{reason}'),
  ['p', { unless: 'isPaymentExpired' }, words.nothingTaken],
  form(
    button('retry', words.tryAgain, 'main'),
    button('check', words.checkAgain, 'quiet', { if: 'isPaymentExpired' }),
    button('other', words.otherWays),
  ),
]

const toViews = (words: CheckoutWords): Readonly<Record<ViewName, readonly Template[]>> => ({
  loading: [spinner, title(words.loading)],
  method: method(words),
  number: number(words),
  contact: number(words, contact(words, false)),
  card: card(words),
  sending: [spinner, title(words.sending), notice],
  prompt: prompt(words),
  otp: otp(words),
  redirect: [
    title(words.redirect),
    paragraph(words.redirectText),
    notice,
    ['a', { class: 'button main', href: '{bank}', target: '_top' }, words.toBank],
    form(formProblem, button('check', words.checkAgain), button('other', words.otherWays)),
  ],
  success: success(words),
  pending: [
    icons.wait,
    title(words.pending),
    notice,
    highlight(words.doNotPayAgain),
    paragraph(words.pendingText),
    lines([words.reference, '{ref}']),
    form(button('check', words.checkAgain, 'main'), ...exit(words, 'quiet', 'close')),
  ],
  confirmLeave: confirmLeave(words),
  failed: failed(words),
  expired: expired(words),
  unknown: [
    icons.wait,
    title(words.unknown),
    paragraph(words.unknownText),
    form(button('close', words.done, 'main', { if: 'frame' })),
    ['a', { if: 'shop', class: 'button main', href: '{shop}' }, words.toShop],
  ],
  offline: [
    icons.wait,
    title(words.offline),
    ['p', { if: 'mayBeSent' }, words.offlineSent],
    ['p', { unless: 'mayBeSent' }, words.offlineNotSent],
    form(button('check', words.checkAgain, 'main')),
  ],
  blocked: [
    icons.cross,
    title(words.blocked),
    paragraph(words.blockedText),
    [
      'a',
      { if: 'page', class: 'button main', href: '{page}', target: '_blank', rel: 'noopener noreferrer' },
      words.openTab,
    ],
  ],
  otherBrowser: [
    icons.wait,
    title(words.pending),
    notice,
    paragraph(words.otherBrowser),
    form(button('check', words.checkAgain, 'main')),
  ],
})

const footer = (words: CheckoutWords, language: LanguageTag): Template => [
  'footer',
  {},
  mark,
  ['b', {}, 'Cedi'],
  ['span', {}, words.test],
  form(
    ...languageTags
      .filter((tag) => tag !== language)
      .map((tag) => button(tag, languages[tag].facts.name, 'tongue', { lang: tag })),
  ),
]

const menu = (items: readonly string[]): string => items.join(' › ')
const menus = Object.fromEntries(
  Object.entries(networkMenus).map(([id, { ussd, approvals, voucher }]) => [
    id,
    { ussd, approvals: menu(approvals), voucher: menu(voucher) },
  ]),
)

/** Returns the checkout in one language. */
export function wordingOf(tag: LanguageTag): Wording {
  const { facts, texts, checkout: words } = languages[tag]
  return {
    tag,
    dir: facts.dir,
    locale: facts.locale,
    texts,
    header,
    footer: footer(words, tag),
    views: toViews(words),
    style: laterStyle.code,
    suggestion: [
      words.suggest,
      ['button', { class: 'quiet', type: 'button', value: '{to}' }, ['span', {}, words.useIt]],
    ],
    menus,
  }
}

/**
 * Returns the part that a buyer with a wallet needs before the first request.
 *
 * @param hasHeader - Whether the page already shows the header.
 */
export function firstWordingOf(wording: Wording, hasHeader: boolean): Wording {
  // The root element contains language and direction.
  const { menus: _, footer: __, tag: ___, dir: ____, style: _____, header, ...pageWording } = wording
  const { loading, method, number, sending, offline } = pageWording.views
  const { badPhone, badRequest, outOfStock, cardText, slow } = pageWording.texts
  return {
    ...pageWording,
    ...(!hasHeader && { header }),
    texts: { badPhone, badRequest, outOfStock, cardText, slow },
    // The icon needs the later style. `loading` is shown until the texts of a later state arrive.
    views: { loading, method, number, sending, offline: offline?.slice(1) },
  } as unknown as Wording
}
