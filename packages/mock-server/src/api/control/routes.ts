import { describeUnknownName } from '@cedi/contract/options'
import { controlBodyLimitBytes, readObject } from '../../http/body.js'
import type { IncomingRequest } from '../../http/request.js'
import type { ResponseData } from '../../http/response.js'
import type { ServerContext } from '../../http/server-context.js'
import { fail, type Rejection, type Result } from '../../ledger/index.js'
import { checkMerchant, demoMerchant } from '../../service/merchants.js'
import type { BodyRoute, ControlledServer, Routes } from './call.js'
import { clockRoutes } from './clock.js'
import { faultRoutes } from './faults.js'
import { keyRoutes } from './keys.js'
import { ledgerRoutes } from './ledger.js'
import { licenseRoutes } from './licenses.js'
import { logRoutes } from './log.js'
import { orderRoutes } from './orders.js'
import { outcomeRoutes } from './outcomes.js'
import { paymentRoutes } from './payments.js'
import { payoutRoutes } from './payouts.js'
import { refundRoutes } from './refunds.js'
import { stateRoutes } from './state.js'

/**
 * The control API under `/__mock`: acts as buyer, network, bank or operator, and adds faults.
 *
 * It needs no API key. `?merchant=` names the merchant where the path does not; the default is the demo merchant.
 *
 * @decision 0023
 */
export const controlRoutes: Routes = {
  ...stateRoutes,
  ...clockRoutes,
  ...keyRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...orderRoutes,
  ...payoutRoutes,
  ...licenseRoutes,
  ...outcomeRoutes,
  ...faultRoutes,
  ...logRoutes,
  ...ledgerRoutes,
}

/**
 * Responds to a call of the control API.
 *
 * @param pageRoutes - Routes of the server's extension.
 * @returns The result; for `method_not_allowed` also the allowed methods.
 */
export async function respondToControl(
  context: ServerContext,
  server: ControlledServer,
  request: IncomingRequest,
  pageRoutes: Routes = {},
): Promise<Result<ResponseData> & { readonly allow?: readonly string[] }> {
  const path = request.path.slice('/__mock'.length).replace(/^\//, '')
  const routeMatch = match({ ...controlRoutes, ...pageRoutes }, request.method, path)
  if (!routeMatch.route) {
    if (routeMatch.allow.length === 0)
      return fail('not_found', `The control API has nothing at /__mock/${path.slice(0, 80)}. Check the path.`)
    const error = fail(
      'method_not_allowed',
      `${request.method.slice(0, 20)} is not possible here. Send ${routeMatch.allow.join(' or ')}.`,
    )
    return { ...error, allow: routeMatch.allow }
  }
  const read = readObject(request.body || '{}', controlBodyLimitBytes)
  if (!read.ok) return read
  const { name, fields, handle } = routeMatch.route
  const rejection =
    checkNames(`${request.method} /__mock/${name}`, Object.keys(read.value), fields) ?? checkQuery(request)
  if (rejection) return rejection
  const merchant = request.query?.get('merchant') ?? demoMerchant
  const unknown = await checkMerchant(context, merchant, request.method !== 'GET')
  if (unknown) return unknown
  return handle({
    context,
    server,
    request,
    parts: routeMatch.parts,
    merchant,
    body: read.value,
    nowMs: context.clock.nowMs(),
  })
}

/** Rejects unknown members of a body. */
function checkNames(
  route: string,
  names: readonly string[],
  known: readonly string[] | undefined,
): Rejection | undefined {
  const unknown = known && names.find((name) => !known.includes(name))
  return unknown === undefined
    ? undefined
    : fail('invalid_request', describeUnknownName(route, 'field', unknown, known ?? []), unknown.slice(0, 40))
}

const queryNames = ['merchant', 'limit', 'since']

/** Rejects unknown and invalid query parameters. */
function checkQuery({ query }: IncomingRequest): Rejection | undefined {
  const unknown = [...(query?.keys() ?? [])].find((name) => !queryNames.includes(name))
  if (unknown !== undefined)
    return fail('invalid_request', describeUnknownName('/__mock', 'query parameter', unknown, queryNames))
  const merchants = query?.getAll('merchant') ?? []
  if (merchants.length > 1 || merchants.some((merchant) => !/^[\w-]{1,80}$/.test(merchant)))
    return fail('invalid_request', 'merchant must be one name of 1 to 80 letters, digits, _ or -.', 'merchant')
  if (!/^[1-9]\d{0,3}$/.test(query?.get('limit') ?? '100'))
    return fail('invalid_request', 'limit must be a whole number from 1 to 9999.', 'limit')
  return undefined
}

interface MatchedRoute extends BodyRoute {
  /** Path of the route, with `*`. */
  readonly name: string
}

function match(
  routes: Routes,
  method: string,
  path: string,
): { route?: MatchedRoute; parts: string[]; allow: string[] } {
  const segments = path.split('/')
  const allow: string[] = []
  for (const [name, route] of Object.entries(routes)) {
    const [routeMethod = '', pattern = ''] = name.split(' ')
    const patternSegments = pattern.split('/')
    if (
      segments.length !== patternSegments.length ||
      !patternSegments.every((part, index) => part === '*' || part === segments[index])
    )
      continue
    if (routeMethod === method)
      return {
        route: { name: pattern, ...(typeof route === 'function' ? { fields: [], handle: route } : route) },
        parts: segments.filter((_, index) => patternSegments[index] === '*'),
        allow,
      }
    allow.push(routeMethod)
  }
  return { parts: [], allow }
}
