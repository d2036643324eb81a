import type { Auditor } from '../invariants/auditor.js'
import type { World } from '../world/world.js'
import type { Sender } from './sender.js'

/**
 * Creates the payouts of a merchant: forms of the portal, and the results that the network or an operator reports.
 *
 * @param call - Calls the control API.
 */
export function createPayoutRun(
  world: World,
  auditor: Auditor,
  send: Sender,
  call: (path: string, body: object) => Promise<void>,
): (merchant: string) => Promise<void> {
  const { chance } = world
  const { getBalance, shadow } = auditor

  /** Submits the payout form of the portal, sometimes twice, and again without a response. */
  async function submitPayout(merchant: string, form: string): Promise<void> {
    const available = Number(getBalance(merchant, 'merchant:available'))
    const pesewas = BigInt(Math.floor(available * (0.3 + chance(`${form} amount`) * 0.7)))
    if (pesewas < 100n) return
    const phone = chance(`${form} wallet`) < 0.7 ? '+233244123456' : '+233244123119'
    const id = form.padEnd(36, '-').slice(0, 36)
    const body = String(new URLSearchParams({ merchant, pesewas: String(pesewas), phone, form_id: id }))
    world.log('portal', `requests a payout of ${pesewas} (${form})`)
    auditor.recordForm(merchant, pesewas)
    const request = { label: `payout ${form}`, method: 'POST', path: '/portal/payouts', body }
    const submit = async () => {
      for (let again = 0; again < 3; again++) {
        const { status } = (await send({ ...request, headers: { 'Idempotency-Key': id } })) ?? {}
        if (status === 303) auditor.recordConfirmation(merchant, pesewas)
        if (status) return
      }
    }
    await Promise.all(chance(`${form} twice`) < 0.4 ? [submit(), submit()] : [submit()])
  }

  return async (merchant) => {
    const number = world.count(`payouts of ${merchant}`)
    if (!world.isAllowed(`payout ${number} of ${merchant}`)) return
    // Both forms are filled in with the same balance on the screen.
    const forms = chance(`${merchant} payouts ${number} together`) < 0.3 ? ['a', 'b'] : ['a']
    await Promise.all(forms.map((form) => submitPayout(merchant, `${merchant}-${number}-${form}`)))
    // The network reports its result after two seconds. Until then, two operators may disagree.
    const pending = [...shadow.payouts.values()].filter((row) => row.merchant === merchant && row.status === 'pending')
    for (const { id } of pending)
      if (chance(`ends ${id}`) < 0.5)
        await Promise.all(['pay', 'fail'].map((result) => call(`payouts/${id}/${result}`, {})))
    await call(`settlements?merchant=${merchant}`, { account: 'psp:mtn', id: `settled-${number}` })
  }
}
