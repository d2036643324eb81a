import type { Context } from '@cedi/mock-server/internal'
import { findMerchant, findProduct } from '../kit/listed-product.js'

/** Percent-encoded `@`, `-` and `_`, which some apps encode in links. */
const encodedName = /%(40|2d|5f)/gi

/** Punctuation and parameters that chat apps and sentences attach to the end of a link. */
const attached = /(?:[/.,;:!?)\]}>'"*]|&.*|%(?:20|22|29|5d|c2%a0|e2%80%(?:99|9d|8b)|c2%bb).*)+$/i

/**
 * Finds the storefront page that a mistyped or damaged path means: `/%40ama`, `/@Ama/Kente-Tote.`, `/@ama/&e=AT0x`.
 *
 * @returns Its path; undefined if there is none, or if the path is canonical already.
 */
export async function findCanonicalPath(context: Context, path: string): Promise<string | undefined> {
  const decoded = path.replace(encodedName, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const clean = decoded.replace(attached, '').toLowerCase()
  const [, handle = '', slug] = /^\/@([\w-]+)(?:\/([\w-]+))?$/.exec(clean) ?? []
  const merchant = await findMerchant(context, handle)
  if (!merchant) return undefined
  const canonical = slug === undefined ? `/@${handle}` : `/@${handle}/${slug}`
  if (canonical === path || (slug !== undefined && !(await findProduct(context, merchant, slug)))) return undefined
  return canonical
}
