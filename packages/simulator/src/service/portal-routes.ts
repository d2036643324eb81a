import {
  type HttpResponse,
  type IncomingRequest,
  requestPayout,
  runDueEvents,
  type ServerExtension,
} from '@cedi/mock-server/internal'
import { formIdempotency } from '@cedi/sandbox/kit/form-idempotency'

type Context = Parameters<NonNullable<ServerExtension['respond']>>[0]

const path = '/portal/payouts'

/** Returns whether a request is for the payout form of the portal. */
export const isPayoutForm = ({ method, path: requested }: IncomingRequest): boolean =>
  method === 'POST' && requested === path

/** Handles the payout form of the portal: its use case and its idempotency, without the session and the page. */
export async function handlePayoutForm(context: Context, request: IncomingRequest): Promise<HttpResponse> {
  const form = new URLSearchParams(request.body)
  const merchant = form.get('merchant') ?? ''
  const nowMs = context.clock.nowMs()
  const amount = form.get('pesewas') ?? '0'
  const number = form.get('phone') ?? ''
  const idempotency = formIdempotency({ context, form, nowMs } as never, path, { amount, number })
  if (!idempotency.ok) return { status: 400, headers: {}, body: '' }
  const payout = { merchant, amountPesewas: BigInt(amount), number, network: 'mtn', nowMs } as const
  await runDueEvents(context, merchant, nowMs)
  const result = await requestPayout(context, payout, idempotency.value)
  return { status: result.ok ? 303 : 422, headers: {}, body: '' }
}
