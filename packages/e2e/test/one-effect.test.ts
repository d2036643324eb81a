import { send } from '@cedi/client/fetch'
import { expect, test } from 'vitest'
import { expectOneEffect } from '../src/effect.js'
import { goods } from '../src/goods.js'
import { createWorld, type World } from '../src/world.js'

/** Pays for the product through the API, each time it is called. */
async function pay(world: World): Promise<void> {
  const [product] = (await send(world.client.products.list())).filter(({ slug }) => slug === goods.slug)
  await send(
    world.client.payments.create({ product_id: String(product?.id), method: 'mobile_money', phone: '0244123789' }),
  )
  await world.passes('PT3S')
}

const within = async (act: (world: World) => Promise<void>): Promise<void> => {
  const world = await createWorld()
  try {
    await act(world)
  } finally {
    await world.close()
  }
}

test('one payment is one effect', () =>
  within(async (world) => {
    await pay(world)
    await expectOneEffect(world, { payment: 'succeeded', network: 'mtn' })
  }))

test('a second payment is found where one was expected', () =>
  within(async (world) => {
    await pay(world)
    await pay(world)
    await expect(expectOneEffect(world, { payment: 'succeeded', network: 'mtn' })).rejects.toThrow(/succeeded/)
  }))

test('a payment is found where none was expected', () =>
  within(async (world) => {
    await pay(world)
    await expect(expectOneEffect(world, { payment: 'none' })).rejects.toThrow(/succeeded/)
  }))

test('a movement of money after the payment is found', () =>
  within(async (world) => {
    await pay(world)
    await world.mock.control('POST', 'settlements?merchant=test-efua', { account: 'psp:mtn' })
    await expect(expectOneEffect(world, { payment: 'succeeded', network: 'mtn' })).rejects.toThrow(/payment_received/)
  }))

test('a payment by another network than expected is found', () =>
  within(async (world) => {
    await pay(world)
    await expect(expectOneEffect(world, { payment: 'succeeded', network: 'telecel' })).rejects.toThrow(/telecel/)
  }))
