import { ComboboxControl } from '@wordpress/components'
import { __, sprintf } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import type { Product, ProductSource } from '../api'
import { formatAmount } from '../money'

/** Returns the label of an entry: the name, and details that distinguish products with the same name. */
const entryLabel = ({ name, price }: Product): string =>
  // A product of a shop may have no price yet.
  price === ''
    ? name
    : // translators: 1: name of a product, 2: price.
      sprintf(__('%1$s – %2$s', 'cedi-commerce'), name, formatAmount(price))

const pickerHelp = (source: ProductSource, isComplete: boolean): string => {
  if (source === 'shop')
    return __('Type a part of the name. If a product has variations, choose one of them.', 'cedi-commerce')
  return isComplete
    ? __('Type a part of the name. Products are kept in the merchant portal.', 'cedi-commerce')
    : __('Type a part of the name. Not all of your products could be listed.', 'cedi-commerce')
}

/** Combobox that filters products by name. */
export function ProductPicker(props: {
  readonly source: ProductSource
  readonly products: readonly Product[]
  /** Slug, or the ID of a WooCommerce product. */
  readonly value: string
  readonly isLoading: boolean
  /** Whether a search covers all products. */
  readonly isComplete: boolean
  onSearch(text: string): void
  onPick(product: Product | undefined): void
}): ReactElement {
  const { source, products, value, isLoading, isComplete, onSearch, onPick } = props
  const options = products.map((product) => ({ value: product.slug, label: entryLabel(product) }))
  // Show the selected product even if the search does not match it.
  if (value && !products.some(({ slug }) => slug === value)) options.unshift({ value, label: value })
  return (
    <ComboboxControl
      label={__('Product', 'cedi-commerce')}
      help={isLoading ? __('Looking for products…', 'cedi-commerce') : pickerHelp(source, isComplete)}
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
