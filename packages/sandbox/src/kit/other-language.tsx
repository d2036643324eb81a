/** @jsxImportSource hono/jsx */
import type { Html } from './html.js'
import type { LanguageTag } from './languages/words.js'

/**
 * Link to the same page in the other language. It sends no referrer, because the URL of the page may be a secret, such as
 * an invitation, and servers log referrers.
 */
export function OtherLanguage({ tag }: { readonly tag: LanguageTag }): Html {
  const [other, name] = tag === 'fr' ? ['en', 'English'] : ['fr', 'Français']
  return (
    <a href={`?lang=${other}`} lang={other} hreflang={other} rel="noreferrer">
      {name}
    </a>
  )
}
