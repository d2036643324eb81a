/** @jsxImportSource hono/jsx */
import type { MerchantRow, ProductRow } from '@cedi/mock-server/internal'
import type { Html } from '../kit/html.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { Price, Stock } from './price.js'

interface CardProps {
  readonly merchant: MerchantRow
  readonly product: ProductRow
  readonly language: StoreLanguage
  /** Heading level, below that of the page or the section. */
  readonly heading: 'h2' | 'h3'
}

/** A product in a list. */
export const Card = ({ merchant, product, language, heading: Heading }: CardProps): Html => (
  <li>
    <div>
      <Heading>
        <a href={language.link(`/@${merchant.handle}/${product.slug}`)}>
          <bdi>{product.name}</bdi>
        </a>
      </Heading>
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
