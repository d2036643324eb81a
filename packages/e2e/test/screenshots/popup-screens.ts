import { overlay, payByPhone, waitForState } from '../../src/buyer.js'
import { drum, font } from '../../src/products.js'
import { open, openBankChallenge, openOutcome, openPrompt, type Screen } from './screen.js'

/** Screens of the checkout in the popup, by the names of their pictures. */
const checkoutScreens: Readonly<Record<string, Screen>> = {
  method: { navigate: open },
  number: {
    async navigate(context) {
      await open(context)
      await context.tab.click('button[value=mtn]')
      await waitForState(context.tab, 'number')
    },
  },
  'number-wrong': {
    async navigate(context) {
      const { tab } = context
      await open(context)
      await payByPhone(tab, 'mtn', '')
      await tab.waitForVisible('#phone-problem')
    },
  },
  'number-other-network': {
    async navigate(context) {
      const { tab } = context
      await open(context)
      await tab.click('button[value=mtn]')
      await tab.fill('#phone', '0204123789')
      await tab.waitForVisible('#suggest button')
    },
  },
  card: {
    async navigate(context) {
      await open(context)
      await context.tab.click('button[value=card]')
      await waitForState(context.tab, 'card')
    },
  },
  goods: {
    options: { product: drum.slug },
    async navigate(context) {
      await open(context)
      await context.tab.click('button[value=mtn]')
      await context.tab.waitForVisible('#place')
    },
  },
  sending: {
    async navigate(context) {
      await open(context)
      context.world.network.hang('/checkout/payments')
      await payByPhone(context.tab, 'mtn', '789')
      await waitForState(context.tab, 'sending')
    },
  },
  prompt: { navigate: openPrompt },
  otp: {
    async navigate(context) {
      await open(context)
      await payByPhone(context.tab, 'telecel', '789')
      await waitForState(context.tab, 'otp')
    },
  },
  redirect: {
    async navigate(context) {
      await openBankChallenge(context)
      await waitForState(context.tab, 'redirect')
    },
  },
  paid: { navigate: (context) => openOutcome(context, '789', 'success') },
  'paid-key': { options: { product: font.slug }, navigate: (context) => openOutcome(context, '789', 'success') },
  failed: { navigate: (context) => openOutcome(context, '049', 'failed') },
  pending: { navigate: (context) => openOutcome(context, '129', 'pending', 'PT6M') },
  expired: {
    async navigate(context) {
      await open(context)
      await context.world.advanceTime('P1D')
      await payByPhone(context.tab, 'mtn', '789')
      await waitForState(context.tab, 'expired')
    },
  },
  offline: {
    async navigate(context) {
      await openPrompt(context)
      await context.page.context().setOffline(true)
      await waitForState(context.tab, 'offline')
    },
  },
}

/** Screens of the popup outside its frame. */
const overlayScreens: Readonly<Record<string, Screen>> = {
  'shell-opening': {
    async navigate({ tab, world }) {
      world.network.hang('/checkout')
      await tab.click('cedi-buy-button a')
      await tab.waitForVisible(overlay.dialog)
    },
  },
  'shell-question': {
    async navigate(context) {
      const { tab } = context
      await openPrompt(context)
      tab.frame()
      await tab.click(overlay.close)
      await tab.waitForVisible(overlay.first)
    },
  },
  'shell-key': {
    options: { product: font.slug },
    async navigate(context) {
      const { tab } = context
      await openOutcome(context, '789', 'success')
      tab.frame()
      await tab.click(overlay.close)
      await tab.waitForVisible(overlay.first)
    },
  },
  'shell-waiting': {
    async navigate(context) {
      const { tab } = context
      await openPrompt(context)
      tab.frame()
      await tab.reload()
      await tab.click('cedi-buy-button a')
      await tab.waitForVisible(overlay.second)
    },
  },
  'shell-dead': {
    options: { fastTimers: true },
    async navigate({ tab, world }) {
      world.network.hang('/checkout')
      await tab.click('cedi-buy-button a')
      await tab.waitForVisible(overlay.first)
    },
  },
  'shell-bank': {
    options: { sites: 'secure' },
    async navigate(context) {
      await openBankChallenge(context)
      context.tab.frame()
      await context.tab.waitForVisible(overlay.link)
    },
  },
  'shell-refused': {
    options: { dataAttributes: 'data-quantity="9"' },
    async navigate({ tab }) {
      await tab.click('cedi-buy-button a')
      await tab.waitForVisible(overlay.first)
    },
  },
}

export const popupScreens: Readonly<Record<string, Screen>> = { ...checkoutScreens, ...overlayScreens }
