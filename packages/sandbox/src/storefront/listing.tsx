/** @jsxImportSource hono/jsx */

import type { HonoContext } from '../kit/hono-env.js'
import { findMerchant } from '../kit/listed-product.js'
import { Card } from './card.js'
import { languageOf, Shop, ShopHeader, show, storefrontUrl } from './layout.js'
import { storefrontPreview } from './preview.js'
import { Sharing } from './sharing.js'

/** Number of products on a page. */
const pageSize = 24

/** `/@{handle}`: the products of a merchant. @decision 0029 */
export async function listingPage(c: HonoContext): Promise<Response> {
  const { context, request } = c.env
  const merchant = await findMerchant(context, c.req.param('handle')?.slice(1) ?? '')
  if (!merchant) return c.notFound()
  const language = languageOf(c)
  const { words } = language
  const before = request.query?.get('before') ?? ''
  const from = /^prd_[0-9a-z]{1,32}$/.test(before) ? { before } : {}
  const filter = { limit: pageSize + 1, where: { active: true }, ...from }
  const rows = await context.store.list('products', merchant.id, filter)
  const pageRows = rows.slice(0, pageSize)
  const last = pageRows.at(-1)
  const place = { address: storefrontUrl(c, merchant), language }
  const body = (
    <Shop language={language}>
      <ShopHeader merchant={merchant} />
      <main>
        {pageRows.length === 0 ? (
          <p>{words.nothing}</p>
        ) : (
          <ul class="goods">
            {pageRows.map((product) => (
              <Card merchant={merchant} product={product} language={language} heading="h2" />
            ))}
          </ul>
        )}
        {rows.length > pageSize && last && (
          <p>
            <a class="button quiet" href={language.link(`?before=${last.id}`)}>
              {words.more}
            </a>
          </p>
        )}
      </main>
      <Sharing {...place} title={merchant.name} first={words.chooseStep} />
    </Shop>
  )
  const preview = storefrontPreview(merchant, pageRows, place)
  return show(c, language, { title: merchant.name, body, preview })
}
