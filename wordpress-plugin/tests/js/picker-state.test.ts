import { describe, expect, it } from 'vitest'
import type { Product } from '../../src/api'
import { toPreviewAttributes } from '../../src/buy-button/attributes'
import { findProblem, findShopProblem, type ProductListState } from '../../src/buy-button/picker-state'

const tote: Product = {
  id: 'prd_1',
  name: 'Kente tote',
  slug: 'kente-tote',
  handle: 'ama',
  price: 120,
  currency: 'GHS',
  type: 'physical',
  image_url: null,
  active: true,
  stock: 25,
}
const loadedList = (...products: Product[]): ProductListState => ({
  state: 'loaded',
  products,
  isComplete: true,
  unavailableReason: '',
})
const partialList = (...products: Product[]): ProductListState => ({
  state: 'loaded',
  products,
  isComplete: false,
  unavailableReason: '',
})
const failedList = (code: string): ProductListState => ({ state: 'failed', error: { code, message: 'It went wrong.' } })
const selection = { product: 'kente-tote', handle: 'ama' }

describe('the product picker', () => {
  it('no problem is reported during loading', () => {
    expect(findProblem({ state: 'loading' }, selection)).toBeNull()
  })

  it.each([
    ['cedi_commerce_no_key', 'no_key'],
    ['cedi_commerce_unreachable', 'unreachable'],
    ['insufficient_scope', 'failed'],
  ])('tells the error %s from the others', (code, trouble) => {
    expect(findProblem(failedList(code), selection)).toBe(trouble)
  })

  it('no problem is reported for a product on sale', () => {
    expect(findProblem(loadedList(tote), selection)).toBeNull()
    expect(findProblem(loadedList({ ...tote, stock: null }), selection)).toBeNull()
  })

  it('an empty list is reported if no product is selected', () => {
    expect(findProblem(loadedList(), { product: '', handle: '' })).toBe('no_products')
    expect(findProblem(loadedList(tote), { product: '', handle: '' })).toBeNull()
  })

  it('a deleted, an inactive and a sold-out product are distinguished', () => {
    expect(findProblem(loadedList(), selection)).toBe('gone')
    expect(findProblem(loadedList({ ...tote, slug: 'other' }), selection)).toBe('gone')
    expect(findProblem(loadedList({ ...tote, active: false }), selection)).toBe('inactive')
    expect(findProblem(loadedList({ ...tote, stock: 0 }), selection)).toBe('sold_out')
  })

  it('a product missing from an incomplete list is not reported as deleted', () => {
    expect(findProblem(partialList({ ...tote, slug: 'other' }), selection)).toBe('unlisted')
    expect(findProblem(partialList(tote), selection)).toBeNull()
    expect(findProblem(partialList({ ...tote, stock: 0 }), selection)).toBe('sold_out')
  })

  it('a missing handle is reported, because the product URL needs it', () => {
    expect(findProblem(loadedList({ ...tote, handle: '' }), { product: '', handle: '' })).toBe('no_handle')
    expect(findProblem(loadedList({ ...tote, handle: '' }), { product: 'kente-tote', handle: '' })).toBe('no_handle')
  })

  it('a product of another storefront is not checked', () => {
    expect(findProblem(loadedList(tote), { product: 'beads', handle: 'kofi' })).toBeNull()
  })
})

describe('the picker for WooCommerce products', () => {
  const mug: Product = { ...tote, id: '12', slug: '12', handle: '', name: 'Mug', stock: null }

  it('no problem is reported during loading or for a product on sale', () => {
    expect(findShopProblem({ state: 'loading' }, 12)).toBeNull()
    expect(findShopProblem(loadedList(mug), 12)).toBeNull()
    expect(findShopProblem(loadedList(mug), 0)).toBeNull()
    expect(findShopProblem(partialList(mug), 12)).toBeNull()
  })

  it('an unavailable payment method is reported first', () => {
    expect(
      findShopProblem({ ...loadedList(mug), unavailableReason: 'Not offered to buyers.' } as ProductListState, 12),
    ).toBe('shop_closed')
    expect(findShopProblem(failedList('rest_forbidden'), 12)).toBe('shop_failed')
  })

  it('a deleted product is distinguished from one that cannot be sold now', () => {
    expect(findShopProblem(loadedList(), 0)).toBe('shop_empty')
    expect(findShopProblem(loadedList(), 12)).toBe('shop_gone')
    expect(findShopProblem(loadedList({ ...mug, stock: 0 }), 12)).toBe('shop_not_for_sale')
    expect(findShopProblem(loadedList({ ...mug, active: false }), 12)).toBe('shop_not_for_sale')
  })

  it('a shop product needs no handle', () => {
    expect(findShopProblem(loadedList({ ...mug, handle: '' }), 12)).toBeNull()
  })
})

describe('the preview in the editor', () => {
  const attributes = {
    handle: 'ama',
    product: 'kente-tote',
    productId: 'prd_1',
    shopProduct: 0,
    label: '',
    showPrice: false,
    variation: 'button',
    mode: 'overlay',
  } as const

  it('the margin is omitted, because the editor already adds it', () => {
    const style = { spacing: { margin: { top: '1em' }, padding: { top: '2em' } }, color: { text: '#111' } }
    expect(toPreviewAttributes({ ...attributes, style }).style).toEqual({
      spacing: { padding: { top: '2em' } },
      color: { text: '#111' },
    })
  })

  it('attributes without a margin are unchanged', () => {
    expect(toPreviewAttributes(attributes)).toBe(attributes)
  })
})
