/// <reference types="node" />
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExportedNames } from '../../../scripts/exported-names.mjs'

test('the entry points of @cedi/mock-server export exactly these types and values', () => {
  const expected = {
    '.': `
      ConnectionDropped Fault FaultMatch FaultRule Faults HttpResponse InjectedFault Listening LoggedRequest
      MockServer MockServerOptions QueuedOutcomes RateLimit RequestContext RequestDescription RequestLog
      Scenario Seed ServerSnapshot SettleOptions createMockServer scenarios`,
    './msw': `
      handlers`,
    './node': `
      findControlToken`,
  }
  const names = Object.entries(expected).map(([entry, text]) => [entry, text.trim().split(/\s+/)])
  // Semantic versioning does not cover the internal entry point.
  const { './internal': _, ...exported } = listExportedNames(join(import.meta.dirname, '..'))
  expect(exported).toEqual(Object.fromEntries(names))
})
