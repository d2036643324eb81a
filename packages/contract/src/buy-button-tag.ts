/** Values of the buy button attributes that accept a fixed set. The empty string is the default and needs no attribute. */
export const buttonChoices = {
  'data-layout': ['', 'card'],
  'data-variant': ['', 'outline'],
  'data-size': ['', 's', 'l'],
  'data-locale': ['', 'en', 'fr'],
} as const

/** Pattern of a handle or a product's slug: one segment of a path. */
export const segmentPattern: RegExp = /^[a-z\d]([\w-]{0,62}[a-z\d])?$/
/** Pattern of `data-accent`. */
export const accentPattern: RegExp = /^#[\da-f]{6}$/i
/** Pattern of `data-quantity`. */
export const quantityPattern: RegExp = /^[1-9]\d?$/
/** Pattern of `data-email`. */
export const emailPattern: RegExp = /^[^@\s]+@[^@\s]+$/
/** Pattern of `data-phone`. */
export const phonePattern: RegExp = /^[\d() +-]{9,24}$/

/** Attribute of a buy button and its value, such as `['data-label', 'Buy now']`. */
export type ButtonAttribute = readonly [name: string, value: string]

/** Returns a pattern that accepts one of the values. */
const oneOf = (values: readonly string[]): RegExp => new RegExp(`^(?:${values.join('|')})$`)

/** Optional attributes in the order of the tag, with the values that `embed.js` accepts. */
const optionalAttributes: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['data-label', /^.+$/],
  ...Object.entries(buttonChoices).map(([name, values]) => [name, oneOf(values)] as const),
  ['data-accent', accentPattern],
  ['data-show-price', /^true$/],
  ['data-quantity', quantityPattern],
  ['data-name', /^.+$/],
  ['data-email', emailPattern],
  ['data-phone', phonePattern],
]

/**
 * Reads the optional attributes of a buy button from a form or query. Replaces line breaks by spaces, so that the tag is one
 * line. Omits empty values and values that `embed.js` would ignore, such as an incomplete colour.
 *
 * @param read - Returns the value of an attribute.
 */
export const readButtonAttributes = (read: (name: string) => string | null | undefined): readonly ButtonAttribute[] =>
  optionalAttributes
    .map(([name, pattern]) => [name, read(name)?.trim().replace(/\s+/g, ' ') ?? '', pattern] as const)
    .filter(([, value, pattern]) => value !== '' && pattern.test(value))
    .map(([name, value]) => [name, value])

/** Product that a buy button sells. */
export interface ButtonProduct {
  /** URL of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly handle: string
  /** Last segment of the path of the product page. */
  readonly slug: string
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the script tag of a buy button. */
export function createButtonTag(
  { baseUrl, handle, slug }: ButtonProduct,
  attributes: readonly ButtonAttribute[],
): string {
  const allAttributes: readonly ButtonAttribute[] = [
    ['src', `${baseUrl}/embed.js`],
    ['data-handle', handle],
    ['data-product', slug],
    ...attributes,
  ]
  return `<script async ${allAttributes.map(([name, value]) => `${name}="${escapeAttribute(value)}"`).join(' ')}></script>`
}
