import { mkdirSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { inject, test } from 'vitest'
import { cards, payByCard, payByPhone, popup, reaches, shell } from '../../src/buyer.js'
import { tabOf } from '../../src/engines/playwright.js'
import type { EngineAddress, Tab } from '../../src/engines/tab.js'
import { drum, font } from '../../src/goods.js'
import { createWorld, type World, type WorldWishes } from '../../src/world.js'

const folder = process.env['LOOKS'] || '/tmp/looks'

interface Look {
  readonly wishes?: WorldWishes
  go(tab: Tab, world: World): Promise<unknown>
}

const open = async (tab: Tab): Promise<void> => {
  await tab.click('cedi-buy-button a')
  tab.frame(popup)
  await reaches(tab, 'method')
}
const prompted = async (tab: Tab): Promise<void> => {
  await open(tab)
  await payByPhone(tab, 'mtn', '789')
  await reaches(tab, 'prompt')
}

/** What people look at, by the name of its picture. */
const looks: Readonly<Record<string, Look>> = {
  opening: {
    async go(tab, world) {
      world.network.hang('/checkout')
      await tab.click('cedi-buy-button a')
      await tab.see(shell.dialog)
    },
  },
  method: { go: open },
  number: {
    async go(tab) {
      await open(tab)
      await tab.click('button[value=mtn]')
      await reaches(tab, 'number')
    },
  },
  card: {
    async go(tab) {
      await open(tab)
      await tab.click('button[value=card]')
      await reaches(tab, 'card')
    },
  },
  sending: {
    async go(tab, world) {
      await open(tab)
      world.network.hang('/checkout/payments')
      await payByPhone(tab, 'mtn', '789')
      await reaches(tab, 'sending')
    },
  },
  prompt: { go: prompted },
  question: {
    async go(tab) {
      await prompted(tab)
      tab.frame()
      await tab.click(shell.close)
      await tab.see(shell.first)
    },
  },
  dead: {
    wishes: { hurried: true },
    async go(tab, world) {
      world.network.hang('/checkout')
      await tab.click('cedi-buy-button a')
      await tab.see(shell.first)
    },
  },
  bank: {
    wishes: { sites: 'secure' },
    async go(tab) {
      await open(tab)
      await payByCard(tab, cards.challenge)
      tab.frame()
      await tab.see(shell.link)
    },
  },
  paid: {
    wishes: { product: font.slug },
    async go(tab, world) {
      await prompted(tab)
      await world.passes('PT3S')
      await reaches(tab, 'success')
    },
  },
  refused: {
    wishes: { data: 'data-quantity="9"' },
    async go(tab) {
      await tab.click('cedi-buy-button a')
      await tab.see(shell.first)
    },
  },
  leaving: {
    wishes: { product: font.slug },
    async go(tab, world) {
      await tab.goto(world.storefront)
      await tab.click('main form button')
      await payByPhone(tab, 'mtn', '789')
      await reaches(tab, 'prompt')
      await world.passes('PT3S')
      await tab.click('[data-state=success] a[href*="/@efua"]')
      await tab.see('button[value=stay]')
    },
  },
  goods: {
    wishes: { product: drum.slug },
    async go(tab) {
      await open(tab)
      await tab.click('button[value=mtn]')
      await tab.see('#place')
    },
  },
  storefront: { go: async (tab, world) => tab.goto(world.storefront) },
}

interface Dress {
  readonly root?: string
  readonly wide?: readonly number[]
  dress?(page: Page): Promise<unknown>
  readonly large?: true
}
const dresses: Readonly<Record<string, Dress>> = {
  'en-light': { wide: [320, 390, 1280] },
  'en-dark': { dress: (page) => page.emulateMedia({ colorScheme: 'dark' }) },
  'fr-light': { root: 'lang="fr"', wide: [320, 390] },
  '200-percent': { large: true, wide: [320, 390] },
  forced: { dress: (page) => page.emulateMedia({ forcedColors: 'active' }) },
  rtl: { root: 'lang="ar" dir="rtl"' },
}

// Nothing is asserted: the pictures are for people.
test('everything is drawn', async () => {
  mkdirSync(folder, { recursive: true })
  const { addresses } = inject('engines').find(({ name }) => name === 'chromium') as EngineAddress
  const browser = await chromium.connect(addresses[0] ?? '')
  for (const [dressed, { root = 'lang="en"', wide = [390], dress, large }] of Object.entries(dresses))
    for (const [name, { wishes = {}, go }] of Object.entries(looks))
      for (const width of wide) {
        const world = await createWorld({ root, ...wishes })
        const context = await browser.newContext({
          viewport: { width, height: width === 320 ? 568 : 800 },
          ignoreHTTPSErrors: true,
          locale: /fr/.test(root) ? 'fr-FR' : 'en-GH',
        })
        const page = await context.newPage()
        try {
          await dress?.(page)
          // Text alone grows, as by the setting of a phone.
          if (large)
            await page.addInitScript(
              `document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })`,
            )
          const tab = tabOf(page, () => page.close())
          page.setDefaultTimeout(10_000)
          await tab.goto(world.shop.url)
          await go(tab, world)
          await new Promise((resolve) => setTimeout(resolve, 300))
          await page.screenshot({ path: `${folder}/${name}-${dressed}-${width}.png` })
        } catch (error) {
          console.error(`${name}-${dressed}-${width}: ${String(error).split('\n')[0]}`)
        } finally {
          await context.close()
          await world.close()
        }
      }
  await browser.close()
})
