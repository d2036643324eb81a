import { expect, test } from 'vitest'
import { readBaseAddress } from '../src/base-address.js'

import { parsePhone, toCardDigits } from '../src/phone.js'
import { findRoundedNumber } from '../src/rounded-number.js'

const characters = ['0', '1', ' ', '/', '-', '"', '\\', ';', '.', 'a']

/** Parsers of outside input. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  parsePhone,
  toCardDigits,
  findRoundedNumber,
  findRoundedNumberInMember: (text) => findRoundedNumber(`{"amount":1.${text}1}`),
  readBaseAddress: (text) => {
    try {
      return readBaseAddress(`https://pay.example/${text}`)
    } catch (error) {
      return error
    }
  },
}

/** Returns the shortest of three runs in ms, because another process may use the CPU during one of them. */
function measureMs(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const startedMs = performance.now()
    run()
    return performance.now() - startedMs
  })
  return Math.min(...times)
}

test.each(Object.keys(parsers))('%s needs linear time for 50,000 equal characters', (name) => {
  const parse = parsers[name] as (text: string) => unknown
  for (const character of characters) {
    const text = `${character.repeat(50_000)}!`
    const linearMs = measureMs(() => text.replace(/[^!]/gu, '') && [...text].length)
    // A quadratic parser needs more than a thousand times as long.
    expect(measureMs(() => parse(text)) / linearMs, JSON.stringify(character)).toBeLessThan(200)
  }
})
