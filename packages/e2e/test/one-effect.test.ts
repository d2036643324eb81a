import { send } from '@cedi/client/fetch'
import { expect, test } from 'vitest'
import { expectOneEffect } from '../src/effect.js'
import { beads } from '../src/products.js'
import { createWorld, type World } from '../src/world.js'

/** Pays for the product through the API. */
async function pay(world: World): Promise<void> {
  const [product] = (await send(world.client.products.list())).filter(({ slug }) => slug === beads.slug)
  await send(
    world.client.payments.create({ product_id: String(product?.id), method: 'mobile_money', phone: '0244123789' }),
  )
  await world.advanceTime('PT3S')
}

const withWorld = async (action: (world: World) => Promise<void>): Promise<void> => {
  const world = await createWorld()
  try {
    await action(world)
  } finally {
    await world.close()
  }
}

test('one payment satisfies the assertion', () =>
  withWorld(async (world) => {
    await pay(world)
    await expectOneEffect(world, { payment: 'succeeded', network: 'mtn' })
  }))

test('an unexpected second payment fails the assertion', () =>
  withWorld(async (world) => {
    await pay(world)
    await pay(world)
    await expect(expectOneEffect(world, { payment: 'succeeded', network: 'mtn' })).rejects.toThrow(/succeeded/)
  }))

test('an unexpected payment fails the assertion', () =>
  withWorld(async (world) => {
    await pay(world)
    await expect(expectOneEffect(world, { payment: 'none' })).rejects.toThrow(/succeeded/)
  }))

test('an unexpected ledger entry after the payment fails the assertion', () =>
  withWorld(async (world) => {
    await pay(world)
    await world.mock.control('POST', 'settlements?merchant=test-efua', { account: 'psp:mtn' })
    await expect(expectOneEffect(world, { payment: 'succeeded', network: 'mtn' })).rejects.toThrow(/payment_received/)
  }))

test('a payment by an unexpected network fails the assertion', () =>
  withWorld(async (world) => {
    await pay(world)
    await expect(expectOneEffect(world, { payment: 'succeeded', network: 'telecel' })).rejects.toThrow(/telecel/)
  }))
