import { createMockServer } from '@cedi/mock-server'
import type { Program } from './program.js'

/** The mock server without pages. */
export const mockProgram: Program = {
  name: 'cedi mock',
  summary: 'the API of the Cedi service on your machine, with a real ledger and test money',
  title: 'Cedi mock server',
  thirdStep: 'cedi sandbox                  the same with pages: checkout, storefront, portal, operator desk',
  flags: [],
  make: async (options) => ({ server: createMockServer(options) }),
}
