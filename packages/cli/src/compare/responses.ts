import { failureSchema } from '@cedi/client/schemas'
import { endpointTable } from '@cedi/contract/generated/operations'
import {
  describeResponse,
  type Exchange,
  isSuccess,
  readData,
  readError,
  readRecords,
  toObject,
} from '../check-client.js'
import type { Evidence } from './evidence.js'
import { differs, type Finding, judge, toFinding, unknown } from './finding.js'
import { listIssues } from './records.js'

/** Checks that a response is an error with a status and, if given, a code and a field. */
function checkError(exchange: Exchange, status: number, code?: string, field?: string): string | false {
  const error = readError(exchange)
  const isExpected =
    exchange.status === status &&
    (code === undefined || error.code === code) &&
    (field === undefined || error.field === field)
  const expected = [status, code, field && `for ${field}`].filter(Boolean).join(' ')
  return !isExpected && `${exchange.method} ${exchange.path}: got ${describeResponse(exchange)}, not ${expected}.`
}

export const checkErrors = (exchanges: readonly Exchange[], status: number, code?: string, field?: string): Finding =>
  judge(exchanges, (usable) => toFinding(usable.map((exchange) => checkError(exchange, status, code, field))))

/** Returns all responses, also those that are expected to be errors. */
function listExchanges(evidence: Evidence): readonly Exchange[] {
  const { writes } = evidence
  const written = writes && [writes.simulated, writes.payment, ...writes.paymentReads, writes.replay, writes.reusedKey]
  return [
    ...[evidence.balance, evidence.products, evidence.orders, evidence.product, ...evidence.singleOrders],
    ...[...evidence.payments, evidence.firstPage, evidence.secondPage, ...evidence.invalidLimits, evidence.customers],
    ...[evidence.license, evidence.withoutKey, evidence.withUnknownKey, ...evidence.withNarrowKey],
    ...(written ?? []),
    ...[writes?.refund, writes?.intent],
  ].filter((exchange) => exchange !== undefined && exchange.problem === undefined) as readonly Exchange[]
}

const describeExchange = ({ method, path }: Exchange): string => `${method} ${path.split('?')[0]}`

export function checkSuccessEnvelope(evidence: Evidence): Finding {
  return judge(listExchanges(evidence).filter(isSuccess), (usable) =>
    toFinding(
      usable.map((exchange) => {
        const { success, data, error, ...others } = toObject(exchange.body)
        const isEnvelope = success === true && data !== undefined && (error ?? null) === null
        const names = Object.keys(others).join(', ').slice(0, 100)
        if (isEnvelope && names === '') return undefined
        return `${describeExchange(exchange)}: ${isEnvelope ? `the envelope has ${names}` : 'there is no envelope with success true and data'}.`
      }),
      `Responses: ${usable.length}.`,
    ),
  )
}

export function checkErrorEnvelope(evidence: Evidence): Finding {
  return judge(
    listExchanges(evidence).filter(({ status }) => status >= 400),
    (usable) =>
      toFinding(
        usable.map((exchange) => {
          const issues = listIssues(failureSchema, 'body', exchange.body)
          return issues[0] && `${describeExchange(exchange)}: ${issues[0]}`
        }),
        `Responses: ${usable.length}.`,
      ),
  )
}

export function checkReadPaths({ balance, products, product, orders, singleOrders, payments }: Evidence): Finding {
  const exchanges = [balance, products, product, orders, ...singleOrders, ...payments].filter(
    (one) => one !== undefined,
  )
  // The service may reject the key before it looks up the path.
  const allowed = exchanges.filter(({ status }) => status !== 403)
  return judge(
    allowed,
    (usable) => {
      const tried = [...new Set(usable.map(({ path }) => `/${path.split(/[/?]/)[3]}`))].join(', ')
      return toFinding(
        usable.map((one) => !isSuccess(one) && `${describeExchange(one)}: got ${describeResponse(one)}.`),
        `Tried: ${tried}.`,
      )
    },
    'The key has no read scope.',
  )
}

export function checkScope({ withNarrowKey }: Evidence): Finding {
  if (withNarrowKey.length === 0) return unknown('Set CEDI_NARROW_API_KEY to a key that lacks a read scope.')
  return judge(withNarrowKey, (usable) => {
    if (usable.every(({ status }) => status === 401)) return unknown('The service does not know CEDI_NARROW_API_KEY.')
    // A payment that does not exist is 404 for a key that may read it.
    const rejected = usable.filter((one) => !isSuccess(one) && readError(one).code !== 'not_found')
    if (rejected.length === 0) return unknown('The key in CEDI_NARROW_API_KEY may read everything.')
    return toFinding(rejected.map((one) => checkError(one, 403, 'insufficient_scope')))
  })
}

export const checkArray = ({ products, orders }: Evidence): Finding =>
  judge(
    [products, orders].filter((one) => one.problem !== undefined || isSuccess(one)),
    (usable) =>
      toFinding(
        usable.map((one) => !Array.isArray(readData(one)) && `${describeExchange(one)}: data is not an array.`),
      ),
  )

export const checkLimit = ({ firstPage }: Evidence): Finding =>
  judge([firstPage], () => {
    if (!isSuccess(firstPage)) return differs(`Got ${describeResponse(firstPage)}.`)
    const count = readRecords(firstPage).length
    return count === 0
      ? unknown('There is no product.')
      : toFinding([count > 1 && `limit=1 returned ${count} products.`])
  })

export const checkPages = ({ products, firstPage, secondPage }: Evidence): Finding =>
  judge([firstPage, ...(secondPage ? [secondPage] : [])], () => {
    const [count, total] = [readRecords(firstPage).length, readRecords(products).length]
    if (secondPage === undefined)
      return total > count && count > 0
        ? differs('There are more products, but the page has no Link with rel="next".')
        : unknown('There are too few products for two pages.')
    if (secondPage.problem) return unknown(secondPage.problem)
    const [first, second] = [firstPage, secondPage].map((page) => readRecords(page)[0]?.['id'])
    if (second === undefined) return differs(`The next page has no product: got ${describeResponse(secondPage)}.`)
    return toFinding([first === second && 'The next page repeats the first one.'])
  })

export function checkDescriptionPaths({ description }: Evidence): Finding {
  return judge([description], () => {
    const { paths } = toObject(description.body)
    if (typeof paths !== 'object' || paths === null)
      return differs(`Got ${describeResponse(description)} without paths.`)
    const expected = new Set<string>(endpointTable.map(({ path }) => path))
    // The document may include its own path.
    const found = Object.keys(paths).filter((path) => path !== '/api/v1/openapi.json')
    return toFinding([
      ...[...expected].filter((path) => !found.includes(path)).map((path) => `${path} is missing.`),
      ...found.filter((path) => !expected.has(path)).map((path) => `It has ${path.slice(0, 100)}.`),
    ])
  })
}
