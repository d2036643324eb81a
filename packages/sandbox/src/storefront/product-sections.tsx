/** @jsxImportSource hono/jsx */
import type { Context } from '@cedi/mock-server/internal'
import { raw } from 'hono/html'
import type { Html } from '../kit/html.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { fill } from '../kit/languages/words.js'
import type { ListedProduct } from '../kit/listed-product.js'
import { Card } from './card.js'

interface Props {
  readonly listedProduct: ListedProduct
  readonly language: StoreLanguage
}

/** Steps after the click, for first-time buyers. */
export const NextSteps = ({ listedProduct: { merchant, product }, language: { words } }: Props): Html => (
  <section class="next" aria-labelledby="next">
    <h2 id="next">{words.next}</h2>
    <ol>
      <li>{words.payWith}</li>
      <li>{fill(words[`${product.type}Text`], { merchant: merchant.name })}</li>
      <li>{words.nextReceipt}</li>
    </ol>
  </section>
)

/** Number of other products below a product. */
const maxOthers = 3

/** Other products of the merchant. */
export async function OtherProducts({
  context,
  listedProduct: { merchant, product },
  language,
}: Props & { readonly context: Context }): Promise<Awaited<Html>> {
  const rows = await context.store.list('products', merchant.id, { limit: maxOthers + 1, where: { active: true } })
  const otherProducts = rows.filter(({ id }) => id !== product.id).slice(0, maxOthers)
  // An async component must not return null.
  if (otherProducts.length === 0) return raw('')
  return await (
    <section class="others" aria-labelledby="others">
      <h2 id="others">{fill(language.words.moreOf, { merchant: merchant.name })}</h2>
      <ul class="goods">
        {otherProducts.map((other) => (
          <Card merchant={merchant} product={other} language={language} heading="h3" />
        ))}
      </ul>
    </section>
  )
}
