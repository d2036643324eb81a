import type { MockServer } from '@cedi/sandbox'
import type { Site } from './site.mjs'

/** Creates the orders of the demo shop and pays for them at the mock service. */
export function createDemoOrders(site: Site, mock: MockServer): Promise<void>
