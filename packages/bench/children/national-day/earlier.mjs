// The months before the day: fewer payments a day, so that there are as many entries behind the day as in it.
import { amountOf, networkOf, numbers } from './chance.mjs'

const months = 3

/** Plays payments, all of them paid, from the three months before a day, evenly through the time. */
export async function playEarlier({ door, shares, tally }, { payments, beforeMs }) {
  const random = numbers(77)
  const first = new Date(beforeMs)
  const fromMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - months)
  const untilMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth())
  for (let at = 0; at < payments; at++) {
    const number = shares.pick(random())
    const merchant = door.nameOf(number)
    const amountPesewas = amountOf(random())
    const nowMs = fromMs + Math.floor((at * (untilMs - fromMs)) / payments)
    const ref = await door.create({ merchant, nowMs, amountPesewas, network: networkOf(random()) })
    await door.answer({ merchant, ref, nowMs, outcome: 'paid' })
    tally.paid(number, Number(amountPesewas))
  }
  return untilMs
}
