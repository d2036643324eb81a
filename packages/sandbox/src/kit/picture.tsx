/** @jsxImportSource hono/jsx */
import type { ProductRow } from '@cedi/ledger'
import { demoMerchant } from '@cedi/mock-server/service'
import { Cloth } from './cloth.js'
import { Drawing } from './drawings.js'
import type { Html } from './html.js'

/**
 * The picture of a product: our own drawing of what the demo sells, and a cloth of its own for everything else. The
 * address that a merchant gave is not loaded: it would tell somebody else who looks at what.
 *
 * @decision 0090
 */
export const Picture = ({ product: { merchant, id, slug } }: { readonly product: ProductRow }): Html =>
  (merchant === demoMerchant && Drawing({ slug })) || <Cloth id={id} />
