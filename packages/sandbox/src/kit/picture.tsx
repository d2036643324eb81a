/** @jsxImportSource hono/jsx */
import type { ProductRow } from '@cedi/ledger'
import { demoMerchant } from '@cedi/mock-server/service'
import { Cloth } from './cloth.js'
import { Drawing } from './drawings.js'
import type { Html } from './html.js'

/**
 * A product's picture: our own drawing for the demo's products, and a woven pattern for all others. The merchant's
 * address is not loaded, because that would tell another host who looks at what.
 *
 * @decision 0029
 */
export const Picture = ({ product: { merchant, id, slug } }: { readonly product: ProductRow }): Html =>
  (merchant === demoMerchant && Drawing({ slug })) || <Cloth id={id} />
