import type { World } from '../world/world.js'
import type { Change, Shadow } from './shadow.js'

/** Checks that each form of the portal creates at most one payout. */
export interface Payouts {
  check(changes: readonly Change[]): void
  /** Records a form before it is first submitted. */
  recordForm(merchant: string, pesewas: bigint): void
  /** Records that the service confirmed a form. */
  recordConfirmation(merchant: string, pesewas: bigint): void
}

export function createPayouts(world: World, { payouts }: Shadow): Payouts {
  const forms = new Map<string, number>()
  const countPayouts = (merchant: unknown, pesewas: unknown): number =>
    [...payouts.values()].filter((row) => row.merchant === merchant && row.amount_pesewas === pesewas).length
  return {
    check(changes) {
      for (const { table, before, after } of changes) {
        if (table !== 'payouts' || before) continue
        const { merchant, amount_pesewas: pesewas } = after
        const count = countPayouts(merchant, pesewas)
        if (count > (forms.get(`${merchant} ${pesewas}`) ?? 0))
          world.fail('a payout form has one effect', `${after['id']} is payout ${count} of ${pesewas} for ${merchant}`)
      }
    },
    recordForm: (merchant, pesewas) =>
      void forms.set(`${merchant} ${pesewas}`, (forms.get(`${merchant} ${pesewas}`) ?? 0) + 1),
    recordConfirmation(merchant, pesewas) {
      if (countPayouts(merchant, pesewas) === 0)
        world.fail('a confirmed payout is stored', `${pesewas} for ${merchant}`)
    },
  }
}
