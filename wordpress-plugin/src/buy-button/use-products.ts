import { useCallback, useEffect, useState } from '@wordpress/element'
import { asApiFetchError, listProducts, type Product, type ProductList, type ProductSource } from '../api'
import type { Listing } from './picker-state'

/** One request for all buttons of a post. */
const first = new Map<ProductSource, Promise<ProductList>>()

function askOnce(source: ProductSource): Promise<ProductList> {
  const asked =
    first.get(source) ??
    listProducts(source, '').catch((thrown) => {
      first.delete(source)
      throw thrown
    })
  first.set(source, asked)
  return asked
}

/** Whether WooCommerce products can be sold here; false while unknown. */
export function useHasShop(): boolean {
  const [hasShop, setHasShop] = useState(false)
  useEffect(() => {
    let isCurrent = true
    askOnce('shop').then(
      ({ has_shop }) => isCurrent && setHasShop(has_shop === true),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return hasShop
}

/** The products that match the typed text, and all listed ones. */
export function useProducts(
  source: ProductSource,
  chosen: string,
): {
  all: Listing
  found: readonly Product[]
  isSearching: boolean
  search(text: string): void
  /** A product found by a search may be missing in the incomplete list. */
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
    askOnce(source)
      .then(async ({ products, is_complete, unavailable_reason = '' }) => {
        // An incomplete list may lack the chosen product.
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
      .catch((thrown) => isCurrent && setAll({ state: 'failed', error: asApiFetchError(thrown) }))
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
    // Sends nothing while somebody is typing.
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
