/** @jsxImportSource hono/jsx */
import type { HttpResponse } from '@cedi/mock-server/internal'
import type { Child } from 'hono/jsx'
import { checkoutStyle, laterStyle } from '../generated/styles.js'
import { writeDocument } from './document.js'
import type { StoreLanguage } from './languages/store.js'
import { Mark } from './mark.js'

/** Creates the response for a page with a message. It has no script and cannot be framed. @decision 0030 */
export const messagePage = (
  { tag, facts }: StoreLanguage,
  status: number,
  title: string,
  children?: Child,
): HttpResponse =>
  writeDocument({
    status,
    title,
    language: tag,
    dir: facts.dir,
    style: checkoutStyle,
    deferred: { style: laterStyle, isIncluded: true },
    body: (
      <main class="slip">
        <h1>{title}</h1>
        {children}
        <footer>
          <Mark />
        </footer>
      </main>
    ),
  })
