import type { PageTexts } from './page-texts.js'
import type { Service } from './service.js'
import type { Shop } from './shop.js'
import type { ShopProcess } from './shop-process.js'

/** State that the scenarios of one examination share. */
export interface Examination {
  readonly shop: Shop
  readonly service: Service
  readonly productId: string
  readonly texts: PageTexts
  /** The current process of the shop; undefined if the examination did not start it. */
  process: ShopProcess | undefined
  /** URL of the shop. */
  readonly url: string
  /** Starts the shop at a URL; undefined without `--start`. */
  readonly start: ((url: string) => Promise<ShopProcess>) | undefined
  nextBuyer: number
  /** Emails of buyers by order. */
  readonly owners: Map<string, string>
  /** Maximum wait for a delivery. */
  patienceMs: number
}
