/** @jsxImportSource hono/jsx */
import { storefrontStyle } from '../generated/styles.js'
import { merchantOf } from '../kit/goods.js'
import { fill } from '../kit/languages/words.js'
import { Mark } from '../kit/mark.js'
import { OtherLanguage } from '../kit/other-language.js'
import { secured } from '../kit/secure.js'
import type { Asked } from '../kit/served.js'
import { languageOf, show } from './layout.js'

const addPolicy = secured({ style: storefrontStyle })

/** Responds to unknown URLs. An unknown product links to the other products of the shop. */
export async function notFoundPage(c: Asked): Promise<Response> {
  const language = languageOf(c)
  const { words, link, tag } = language
  const [, handle = ''] = /^\/@([^/]+)\/./.exec(c.req.path) ?? []
  const merchant = await merchantOf(c.env.context, handle)
  const body = (
    <main class="slip">
      <h1>{words.noneHere}</h1>
      <p>{words.noneHereText}</p>
      {merchant && (
        <a class="button main" href={link(`/@${handle}`)}>
          {fill(words.allProducts, { merchant: merchant.name })}
        </a>
      )}
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
