import { useState } from '@wordpress/element'
import type { ReactElement } from 'react'
import type { Product, ProductSource } from '../api'
import type { ButtonAttributes } from './attributes'
import { findProblem, findShopProblem, type ProductListState } from './picker-state'
import { ProblemNotice } from './problem-notice'
import { ProductPicker } from './product-picker'
import { ProductSourceControl } from './product-source-control'
import { useHasShop, useProducts } from './use-products'

const emptySelection = { handle: '', product: '', productId: '', shopProduct: 0 }

/** Returns the attributes of a selected product. */
function toAttributes(source: ProductSource, selected: Product | undefined): Partial<ButtonAttributes> {
  if (!selected) return emptySelection
  return source === 'shop'
    ? { ...emptySelection, shopProduct: Number(selected.id) }
    : { ...emptySelection, handle: selected.handle, product: selected.slug, productId: selected.id }
}

/** Returns the product fields of the editor, and the problem that prevents the sale. */
export function useProductSelection(
  attributes: ButtonAttributes,
  setAttributes: (changes: Partial<ButtonAttributes>) => void,
): {
  hasProduct: boolean
  source: ProductSource
  sourceControl: ReactElement | null
  picker: ReactElement
  notice: ReactElement | null
  state: ProductListState['state']
} {
  const { product, shopProduct } = attributes
  const hasShop = useHasShop()
  const [selectedSource, setSelectedSource] = useState<ProductSource>(shopProduct ? 'shop' : 'service')
  // Derive the source from the selected product, because undo may have restored it.
  const source = shopProduct ? 'shop' : product ? 'service' : selectedSource
  const value = source === 'shop' ? String(shopProduct || '') : product
  const { all, results, isSearching, search, addProduct, retry } = useProducts(source, value)
  const problem = source === 'shop' ? findShopProblem(all, shopProduct) : findProblem(all, attributes)
  return {
    hasProduct: value !== '',
    source,
    sourceControl:
      hasShop || source === 'shop' ? (
        <ProductSourceControl
          value={source}
          onChange={(next) => {
            setSelectedSource(next)
            setAttributes(emptySelection)
          }}
        />
      ) : null,
    picker: (
      <ProductPicker
        // Reset the search when the source changes.
        key={source}
        source={source}
        products={results}
        value={value}
        isLoading={all.state === 'loading' || isSearching}
        isComplete={all.state !== 'loaded' || all.isComplete}
        onSearch={search}
        onPick={(selected) => {
          if (selected) addProduct(selected)
          setAttributes(toAttributes(source, selected))
        }}
      />
    ),
    notice: problem && <ProblemNotice problem={problem} all={all} onRetry={retry} />,
    state: all.state,
  }
}
