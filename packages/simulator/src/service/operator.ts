import type { Auditor } from '../invariants/auditor.js'
import { startMachine } from '../world/machine.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import type { Servers } from './servers.js'

/** Starts the operator: pays or rejects refunds, fulfils orders, creates payouts and settlements. */
export function startOperator(world: World, servers: Servers, auditor: Auditor, merchants: readonly string[]): void {
  const { time, chance } = world
  const machine = startMachine(world, 'operator')
  const { pendingRefunds, lateMoney, getBalance, shadow } = auditor

  async function call(path: string, body: object): Promise<void> {
    const signal = new VirtualSignal()
    time.at(time.nowMs() + 20_000, () => signal.abort())
    const url = `${world.baseUrl}/__mock/${path}`
    const request = { method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const action = path.replace(/\?.*/, '')
    world.log('operator', `calls ${action}`)
    try {
      const { status } = await servers.send({ from: machine, label: action, request, signal, isTrusted: true })
      world.logDetail('operator', `gets ${status}`)
    } catch {
      world.logDetail('operator', 'gets no response')
    }
  }
  /**
   * Resolves pending refunds and late payments, and retries requests without a response. Sometimes two operators
   * disagree.
   */
  async function resolve(): Promise<void> {
    for (const id of [...pendingRefunds])
      if (world.isAllowed(`operator refund ${id} ${world.count(`refund ${id}`)}`))
        await Promise.all([
          ...(chance(`operators ${id}`) < 0.5 ? [1, 2] : [1]).map((operator) =>
            call(`refunds/${id}/${chance(`operator ${operator} ${id}`) < 0.6 ? 'pay' : 'reject'}`, {}),
          ),
          // At the same time, the goods are sent.
          ...(chance(`order of ${id} is fulfilled`) < 0.2 ? [fulfil(shadow.refunds.get(id)?.payment_ref)] : []),
        ])
    for (const id of [...lateMoney])
      if (world.isAllowed(`operator return ${id} ${world.count(`return ${id}`)}`))
        await call(`payments/${id}/return`, {})
    for (const { base_status: status, id, payment_ref: ref } of [...shadow.orders.values()])
      if (status === 'paid' && chance(`fulfils ${id} ${world.count(`fulfil ${id}`)}`) < 0.15) await fulfil(ref)
  }
  /** Marks the order of a payment as fulfilled, also if it may no longer be. */
  async function fulfil(paymentRef = ''): Promise<void> {
    const order = shadow.payments.get(paymentRef)?.order_ref
    if (order && world.isAllowed(`operator fulfil ${order} ${world.count(`fulfils ${order}`)}`))
      await call(`orders/${order}/fulfil`, {})
  }
  async function payOut(merchant: string): Promise<void> {
    const number = world.count(`payouts of ${merchant}`)
    if (!world.isAllowed(`payout ${number} of ${merchant}`)) return
    const pesewas = Number(getBalance(merchant, 'merchant:available'))
    const amount = Math.floor(pesewas * (0.3 + chance(`${merchant} payout ${number}`) * 0.7)) / 100
    const phone = chance(`${merchant} wallet ${number}`) < 0.7 ? '0244123456' : '0244123119'
    if (amount >= 1) await call(`payouts?merchant=${merchant}`, { amount, phone })
    await call(`settlements?merchant=${merchant}`, { account: 'psp:mtn', id: `settled-${number}` })
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
