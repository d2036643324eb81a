import type { PaymentRow } from '@cedi/ledger'
import { describe, expect, it } from 'vitest'
import { sealPhone, unsealPhone } from '../src/sealed-phone.js'

const secret = 'a-secret-of-a-server-with-enough-characters'
const phone = '+233244123789'
const target = { merchant: 'ama', id: 'pay_1', created_ms: 1_772_000_000_000 }
const toRow = (sealed_phone: string | null, changes: Partial<PaymentRow> = {}) =>
  ({ ...target, sealed_phone, ...changes }) as PaymentRow
/** Changes one hexadecimal digit. */
const changeDigit = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

describe('the encrypted wallet number of a payment', () => {
  it('is decrypted with the secret, and has another text for each payment of the same number', async () => {
    const otherTarget = { ...target, id: 'pay_2' }
    const [one, other] = [await sealPhone(secret, target, phone), await sealPhone(secret, otherTarget, phone)]
    expect(await unsealPhone(secret, toRow(one))).toBe(phone)
    expect(await unsealPhone(secret, toRow(other, otherTarget))).toBe(phone)
    expect(one).toMatch(/^[0-9a-f]{82}$/)
    expect(other.slice(24)).not.toBe(one.slice(24))
    expect(await sealPhone(secret, target, phone)).toBe(one)
    expect(await unsealPhone(secret, toRow(null))).toBeNull()
  })

  it('is rejected if a digit of its nonce, its text or its tag was changed', async () => {
    const sealed = await sealPhone(secret, target, phone)
    for (let at = 0; at < sealed.length; at++)
      await expect(unsealPhone(secret, toRow(changeDigit(sealed, at)))).rejects.toThrow(
        'The stored wallet number of pay_1 was changed',
      )
    for (const text of ['', '00', sealed.slice(2), `${sealed}00`, 'not hexadecimal'])
      await expect(unsealPhone(secret, toRow(text))).rejects.toThrow('was changed')
  })

  it('is rejected at another payment, of another merchant or time, or with another secret', async () => {
    const sealed = await sealPhone(secret, target, phone)
    for (const changes of [{ id: 'pay_2' }, { merchant: 'kofi' }, { created_ms: target.created_ms + 1 }])
      await expect(unsealPhone(secret, toRow(sealed, changes))).rejects.toThrow('was changed')
    await expect(unsealPhone(`${secret}2`, toRow(sealed))).rejects.toThrow('another secret')
  })
})
