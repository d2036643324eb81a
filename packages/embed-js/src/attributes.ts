/** What the attributes of a buy button say. None is a price, an amount or a currency: those are the service's. */
export type Attributes = { readonly [name: string]: string }

/** A name that cannot leave its place in a path. */
const slug = /^[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/
const any = /^/

/** Every attribute, and what it must look like. */
const shapes: readonly (readonly [name: string, shape: RegExp])[] = [
  ['handle', slug],
  ['product', slug],
  ['label', any],
  ['mode', any],
  ['preload', any],
  ['variant', any],
  ['size', any],
  ['accent', /^#[\da-f]{6}$/i],
  ['theme', any],
  ['locale', any],
  ['quantity', /^[1-9]\d?$/],
  ['show-price', any],
  ['target', any],
  ['ref', /^[\w.-]{1,64}$/],
  ['success-url', /^https:\/\/\w/],
]

/** The attributes that a button is redrawn for. */
export const attributeNames = (): string[] => shapes.map(([name]) => `data-${name}`)

const said = new Set<string>()

/**
 * Reads the attributes of a tag, and says once what is wrong with them and how to cure it.
 *
 * @returns The values; nothing when there can be no button. What is malformed and can be left out is empty.
 * @source What the service does (`data-handle`, `data-product`, `data-label`)
 * @decision 0028
 */
export function readAttributes(tag: Element): Attributes | undefined {
  const values: Record<string, string> = {}
  for (const [name, shape] of shapes) {
    const value = tag.getAttribute(`data-${name}`) ?? ''
    const isFine = shape.test(value)
    values[name] = isFine ? value : ''
    if (isFine || (!value && shape !== slug)) continue
    const text = `[embed.js] data-${name} is ${value ? 'not valid' : 'missing'}; ${shape === slug ? 'no button was added' : 'it was left out'}. Copy the tag from the portal.`
    if (!said.has(text)) console.warn(text)
    said.add(text)
    if (shape === slug) return
  }
  return values
}
