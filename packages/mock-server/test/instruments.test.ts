import { describe, expect, it } from 'vitest'
import { mobileNetworks, networkMenus } from '../src/service/instruments/index.js'
import { card, createService, expectRejection, wallet } from './service.js'

describe('a mobile money network', () => {
  it.each([
    ['mtn', ['24', '25', '53', '54', '55', '59']],
    ['telecel', ['20', '50']],
    ['airteltigo', ['26', '27', '56', '57']],
  ])('%s is detected by the first digits of a phone number', async (network, prefixes) => {
    const service = createService()
    for (const prefix of prefixes) {
      const { data } = await service.post('/api/v1/payments', { ...wallet, phone: `0${prefix}4123789` })
      expect([prefix, data.network]).toEqual([prefix, network])
    }
  })

  it('must be specified for a number with an unknown prefix', async () => {
    const service = createService()
    const knownPrefixes = Object.values(mobileNetworks).flatMap(({ prefixes }) => prefixes)
    const otherPrefixes = Array.from({ length: 20 }, (_, index) => `${index < 10 ? 2 : 5}${index % 10}`).filter(
      (prefix) => !knownPrefixes.includes(prefix),
    )
    expect(otherPrefixes).toEqual(['21', '22', '23', '28', '29', '51', '52', '58'])
    for (const prefix of otherPrefixes) {
      const phone = `0${prefix}4123789`
      expect(await expectRejection(service, '/api/v1/payments', { ...wallet, phone }, 422)).toMatchObject({
        code: 'invalid_request',
        message: 'network is missing, and the phone number does not tell it. Send mtn, telecel or airteltigo.',
        field: 'network',
      })
      const { data } = await service.post('/api/v1/payments', { ...wallet, phone, network: 'telecel' })
      expect(data.network).toBe('telecel')
    }
  })

  it('has a wallet with its brand name', () => {
    expect(Object.entries(mobileNetworks).map(([network, { name }]) => [network, name])).toEqual([
      ['mtn', 'MTN MoMo'],
      ['telecel', 'Telecel Cash'],
      ['airteltigo', 'AT Money'],
    ])
  })

  it('has a USSD code, and the menu items if they are known', () => {
    expect(networkMenus).toEqual({
      mtn: { ussd: '*170#', approvals: ['My Wallet', 'My Approvals'], voucher: [] },
      telecel: { ussd: '*110#', approvals: [], voucher: ['Generate voucher'] },
      airteltigo: { ussd: '*110#', approvals: [], voucher: [] },
    })
  })
})

describe('a card network', () => {
  it.each([
    ['visa', '4000000000000002'],
    ['visa', '4999000000000005'],
    ['visa', '4111111111119'],
    ['visa', '4000000000000000006'],
    ['mastercard', '2221000000000009'],
    ['mastercard', '2500000000000001'],
    ['mastercard', '2720000000000005'],
    ['mastercard', '5100000000000008'],
    ['mastercard', '5599000000000006'],
  ])('%s is detected by the first digits of %s, and may be specified', async (network, number) => {
    const service = createService()
    for (const overrides of [{}, { network }])
      expect((await service.post('/api/v1/payments', { ...card(number), ...overrides })).data).toMatchObject({
        network,
        card_last4: number.slice(-4),
      })
    const other = network === 'visa' ? 'mastercard' : 'visa'
    expect(await expectRejection(service, '/api/v1/payments', { ...card(number), network: other }, 422)).toMatchObject({
      code: 'network_mismatch',
      message: `network is ${other}, but the card is of ${network}. Leave network out.`,
      field: 'network',
    })
  })

  it.each([
    '1999000000000001',
    '2220000000000000',
    '2721000000000004',
    '3999000000000007',
    '5099000000000001',
    '5600000000000003',
    '6011000000000004',
  ])('of %s is not supported', async (number) => {
    expect(await expectRejection(createService(), '/api/v1/payments', card(number), 422)).toMatchObject({
      code: 'network_mismatch',
      message: 'card.number must be of a Visa or Mastercard card.',
      field: 'card.number',
    })
  })

  it('is not detected when one digit of the number is wrong', async () => {
    const service = createService()
    const number = '5555555555554444'
    for (let index = 0; index < number.length; index++) {
      const wrongNumber = `${number.slice(0, index)}${(Number(number[index]) + 1) % 10}${number.slice(index + 1)}`
      expect(await expectRejection(service, '/api/v1/payments', card(wrongNumber), 422)).toMatchObject({
        code: 'invalid_request',
        message: 'card.number has a wrong digit. Check it.',
        field: 'card.number',
      })
    }
  })
})
