/** @jsxImportSource hono/jsx */
import { storefrontStyle } from '../generated/styles.js'
import type { HonoContext } from '../kit/hono-env.js'
import { fill } from '../kit/languages/words.js'
import { findMerchant } from '../kit/listed-product.js'
import { Mark } from '../kit/mark.js'
import { OtherLanguage } from '../kit/other-language.js'
import { securityHeaders } from '../kit/security-headers.js'
import { findCanonicalPath } from './canonical-path.js'
import { languageOf, Shop, ShopHeader, show } from './layout.js'

const addPolicy = securityHeaders({ style: storefrontStyle })

/** Responds to unknown URLs. An unknown product links to the other products of the shop. */
export async function notFoundPage(c: HonoContext): Promise<Response> {
  const language = languageOf(c)
  const { words, link, tag } = language
  const canonical = c.req.method === 'POST' ? undefined : await findCanonicalPath(c.env.context, c.req.path)
  if (canonical !== undefined) return c.redirect(link(canonical), 301)
  const [, handle = ''] = /^\/@([^/]+)\/./.exec(c.req.path) ?? []
  const merchant = await findMerchant(c.env.context, handle)
  const body = merchant ? (
    <Shop language={language}>
      <ShopHeader merchant={merchant} />
      <main>
        <h2>{words.noneHere}</h2>
        <p>{words.noneHereText}</p>
        <p>
          <a class="button main" href={link(`/@${handle}`)}>
            {fill(words.allProducts, { merchant: merchant.name })}
          </a>
        </p>
      </main>
    </Shop>
  ) : (
    <main class="slip">
      <h1>{words.noneHere}</h1>
      <p>{words.noneHereText}</p>
      <footer>
        <Mark />
        <span>{words.test}</span>
        <OtherLanguage tag={tag} />
      </footer>
    </main>
  )
  await addPolicy(c, async () => {
    c.res = await show(c, language, { title: words.noneHere, body, status: 404 })
  })
  return c.res
}
