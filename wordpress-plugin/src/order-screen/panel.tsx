import { Button, Notice } from '@wordpress/components'
import { useState } from '@wordpress/element'
import { __ } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import { checkPayment, type OrderPayment, toApiFetchError } from '../api'
import { formatAmount } from '../money'
import { formatTime, noticeType, refundLabel, stateLabel } from './words'

function List(props: {
  readonly title: string
  readonly rows: readonly { ref: string; amount: number | string; created_at: string; state: string; word: string }[]
}): ReactElement {
  return (
    <>
      <h3>{props.title}</h3>
      <ol className="cedi-commerce-attempts">
        {props.rows.map(({ ref, amount, created_at, state, word }) => (
          <li key={`${ref} ${created_at}`}>
            <b>{formatAmount(amount)}</b> <mark className={`is-${noticeType(state)}`}>{word}</mark>
            <br />
            <code>{ref || '–'}</code>
            <br />
            <time dateTime={created_at}>{formatTime(created_at)}</time>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Shows the payment status, the attempts and the refund requests. */
export function Panel(props: { readonly order: string; readonly atFirst: OrderPayment }): ReactElement {
  const [payment, setPayment] = useState(props.atFirst)
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [isChecked, setChecked] = useState(false)

  const check = async (): Promise<void> => {
    setAsking(true)
    setTrouble('')
    try {
      const answer = await checkPayment(props.order)
      // Keep the refunds if the response omits them.
      setPayment((now) => ({ ...(now.refunds && { refunds: now.refunds }), ...answer }))
      setChecked(true)
    } catch (thrown) {
      setTrouble(toApiFetchError(thrown).message)
    }
    setAsking(false)
  }

  const { state, message, attempts, refunds = [] } = payment
  const hasMoved = state !== props.atFirst.state
  return (
    <div className="cedi-commerce-order">
      <p role="status">
        <mark className={`is-${noticeType(state)}`}>{stateLabel(state)}</mark> {message}
      </p>
      {trouble && (
        <Notice status="error" isDismissible={false}>
          {trouble}
        </Notice>
      )}
      {hasMoved && (
        <Notice status="info" isDismissible={false}>
          <a href={location.href}>{__('The order has moved on. Load the page again.', 'cedi-commerce')}</a>
        </Notice>
      )}
      <Button
        variant="secondary"
        isBusy={isAsking}
        disabled={isAsking}
        accessibleWhenDisabled
        onClick={() => void check()}
      >
        {__('Check now', 'cedi-commerce')}
      </Button>
      {isChecked && !hasMoved && <p>{__('Checked just now: nothing has changed.', 'cedi-commerce')}</p>}
      {attempts.length > 0 && (
        <List
          title={__('Payments', 'cedi-commerce')}
          rows={attempts.map((row) => ({ ...row, state: row.status, word: stateLabel(row.status) }))}
        />
      )}
      {refunds.length > 0 && (
        <List
          title={__('Refunds', 'cedi-commerce')}
          rows={refunds.map((row) => ({ ...row, word: refundLabel(row.state) }))}
        />
      )}
    </div>
  )
}
