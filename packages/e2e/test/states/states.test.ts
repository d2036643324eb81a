import { inject, test } from 'vitest'
import { popup, reaches } from '../../src/buyer.js'
import { incidents, type Scene, seenIn, states } from '../../src/cells.js'
import { connectPlaywright } from '../../src/engines/playwright.js'
import type { EngineAddress } from '../../src/engines/tab.js'
import { createWorld, merchant } from '../../src/world.js'

interface Cell {
  readonly state: string
  readonly incident: string
  readonly sees: string
  readonly ledger: string
  readonly told: string
}

/** How many cells are tried at the same time, each in its own browser. */
const lanes = 4
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** `STATES=prompt,otp` tries only these rows, and only prints them. */
const wanted = process.env['STATES'] ?? 'all'
const only = wanted === 'all' ? undefined : wanted.split(',')

// Each cell of the table is tried once. People judge what it shows. The journeys check that nobody pays twice.
test('every state is tried with every incident, and the table in the docs shows the results', async ({ expect }) => {
  const { name, version, addresses } = inject('engines').find((one) => one.name === 'chromium') as EngineAddress
  const todo = Object.keys(states)
    .filter((state) => !only || only.includes(state))
    .flatMap((state) => Object.keys(incidents).map((incident) => [state, incident] as const))
  const cells = new Map<string, Cell>()
  const queue = [...todo]
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [state, incident] = next
      const engine = () => connectPlaywright(name as 'chromium', version, addresses[0] ?? '')
      const cell = await tryCell(state, incident, engine)
      if (cell) cells.set(next.join(), cell)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const table = tableOf(todo.flatMap((key) => cells.get(key.join()) ?? []))
  console.log(table)
  if (!only) await expect(table).toMatchFileSnapshot('../../../../docs/guides/checkout-states.md')
})

async function tryCell(
  state: string,
  incident: string,
  browser: () => ReturnType<typeof connectPlaywright>,
): Promise<Cell | undefined> {
  const { wishes = {}, reach, early } = states[state] ?? { reach: async () => {} }
  // Only a basket is shared with another browser. A button opens a new checkout for each buyer.
  const isBasket = /other browser|in a popup/.test(incident) || wishes.sells === 'popup'
  const storeless = incident.startsWith('storage blocked')
  const world = await createWorld({ ...wishes, storeless, ...(isBasket && { sells: 'popup', history: true }) })
  const engines = [await browser()]
  const [engine] = engines
  if (!engine) throw new Error('no engine')
  try {
    const tab = await engine.tab()
    const scene: Scene = {
      tab,
      world,
      opener: isBasket ? '#popup' : 'cedi-buy-button a',
      async another(which) {
        if (which === 'same') return engine.tab()
        const other = await browser()
        engines.push(other)
        return other.tab()
      },
    }
    await tab.goto(world.storefront)
    await tab.goto(world.shop.url)
    if (!early) {
      await tab.click(scene.opener)
      tab.frame(popup)
      await reaches(tab, 'method')
    }
    await reach(scene)
    const after = await (incidents[incident] as (typeof incidents)[string])(scene, state)
    if (!after) return undefined
    await pause(1_500)
    const sees = await seenIn(after)
    tab.frame()
    const told = await tab
      .evaluate<string[]>(`[...document.querySelectorAll('#told li')].map((line) => line.textContent.trim())`)
      .catch(() => [])
    const { payments = [] } = world.mock.snapshot().ledger.merchants[merchant]?.tables ?? {}
    const rows = payments as unknown as readonly { readonly status: string }[]
    const ledger = rows.map(({ status }) => status).join(', ') || 'no payment'
    return { state, incident, sees, ledger, told: told.join(', ') || 'nothing' }
  } catch (error) {
    const [first = ''] = String(error).split('\n')
    return { state, incident, sees: `(not reached: ${first.slice(0, 120)})`, ledger: '', told: '' }
  } finally {
    for (const one of engines) await one.close?.()
    await world.close()
  }
}

function tableOf(cells: readonly Cell[]): string {
  const text = (value: string) =>
    value
      .replaceAll('|', '\\|')
      .replace(/\s+/g, ' ')
      .replace(/:\d{4,5}\b/g, '')
  const rowsOf = (state: string): string =>
    cells
      .filter((cell) => cell.state === state)
      .map(({ incident, sees, ledger, told }) => `| ${[incident, sees, ledger, told].map(text).join(' | ')} |`)
      .join('\n')
  const sections = [...new Set(cells.map(({ state }) => state))].map(
    (state) => `## In the state \`${state}\`

| Interruption | Buyer's screen | Ledger | Events of the shop page |
| --- | --- | --- | --- |
${rowsOf(state)}
`,
  )
  return `---
title: Interruptions of the checkout
---

# Interruptions of the checkout

<!-- Made by "npm run states --workspace @cedi/e2e". Do not edit: run it again. -->

Results of interruptions of the checkout for the buyer, the ledger and the shop page: a reload, Back, a second tab,
another browser, a lost network, a service that does not answer, or refused storage. \`npm run states --workspace @cedi/e2e\` tried each case once
in Chromium, on two sites, with frame storage refused, and wrote this page.

Square brackets show the buttons that the buyer has. *Then buy* means that the buyer presses the shop's button again. Only the
state \`redirect\` leads to a bank's page.

The events are only hints for the page. A shop that [reads the payment on its server](./verify-on-the-server.md) does not need them.

${sections.join('\n')}`
}
