import type { Auditor } from '../invariants/auditor.js'
import { startMachine } from '../world/machine.js'
import type { World } from '../world/world.js'
import { createPayoutRun } from './payout-run.js'
import { createSender } from './sender.js'
import type { Servers } from './servers.js'

/** Starts the operator: pays or rejects refunds, fulfils orders, creates payouts and settlements. */
export function startOperator(world: World, servers: Servers, auditor: Auditor, merchants: readonly string[]): void {
  const { time, chance } = world
  const send = createSender(world, servers, startMachine(world, 'operator'))
  const { pendingRefunds, lateMoney, shadow } = auditor
  const payOut = createPayoutRun(world, auditor, send, call)

  async function call(path: string, body: object): Promise<void> {
    const label = path.replace(/\?.*/, '')
    world.log('operator', `calls ${label}`)
    const headers = { 'Content-Type': 'application/json' }
    const request = { method: 'POST', path: `/__mock/${path}`, headers, body: JSON.stringify(body) }
    const response = await send({ label, ...request, isTrusted: true })
    world.logDetail('operator', response ? `gets ${response.status}` : 'gets no response')
  }
  /**
   * Resolves pending refunds and late payments, and retries requests without a response. Sometimes two operators
   * disagree.
   */
  async function resolve(): Promise<void> {
    // Several refunds of one payment are resolved at the same time.
    await Promise.all([...pendingRefunds].map(resolveRefund))
    for (const id of [...lateMoney])
      if (world.isAllowed(`operator return ${id} ${world.count(`return ${id}`)}`))
        await Promise.all(pickOperators(`returns ${id}`).map(() => call(`payments/${id}/return`, {})))
    for (const { base_status: status, id, payment_ref: ref } of [...shadow.orders.values()])
      if (status === 'paid' && chance(`fulfils ${id} ${world.count(`fulfil ${id}`)}`) < 0.15) await fulfil(ref)
  }
  /** Sometimes two operators do the same at the same time. */
  const pickOperators = (id: string): readonly number[] => (chance(`operators ${id}`) < 0.5 ? [1, 2] : [1])

  async function resolveRefund(id: string): Promise<void> {
    if (!world.isAllowed(`operator refund ${id} ${world.count(`refund ${id}`)}`)) return
    await Promise.all([
      ...pickOperators(id).map((operator) =>
        call(`refunds/${id}/${chance(`operator ${operator} ${id}`) < 0.6 ? 'pay' : 'reject'}`, {}),
      ),
      // At the same time, the goods are sent.
      ...(chance(`order of ${id} is fulfilled`) < 0.2 ? [fulfil(shadow.refunds.get(id)?.payment_ref)] : []),
    ])
  }
  /** Marks the order of a payment as fulfilled, also if it may no longer be. */
  async function fulfil(paymentRef = ''): Promise<void> {
    const order = shadow.payments.get(paymentRef)?.order_ref
    if (order && world.isAllowed(`operator fulfil ${order} ${world.count(`fulfils ${order}`)}`))
      await call(`orders/${order}/fulfil`, {})
  }
  let runs = 0
  const runOnce = async (): Promise<void> => {
    runs++
    if (runs % 2 === 0) for (const merchant of merchants) await payOut(merchant)
    await resolve()
    scheduleNext()
  }
  const scheduleNext = (): void => {
    const isOver = time.nowMs() > world.faultsEndMs + 100_000_000
    const pauseMs = time.nowMs() < world.faultsEndMs ? 900_000 * world.scale.rest : 14_400_000
    if (!isOver) time.at(time.nowMs() + Math.floor(pauseMs * (0.3 + chance(`operator ${runs}`))), () => void runOnce())
  }
  scheduleNext()
}
