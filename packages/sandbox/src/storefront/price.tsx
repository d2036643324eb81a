/** @jsxImportSource hono/jsx */
import { amountText } from '@cedi/contract/amount-text'
import type { ProductRow } from '@cedi/mock-server/internal'
import type { Html } from '../kit/html.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'

interface Props {
  readonly product: ProductRow
  readonly language: StoreLanguage
}

/** Price of a product. */
export const Price = ({ product, language }: Props): Html => (
  <span class="price">
    <bdi dir="ltr">{amountText(Number(product.price_pesewas), language.facts.locale)}</bdi>
  </span>
)

/** Type of a product, and its stock. */
export function Stock({ product: { stock, type }, language: { words } }: Props): Html {
  if (stock === 0) return <span class="stock none">{words.soldOut}</span>
  const kind = words[type]
  return <span class="stock">{stock === null ? kind : `${kind} · ${fill(words.left, { count: String(stock) })}`}</span>
}
