import { Card, CardBody, CardHeader } from '@wordpress/components'
import { __ } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import type { Balance } from '../api'
import { formatAmount } from '../money'

/** Shows the available and pending balance. */
export function BalanceCard({ balance }: { readonly balance: Balance }): ReactElement {
  return (
    <Card>
      <CardHeader>
        <h2>{__('Balance', 'cedi-commerce')}</h2>
      </CardHeader>
      <CardBody>
        <dl className="cedi-commerce-balance">
          <div>
            <dt>{__('Available', 'cedi-commerce')}</dt>
            <dd>{formatAmount(balance.available)}</dd>
          </div>
          <div>
            <dt>{__('Pending', 'cedi-commerce')}</dt>
            <dd>{formatAmount(balance.pending)}</dd>
          </div>
          <div>
            <dt>{__('Reserved', 'cedi-commerce')}</dt>
            <dd>{formatAmount(balance.reserved)}</dd>
          </div>
        </dl>
      </CardBody>
    </Card>
  )
}
