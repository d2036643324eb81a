/** @jsxImportSource hono/jsx */
import type { MerchantRow } from '@cedi/ledger'
import { baseUrlOf, rootOf } from '@cedi/mock-server/service'
import type { Child } from 'hono/jsx'
import { storefrontScript } from '../generated/storefront-script.js'
import { storefrontStyle } from '../generated/styles.js'
import { sendDocument } from '../kit/document.js'
import type { Html } from '../kit/html.js'
import { type StoreLanguage, storeLanguage } from '../kit/languages/store.js'
import { Mark } from '../kit/mark.js'
import { OtherLanguage } from '../kit/other-language.js'
import type { Asked } from '../kit/served.js'

/** A storefront page's language, with the root of the service's links. */
export const languageOf = ({ env: { context, request } }: Asked): StoreLanguage =>
  storeLanguage(request.query, request.headers.get('accept-language'), rootOf({ context, request }))

/** The address of a storefront, or of one of its products, without a query. */
export const addressOf = ({ env }: Asked, { handle }: MerchantRow, slug?: string): string =>
  `${baseUrlOf(env)}/@${handle}${slug === undefined ? '' : `/${slug}`}`

interface Page {
  readonly title: string
  readonly body: Child
  readonly status?: number
  /** The link preview. Only a page that can be shared has the share button and its script. */
  readonly preview?: Html
}

/** Answers with a page of a storefront. */
export const show = (
  c: Asked,
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

/** The band of cloth, the page's content, and its foot. */
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
