import { byId, element } from './dom.js'

/** An entry, as the control API lists it. */
export interface Entry {
  readonly sequence: number
  readonly at: string
  readonly kind: string
  readonly source: string
  readonly postings: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[]
}

/** The shown part of a payment. */
export interface Payment {
  readonly ref: string
  readonly status: string
  readonly amount: number
  readonly network: string | null
  readonly failure: { readonly code: string } | null
}

/** Both, as they stand. */
export interface Books {
  readonly payments: readonly Payment[]
  readonly entries: readonly Entry[]
}

/** What each account means, for first-time visitors. */
const accountNames: Readonly<Record<string, string>> = {
  'psp:mtn': 'MTN holds',
  'psp:telecel': 'Telecel holds',
  'psp:airteltigo': 'AirtelTigo holds',
  'psp:card': 'The card network holds',
  'bank:operating': 'The bank',
  'merchant:pending': 'Ama, not yet available',
  'merchant:available': 'Ama, available',
  'merchant:refunds_payable': 'Set aside for refunds',
  'merchant:payouts_in_transit': 'Payouts on their way',
  'fees:income': 'Fees of the service',
  suspense: 'Money nobody expected',
}

const networks: Readonly<Record<string, string>> = {
  mtn: 'MTN',
  telecel: 'Telecel',
  airteltigo: 'AirtelTigo',
  visa: 'Visa',
  mastercard: 'Mastercard',
}

const cedis = new Intl.NumberFormat('en-GH', { minimumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Africa/Accra' })

/** A time as the page shows it: in Accra. */
export const timeText = (ms: number): string => moment.format(ms)

/** `payment_received` for people: `Payment received`. */
const words = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Shows the payments and entries, the newest first. New ones are highlighted for a moment. */
export function showBooks({ payments, entries }: Books): void {
  byId('payments').replaceChildren(...payments.map(paymentRow))
  byId('no-payments').hidden = payments.length > 0
  const list = byId('entries')
  const known = Number(list.dataset['known'] ?? entries.at(-1)?.sequence ?? 0)
  list.replaceChildren(...entries.toReversed().map((entry) => entryItem(entry, known)))
  list.dataset['known'] = String(entries.at(-1)?.sequence ?? 0)
  byId('no-entries').hidden = entries.length > 0
}

function paymentRow({ ref, status, amount, network, failure }: Payment): HTMLElement {
  const state = element(
    'b',
    { class: `state ${status}` },
    failure ? `${words(status)}: ${failure.code}` : words(status),
  )
  const way = networks[network ?? ''] ?? 'Payment'
  return element(
    'li',
    {},
    element('span', {}, `${way} GH₵${cedis.format(amount)} `),
    state,
    ' ',
    element('code', {}, ref),
  )
}

function entryItem({ sequence, at, kind, source, postings }: Entry, known: number): HTMLElement {
  const title = element(
    'p',
    {},
    element('b', {}, words(kind)),
    ' ',
    element('time', { datetime: at }, timeText(Date.parse(at))),
  )
  const head = ['Debit', 'Credit', 'GH₵'].map((text) => element('th', { scope: 'col' }, text))
  const rows = postings.map(({ debit, credit, amount }) =>
    element('tr', {}, account(debit), account(credit), element('td', {}, cedis.format(amount))),
  )
  const caption = element('caption', {}, `Entry ${sequence}, from ${source}`)
  const table = element(
    'table',
    {},
    caption,
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  )
  return element('li', sequence > known ? { class: 'new' } : {}, title, table)
}

const account = (id: string): HTMLElement =>
  element('td', {}, accountNames[id] ?? words(id), ' ', element('code', {}, id))
