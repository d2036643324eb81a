import * as en from './en.js'
import * as fr from './fr.js'
import type { LanguageFacts, StoreWords } from './language.js'
import { chooseLanguage, type LanguageTag } from './words.js'

/** Texts and links of the storefront in one language. */
export interface StoreLanguage {
  readonly tag: LanguageTag
  readonly facts: LanguageFacts
  readonly words: StoreWords
  /** Adds the chosen language to a path. */
  link(path: string): string
}

const languages: Readonly<Record<LanguageTag, { facts: LanguageFacts; store: StoreWords }>> = { en, fr }

/** Returns the language tags of a request: `?lang=`, then `Accept-Language` in order. */
export function requestedLanguages(query: URLSearchParams | undefined, header: string | undefined): string[] {
  const languageTag = query?.get('lang')
  const acceptedTags = (header ?? '').slice(0, 200).split(',')
  return [...(languageTag ? [languageTag] : []), ...acceptedTags.map((part) => part.split(';')[0]?.trim() ?? '')]
}

/**
 * Returns the language of a storefront for a request.
 *
 * @param root - Path of the base URL, the start of each link.
 */
export function storeLanguage(
  query: URLSearchParams | undefined,
  header: string | undefined,
  root = '',
): StoreLanguage {
  const tag = chooseLanguage(requestedLanguages(query, header))
  const { facts, store } = languages[tag]
  const isChosen = query?.get('lang') === tag
  const link = (path: string): string =>
    `${path.startsWith('/') ? root : ''}${path}${isChosen ? `${path.includes('?') ? '&' : '?'}lang=${tag}` : ''}`
  return { tag, facts, words: store, link }
}
