#!/usr/bin/env node
import { createMockServer } from '../index.js'
import { runProgram } from './program.js'

/** Done when the server listens or the command has ended. CommonJS cannot wait for it while it is loaded. */
export const ended: Promise<void> = runProgram({
  name: 'cedi-mock',
  about: 'the API of the Cedi service on your machine, with a real ledger and test money',
  title: 'Cedi mock server',
  thirdStep: 'npx cedi-sandbox              the same with pages: checkout, storefront, portal, operator desk',
  manifest: new URL('../package.json', import.meta.url),
  flags: [],
  make: async (options) => ({ server: createMockServer(options) }),
})
