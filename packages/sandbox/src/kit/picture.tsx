/** @jsxImportSource hono/jsx */
import type { ProductRow } from '@cedi/mock-server/internal'
import { demoMerchant } from '@cedi/mock-server/service'
import { Drawing } from './drawings.js'
import type { Html } from './html.js'
import { WovenPattern } from './woven-pattern.js'

/**
 * Renders the picture of a product: a drawing for a demo product, and a woven pattern for others. The merchant's picture
 * is not loaded, because its host would learn about each visitor.
 *
 * @decision 0029
 */
export const Picture = ({ product: { merchant, id, slug } }: { readonly product: ProductRow }): Html =>
  (merchant === demoMerchant && Drawing({ slug })) || <WovenPattern id={id} />
