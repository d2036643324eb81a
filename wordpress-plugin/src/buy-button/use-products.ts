import { useCallback, useEffect, useState } from '@wordpress/element'
import { listProducts, type Product, type ProductList, type ProductSource, toApiFetchError } from '../api'
import type { ProductListState } from './picker-state'

/** Shares one request between all buttons of a post. */
const requests = new Map<ProductSource, Promise<ProductList>>()

function loadOnce(source: ProductSource): Promise<ProductList> {
  const request =
    requests.get(source) ??
    listProducts(source, '').catch((reason) => {
      requests.delete(source)
      throw reason
    })
  requests.set(source, request)
  return request
}

/** Whether WooCommerce products can be sold; false until it is known. */
export function useHasShop(): boolean {
  const [hasShop, setHasShop] = useState(false)
  useEffect(() => {
    let isCurrent = true
    loadOnce('shop').then(
      ({ has_shop }) => isCurrent && setHasShop(has_shop === true),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return hasShop
}

/** Returns the products that match the search, and all listed ones. */
export function useProducts(
  source: ProductSource,
  selected: string,
): {
  all: ProductListState
  results: readonly Product[]
  isSearching: boolean
  search(text: string): void
  /** Adds a found product that an incomplete list lacks. */
  addProduct(product: Product): void
  retry(): void
} {
  const [all, setAll] = useState<ProductListState>({ state: 'loading' })
  const [text, search] = useState('')
  const [results, setResults] = useState<readonly Product[]>([])
  const [isSearching, setSearching] = useState(false)
  const [loadCount, setLoadCount] = useState(0)

  useEffect(() => {
    let isCurrent = true
    setAll({ state: 'loading' })
    loadOnce(source)
      .then(async ({ products, is_complete, unavailable_reason = '' }) => {
        // An incomplete list may lack the selected product.
        const isKnown = !selected || products.some(({ slug }) => slug === selected)
        if (isKnown) return { products, isComplete: is_complete, unavailableReason: unavailable_reason }
        const more = await listProducts(source, selected)
        return {
          products: [...products, ...more.products],
          isComplete: more.is_complete,
          unavailableReason: unavailable_reason,
        }
      })
      .then((list) => {
        if (!isCurrent) return
        setAll({ state: 'loaded', ...list })
        setResults(list.products)
      })
      .catch((reason) => isCurrent && setAll({ state: 'failed', error: toApiFetchError(reason) }))
    return () => {
      isCurrent = false
    }
  }, [loadCount, source])

  useEffect(() => {
    if (all.state !== 'loaded') return undefined
    if (!text) {
      setResults(all.products)
      return undefined
    }
    const abort = new AbortController()
    // Debounce the search.
    const timer = setTimeout(() => {
      setSearching(true)
      listProducts(source, text, abort.signal)
        .then(
          ({ products }) => setResults(products),
          () => {},
        )
        .finally(() => !abort.signal.aborted && setSearching(false))
    }, 250)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, all])

  const retry = useCallback(() => {
    requests.delete(source)
    setLoadCount((count) => count + 1)
  }, [source])
  const addProduct = useCallback((product: Product) => {
    setAll((list) => {
      const isNew = list.state === 'loaded' && !list.products.some(({ slug }) => slug === product.slug)
      return isNew ? { ...list, products: [...list.products, product] } : list
    })
  }, [])
  return { all, results, isSearching, search, addProduct, retry }
}
