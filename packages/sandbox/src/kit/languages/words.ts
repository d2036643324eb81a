/** Supported languages. The first is the default. */
export const languageTags = ['en', 'fr'] as const

/** Tag of a supported language. */
export type LanguageTag = (typeof languageTags)[number]

/** Whether a tag is that of a supported language. */
export const isLanguage = (name: string): name is LanguageTag => languageTags.includes(name as LanguageTag)

/**
 * Returns the supported language that matches best.
 *
 * @param requestedTags - BCP 47 tags in order of preference, such as `fr-CI` and `en`.
 */
export function chooseLanguage(requestedTags: readonly string[]): LanguageTag {
  for (const tag of requestedTags) {
    const name = tag.toLowerCase().slice(0, 2)
    if (isLanguage(name) && /^..(?:-|$)/.test(tag)) return name
  }
  return 'en'
}

/** Replaces placeholders such as `{amount}` with their values. */
export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )
