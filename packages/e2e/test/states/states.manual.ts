import { inject, test } from 'vitest'
import { popup, waitForState } from '../../src/buyer.js'
import { connectPlaywright } from '../../src/engines/playwright.js'
import type { EngineAddress } from '../../src/engines/tab.js'
import { type InterruptionContext, interruptions, readScreen, states } from '../../src/interruptions.js'
import { createWorld, merchant } from '../../src/world.js'

interface TableRow {
  readonly state: string
  readonly interruption: string
  readonly screen: string
  readonly ledger: string
  readonly events: string
}

/** Number of parallel combinations, each in a separate browser. */
const workerCount = 4
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** `STATES=prompt,otp` runs only these states and prints the table without writing it. */
const selection = process.env['STATES'] ?? 'all'
const selectedStates = selection === 'all' ? undefined : selection.split(',')

// The table is reviewed by people. The end-to-end tests assert that a buyer pays once.
test('the fixture contains the result of every interruption in every state', async ({ expect }) => {
  const { name, version, addresses } = inject('engines').find((item) => item.name === 'chromium') as EngineAddress
  const combinations = Object.keys(states)
    .filter((state) => !selectedStates || selectedStates.includes(state))
    .flatMap((state) => Object.keys(interruptions).map((interruption) => [state, interruption] as const))
  const rows = new Map<string, TableRow>()
  const queue = [...combinations]
  const runWorker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [state, interruption] = next
      const engine = () => connectPlaywright(name as 'chromium', version, addresses[0] ?? '')
      const row = await runCombination(state, interruption, engine)
      if (row) rows.set(next.join(), row)
    }
  }
  await Promise.all(Array.from({ length: workerCount }, runWorker))
  const table = renderTable(combinations.flatMap((key) => rows.get(key.join()) ?? []))
  console.log(table)
  if (!selectedStates) await expect(table).toMatchFileSnapshot('checkout-states.md')
})

async function runCombination(
  state: string,
  interruption: string,
  browser: () => ReturnType<typeof connectPlaywright>,
): Promise<TableRow | undefined> {
  const { options = {}, enter, isBeforeCheckout } = states[state] ?? { enter: async () => {} }
  // Another browser can continue only a checkout that the shop opened in a popup. A buy button creates an intent per buyer.
  const sharesCheckout = /other browser|in a popup/.test(interruption) || options.integration === 'popup'
  const blocksStorage = interruption.startsWith('storage blocked')
  const world = await createWorld({
    ...options,
    blocksStorage,
    ...(sharesCheckout && { integration: 'popup', closesOnBack: true }),
  })
  const engines = [await browser()]
  const [engine] = engines
  if (!engine) throw new Error('no engine')
  try {
    const tab = await engine.tab()
    const context: InterruptionContext = {
      tab,
      world,
      openerSelector: sharesCheckout ? '#popup' : 'cedi-buy-button a',
      async openTab(browserKind) {
        if (browserKind === 'same') return engine.tab()
        const other = await browser()
        engines.push(other)
        return other.tab()
      },
    }
    await tab.goto(world.storefront)
    await tab.goto(world.shop.url)
    if (!isBeforeCheckout) {
      await tab.click(context.openerSelector)
      tab.frame(popup)
      await waitForState(tab, 'method')
    }
    await enter(context)
    const finalTab = await (interruptions[interruption] as (typeof interruptions)[string])(context, state)
    if (!finalTab) return undefined
    await pause(1_500)
    const screen = await readScreen(finalTab)
    tab.frame()
    const events = await tab
      .evaluate<string[]>(`[...document.querySelectorAll('#events li')].map((line) => line.textContent.trim())`)
      .catch(() => [])
    const { payments = [] } = world.mock.snapshot().ledger.merchants[merchant]?.tables ?? {}
    const rows = payments as unknown as readonly { readonly status: string }[]
    const ledger = rows.map(({ status }) => status).join(', ') || 'no payment'
    return { state, interruption, screen, ledger, events: events.join(', ') || 'nothing' }
  } catch (error) {
    const [first = ''] = String(error).split('\n')
    return { state, interruption, screen: `(not reached: ${first.slice(0, 120)})`, ledger: '', events: '' }
  } finally {
    for (const one of engines) await one.close?.()
    await world.close()
  }
}

function renderTable(rows: readonly TableRow[]): string {
  const text = (value: string) =>
    value
      .replaceAll('|', '\\|')
      .replace(/\s+/g, ' ')
      .replace(/:\d{4,5}\b/g, '')
  const renderRows = (state: string): string =>
    rows
      .filter((row) => row.state === state)
      .map(
        ({ interruption, screen, ledger, events }) =>
          `| ${[interruption, screen, ledger, events].map(text).join(' | ')} |`,
      )
      .join('\n')
  const sections = [...new Set(rows.map(({ state }) => state))].map(
    (state) => `## In the state \`${state}\`

| Interruption | Buyer's screen | Ledger | Events of the shop page |
| --- | --- | --- | --- |
${renderRows(state)}
`,
  )
  return `---
title: Interruptions of the checkout
---

# Interruptions of the checkout

<!-- Generated by "npm run states --workspace @cedi/e2e". Do not edit: run it again. -->

Results of interruptions of the checkout for the buyer, the ledger and the shop page: a reload, Back, a second tab,
another browser, a lost network, a service that does not answer, or refused storage. \`npm run states --workspace @cedi/e2e\` tried each case once
in Chromium, on two sites, with frame storage refused, and wrote this page.

Square brackets show the buttons that the buyer has. *Then buy* means that the buyer presses the shop's button again. Only the
state \`redirect\` leads to a bank's page.

The events are only hints for the page. A shop that [reads the payment on its server](./verify-on-the-server.md) does not need them.

${sections.join('\n')}`
}
