import { useCallback, useEffect, useState } from '@wordpress/element'
import { listProducts, type Product, type ProductList, type ProductSource, toApiFetchError } from '../api'
import type { Listing } from './picker-state'

/** Shares one request between all buttons of a post. */
const first = new Map<ProductSource, Promise<ProductList>>()

function loadOnce(source: ProductSource): Promise<ProductList> {
  const asked =
    first.get(source) ??
    listProducts(source, '').catch((thrown) => {
      first.delete(source)
      throw thrown
    })
  first.set(source, asked)
  return asked
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
  chosen: string,
): {
  all: Listing
  found: readonly Product[]
  isSearching: boolean
  search(text: string): void
  /** Adds a found product that an incomplete list lacks. */
  remember(product: Product): void
  retry(): void
} {
  const [all, setAll] = useState<Listing>({ state: 'loading' })
  const [text, search] = useState('')
  const [found, setFound] = useState<readonly Product[]>([])
  const [isSearching, setSearching] = useState(false)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    let isCurrent = true
    setAll({ state: 'loading' })
    loadOnce(source)
      .then(async ({ products, is_complete, unavailable_reason = '' }) => {
        // An incomplete list may lack the selected product.
        const isKnown = !chosen || products.some(({ slug }) => slug === chosen)
        if (isKnown) return { products, isComplete: is_complete, unavailableReason: unavailable_reason }
        const more = await listProducts(source, chosen)
        return {
          products: [...products, ...more.products],
          isComplete: more.is_complete,
          unavailableReason: unavailable_reason,
        }
      })
      .then((list) => {
        if (!isCurrent) return
        setAll({ state: 'there', ...list })
        setFound(list.products)
      })
      .catch((thrown) => isCurrent && setAll({ state: 'failed', error: toApiFetchError(thrown) }))
    return () => {
      isCurrent = false
    }
  }, [tries, source])

  useEffect(() => {
    if (all.state !== 'there') return undefined
    if (!text) {
      setFound(all.products)
      return undefined
    }
    const abort = new AbortController()
    // Debounce the search.
    const timer = setTimeout(() => {
      setSearching(true)
      listProducts(source, text, abort.signal)
        .then(
          ({ products }) => setFound(products),
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
    first.delete(source)
    setTries((count) => count + 1)
  }, [source])
  const remember = useCallback((product: Product) => {
    setAll((list) => {
      const isNew = list.state === 'there' && !list.products.some(({ slug }) => slug === product.slug)
      return isNew ? { ...list, products: [...list.products, product] } : list
    })
  }, [])
  return { all, found, isSearching, search, remember, retry }
}
