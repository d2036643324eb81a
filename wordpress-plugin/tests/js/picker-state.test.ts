import { describe, expect, it } from 'vitest'
import type { Product } from '../../src/api'
import { toPreviewAttributes } from '../../src/buy-button/attributes'
import { findProblem, findShopProblem, type Listing } from '../../src/buy-button/picker-state'

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
const there = (...products: Product[]): Listing => ({
  state: 'there',
  products,
  isComplete: true,
  unavailableReason: '',
})
const partly = (...products: Product[]): Listing => ({
  state: 'there',
  products,
  isComplete: false,
  unavailableReason: '',
})
const failed = (code: string): Listing => ({ state: 'failed', error: { code, message: 'It went wrong.' } })
const chosen = { product: 'kente-tote', handle: 'ama' }

describe('the product picker', () => {
  it('shows no problem during loading', () => {
    expect(findProblem({ state: 'loading' }, chosen)).toBeNull()
  })

  it.each([
    ['cedi_commerce_no_key', 'no_key'],
    ['cedi_commerce_unreachable', 'unreachable'],
    ['insufficient_scope', 'failed'],
  ])('tells the error %s from the others', (code, trouble) => {
    expect(findProblem(failed(code), chosen)).toBe(trouble)
  })

  it('has no message for a product that is on sale', () => {
    expect(findProblem(there(tote), chosen)).toBeNull()
    expect(findProblem(there({ ...tote, stock: null }), chosen)).toBeNull()
  })

  it('asks for products before one is chosen and there are none', () => {
    expect(findProblem(there(), { product: '', handle: '' })).toBe('no_products')
    expect(findProblem(there(tote), { product: '', handle: '' })).toBeNull()
  })

  it('distinguishes a deleted product, one not on sale and one sold out', () => {
    expect(findProblem(there(), chosen)).toBe('gone')
    expect(findProblem(there({ ...tote, slug: 'other' }), chosen)).toBe('gone')
    expect(findProblem(there({ ...tote, active: false }), chosen)).toBe('inactive')
    expect(findProblem(there({ ...tote, stock: 0 }), chosen)).toBe('sold_out')
  })

  it('does not call a product deleted when only a part of the list was read', () => {
    expect(findProblem(partly({ ...tote, slug: 'other' }), chosen)).toBe('unread')
    expect(findProblem(partly(tote), chosen)).toBeNull()
    expect(findProblem(partly({ ...tote, stock: 0 }), chosen)).toBe('sold_out')
  })

  it('asks for the handle of the storefront, without which no product has an address', () => {
    expect(findProblem(there({ ...tote, handle: '' }), { product: '', handle: '' })).toBe('no_handle')
    expect(findProblem(there({ ...tote, handle: '' }), { product: 'kente-tote', handle: '' })).toBe('no_handle')
  })

  it('does not judge the product of another storefront', () => {
    expect(findProblem(there(tote), { product: 'beads', handle: 'kofi' })).toBeNull()
  })
})

describe('the picker of the shop', () => {
  const mug: Product = { ...tote, id: '12', slug: '12', handle: '', name: 'Mug', stock: null }

  it('shows no problem during loading or for a product on sale', () => {
    expect(findShopProblem({ state: 'loading' }, 12)).toBeNull()
    expect(findShopProblem(there(mug), 12)).toBeNull()
    expect(findShopProblem(there(mug), 0)).toBeNull()
    expect(findShopProblem(partly(mug), 12)).toBeNull()
  })

  it('shows first that payments are not possible', () => {
    expect(findShopProblem({ ...there(mug), unavailableReason: 'Not offered to buyers.' } as Listing, 12)).toBe(
      'shop_closed',
    )
    expect(findShopProblem(failed('rest_forbidden'), 12)).toBe('shop_failed')
  })

  it('distinguishes a deleted product from one that cannot be sold now', () => {
    expect(findShopProblem(there(), 0)).toBe('shop_empty')
    expect(findShopProblem(there(), 12)).toBe('shop_gone')
    expect(findShopProblem(there({ ...mug, stock: 0 }), 12)).toBe('shop_not_for_sale')
    expect(findShopProblem(there({ ...mug, active: false }), 12)).toBe('shop_not_for_sale')
  })

  it('needs no handle, because the product page is in the shop', () => {
    expect(findShopProblem(there({ ...mug, handle: '' }), 12)).toBeNull()
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

  it('leaves out the margin, which the editor has already put around the block', () => {
    const style = { spacing: { margin: { top: '1em' }, padding: { top: '2em' } }, color: { text: '#111' } }
    expect(toPreviewAttributes({ ...attributes, style }).style).toEqual({
      spacing: { padding: { top: '2em' } },
      color: { text: '#111' },
    })
  })

  it('uses the attributes unchanged without a margin', () => {
    expect(toPreviewAttributes(attributes)).toBe(attributes)
  })
})
