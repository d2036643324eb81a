import type { Context } from '@cedi/mock-server/internal'
import { findMerchant, findProduct } from '../kit/listed-product.js'

/** Maximum length of a path that is repaired. Handles and slugs are shorter. */
const maxLength = 200

/** Percent-encoded `@`, `-` and `_`, which some apps encode in links. */
const encodedName = /%(40|2d|5f)/gi

/** Start of parameters and quotes that chat apps attach to a link: everything from here on is not part of the path. */
const attached = /&|%(?:20|22|29|5d|c2%a0|e2%80%(?:99|9d|8b)|c2%bb)/i

/** Punctuation at the end of a link in a sentence. */
const punctuation = '/.,;:!?)]}>\'"*'

function removeAttached(path: string): string {
  const start = path.search(attached)
  let end = start === -1 ? path.length : start
  while (end > 0 && punctuation.includes(path.charAt(end - 1))) end--
  return path.slice(0, end)
}

/**
 * Finds the storefront page that a mistyped or damaged path means: `/%40ama`, `/@Ama/Kente-Tote.`, `/@ama/&e=AT0x`.
 *
 * @returns Its path; undefined if there is none, if the path is canonical already, or if it is longer than 200 characters.
 */
export async function findCanonicalPath(context: Context, path: string): Promise<string | undefined> {
  if (path.length > maxLength) return undefined
  const decoded = path.replace(encodedName, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const [, handle = '', slug] = /^\/@([\w-]+)(?:\/([\w-]+))?$/.exec(removeAttached(decoded).toLowerCase()) ?? []
  const merchant = await findMerchant(context, handle)
  if (!merchant) return undefined
  const canonical = slug === undefined ? `/@${handle}` : `/@${handle}/${slug}`
  if (canonical === path || (slug !== undefined && !(await findProduct(context, merchant, slug)))) return undefined
  return canonical
}
