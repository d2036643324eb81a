/** @jsxImportSource hono/jsx */
import { rootOf } from '@cedi/mock-server/service'
import type { Child } from 'hono/jsx'
import { storefrontStyle } from '../generated/styles.js'
import { sendDocument } from '../kit/document.js'
import type { Html } from '../kit/html.js'
import { type StoreLanguage, storeLanguage } from '../kit/languages/store.js'
import { Mark } from '../kit/mark.js'
import { OtherLanguage } from '../kit/other-language.js'
import type { Asked } from '../kit/served.js'

/** The language of a page of a storefront, which knows where links of the service begin. */
export const languageOf = ({ env: { context, request } }: Asked): StoreLanguage =>
  storeLanguage(request.query, request.headers.get('accept-language'), rootOf({ context, request }))

/** Answers with a page of a storefront. */
export const show = (
  c: Asked,
  { tag, facts }: StoreLanguage,
  title: string,
  body: Child,
  status = 200,
): Response | Promise<Response> =>
  sendDocument(c, { title, language: tag, dir: facts.dir, style: storefrontStyle, body }, status)

/** The band of cloth, what a page shows, and its foot. */
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
