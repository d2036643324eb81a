/** The attributes of a buy button. None is a price, an amount or a currency: the service sets those. */
export type Attributes = { readonly [name: string]: string | undefined }

/** A name that cannot leave its place in a path. */
const segment = /^[a-z\d]([\w-]{0,62}[a-z\d])?$/

/** The form that some attributes must have; the others may be any text. */
const shapes: Readonly<Record<string, RegExp>> = {
  handle: segment,
  product: segment,
  accent: /^#[\da-f]{6}$/i,
  quantity: /^[1-9]\d?$/,
  ref: /^[\w.-]{1,64}$/,
  'success-url': /^https:\/\/\w.*/,
}

const said = new Set<string>()

/** Warns once, with the prefix and the cure. */
export function warn(what: string, consequence = 'no button was added'): void {
  if (said.has(what)) return
  said.add(what)
  console.warn(`[embed.js] ${what}; ${consequence}. Copy the tag from the portal.`)
}

/**
 * Reads a tag's attributes, and warns once about what is wrong and how to fix it.
 *
 * @returns The values; undefined when there can be no button. A malformed optional value is left out.
 * @source What the service does (`data-handle`, `data-product`, `data-label`)
 * @decision 0028
 */
export function readAttributes(tag: HTMLElement): Attributes | undefined {
  const values: Record<string, string | undefined> = { ...tag.dataset }
  for (const [name, shape] of Object.entries(shapes)) {
    const value = tag.getAttribute(`data-${name}`) || ''
    values[name] = value ? shape.exec(value)?.[0] : undefined
    if (values[name]) continue
    if (shape === segment) {
      warn(`data-${name} is ${value ? 'not valid' : 'missing'}`)
      return
    }
    if (value) warn(`data-${name} is not valid`, 'it was left out')
  }
  return values
}
