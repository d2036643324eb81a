/** The languages of the checkout. The first is the default. */
export const languageTags = ['en', 'fr'] as const

/** The language of one of {@link languageTags}. */
export type LanguageTag = (typeof languageTags)[number]

/** Whether a tag names one of the languages. */
export const isLanguage = (name: string): name is LanguageTag => languageTags.includes(name as LanguageTag)

/**
 * The language that matches the wanted ones best.
 *
 * @param asked - BCP 47 tags, the best one first: `fr-CI`, `en`.
 */
export function chooseLanguage(asked: readonly string[]): LanguageTag {
  for (const tag of asked) {
    const name = tag.toLowerCase().slice(0, 2)
    if (isLanguage(name) && /^..(?:-|$)/.test(tag)) return name
  }
  return 'en'
}

/** Puts values into a text: `{amount}` becomes the value of that name. */
export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole))
