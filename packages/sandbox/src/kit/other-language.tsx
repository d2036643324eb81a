/** @jsxImportSource hono/jsx */
import type { Html } from './html.js'
import type { LanguageTag } from './languages/words.js'

/**
 * Link to the same page in the other language. It sends no referrer, because the URL of the page may be a secret, such as
 * an invitation, and servers log referrers.
 *
 * @param query - Parameters that select the content of the page.
 */
export function OtherLanguage({
  tag,
  query,
}: {
  readonly tag: LanguageTag
  readonly query?: Readonly<Record<string, string>>
}): Html {
  const [other, name] = tag === 'fr' ? ['en', 'English'] : ['fr', 'Français']
  const parameters = new URLSearchParams({ ...query, lang: other })
  return (
    <a href={`?${parameters}`} lang={other} hreflang={other} rel="noreferrer">
      {name}
    </a>
  )
}
