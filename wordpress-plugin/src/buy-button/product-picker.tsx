import { ComboboxControl } from '@wordpress/components'
import { __, sprintf } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import type { Product, ProductSource } from '../api'
import { writeAmount } from '../money'

/** An entry's text: the name, and what distinguishes two products of one name. */
const labelOf = ({ name, price }: Product): string =>
  // A product of a shop may have no price yet.
  price === ''
    ? name
    : // translators: 1: name of a product, 2: price.
      sprintf(__('%1$s – %2$s', 'cedi-commerce'), name, writeAmount(price))

const helpOf = (source: ProductSource, isComplete: boolean): string => {
  if (source === 'shop')
    return __('Type a part of the name. If a product has variations, choose one of them.', 'cedi-commerce')
  return isComplete
    ? __('Type a part of the name. Products are kept in the merchant portal.', 'cedi-commerce')
    : __('Type a part of the name. Not all of your products could be listed.', 'cedi-commerce')
}

/** Chooses a product by typing part of its name. */
export function ProductPicker(props: {
  readonly source: ProductSource
  readonly products: readonly Product[]
  /** The slug; for a WooCommerce product its number. */
  readonly value: string
  readonly isLoading: boolean
  /** Whether a search covers all products. */
  readonly isComplete: boolean
  onSearch(text: string): void
  onPick(product: Product | undefined): void
}): ReactElement {
  const { source, products, value, isLoading, isComplete, onSearch, onPick } = props
  const options = products.map((product) => ({ value: product.slug, label: labelOf(product) }))
  // The chosen product is shown even when a search does not match it.
  if (value && !products.some(({ slug }) => slug === value)) options.unshift({ value, label: value })
  return (
    <ComboboxControl
      label={__('Product', 'cedi-commerce')}
      help={isLoading ? __('Looking for products…', 'cedi-commerce') : helpOf(source, isComplete)}
      value={value || null}
      allowReset={value !== ''}
      options={options}
      onFilterValueChange={onSearch}
      onChange={(slug) => onPick(products.find((product) => product.slug === slug))}
      __next40pxDefaultSize
      __nextHasNoMarginBottom
    />
  )
}
