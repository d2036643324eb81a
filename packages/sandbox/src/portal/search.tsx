/** @jsxImportSource hono/jsx */
import type { PaymentRow } from '@cedi/ledger'
import type { Html } from '../kit/html.js'
import type { Visit } from '../kit/visit.js'

/** How many of the newest payments are searched for their last digits. */
const lookedThrough = 1000

/** Finds a payment by its reference or its order's, or by the last four digits of its number or card. */
export async function findPayments({ context, merchant }: Visit, wanted: string): Promise<readonly PaymentRow[]> {
  const { store } = context
  const [ref = '', prefix] = /^(pay|ord)_[0-9a-z]{14}$/.exec(wanted.toLowerCase()) ?? []
  const id = prefix === 'ord' ? (await store.get('orders', merchant, ref))?.payment_ref : ref
  if (id) {
    const payment = await store.get('payments', merchant, id)
    return payment ? [payment] : []
  }
  if (!/^\d{4}$/.test(wanted)) return []
  const newest: readonly PaymentRow[] = await store.list('payments', merchant, { limit: lookedThrough })
  return newest.filter(({ phone, card_last4 }) => (card_last4 ?? phone ?? '').endsWith(wanted))
}

interface SearchFormOf {
  readonly visit: Visit
  /** The searched text. */
  readonly wanted: string
}

/** The search field for payments. */
export function SearchForm({ visit: { at, language, request }, wanted }: SearchFormOf): Html {
  const { words, tag } = language
  return (
    <form action={at('payments')} class="find">
      {request.query?.get('lang') === tag && <input type="hidden" name="lang" value={tag} />}
      <div class="field">
        <label for="q">{words.search}</label>
        <input id="q" name="q" type="search" value={wanted || undefined} autocomplete="off" dir="ltr" maxlength={64} />
      </div>
      <button type="submit" class="quiet">
        {words.searchYes}
      </button>
    </form>
  )
}
