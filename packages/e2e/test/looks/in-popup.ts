import { payByPhone, reaches, shell } from '../../src/buyer.js'
import { drum, font } from '../../src/goods.js'
import { challenged, ended, type Look, open, prompted } from './look.js'

/** The steps of the checkout in the popup, by the name of their picture. */
const steps: Readonly<Record<string, Look>> = {
  method: { go: open },
  number: {
    async go(sitting) {
      await open(sitting)
      await sitting.tab.click('button[value=mtn]')
      await reaches(sitting.tab, 'number')
    },
  },
  'number-wrong': {
    async go(sitting) {
      const { tab } = sitting
      await open(sitting)
      await payByPhone(tab, 'mtn', '')
      await tab.see('#phone-problem')
    },
  },
  'number-other-network': {
    async go(sitting) {
      const { tab } = sitting
      await open(sitting)
      await tab.click('button[value=mtn]')
      await tab.fill('#phone', '0204123789')
      await tab.see('#suggest button')
    },
  },
  card: {
    async go(sitting) {
      await open(sitting)
      await sitting.tab.click('button[value=card]')
      await reaches(sitting.tab, 'card')
    },
  },
  goods: {
    wishes: { product: drum.slug },
    async go(sitting) {
      await open(sitting)
      await sitting.tab.click('button[value=mtn]')
      await sitting.tab.see('#place')
    },
  },
  sending: {
    async go(sitting) {
      await open(sitting)
      sitting.world.network.hang('/checkout/payments')
      await payByPhone(sitting.tab, 'mtn', '789')
      await reaches(sitting.tab, 'sending')
    },
  },
  prompt: { go: prompted },
  otp: {
    async go(sitting) {
      await open(sitting)
      await payByPhone(sitting.tab, 'telecel', '789')
      await reaches(sitting.tab, 'otp')
    },
  },
  redirect: {
    async go(sitting) {
      await challenged(sitting)
      await reaches(sitting.tab, 'redirect')
    },
  },
  paid: { go: (sitting) => ended(sitting, '789', 'success') },
  'paid-key': { wishes: { product: font.slug }, go: (sitting) => ended(sitting, '789', 'success') },
  failed: { go: (sitting) => ended(sitting, '049', 'failed') },
  pending: { go: (sitting) => ended(sitting, '129', 'pending', 'PT6M') },
  expired: {
    async go(sitting) {
      await open(sitting)
      await sitting.world.passes('P1D')
      await payByPhone(sitting.tab, 'mtn', '789')
      await reaches(sitting.tab, 'expired')
    },
  },
  offline: {
    async go(sitting) {
      await prompted(sitting)
      await sitting.page.context().setOffline(true)
      await reaches(sitting.tab, 'offline')
    },
  },
}

/** What the popup itself shows instead of the checkout. */
const screens: Readonly<Record<string, Look>> = {
  'shell-opening': {
    async go({ tab, world }) {
      world.network.hang('/checkout')
      await tab.click('cedi-buy-button a')
      await tab.see(shell.dialog)
    },
  },
  'shell-question': {
    async go(sitting) {
      const { tab } = sitting
      await prompted(sitting)
      tab.frame()
      await tab.click(shell.close)
      await tab.see(shell.first)
    },
  },
  'shell-key': {
    wishes: { product: font.slug },
    async go(sitting) {
      const { tab } = sitting
      await ended(sitting, '789', 'success')
      tab.frame()
      await tab.click(shell.close)
      await tab.see(shell.first)
    },
  },
  'shell-waiting': {
    async go(sitting) {
      const { tab } = sitting
      await prompted(sitting)
      tab.frame()
      await tab.reload()
      await tab.click('cedi-buy-button a')
      await tab.see(shell.second)
    },
  },
  'shell-dead': {
    wishes: { hurried: true },
    async go({ tab, world }) {
      world.network.hang('/checkout')
      await tab.click('cedi-buy-button a')
      await tab.see(shell.first)
    },
  },
  'shell-bank': {
    wishes: { sites: 'secure' },
    async go(sitting) {
      await challenged(sitting)
      sitting.tab.frame()
      await sitting.tab.see(shell.link)
    },
  },
  'shell-refused': {
    wishes: { data: 'data-quantity="9"' },
    async go({ tab }) {
      await tab.click('cedi-buy-button a')
      await tab.see(shell.first)
    },
  },
}

export const inPopup: Readonly<Record<string, Look>> = { ...steps, ...screens }
