import { describe, expect, it } from 'vitest'
// @ts-expect-error: a script, without types.
import { checkDocument } from '../../contract/scripts/generate/document.mjs'
// @ts-expect-error: a script, without types.
import { responseSchemas } from '../../contract/scripts/generate/response-schemas.mjs'
// @ts-expect-error: a script, without types.
import { schemaTypes } from '../../contract/scripts/generate/schema.mjs'
// @ts-expect-error: a script, without types.
import { createResponseValidators } from '../../contract/scripts/generate/validators.mjs'
// @ts-expect-error: a script, without types.
import { prepareOverlay } from '../../contract/scripts/overlay.mjs'
import type { Comparison } from '../src/compare/compare.js'
import { toOverlay } from '../src/compare/report.js'
import { type Description, description } from '../src/schema.js'
import { baseUrl, listDifferences, runComparison } from './compared-service.js'
import { deviatingConsequences } from './deviating-consequences.js'
import { deviatingEvidence } from './deviating-evidence.js'
import { deviatingLists } from './deviating-lists.js'
import { deviatingOperations } from './deviating-operations.js'
import { deviatingRecords } from './deviating-records.js'
import { deviatingResponses } from './deviating-responses.js'
import { deviatingSales } from './deviating-sales.js'
import { type DeviatingService, deviatingServices, type Json, withRecords } from './deviating-services.js'
import { deviatingWrites } from './deviating-writes.js'
import { deviations } from './deviations.js'

const listIds = ({ lines }: Comparison, verdict: string): string[] =>
  lines.filter((line) => line.verdict === verdict).map(({ id }) => id)
const listTexts = (comparison: Comparison): Record<string, string> =>
  Object.fromEntries(listDifferences(comparison).map((text) => text.split(/: (.*)/s) as [string, string]))

const services = [
  ...deviatingServices,
  ...deviatingRecords,
  ...deviatingResponses,
  ...deviatingConsequences,
  ...deviatingEvidence,
  ...deviatingOperations,
  ...deviatingSales,
  ...deviatingLists,
  ...deviatingWrites,
]

describe.each(services)('a service where $name', (service: DeviatingService) => {
  it('has exactly the expected differences', async () => {
    const { comparison } = await runComparison(service, {
      allowWrites: service.needsWrite === true,
      ...(service.prices && { prices: service.prices }),
    })
    const texts = listTexts(comparison)
    expect(texts).toEqual(
      Object.fromEntries(Object.entries(service.differs).map(([id, text]) => [id, expect.stringMatching(text)])),
    )
    expect(listIds(comparison, 'unknown')).toEqual(expect.arrayContaining([...(service.unknown ?? [])]))
    expect(listIds(comparison, 'holds')).toEqual(expect.arrayContaining([...(service.holds ?? [])]))
  })
})

