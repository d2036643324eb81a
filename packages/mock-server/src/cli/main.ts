#!/usr/bin/env node
import { runProgram } from './program.js'

await runProgram({
  name: 'cedi-mock',
  about: 'the API of the Cedi service on your machine, with a real ledger and test money',
  title: 'Cedi mock server',
  thirdStep: 'npx cedi-sandbox              the same with pages: checkout, storefront, portal, operator desk',
  manifest: new URL('../package.json', import.meta.url),
  flags: [],
  async make(options) {
    const { createMockServer } = await import('../server/mock-server.js')
    return { server: createMockServer(options) }
  },
})
