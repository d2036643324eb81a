/** @jsxImportSource hono/jsx */
import { storefrontStyle } from '../generated/styles.js'
import { sendDocument } from '../kit/document.js'
import type { HonoContext } from '../kit/hono-env.js'
import { Mark } from '../kit/mark.js'

/** `/`: an overview for the developer who started the server. @decision 0029 */
export async function homePage(c: HonoContext): Promise<Response> {
  const merchants = await c.env.context.store.list('merchants', null, { limit: 50, order: 'oldest' })
  const title = 'Cedi, on your machine'
  return sendDocument(c, {
    title,
    language: 'en',
    dir: 'ltr',
    style: storefrontStyle,
    body: (
      <main class="slip">
        <h1>{title}</h1>
        <p>The whole service for your tests, with a real ledger and test money.</p>
        {merchants.map(
          ({ handle, name }) => handle !== null && <Link href={`@${handle}`} text={`${name}: the storefront`} />,
        )}
        <Link href="api/v1/openapi.json" text="The API, described" />
        <Link href="service/integrity.json" text="service.js, embed.js and buy.js" />
        <p class="hint">Phones that end in 789 pay · 039 declined · 049 no funds · 079 expires · 129 waits for ever</p>
        <footer>
          <Mark />
        </footer>
      </main>
    ),
  })
}

const Link = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <p>
    <a href={href}>{text}</a>
  </p>
)
