/** What the attributes of a buy button say. None is a price, an amount or a currency: those are the service's. */
export type Attributes = { readonly [name: string]: string | undefined }

/**
 * What some attributes must look like, after their name and a space; the others may be any text. The first two are names
 * that cannot leave their place in a path.
 */
const shape =
  /^(handle|product) [a-z\d]([\w-]{0,62}[a-z\d])?$|^accent #[\da-fA-F]{6}$|^quantity [1-9]\d?$|^ref [\w.-]{1,64}$|^success-url https:\/\/\w/

const said = new Set<string>()

/** Says something once, with the prefix and the cure. */
export function warn(what: string, consequence = 'no button was added'): void {
  if (!said.has(what)) console.warn(`[embed.js] ${what}; ${consequence}. Copy the tag from the portal.`)
  said.add(what)
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
  for (const name of ['handle', 'product', 'accent', 'quantity', 'ref', 'success-url']) {
    const value = tag.getAttribute(`data-${name}`) || ''
    const isRight = shape.test(`${name} ${value}`)
    values[name] = isRight ? value : undefined
    if (isRight) continue
    if (/^[hp]/.test(name)) return warn(`data-${name} is ${value ? 'not valid' : 'missing'}`) as undefined
    if (value) warn(`data-${name} is not valid`, 'it was left out')
  }
  return values
}
