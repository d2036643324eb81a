/** @jsxImportSource hono/jsx */
import { getBasePath, getBaseUrl, type MerchantRow } from '@cedi/mock-server/internal'
import type { Child } from 'hono/jsx'
import { storefrontScript } from '../generated/storefront-script.js'
import { storefrontStyle } from '../generated/styles.js'
import { sendDocument } from '../kit/document.js'
import type { HonoContext } from '../kit/hono-env.js'
import type { Html } from '../kit/html.js'
import { type StoreLanguage, storeLanguage } from '../kit/languages/store.js'
import { Mark } from '../kit/mark.js'
import { OtherLanguage } from '../kit/other-language.js'

/** Returns the language of a storefront page, with the root path of its links. */
export const languageOf = ({ env: { context, request } }: HonoContext): StoreLanguage =>
  storeLanguage(request.query, request.headers.get('accept-language'), getBasePath({ context, request }))

/** Returns the URL of a storefront, or of one of its products. */
export const storefrontUrl = ({ env }: HonoContext, { handle }: MerchantRow, slug?: string): string =>
  `${getBaseUrl(env)}/@${handle}${slug === undefined ? '' : `/${slug}`}`

interface Page {
  readonly title: string
  readonly body: Child
  readonly status?: number
  /** Link preview. Only a page with one has the share button and its script. */
  readonly preview?: Html
}

/** Responds with a page of a storefront. */
export const show = (
  c: HonoContext,
  { tag, facts }: StoreLanguage,
  { title, body, status = 200, preview }: Page,
): Response | Promise<Response> =>
  sendDocument(
    c,
    {
      title,
      language: tag,
      dir: facts.dir,
      style: storefrontStyle,
      ...(preview && { head: preview, script: storefrontScript }),
      body,
    },
    status,
  )

/** Layout of a storefront page: header band, content and footer. */
export const Shop = ({ language, children }: { language: StoreLanguage; children?: Child }): Html => (
  <>
    <div class="band" />
    <div class="shop">
      {children}
      <footer>
        <Mark />
        <span>{language.words.test}</span>
        <OtherLanguage tag={language.tag} />
      </footer>
    </div>
  </>
)

/** Name and handle of a merchant, above its products. */
export const ShopHeader = ({ merchant: { name, handle } }: { readonly merchant: MerchantRow }): Html => (
  <header>
    <span class="seal" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
    <div>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p>
        <bdi dir="ltr">@{handle}</bdi>
      </p>
    </div>
  </header>
)
