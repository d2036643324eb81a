import { RadioControl } from '@wordpress/components'
import { __ } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import type { ProductSource } from '../api'

/** Control for the product source: the service or WooCommerce. */
export function ProductSourceControl(props: {
  readonly value: ProductSource
  onChange(source: ProductSource): void
}): ReactElement {
  return (
    <RadioControl
      label={__('What is sold', 'cedi-commerce')}
      selected={props.value}
      options={[
        { value: 'service', label: __('a product of the merchant portal', 'cedi-commerce') },
        { value: 'shop', label: __('a product of this shop (WooCommerce)', 'cedi-commerce') },
      ]}
      onChange={(source) => props.onChange(source as ProductSource)}
    />
  )
}
