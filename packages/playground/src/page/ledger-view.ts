import { byId, element } from './dom.js'

/** Ledger entry of the control API. */
export interface Entry {
  readonly sequence: number
  readonly at: string
  readonly kind: string
  readonly source: string
  readonly postings: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[]
}

/** Displayed fields of a payment. */
export interface Payment {
  readonly ref: string
  readonly status: string
  readonly amount: number
  readonly network: string | null
  readonly failure: { readonly code: string } | null
}

/** Current payments and entries. */
export interface LedgerState {
  readonly payments: readonly Payment[]
  readonly entries: readonly Entry[]
}

/** Account names for visitors. */
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
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Africa/Accra',
})

/** Formats a time in the time zone of Accra. */
export const formatTime = (ms: number): string => dateTimeFormat.format(ms)

/** Converts `payment_received` to `Payment received`. */
const toTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Renders payments and entries, the newest first, and highlights new entries. */
export function showLedger({ payments, entries }: LedgerState): void {
  byId('payments').replaceChildren(...payments.map(paymentRow))
  byId('no-payments').hidden = payments.length > 0
  const list = byId('entries')
  const lastShownSequence = Number(list.dataset['known'] ?? entries.at(-1)?.sequence ?? 0)
  list.replaceChildren(...entries.toReversed().map((entry) => entryItem(entry, lastShownSequence)))
  list.dataset['known'] = String(entries.at(-1)?.sequence ?? 0)
  byId('no-entries').hidden = entries.length > 0
}

function paymentRow({ ref, status, amount, network, failure }: Payment): HTMLElement {
  const state = element(
    'b',
    { class: `state ${status}` },
    failure ? `${toTitle(status)}: ${failure.code}` : toTitle(status),
  )
  const networkName = networks[network ?? ''] ?? 'Payment'
  return element(
    'li',
    {},
    element('span', {}, `${networkName} GH₵${cedis.format(amount)} `),
    state,
    ' ',
    element('code', {}, ref),
  )
}

function entryItem({ sequence, at, kind, source, postings }: Entry, lastShownSequence: number): HTMLElement {
  const title = element(
    'p',
    {},
    element('b', {}, toTitle(kind)),
    ' ',
    element('time', { datetime: at }, formatTime(Date.parse(at))),
  )
  const headerCells = ['Debit', 'Credit', 'GH₵'].map((text) => element('th', { scope: 'col' }, text))
  const rows = postings.map(({ debit, credit, amount }) =>
    element('tr', {}, account(debit), account(credit), element('td', {}, cedis.format(amount))),
  )
  const caption = element('caption', {}, `Entry ${sequence}, from ${source}`)
  const table = element(
    'table',
    {},
    caption,
    element('thead', {}, element('tr', {}, ...headerCells)),
    element('tbody', {}, ...rows),
  )
  return element('li', sequence > lastShownSequence ? { class: 'new' } : {}, title, table)
}

const account = (id: string): HTMLElement =>
  element('td', {}, accountNames[id] ?? toTitle(id), ' ', element('code', {}, id))
