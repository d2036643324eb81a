import { mobileNetworks, networkMenus } from '@cedi/mock-server/instruments'
import { laterStyle } from '../generated/styles.js'
import * as en from '../kit/languages/en.js'
import * as fr from '../kit/languages/fr.js'
import type { CheckoutTexts, CheckoutWords, LanguageFacts } from '../kit/languages/language.js'
import { fill, type LanguageTag, languageTags } from '../kit/languages/words.js'
import type { Template } from '../kit/template.js'
import { icons, mark } from './icons.js'
import { question, success } from './paid.js'
import { action, dialled, field, form, lines, notice, paragraph, said, title, trouble, wayOut } from './parts.js'
import type { ViewName, Wording } from './wording.js'

interface Language {
  readonly facts: LanguageFacts
  readonly checkout: CheckoutWords
  readonly texts: CheckoutTexts
}

const languages: Readonly<Record<LanguageTag, Language>> = { en, fr }

/** Says, before anything is sent, that nothing is added to the amount. */
const price = (words: CheckoutWords): Template => lines([words.fee, words.feeNone])

/** The time left, as a ring that empties. */
const ring = 'M12 2a10 10 0 1 1-.01 0'

const spinner: Template = ['div', { class: 'spin' }]

/** A way to pay; its mark is drawn by the style. */
const way = (act: string, name: string): Template => action(act, [['span', {}, name]], 'way')

const pay = (words: CheckoutWords): Template[] => [
  price(words),
  action('pay', [['span', {}, words.pay]], 'main'),
  action('other', words.otherWays),
]

const method = (words: CheckoutWords): Template[] => [
  title(words.method),
  trouble,
  form(
    ['div', { if: 'wallets' }, ...Object.entries(mobileNetworks).map(([id, { name }]) => way(id, name))],
    ['div', { if: 'cards' }, way('card', words.card)],
  ),
  price(words),
]

