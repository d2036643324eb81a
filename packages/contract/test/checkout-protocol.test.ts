import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as protocol from '../src/checkout-protocol.js'

const page = readFileSync(new URL('../../../docs/guides/checkout-protocol.md', import.meta.url), 'utf8')

test.each([
  ['checkout state', protocol.checkoutStates],
  ['event of the checkout page', protocol.pageEventNames],
  ['effect of the checkout page', protocol.pageEffectNames],
  ['popup screen', protocol.popupScreens],
  ['popup event', protocol.popupEventNames],
  ['popup effect', protocol.popupEffectNames],
  ['message of the checkout page', protocol.frameMethods],
  ['message of the shop page', protocol.pageMethods],
] as const)('the protocol page describes every %s', (_, names) => {
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
