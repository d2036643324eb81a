import { fail, type Result } from '@cedi/ledger'
import { controlBodyLimitBytes, readObject } from '../../http/body.js'
import type { IncomingRequest } from '../../http/request.js'
import type { ResponseData } from '../../http/response.js'
import type { ServerContext } from '../../http/server-context.js'
import { checkMerchant, demoMerchant } from '../../service/merchants.js'
import type { ControlledServer, Routes } from './call.js'
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
 * @decision 0025
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
  const [merchant = demoMerchant, ...others] = request.query?.getAll('merchant') ?? []
  if (others.length > 0 || !/^[\w-]{1,80}$/.test(merchant))
    return fail('invalid_request', 'merchant must be one name of 1 to 80 letters, digits, _ or -.', 'merchant')
  const unknown = await checkMerchant(context, merchant, request.method !== 'GET')
  if (unknown) return unknown
  return routeMatch.route({
    context,
    server,
    request,
    parts: routeMatch.parts,
    merchant,
    body: read.value,
    nowMs: context.clock.nowMs(),
  })
}

function match(
  routes: Routes,
  method: string,
  path: string,
): { route?: Routes[string]; parts: string[]; allow: string[] } {
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
      return { route, parts: segments.filter((_, index) => patternSegments[index] === '*'), allow }
    allow.push(routeMethod)
  }
  return { parts: [], allow }
}
