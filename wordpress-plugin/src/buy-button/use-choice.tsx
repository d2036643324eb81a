import { useState } from '@wordpress/element'
import type { ReactElement } from 'react'
import type { Product, ProductSource } from '../api'
import type { ButtonAttributes } from './attributes'
import { findProblem, findShopProblem, type Listing } from './picker-state'
import { ProductPicker } from './product-picker'
import { SourceChoice } from './product-source'
import { TroubleNotice } from './trouble-notice'
import { useHasShop, useProducts } from './use-products'

const nothing = { handle: '', product: '', productId: '', shopProduct: 0 }

/** Returns the attributes of a selected product. */
function toAttributes(source: ProductSource, picked: Product | undefined): Partial<ButtonAttributes> {
  if (!picked) return nothing
  return source === 'shop'
    ? { ...nothing, shopProduct: Number(picked.id) }
    : { ...nothing, handle: picked.handle, product: picked.slug, productId: picked.id }
}

/** Returns the product fields of the editor, and the problem that prevents the sale. */
export function useChoice(
  attributes: ButtonAttributes,
  setAttributes: (changes: Partial<ButtonAttributes>) => void,
): {
  isChosen: boolean
  source: ProductSource
  sourceChoice: ReactElement | null
  picker: ReactElement
  notice: ReactElement | null
  state: Listing['state']
} {
  const { product, shopProduct } = attributes
  const hasShop = useHasShop()
  const [wanted, want] = useState<ProductSource>(shopProduct ? 'shop' : 'service')
  // Derive the source from the selected product, because undo may have restored it.
  const source = shopProduct ? 'shop' : product ? 'service' : wanted
  const value = source === 'shop' ? String(shopProduct || '') : product
  const { all, found, isSearching, search, remember, retry } = useProducts(source, value)
  const trouble = source === 'shop' ? findShopProblem(all, shopProduct) : findProblem(all, attributes)
  return {
    isChosen: value !== '',
    source,
    sourceChoice:
      hasShop || source === 'shop' ? (
        <SourceChoice
          value={source}
          onChange={(next) => {
            want(next)
            setAttributes(nothing)
          }}
        />
      ) : null,
    picker: (
      <ProductPicker
        // Reset the search when the source changes.
        key={source}
        source={source}
        products={found}
        value={value}
        isLoading={all.state === 'loading' || isSearching}
        isComplete={all.state !== 'there' || all.isComplete}
        onSearch={search}
        onPick={(picked) => {
          if (picked) remember(picked)
          setAttributes(toAttributes(source, picked))
        }}
      />
    ),
    notice: trouble && <TroubleNotice trouble={trouble} all={all} onRetry={retry} />,
    state: all.state,
  }
}
