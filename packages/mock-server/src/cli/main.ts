#!/usr/bin/env node
import { createMockServer } from '../index.js'
import { runProgram } from './program.js'

await runProgram({
  name: 'cedi-mock',
  summary: 'the API of the Cedi service on your machine, with a real ledger and test money',
  title: 'Cedi mock server',
  thirdStep: 'npx @cedi/sandbox             the same with pages: checkout, storefront, portal, operator desk',
  manifest: new URL('../package.json', import.meta.url),
  flags: [],
  make: async (options) => ({ server: createMockServer(options) }),
})
