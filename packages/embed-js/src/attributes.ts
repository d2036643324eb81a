/** Attributes of a buy button, by their `dataset` name. None is a price or a currency, which the service sets. */
export type Attributes = { readonly [name: string]: string | undefined }

/** A handle or slug: a single path segment. */
const segment = /^[a-z\d]([\w-]{0,62}[a-z\d])?$/

/** Patterns of attributes. The others may be any text. */
const patterns: Readonly<Record<string, RegExp>> = {
  handle: segment,
  product: segment,
  accent: /^#[\da-f]{6}$/i,
  quantity: /^[1-9]\d?$/,
  ref: /^[\w.-]{1,64}$/,
  successUrl: /^https:\/\/\w.*/,
}
const requiredNames = ['handle', 'product']

const warnings = new Set<string>()

/** Logs a warning once, with a suggested fix. */
export function warn(problem: string, consequence = 'no button was added'): void {
  if (warnings.has(problem)) return
  warnings.add(problem)
  console.warn(`[embed.js] ${problem}; ${consequence}. Copy the tag from the portal.`)
}

const toAttributeName = (name: string): string =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/**
 * Reads the attributes of a tag. Warns about invalid ones.
 *
 * @returns The values, without invalid optional ones; undefined if a required one is missing or invalid.
 * @source What the service does (`data-handle`, `data-product`, `data-label`)
 * @decision 0028
 */
export function readAttributes(tag: HTMLElement): Attributes | undefined {
  const values: Record<string, string | undefined> = { ...tag.dataset }
  for (const [name, pattern] of Object.entries(patterns)) {
    const value = values[name] || ''
    values[name] = value ? pattern.exec(value)?.[0] : undefined
    if (values[name]) continue
    if (requiredNames.includes(name)) {
      warn(`${toAttributeName(name)} is ${value ? 'not valid' : 'missing'}`)
      return
    }
    if (value) warn(`${toAttributeName(name)} is not valid`, 'it was left out')
  }
  return values
}
