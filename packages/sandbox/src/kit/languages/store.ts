import * as en from './en.js'
import * as fr from './fr.js'
import type { LanguageFacts, StoreWords } from './language.js'
import { chooseLanguage, type LanguageTag } from './words.js'

/** A language for pages that are not the checkout. */
export interface StoreLanguage {
  readonly tag: LanguageTag
  readonly facts: LanguageFacts
  readonly words: StoreWords
  /** An address of these pages, in the language that the visitor chose. */
  link(path: string): string
}

const languages: Readonly<Record<LanguageTag, { facts: LanguageFacts; store: StoreWords }>> = { en, fr }

/** The language tags of a request: first `?lang=`, then `Accept-Language` in its order. */
export function askedLanguages(query: URLSearchParams | undefined, header: string | undefined): string[] {
  const chosen = query?.get('lang')
  const accepted = (header ?? '').slice(0, 200).split(',')
  return [...(chosen ? [chosen] : []), ...accepted.map((part) => part.split(';')[0]?.trim() ?? '')]
}

/**
 * The language of a storefront for a request.
 *
 * @param root - The path of the base address, which links start with.
 */
export function storeLanguage(
  query: URLSearchParams | undefined,
  header: string | undefined,
  root = '',
): StoreLanguage {
  const tag = chooseLanguage(askedLanguages(query, header))
  const { facts, store } = languages[tag]
  const isChosen = query?.get('lang') === tag
  const link = (path: string): string =>
    `${path.startsWith('/') ? root : ''}${path}${isChosen ? `${path.includes('?') ? '&' : '?'}lang=${tag}` : ''}`
  return { tag, facts, words: store, link }
}