it('--write sends two payments to a service that ignores Idempotency-Key, and no further write', async () => {
  const service = deviatingServices.find(({ name }) => name === 'idempotency keys are ignored')
  const { requests } = await runComparison(service, { allowWrites: true })
  const writes = requests.filter(
    ({ method, headers, url }) =>
      method === 'POST' && !headers.has('x-service-simulate') && !url.includes('/api/licenses'),
  )
  expect(writes.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/payments', '/api/v1/payments'])
})

it('--write goes on after a stored response for another body', async () => {
  const service = deviatingWrites.find(({ name }) => name.startsWith('a used key returns'))
  const { comparison } = await runComparison(service, { allowWrites: true })
  expect(comparison.lines.filter(({ seen }) => seen.startsWith('Not tried'))).toEqual([])
})

it('--write gives the reason for each record that it did not create', async () => {
  const service = deviatingWrites.find(({ name }) => name.startsWith('a used key charges'))
  const { comparison } = await runComparison(service, { allowWrites: true })
  const ids = ['record.Refund', 'record.CheckoutIntent', 'intent.lifetime']
  expect(comparison.lines.filter(({ id }) => ids.includes(id)).map(({ seen }) => seen)).toEqual(
    Array(3).fill('Not tried, because idempotency.reused had an unexpected result.'),
  )
})

it('names a status that the contract does not list as the reason for an unknown change of the balance', async () => {
  const { comparison } = await runComparison(
    {
      respond: withRecords((record) => {
        if (record.status === 'succeeded') return { ...record, status: 'completed' }
        return 'reserved' in record ? { ...record, available: 5 } : record
      }),
    },
    { allowWrites: true },
  )
  const line = comparison.lines.find(({ id }) => id === 'balance.payment')
  expect(line).toMatchObject({ verdict: 'unknown', seen: 'Its status is completed, which the contract does not list.' })
})

it('--write reads a pending payment at most eleven times, then reports that it was still pending', async () => {
  const service = deviatingRecords.find(({ name }) => name === 'a payment stays pending')
  const { comparison, requests } = await runComparison(service, { allowWrites: true })
  const reasons = comparison.lines.filter(({ id }) => id === 'path.createRefund' || id === 'record.Refund')
  expect(reasons.map(({ seen }) => seen)).toEqual(Array(2).fill('The payment was still pending.'))
  const payment = requests.findIndex(({ method, url }) => method === 'POST' && url.endsWith('/payments'))
  const [first, ...more] = requests
    .slice(payment)
    .filter(({ method, url }) => method === 'GET' && url.includes('/payments/'))
  const reads = [first, ...more.filter(({ url }) => url === first?.url)]
  // The first read checks that a new payment can be read.
  expect(reads).toHaveLength(1 + 11)
})

describe('the overlay', () => {
  const candidates = [...services, ...deviations]

  it.each(candidates)('of a service where $name makes its differences disappear', async (service) => {
    const options = { allowWrites: service.needsWrite === true }
    const { comparison } = await runComparison(service, options)
    if (comparison.actions.length === 0) return
    const { actions } = toOverlay(comparison, baseUrl) as { actions: readonly { readonly target: string }[] }
    const preparation = prepareOverlay(JSON.stringify(description), JSON.stringify({ overlay: '1.0.0', actions }))
    const { document: contract, unmatchedTargets } = preparation as {
      document: Description
      unmatchedTargets: string[]
    }
    expect(unmatchedTargets).toEqual([])
    checkDocument(contract)
    expect(responseSchemas(contract)).toContain('createSchema')
    const { comparison: again } = await runComparison(service, { ...options, contract })
    expect(again.actions).toEqual([])
    expect(listIds(again, 'differs').filter((id) => /^record\.[A-Z]/.test(id))).toEqual([])
  })

  it.each(deviatingRecords.slice(0, 2))('of a service where $name is accepted by the generator', async (service) => {
    const { comparison } = await runComparison(service, { allowWrites: true })
    const overlay = JSON.stringify(toOverlay(comparison, baseUrl))
    const { document } = prepareOverlay(JSON.stringify(description), overlay) as { document: Description }
    checkDocument(document)
    expect(responseSchemas(document)).toContain('paymentSchema')
    expect(await schemaTypes(document)).toMatch(/next_action\??: NextAction \| null/)
    expect(await createResponseValidators(document)).toContain('readPayment_200')
  })

  it('keeps every field, type, unit, description and decision of the contract', async () => {
    for (const { respond } of deviatingServices.slice(0, 4)) {
      const { comparison } = await runComparison({ respond })
      const remainingActions = comparison.actions
        .filter((action) => action.remove)
        .map(({ target }) => target)
        .filter((target) => !/\.required\[|\.type$|\.format$|\['\$ref'\]$/.test(target))
      expect(remainingActions).toEqual([])
    }
  })

  it('accepts a described field that the adopted contract lists as an alternative', async () => {
    const contract = structuredClone(description) as Json
    const { price } = contract.components.schemas.Product.properties
    contract.components.schemas.Product.properties.price = { anyOf: [price, { type: 'string' }] }
    const service = services.find(({ name }) => name.startsWith('the description states that price is a string'))
    const { comparison } = await runComparison(service, { contract })
    expect(listIds(comparison, 'holds')).toContain('description.schemas')
  })

  it('has no action for a constant whose values it leaves out', async () => {
    const { comparison } = await runComparison({
      respond: withRecords((record) => ('currency' in record ? { ...record, currency: "'; x" } : record)),
    })
    expect(comparison.actions).toEqual([])
    expect(listTexts(comparison)['record.Product']).toContain('The overlay leaves it out')
  })

  it('infers the type of a new field from all records', async () => {
    const { comparison } = await runComparison(deviatingServices[3])
    const addition = comparison.actions.find(({ target }) => target === '$.components.schemas.Product.properties')
    expect(addition?.update).toEqual({ cost: { type: 'number', description: 'Observed in responses of the service.' } })
  })
})
