import { Button, Notice } from '@wordpress/components'
import { useState } from '@wordpress/element'
import { __ } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import { checkPayment, type OrderPayment, toApiFetchError } from '../api'
import { formatAmount } from '../money'
import { formatTime, noticeType, refundLabel, stateLabel } from './labels'

function List(props: {
  readonly title: string
  readonly rows: readonly { ref: string; amount: number | string; created_at: string; state: string; label: string }[]
}): ReactElement {
  return (
    <>
      <h3>{props.title}</h3>
      <ol className="cedi-commerce-attempts">
        {props.rows.map(({ ref, amount, created_at, state, label }) => (
          <li key={`${ref} ${created_at}`}>
            <b>{formatAmount(amount)}</b> <mark className={`is-${noticeType(state)}`}>{label}</mark>
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

/**
 * Returns the parts of a payment that change its order: the other parts of WooCommerce's screen are outdated then. A reference that
 * a check finds does not change the order.
 */
const toComparable = ({ state, attempts, refunds = [] }: OrderPayment): unknown => [
  state,
  attempts.map((attempt) => attempt.status),
  refunds.map((refund) => refund.state),
]

/** Shows the payment status, the attempts and the refund requests. */
export function Panel(props: { readonly order: string; readonly initialPayment: OrderPayment }): ReactElement {
  const [payment, setPayment] = useState(props.initialPayment)
  const [isChecking, setChecking] = useState(false)
  const [errorMessage, setErrorMessage] = useState('')
  /** Whether the last check has changed the payment; undefined before a check. */
  const [hasNews, setHasNews] = useState<boolean>()

  const check = async (): Promise<void> => {
    setChecking(true)
    setErrorMessage('')
    try {
      const response = await checkPayment(props.order)
      // Keep the refunds if the response omits them.
      const current = { ...(payment.refunds && { refunds: payment.refunds }), ...response }
      setHasNews(JSON.stringify(toComparable(current)) !== JSON.stringify(toComparable(payment)))
      setPayment(current)
    } catch (error) {
      setErrorMessage(toApiFetchError(error).message)
    }
    setChecking(false)
  }

  const { state, message, attempts, refunds = [] } = payment
  const hasChanged = JSON.stringify(toComparable(payment)) !== JSON.stringify(toComparable(props.initialPayment))
  return (
    <div className="cedi-commerce-order">
      <p role="status">
        <mark className={`is-${noticeType(state)}`}>{stateLabel(state)}</mark> {message}
      </p>
      {errorMessage && (
        <Notice status="error" isDismissible={false}>
          {errorMessage}
        </Notice>
      )}
      {hasChanged && (
        <Notice status="info" isDismissible={false}>
          <a href={location.href}>{__('The order has moved on. Load the page again.', 'cedi-commerce')}</a>
        </Notice>
      )}
      <Button
        variant="secondary"
        isBusy={isChecking}
        disabled={isChecking}
        accessibleWhenDisabled
        onClick={() => void check()}
      >
        {__('Check now', 'cedi-commerce')}
      </Button>
      {hasNews === false && <p>{__('Checked just now: nothing has changed.', 'cedi-commerce')}</p>}
      {attempts.length > 0 && (
        <List
          title={__('Payments', 'cedi-commerce')}
          rows={attempts.map((row) => ({ ...row, state: row.status, label: stateLabel(row.status) }))}
        />
      )}
      {refunds.length > 0 && (
        <List
          title={__('Refunds', 'cedi-commerce')}
          rows={refunds.map((row) => ({ ...row, label: refundLabel(row.state) }))}
        />
      )}
    </div>
  )
}
