import { type ResponseData, respondWith } from '../../http/response.js'
import { fail, type Result } from '../../ledger/index.js'
import { readAmount } from '../../service/amount.js'
import { parsePhone, suggestNetwork } from '../../service/instruments/phone.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { endPayout, requestPayout } from '../../service/payouts.js'
import { payoutRecord } from '../serializers.js'
import { type ControlCall, findOwner, type Routes, readLimit, toControlResult } from './call.js'

/** Money that leaves to a wallet. The API has no payouts; merchants ask for them in the portal. @decision 0023 */
export const payoutRoutes: Routes = {
  'GET payouts': async (call) => {
    const { context, merchant, nowMs } = call
    await runDueEvents(context, merchant, nowMs)
    return respondWith((await context.store.list('payouts', merchant, { limit: readLimit(call) })).map(payoutRecord))
  },
  'POST payouts': { fields: ['amount', 'phone'], handle: createPayout },
  'POST payouts/*/pay': (call) => resolvePayout(call, 'pay'),
  'POST payouts/*/fail': (call) => resolvePayout(call, 'fail'),
}

async function createPayout(call: ControlCall): Promise<Result<ResponseData>> {
  const { context, merchant, body, nowMs } = call
  const { amount, phone } = body
  if (typeof amount !== 'number' && typeof amount !== 'string')
    return fail('invalid_amount', 'amount is missing. Send a number in GH₵, such as 45.5.', 'amount')
  const read = readAmount(amount, 'amount')
  if (!read.ok) return read
  const number = typeof phone === 'string' ? parsePhone(phone) : undefined
  const network = number === undefined ? undefined : suggestNetwork(number)
  if (number === undefined || network === undefined)
    return fail(
      'invalid_phone',
      'phone must be a Ghanaian mobile number of a known network, such as 0244123789.',
      'phone',
    )
  await runDueEvents(context, merchant, nowMs)
  const request = { merchant, amountPesewas: read.value, number, network, nowMs }
  return toControlResult(await requestPayout(context, request), ({ payout }) => payoutRecord(payout), 201)
}

async function resolvePayout(call: ControlCall, action: 'pay' | 'fail'): Promise<Result<ResponseData>> {
  const [ref = ''] = call.parts
  const owner = await findOwner(call, 'payouts', ref)
  if (!owner.ok) return owner
  const merchant = owner.value
  const { nowMs } = call
  const result = await endPayout(call.context, action, { merchant, ref, nowMs })
  return toControlResult(result, ({ payout }) => payoutRecord(payout))
}