const number = (words: CheckoutWords, contact: Template[] = []): Template[] => [
  title(words.number),
  form(
    trouble,
    field(
      'phone',
      words.phone,
      { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national', value: '{typed}', maxlength: '24' },
      words.phoneHint,
    ),
    ['p', { id: 'suggest', 'aria-live': 'polite' }],
    ...contact,
    ...pay(words),
  ),
]

/** A value that is never present, so the attribute is left out. */
const optional = { required: '{}' }

/** What the seller has to know: where to deliver, or where to write to. */
const contact = (words: CheckoutWords, isReachNeeded: boolean): Template[] => [
  [
    'div',
    { if: 'asksPlace' },
    ['h2', {}, words.toReach],
    field('name', words.name, { autocomplete: 'name', value: '{name}', maxlength: '120', dir: 'auto' }),
    field(
      'place',
      words.place,
      { autocomplete: 'street-address', value: '{place}', maxlength: '200', dir: 'auto' },
      words.placeHint,
    ),
    field(
      'reach',
      isReachNeeded ? words.phone : words.reach,
      {
        type: 'tel',
        inputmode: 'tel',
        autocomplete: 'tel-national',
        value: '{reach}',
        maxlength: '24',
        ...(isReachNeeded ? {} : optional),
      },
      isReachNeeded ? words.phoneHint : words.reachHint,
    ),
    field('remark', words.remark, { ...optional, value: '{remark}', maxlength: '300', dir: 'auto' }),
  ],
  [
    'div',
    { if: 'asksEmail' },
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
    trouble,
    field('number', words.cardNumber, { ...digits, autocomplete: 'cc-number', maxlength: '23' }, '{brands}'),
    [
      'div',
      { class: 'pair' },
      field('expiry', words.expiry, { ...digits, autocomplete: 'cc-exp', maxlength: '7' }),
      field('cvc', words.cvc, { ...digits, autocomplete: 'cc-csc', maxlength: '4' }),
    ],
    ['p', { class: 'hint' }, words.cardNote],
    ...contact(words, true),
    ...pay(words),
  ),
]

const prompt = (words: CheckoutWords): Template[] => [
  title(words.prompt),
  said,
  trouble,
  [
    'div',
    { class: 'wait' },
    [
      'svg',
      { if: 'clock', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      ['path', { d: ring }],
      ['path', { id: 'ring', d: ring, pathLength: '100', 'stroke-dasharray': '100', 'stroke-dashoffset': '{gone}' }],
    ],
    [
      'div',
      {},
      ['b', {}, words.asking],
      ['p', { if: 'clock' }, words.timeLeft, ' ', ['b', { id: 'clock', role: 'timer', dir: 'ltr' }, '{clock}']],
    ],
  ],
  ['ol', {}, ['li', {}, words.promptSee], ['li', {}, words.promptCheck], ['li', {}, words.promptPin]],
  form(action('check', words.checkNow, 'main')),
  ['h2', {}, words.noPrompt],
  dialled(fill(words.dial, { menu: '{approvals}', ussd: '{ussd}' }), { if: 'approvals' }),
  dialled(words.dialOnly, { unless: 'approvals' }),
  form(
    action('resend', words.sendAgain, 'quiet', { id: 'resend', hidden: '{early}' }),
    action('code', words.haveCode),
    action('change', words.changeNumber),
  ),
]

const otp = (words: CheckoutWords): Template[] => [
  ['h1', { if: 'voucher', id: 'title', tabindex: '-1' }, words.voucher],
  ['h1', { unless: 'voucher', id: 'title', tabindex: '-1' }, words.otp],
  said,
  dialled(fill(words.voucherDial, { menu: '{voucher}', ussd: '{ussd}', phone: '{phone}' }), { if: 'voucher' }),
  ['p', { unless: 'voucher' }, words.otpText],
  form(
    trouble,
    field('code', words.code, { ...digits, autocomplete: 'one-time-code', maxlength: '12' }),
    action('otp', words.confirm, 'main'),
    action('resend', words.sendAgain, 'quiet', { unless: 'voucher' }),
    action('change', words.changeNumber, 'quiet', { if: 'asked' }),
    action('back', words.back, 'quiet', { unless: 'asked' }),
  ),
]

const failed = (words: CheckoutWords): Template[] => [
  icons.cross,
  title(words.failed),
  said,
  paragraph('{reason}'),
  ['p', { unless: 'late' }, words.nothingTaken],
  form(
    action('retry', words.tryAgain, 'main'),
    action('check', words.checkAgain, 'quiet', { if: 'late' }),
    action('other', words.otherWays),
  ),
]

const viewsOf = (words: CheckoutWords): Readonly<Record<ViewName, readonly Template[]>> => ({
  loading: [spinner, title(words.loading)],
  method: method(words),
  number: number(words),
  goods: number(words, contact(words, false)),
  card: card(words),
  sending: [spinner, title(words.sending), said],
  prompt: prompt(words),
  otp: otp(words),
  redirect: [
    title(words.redirect),
    paragraph(words.redirectText),
    said,
    ['a', { class: 'button main', href: '{bank}', target: '_top' }, words.toBank],
    form(trouble, action('check', words.checkAgain), action('other', words.otherWays)),
  ],
  success: success(words),
  pending: [
    icons.wait,
    title(words.pending),
    said,
    notice(words.doNotPayAgain),
    paragraph(words.pendingText),
    lines([words.reference, '{ref}']),
    form(action('check', words.checkAgain, 'main'), ...wayOut(words, 'quiet', 'close')),
  ],
  question: question(words),
  failed: failed(words),
  expired: [icons.wait, title(words.expired), paragraph(words.expiredText), form(...wayOut(words, 'main', 'close'))],
  unknown: [
    icons.wait,
    title(words.unknown),
    paragraph(words.unknownText),
    form(action('close', words.done, 'main', { if: 'frame' })),
    ['a', { if: 'shop', class: 'button main', href: '{shop}' }, words.toShop],
  ],
  offline: [
    icons.wait,
    title(words.offline),
    ['p', { if: 'left' }, words.offlineSent],
    ['p', { unless: 'left' }, words.offlineNotSent],
    form(action('check', words.checkAgain, 'main')),
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
  elsewhere: [
    icons.wait,
    title(words.pending),
    said,
    paragraph(words.otherBrowser),
    form(action('check', words.checkAgain, 'main')),
  ],
})

const header: Template = [
  'header',
  { if: 'merchant' },
  ['p', { class: 'merchant', 'data-initial': '{initial}' }, '{merchant}'],
  ['p', { class: 'amount' }, ['bdi', { dir: 'ltr' }, ['span', {}, 'GH₵'], '{figure}']],
  ['p', { if: 'what', class: 'what' }, '{what}'],
]

const footer = (words: CheckoutWords, language: LanguageTag): Template => [
  'footer',
  {},
  mark,
  ['b', {}, 'Cedi'],
  ['span', {}, words.test],
  form(
    ...languageTags
      .filter((tag) => tag !== language)
      .map((tag) => action(tag, languages[tag].facts.name, 'tongue', { lang: tag })),
  ),
]

const menu = (items: readonly string[]): string => items.join(' › ')
const menus = Object.fromEntries(
  Object.entries(networkMenus).map(([id, { ussd, approvals, voucher }]) => [
    id,
    { ussd, approvals: menu(approvals), voucher: menu(voucher) },
  ]),
)

/** The whole checkout in one language. */
export function wordingOf(tag: LanguageTag): Wording {
  const { facts, texts, checkout: words } = languages[tag]
  return {
    tag,
    dir: facts.dir,
    locale: facts.locale,
    texts,
    header,
    footer: footer(words, tag),
    views: viewsOf(words),
    style: laterStyle.code,
    suggest: [words.suggest, ['button', { class: 'quiet', type: 'button', value: '{to}' }, ['span', {}, words.useIt]]],
    menus,
  }
}

/**
 * The part that a buyer with a wallet may need before the service is asked for anything.
 *
 * @param hasHeader - Whether the page that brings it along shows already what is paid to whom.
 */
export function firstWordingOf(wording: Wording, hasHeader: boolean): Wording {
  // The root element says which language it is in.
  const { menus: _, footer: __, tag: ___, dir: ____, style: _____, header, ...whole } = wording
  const { loading, method, number, sending, offline } = whole.views
  const { badPhone, badRequest, outOfStock, cardText, slow } = whole.texts
  return {
    ...whole,
    ...(!hasHeader && { header }),
    texts: { badPhone, badRequest, outOfStock, cardText, slow },
    // Its picture comes with the later texts.
    views: { loading, method, number, sending, offline: offline?.slice(1) },
  } as unknown as Wording
}
