/** @jsxImportSource hono/jsx */
import type { MerchantRow, ProductRow } from '@cedi/ledger'
import type { Html } from '../kit/html.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { Picture } from '../kit/picture.js'
import { Price, Stock } from './price.js'

interface CardOf {
  readonly merchant: MerchantRow
  readonly product: ProductRow
  readonly language: StoreLanguage
}

/** A product among others. */
export const Card = ({ merchant, product, language }: CardOf): Html => (
  <li>
    <Picture product={product} />
    <div>
      <h2>
        <a href={language.link(`/@${merchant.handle}/${product.slug}`)}>
          <bdi>{product.name}</bdi>
        </a>
      </h2>
      {product.description !== null && (
        <p>
          <bdi>{product.description}</bdi>
        </p>
      )}
      <div class="foot">
        <Price product={product} language={language} />
        <Stock product={product} language={language} />
      </div>
    </div>
  </li>
)
