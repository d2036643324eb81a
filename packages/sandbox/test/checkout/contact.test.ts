import { describe, expect, test } from 'vitest'
import type { ContactRequirement } from '../../src/checkout/form-input.js'
import type { CheckoutModel } from '../../src/checkout/model.js'
import { toViewName } from '../../src/checkout/values.js'
import { type CheckoutHarness, createHosted, momo } from '../pages/hosted.js'
import { World } from './world.js'

const kofi = { name: 'Kofi <Boateng>', place: 'GA-183-9105', remark: 'At "the" gate' }

/** The checkout page of a product, and a function that sends its form. */
async function openProductCheckout(harness: CheckoutHarness, slug: string) {
  const token = await harness.intent({ product_id: await harness.product(slug) })
  const send = (fields: Record<string, string>) =>
    harness.form(`/pay/${token}`, { choice: 'mtn', act: 'pay', phone: '024 412 3789', ...fields })
  const order = async () => (await harness.api('GET', '/api/v1/orders?limit=1'))[0]
  return { token, send, order, form: await harness.form(`/pay/${token}`, { act: 'mtn' }) }
}

describe('a checkout of goods that are delivered, or of a service', () => {
  test.each(['kente-tote', 'portrait-session'])(
    'asks for the contact details for %s, and the order contains them',
    async (slug) => {
      const harness = createHosted()
      const { form, send, order } = await openProductCheckout(harness, slug)
      for (const name of ['name', 'place', 'reach', 'remark']) expect(form.body).toContain(`id="${name}"`)
      expect(form.body).not.toContain('id="email"')
      expect((await send(kofi)).status).toBe(303)
      await harness.mock.clock.advance('PT3S')
      expect(await order()).toMatchObject({
        status: 'paid',
        buyer: { name: kofi.name, phone: '+23324***3789' },
        // The buyer typed no other number, so the number of the wallet is used.
        delivery: { name: kofi.name, phone: '+233244123789', place: kofi.place, note: kofi.remark },
      })
    },
  )

  test('requires a delivery phone with a card, and accepts another one with a wallet', async () => {
    const harness = createHosted()
    const { send, order } = await openProductCheckout(harness, 'kente-tote')
    const card = { choice: 'card', number: '4242424242424242', expiry: '08/29', cvc: '123', phone: '' }
    const rejected = await send({ ...card, ...kofi })
    expect([rejected.status, rejected.body.includes('id="reach-problem"')]).toEqual([422, true])
    expect((await send({ ...card, ...kofi, reach: '020 412 3789' })).status).toBe(303)
    expect((await order()).delivery.phone).toBe('+233204123789')
  })

  test('receives the field of an error of the service', async () => {
    const harness = createHosted()
    const { token } = await openProductCheckout(harness, 'kente-tote')
    const body = { ...momo('789'), delivery: { name: 'Kofi', phone: '12', place: 'Osu' } }
    expect((await harness.callCheckout(token, 'a1', 'payments', body)).error.field).toBe('delivery.phone')
  })
})

describe('a checkout of digital goods', () => {
  test('asks for an optional email address', async () => {
    const harness = createHosted()
    const { form, send, order } = await openProductCheckout(harness, 'highlife-guitar-lessons')
    expect(form.body).toMatch(/<input(?![^>]*required)[^>]*id="email"/)
    expect(form.body).not.toContain('id="place"')
    const response = await send({ email: 'nobody' })
    expect([response.status, response.body.includes('id="email-problem"')]).toEqual([422, true])
    expect((await send({ email: ' kofi@example.com ' })).status).toBe(303)
    expect(await order()).toMatchObject({ buyer: { email: 'kofi@example.com' }, delivery: null })
    const silent = await openProductCheckout(harness, 'adinkra-font')
    expect((await silent.send({ email: '' })).status).toBe(303)
    expect((await silent.order()).buyer.email).toBe(null)
  })

  test('does not ask for an email address that the intent contains', async () => {
    const harness = createHosted()
    const product_id = await harness.product('adinkra-font')
    const token = await harness.intent({ product_id, email: 'esi@example.com' })
    expect((await harness.form(`/pay/${token}`, { act: 'mtn' })).body).not.toContain('id="email"')
  })
})

test('a payment of an amount asks for no contact details', async () => {
  const harness = createHosted()
  const { body } = await harness.form(`/pay/${await harness.intent()}`, { act: 'mtn' })
  for (const name of ['name', 'place', 'reach', 'remark', 'email']) expect(body).not.toContain(`id="${name}"`)
})

describe('contact details that the shop page supplies', () => {
  const pay = (requirement: ContactRequirement, knownContact: Partial<CheckoutModel>, fields = {}) => {
    const world = new World(requirement)
    const suppliedDetails = {
      email: !!knownContact.email,
      delivery: !!(knownContact.name && knownContact.place && knownContact.phone),
    }
    world.dispatch({ type: 'prefillReceived', details: { ...knownContact, supplied: suppliedDetails } })
    world.deliverResponse(0, 'response', 0)
    world.click('mtn', {})
    const view = toViewName(world.model)
    world.click('pay', { phone: '024 412 3789', ...fields })
    const [body] = world.pending.flatMap(({ effect }) => (effect.type === 'createPayment' ? [effect.body] : []))
    return { view, sent: body }
  }

  test('are not requested again', () => {
    const knownContact = { name: 'Kofi', place: 'Osu', phone: '0204123789', remark: 'Blue door' }
    const { view, sent: body } = pay('delivery', knownContact)
    expect(view).toBe('number')
    expect(body?.delivery).toEqual({ name: 'Kofi', phone: '024 412 3789', place: 'Osu', note: 'Blue door' })
    const mail = pay('email', { email: 'kofi@example.com' })
    expect([mail.view, mail.sent?.email]).toEqual(['number', 'kofi@example.com'])
  })

  test('are requested if one of them is missing', () => {
    const { view, sent: body } = pay('delivery', { name: 'Kofi' })
    expect([view, body]).toEqual(['contact', undefined])
    expect(pay('delivery', { name: 'Kofi' }, { place: 'Osu' }).sent?.delivery?.place).toBe('Osu')
  })
})
