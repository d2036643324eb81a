/** What the attributes of a buy button say. None is a price, an amount or a currency: those are the service's. */
export type Attributes = { readonly [name: string]: string | undefined }

/** A name that cannot leave its place in a path. */
const segment = /^[a-z\d]([\w-]{0,62}[a-z\d])?$/

/** What some attributes must look like; the others may be any text. */
const shapes: Readonly<Record<string, RegExp>> = {
  handle: segment,
  product: segment,
  accent: /^#[\da-f]{6}$/i,
  quantity: /^[1-9]\d?$/,
  ref: /^[\w.-]{1,64}$/,
  'success-url': /^https:\/\/\w.*/,
}

const said = new Set<string>()

/** Says something once, with the prefix and the cure. */
export function warn(what: string, consequence = 'no button was added'): void {
  if (said.has(what)) return
  said.add(what)
  console.warn(`[embed.js] ${what}; ${consequence}. Copy the tag from the portal.`)
}

/**
 * Reads the attributes of a tag, and says once what is wrong with them and how to cure it.
 *
 * @returns The values; nothing when there can be no button. What is malformed and can be left out is not there.
 * @source What the service does (`data-handle`, `data-product`, `data-label`)
 * @decision 0028
 */
export function readAttributes(tag: HTMLElement): Attributes | undefined {
  const values: Record<string, string | undefined> = { ...tag.dataset }
  for (const [name, shape] of Object.entries(shapes)) {
    const value = tag.getAttribute(`data-${name}`) || ''
    values[name] = shape.exec(value)?.[0]
    if (values[name]) continue
    if (shape === segment) {
      warn(`data-${name} is ${value ? 'not valid' : 'missing'}`)
      return
    }
    if (value) warn(`data-${name} is not valid`, 'it was left out')
  }
  return values
}
