import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExportedNames } from '../../../scripts/exported-names.mjs'

test('the entry points of @cedi/service-js export exactly these types and values', () => {
  const expected = {
    '.': `
      Cedi CheckoutAppearance CheckoutError CheckoutEvent CheckoutEventName CheckoutOptions CheckoutOutcome
      CheckoutSession CheckoutState Prefill createCedi handleIntentLinks`,
  }
  const names = Object.entries(expected).map(([entry, text]) => [entry, text.trim().split(/\s+/)])
  expect(listExportedNames(join(import.meta.dirname, '..'))).toEqual(Object.fromEntries(names))
})
