import type { PaymentRow } from '@cedi/mock-server/internal'
import { describe, expect, it } from 'vitest'
import { sealPhone, unsealPhone } from '../src/sealed-phone.js'

const secret = 'a-secret-of-a-server-with-enough-characters'
const phone = '+233244123789'
const target = { merchant: 'ama', id: 'pay_1', created_ms: 1_772_000_000_000 }
const toRow = (sealed_phone: string | null, changes: Partial<PaymentRow> = {}) =>
  ({ ...target, sealed_phone, ...changes }) as PaymentRow
const unreadable = {
  ok: false,
  error: {
    message: expect.stringContaining(
      'The stored wallet number of pay_1 was changed, or encrypted with another secret.',
    ),
  },
}
/** Changes one hexadecimal digit. */
const changeDigit = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

describe('the encrypted wallet number of a payment', () => {
  it('is decrypted with the secret, and has another text for each payment of the same number', () => {
    const otherTarget = { ...target, id: 'pay_2' }
    const [one, other] = [sealPhone(secret, target, phone), sealPhone(secret, otherTarget, phone)]
    expect(unsealPhone(secret, toRow(one))).toEqual({ ok: true, value: phone })
    expect(unsealPhone(secret, toRow(other, otherTarget))).toEqual({ ok: true, value: phone })
    expect(one).toMatch(/^[0-9a-f]{58}$/)
    expect(other).not.toBe(one)
    expect(sealPhone(secret, target, phone)).toBe(one)
    expect(unsealPhone(secret, toRow(null))).toEqual({ ok: true, value: null })
  })

  it('is rejected if a digit of its text or its tag was changed', () => {
    const sealed = sealPhone(secret, target, phone)
    for (let at = 0; at < sealed.length; at++)
      expect(unsealPhone(secret, toRow(changeDigit(sealed, at)))).toMatchObject(unreadable)
    for (const text of ['', '00', sealed.slice(2), `${sealed}00`, 'not hexadecimal'])
      expect(unsealPhone(secret, toRow(text))).toMatchObject(unreadable)
  })

  it('is rejected at another payment, of another merchant or time, or with another secret', () => {
    const sealed = sealPhone(secret, target, phone)
    for (const changes of [{ id: 'pay_2' }, { merchant: 'kofi' }, { created_ms: target.created_ms + 1 }])
      expect(unsealPhone(secret, toRow(sealed, changes))).toMatchObject({ ok: false })
    expect(unsealPhone(`${secret}2`, toRow(sealed))).toMatchObject(unreadable)
  })
})
