import type { PageTexts } from './page-texts.js'
import { type Service, shopKey } from './service.js'
import type { Shop } from './shop.js'
import type { ShopProcess } from './shop-process.js'

/** A copy of the shop with a separate service and separate orders. */
export interface ShopCopy {
  readonly service: Service
  /** URL of the shop. */
  readonly url: string
  /** Starts the shop at a URL; undefined without `--start`. */
  readonly start: ((url: string) => Promise<ShopProcess>) | undefined
  /** Returns whether the shop has stored something in the folder for its data. */
  hasStoredData(): boolean
  close(): Promise<void>
}

/** State that the scenarios on one copy of the shop share. */
export interface Examination extends ShopCopy {
  readonly shop: Shop
  readonly productId: string
  /** Texts of the return page, which all copies share. */
  readonly texts: PageTexts
  /** The current process of the shop; undefined if the examination did not start it. */
  process: ShopProcess | undefined
  nextBuyer: number
  /** Emails of buyers by order. */
  readonly owners: Map<string, string>
  /** Reason why the shop can no longer be examined. */
  goneReason: string | undefined
}

/** Starts a copy of the shop. */
export async function startExamination(copy: ShopCopy, shop: Shop, texts: PageTexts): Promise<Examination> {
  return {
    ...copy,
    ...{ shop, texts },
    productId: await readProductId(copy.service),
    process: await copy.start?.(copy.url),
    nextBuyer: 1,
    owners: new Map(),
    goneReason: undefined,
  }
}

async function readProductId({ sandbox, url }: Service): Promise<string> {
  const headers = { Authorization: `Bearer ${shopKey}` }
  const { body } = await sandbox.handle({ method: 'GET', url: `${url}/api/v1/products`, headers })
  return JSON.parse(body).data[0].id
}
