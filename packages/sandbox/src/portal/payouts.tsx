/** @jsxImportSource hono/jsx */
import { AmountError, balanceOf, type PayoutRow, parseCedis } from '@cedi/ledger'
import { parsePhone, suggestNetwork } from '@cedi/mock-server/instruments'
import { requestPayout } from '@cedi/mock-server/service'
import { badForm } from '../kit/access/enter.js'
import { lineOf } from '../kit/access/form.js'
import { networkName, phoneText } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import { goOn, type Shown } from '../kit/layout.js'
import { listPage } from '../kit/list.js'
import { onceFor } from '../kit/once.js'
import { Amount, Chip, Empty, Field, Form, FormId, Line, Moment, Panel } from '../kit/parts.js'
import type { Visit } from '../kit/visit.js'

/** `GET /portal/payouts`: money that leaves to a wallet. @source Limits @decision 0025 */
export function payoutsPage(visit: Visit): Promise<Response> {
  const done = visit.request.query?.get('done')
  const { words } = visit.language
  const text = done === 'asked' ? words.payOutDone : done === 'before' ? words.sentBefore : undefined
  return listOfPayouts(visit, { notice: text === undefined ? undefined : { text } })
}

/** What was typed, and what is wrong with it. */
interface Typed {
  readonly amount?: string
  readonly phone?: string
  readonly problem?: { readonly field: 'amount' | 'phone'; readonly text: string }
}

async function listOfPayouts(visit: Visit, { typed = {}, ...shown }: Partial<Shown> & { typed?: Typed }) {
  const { context, merchant, language } = visit
  const { words } = language
  const available = balanceOf(await context.store.get('accounts', merchant, 'merchant:available'))
  return listPage(visit, {
    title: words.payouts,
    section: 'payouts',
    ...shown,
    listing: { table: 'payouts', merchant, path: 'payouts' },
    line: (row) => <PayoutLine visit={visit} row={row} />,
    nothing: <Empty title={words.noPayouts} text={words.noPayoutsText} />,
    above: (available > 0n || typed.problem) && <PayoutForm visit={visit} availablePesewas={available} typed={typed} />,
  })
}

interface PayoutFormOf {
  readonly visit: Visit
  readonly availablePesewas: bigint
  readonly typed: Typed
}

function PayoutForm({ visit, availablePesewas, typed: { problem, amount, phone } }: PayoutFormOf) {
  const { words, amount: amountText } = visit.language
  const problemOf = (name: string) => (problem?.field === name ? problem.text : undefined)
  return (
    <Panel title={words.payOut}>
      <p>{fill(words.payOutText, { amount: amountText(availablePesewas) })}</p>
      <Form visit={visit} action={visit.at('payouts')}>
        <FormId />
        <Field
          name="amount"
          label={words.payOutAmount}
          inputmode="decimal"
          required
          value={amount}
          problem={problemOf('amount')}
        />
        <Field
          name="phone"
          label={words.payOutPhone}
          hint={words.payOutPhoneHint}
          type="tel"
          inputmode="tel"
          autocomplete="tel-national"
          required
          value={phone}
          problem={problemOf('phone')}
        />
        <button type="submit">{words.payOutYes}</button>
      </Form>
    </Panel>
  )
}

/** `POST /portal/payouts` */
export async function askForPayout(visit: Visit): Promise<Response> {
  const { context, merchant, nowMs, language, at } = visit
  const { words } = language
  const typed = { amount: lineOf(visit.form, 'amount'), phone: lineOf(visit.form, 'phone') }
  const again = (field: 'amount' | 'phone', text: string) =>
    listOfPayouts(visit, { status: 422, typed: { ...typed, problem: { field, text } } })
  const amountPesewas = readAmount(typed.amount)
  if (amountPesewas === undefined) return again('amount', words.badAmount)
  const number = parsePhone(typed.phone)
  const network = number === undefined ? undefined : suggestNetwork(number)
  if (number === undefined || network === undefined) return again('phone', words.badPhone)
  const once = onceFor(visit, '/portal/payouts')
  if (!once.ok) return badForm(visit)
  const sent = await requestPayout(context, { merchant, amountPesewas, number, network, nowMs }, once.value)
  if (!sent.ok && sent.error.code === 'insufficient_balance') return again('amount', words.tooMuch)
  if (!sent.ok) return badForm(visit)
  return goOn(visit, at('payouts', { done: sent.value.isReplay ? 'before' : 'asked' }))
}

/** `45.50`, with or without a cedi sign before it. */
function readAmount(text: string): bigint | undefined {
  try {
    const pesewas = parseCedis(text.replace(/^(?:GH₵|GHS)\s*/i, ''))
    return pesewas > 0n ? pesewas : undefined
  } catch (error) {
    if (error instanceof AmountError) return undefined
    throw error
  }
}

const PayoutLine = ({ visit, row }: { readonly visit: Visit; readonly row: PayoutRow }) => (
  <Line
    title={<Amount visit={visit} pesewas={row.amount_pesewas} />}
    under={[
      networkName(row.network),
      row.phone !== null && <bdi dir="ltr">{phoneText(row.phone)}</bdi>,
      <Moment visit={visit} ms={row.created_ms} />,
      row.failure && <bdi>{visit.language.failure(row.failure)}</bdi>,
    ]}
    chip={<Chip state={row.status} text={visit.language.words[`payout_${row.status}`]} />}
  />
)
