/** @jsxImportSource hono/jsx */
import type { Html } from './html.js'
import type { LanguageTag } from './languages/words.js'

/**
 * The way to the same page in the other language, named in that language. It sends no referrer: the address of the page
 * may be a secret, such as an invitation, and servers write referrers to their logs.
 */
export function OtherLanguage({ tag }: { readonly tag: LanguageTag }): Html {
  const [other, name] = tag === 'fr' ? ['en', 'English'] : ['fr', 'Français']
  return (
    <a href={`?lang=${other}`} lang={other} hreflang={other} rel="noreferrer">
      {name}
    </a>
  )
}
