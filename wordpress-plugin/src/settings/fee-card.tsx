import { Card, CardBody, CardHeader, TextControl } from '@wordpress/components'
import { useState } from '@wordpress/element'
import { __, sprintf } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import { feePesewas, formatCedis, grossPesewas, parseCedis } from '../money'

/** Minimum payment in pesewas (decision 0004). */
const minPesewas = 100n

/** Calculates the net amount of a payment. */
export function FeeCard(): ReactElement {
  const [text, setText] = useState('100')
  const pesewas = parseCedis(text)
  const isPayment = pesewas !== undefined && pesewas >= minPesewas
  return (
    <Card>
      <CardHeader>
        <h2>{__('What a payment costs', 'cedi-commerce')}</h2>
      </CardHeader>
      <CardBody>
        <TextControl
          label={__('A buyer pays (GH₵)', 'cedi-commerce')}
          help={__('The fee is 3.5% and GH₵0.50 on each payment. There is no monthly fee.', 'cedi-commerce')}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={setText}
          __next40pxDefaultSize
          __nextHasNoMarginBottom
        />
        {isPayment ? (
          <>
            <dl className="cedi-commerce-sum">
              <div>
                <dt>{__('Fee', 'cedi-commerce')}</dt>
                <dd>{formatCedis(feePesewas(pesewas))}</dd>
              </div>
              <div>
                <dt>{__('You keep', 'cedi-commerce')}</dt>
                <dd>{formatCedis(pesewas - feePesewas(pesewas))}</dd>
              </div>
            </dl>
            <p>
              {sprintf(
                // translators: 1: amount that is left, 2: price to ask.
                __('To keep %1$s, ask for %2$s.', 'cedi-commerce'),
                formatCedis(pesewas),
                formatCedis(grossPesewas(pesewas)),
              )}
            </p>
          </>
        ) : (
          <p>{__('Type an amount of GH₵1.00 or more, with at most two decimals.', 'cedi-commerce')}</p>
        )}
      </CardBody>
    </Card>
  )
}
