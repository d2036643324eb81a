/** @jsxImportSource hono/jsx */
import { storefrontStyle } from '../generated/styles.js'
import { storeLanguage } from '../kit/languages/store.js'
import { Mark } from '../kit/mark.js'
import { secured } from '../kit/secure.js'
import type { Asked } from '../kit/served.js'
import { show } from './layout.js'

const look = secured({ style: storefrontStyle })

/** The page for an address that does not exist. */
export async function nothingHere(c: Asked): Promise<Response> {
  const { query, headers } = c.env.request
  const language = storeLanguage(query, headers.get('accept-language'))
  const { words } = language
  const body = (
    <main class="slip">
      <h1>{words.noneHere}</h1>
      <p>{words.noneHereText}</p>
      <footer>
        <Mark />
      </footer>
    </main>
  )
  await look(c, async () => {
    c.res = await show(c, language, { title: words.noneHere, body, status: 404 })
  })
  return c.res
}
