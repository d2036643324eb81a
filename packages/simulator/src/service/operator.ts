import type { Auditor } from '../laws/auditor.js'
import { startMachine } from '../world/machine.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import type { Servers } from './servers.js'

/** Starts the operator: pays or rejects refunds by hand, pays out money and settles it. */
export function startOperator(world: World, servers: Servers, auditor: Auditor, merchants: readonly string[]): void {
  const { time, chance } = world
  const machine = startMachine(world, 'operator')
  const { waitingRefunds, lateMoney, heldBy } = auditor

  async function call(path: string, body: object): Promise<void> {
    const signal = new VirtualSignal()
    time.at(time.nowMs() + 20_000, () => signal.end())
    const url = `${world.baseUrl}/__mock/${path}`
    const request = { method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const what = path.replace(/\?.*/, '')
    world.story('operator', `does ${what}`)
    try {
      const { status } = await servers.ask({ from: machine, what, request, signal, isTrusted: true })
      world.detail('operator', `is answered ${status}`)
    } catch {
      world.detail('operator', 'gets no answer')
    }
  }
  /**
   * Each is handled until it is done: what got no answer is tried again. Sometimes there are two operators, who
   * disagree.
   */
  async function resolve(): Promise<void> {
    for (const id of [...waitingRefunds])
      if (world.has(`operator refund ${id} ${world.count(`refund ${id}`)}`))
        await Promise.all(
          (chance(`desk ${id}`) < 0.5 ? [1, 2] : [1]).map((who) =>
            call(`refunds/${id}/${chance(`operator ${who} ${id}`) < 0.6 ? 'pay' : 'reject'}`, {}),
          ),
        )
    for (const id of [...lateMoney])
      if (world.has(`operator return ${id} ${world.count(`return ${id}`)}`)) await call(`payments/${id}/return`, {})
  }
  async function payOut(merchant: string): Promise<void> {
    const number = world.count(`payouts of ${merchant}`)
    if (!world.has(`payout ${number} of ${merchant}`)) return
    const pesewas = Number(heldBy(merchant, 'merchant:available'))
    const amount = Math.floor(pesewas * (0.3 + chance(`${merchant} payout ${number}`) * 0.7)) / 100
    const phone = chance(`${merchant} wallet ${number}`) < 0.7 ? '0244123456' : '0244123119'
    if (amount >= 1) await call(`payouts?merchant=${merchant}`, { amount, phone })
    await call(`settlements?merchant=${merchant}`, { account: 'psp:mtn', id: `settled-${number}` })
  }

  let rounds = 0
  const turn = async (): Promise<void> => {
    rounds++
    if (rounds % 2 === 0) for (const merchant of merchants) await payOut(merchant)
    await resolve()
    next()
  }
  const next = (): void => {
    const isOver = time.nowMs() > world.calmFromMs + 100_000_000
    const pauseMs = time.nowMs() < world.calmFromMs ? 900_000 * world.scale.rest : 14_400_000
    if (!isOver) time.at(time.nowMs() + Math.floor(pauseMs * (0.3 + chance(`operator ${rounds}`))), () => void turn())
  }
  next()
}
