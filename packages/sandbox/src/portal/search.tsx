/** @jsxImportSource hono/jsx */

import { maskPhone, type PaymentRow, parsePhone } from '@cedi/mock-server/internal'
import type { Html } from '../kit/html.js'
import type { SessionContext } from '../kit/page-context.js'

/** Number of recent payments that a search for digits reads. */
const maxSearched = 1000

/** Finds payments by the reference of the payment or its order, or by a phone number or the last four digits of a number or card. */
export async function findPayments(
  { context, merchant }: SessionContext,
  search: string,
): Promise<readonly PaymentRow[]> {
  const { store } = context
  const [ref = '', prefix] = /^(pay|ord)_[0-9a-z]{14,22}$/.exec(search.toLowerCase()) ?? []
  const id = prefix === 'ord' ? (await store.get('orders', merchant, ref))?.payment_ref : ref
  if (id) {
    const payment = await store.get('payments', merchant, id)
    return payment ? [payment] : []
  }
  const phone = parsePhone(search)
  if (!phone && !/^\d{4}$/.test(search)) return []
  const newest: readonly PaymentRow[] = await store.list('payments', merchant, { limit: maxSearched })
  // Payments contain masked numbers only.
  if (phone) return newest.filter((payment) => payment.phone === maskPhone(phone))
  return newest.filter((payment) => (payment.card_last4 ?? payment.phone ?? '').endsWith(search))
}

interface SearchFormProps {
  readonly ctx: SessionContext
  readonly search: string
}

/** Search form for payments. */
export function SearchForm({ ctx: { at, language, request }, search }: SearchFormProps): Html {
  const { words, tag } = language
  return (
    <form action={at('payments')} class="find">
      {request.query?.get('lang') === tag && <input type="hidden" name="lang" value={tag} />}
      <div class="field">
        <label for="q">{words.search}</label>
        <input id="q" name="q" type="search" value={search || undefined} autocomplete="off" dir="ltr" maxlength={64} />
      </div>
      <button type="submit" class="quiet">
        {words.searchYes}
      </button>
    </form>
  )
}
