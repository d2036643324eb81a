import { useCallback, useEffect, useState } from '@wordpress/element'
import { asApiFetchError, listProducts, type Product, type ProductList } from '../api'
import type { Listing } from './picker-state'

/** One question for all the buttons of a post. */
let first: Promise<ProductList> | undefined

const askOnce = (): Promise<ProductList> => {
  first ??= listProducts('').catch((thrown) => {
    first = undefined
    throw thrown
  })
  return first
}

/** The products that match what is typed into the picker, and all that there are. */
export function useProducts(chosen: string): {
  all: Listing
  found: readonly Product[]
  isSearching: boolean
  search(text: string): void
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
    askOnce()
      .then(async ({ products, is_whole }) => {
        // A long list may end before the chosen product.
        const isKnown = !chosen || products.some(({ slug }) => slug === chosen)
        if (isKnown) return { products, isWhole: is_whole }
        const more = await listProducts(chosen)
        return { products: [...products, ...more.products], isWhole: more.is_whole }
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
  }, [tries])

  useEffect(() => {
    if (all.state !== 'there') return undefined
    if (!text) {
      setFound(all.products)
      return undefined
    }
    const abort = new AbortController()
    // As long as somebody types, nothing is asked.
    const timer = setTimeout(() => {
      setSearching(true)
      listProducts(text, abort.signal)
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
    first = undefined
    setTries((count) => count + 1)
  }, [])
  return { all, found, isSearching, search, retry }
}
