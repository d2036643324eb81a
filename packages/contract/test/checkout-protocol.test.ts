import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as machines from '../src/checkout-machines.js'
import * as protocol from '../src/checkout-protocol.js'

const page = readFileSync(new URL('../../../docs/guides/checkout-protocol.md', import.meta.url), 'utf8')

test.each([
  ['checkout state', protocol.checkoutStates],
  ['event of the checkout page', machines.pageEventNames],
  ['effect of the checkout page', machines.pageEffectNames],
  ['popup screen', machines.popupScreens],
  ['popup event', machines.popupEventNames],
  ['popup effect', machines.popupEffectNames],
  ['message of the checkout page', protocol.frameMethods],
  ['message of the shop page', protocol.pageMethods],
] as const)('the protocol page describes every %s', (_, names) => {
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
