import { describeResponse, isSuccess, toObject } from '../check-client.js'
import { toText } from '../show.js'
import { checkFee, checkNet, checkUnit } from './amounts.js'
import { differs, holds, judge, type Statement, toFinding } from './finding.js'
import { recordStatements } from './records.js'
import {
  checkArray,
  checkDescriptionPaths,
  checkErrorEnvelope,
  checkErrors,
  checkLimit,
  checkPages,
  checkReadPaths,
  checkScope,
  checkSuccessEnvelope,
} from './responses.js'
import { checkReplay, checkReusedKey, checkSimulation, checkWritePaths } from './write-checks.js'

/** All statements, in the order of the report. @decision 0079 */
export const statements: readonly Statement[] = [
  {
    id: 'key.missing',
    title: 'no key is 401',
    source: 'Authentication, rule 4',
    check: ({ withoutKey }) => checkErrors([withoutKey], 401),
  },
  {
    id: 'key.unknown',
    title: 'an unknown key is 401 invalid_api_key',
    source: '0005',
    check: ({ withUnknownKey }) => checkErrors([withUnknownKey], 401, 'invalid_api_key'),
  },
  {
    id: 'key.scope',
    title: 'a missing scope is 403 insufficient_scope',
    source: 'Authentication, rule 5',
    check: checkScope,
  },
  {
    id: 'license.public',
    title: 'the license check needs no key',
    source: 'Authentication, rule 6',
    check: ({ license }) =>
      judge([license], () =>
        isSuccess(license) ? holds() : differs(`An unknown license: got ${describeResponse(license)}.`),
      ),
  },
  {
    id: 'envelope.success',
    title: 'a success is an envelope with success true and data, and no other member',
    source: 'Envelope (all responses)',
    check: checkSuccessEnvelope,
  },
  {
    id: 'envelope.error',
    title: 'an error is an envelope with success false, data null and error',
    source: '0003',
    check: checkErrorEnvelope,
  },
  { id: 'path.read', title: 'the read operations of the nine paths exist', source: 'Endpoints', check: checkReadPaths },
  {
    id: 'path.write',
    title: 'payments, refunds and checkout intents are created with 201',
    source: 'Endpoints',
    check: checkWritePaths,
  },
  {
    id: 'path.customers',
    title: 'there is no customers resource: 404 not_found',
    source: 'What the service does',
    check: ({ customers }) => checkErrors([customers], 404, 'not_found'),
  },
  ...recordStatements,
  { id: 'amount.unit', title: 'amounts are GH₵ with at most two decimals', source: '0004', check: checkUnit },
  { id: 'payment.fee', title: 'the fee is 3.5 % plus GH₵0.50, rounded half up', source: '0007', check: checkFee },
  { id: 'payment.net', title: 'net is the amount less the fee', source: '0008', check: checkNet },
  { id: 'list.array', title: 'a list returns an array', source: 'Endpoints, rule 2', check: checkArray },
  {
    id: 'list.limit',
    title: 'limit is the maximum number of records',
    source: 'Endpoints (Query limit)',
    check: checkLimit,
  },
  {
    id: 'list.limit.invalid',
    title: 'a limit other than a whole number from 1 to 100 is 422 for limit',
    source: '0010',
    check: ({ invalidLimits }) => checkErrors(invalidLimits, 422, 'invalid_request', 'limit'),
  },
  { id: 'list.pages', title: 'Link with rel="next" leads to the next page', source: '0010', check: checkPages },
  {
    id: 'simulate.product',
    title: 'a simulated product is 201, and not written',
    source: 'Endpoints, rule 1',
    check: checkSimulation,
  },
  {
    id: 'idempotency.replay',
    title: 'a repeated Idempotency-Key returns the first response with Idempotency-Hit',
    source: '0006',
    check: checkReplay,
  },
  {
    id: 'idempotency.reused',
    title: 'a used Idempotency-Key with another body is 422 idempotency_key_reused',
    source: '0006',
    check: checkReusedKey,
  },
  {
    id: 'description.version',
    title: 'the description is OpenAPI 3.1.0',
    source: 'Versioning',
    check: ({ description }) =>
      judge([description], () => {
        const { openapi } = toObject(description.body)
        if (openapi === undefined) return differs(`Got ${describeResponse(description)} without a version.`)
        return toFinding([openapi !== '3.1.0' && `It is ${toText(openapi).slice(0, 20)}.`])
      }),
  },
  {
    id: 'description.paths',
    title: 'the description has the nine paths of the endpoint table',
    source: 'Versioning',
    check: checkDescriptionPaths,
  },
]
