/** What the attributes of a buy button say. None is a price, an amount or a currency: those are the service's. */
export type Attributes = { readonly [name: string]: string }

/** A name that cannot leave its place in a path. */
const slug = /^[a-z0-9](?:[\w-]{0,62}[a-z0-9])?$/

/** What some attributes must look like; the others may be any text. */
const shapes = new Map([
  ['handle', slug],
  ['product', slug],
  ['accent', /^#[\da-f]{6}$/i],
  ['quantity', /^[1-9]\d?$/],
  ['ref', /^[\w.-]{1,64}$/],
  ['success-url', /^https:\/\/\w/],
])

/** Every attribute, without `data-`. */
export const names: readonly string[] = [...shapes.keys()].concat(
  'label mode preload variant size theme locale show-price target'.split(' '),
)

const said = new Set<string>()

/** Says something once, with the prefix and the cure. */
export function warn(what: string, consequence = 'no button was added'): void {
  if (!said.has(what)) console.warn(`[embed.js] ${what}; ${consequence}. Copy the tag from the portal.`)
  said.add(what)
}

/**
 * Reads the attributes of a tag, and says once what is wrong with them and how to cure it.
 *
 * @returns The values; nothing when there can be no button. What is malformed and can be left out is empty.
 * @source What the service does (`data-handle`, `data-product`, `data-label`)
 * @decision 0028
 */
export function readAttributes(tag: Element): Attributes | undefined {
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = tag.getAttribute(`data-${name}`) ?? ''
    const shape = shapes.get(name)
    if (!shape || shape.test(value)) values[name] = value
    else if (shape === slug) return warn(`data-${name} is ${value ? 'not valid' : 'missing'}`) as undefined
    else if (value) warn(`data-${name} is not valid`, 'it was left out')
  }
  return values
}

/** Whether a click opens the popup: not for `data-mode="tab"` and `data-mode="redirect"`. */
export const opensPopup = ({ mode }: Attributes): boolean => mode !== 'tab' && mode !== 'redirect'
