import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumArgs, findChromium } from '../../../../../scripts/browsers.mjs'
import { type Buyer, type BuyerPayment, createBuyer, startSandbox } from '../../../src/playwright.js'

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
const sandbox = await startSandbox()
/** Calls the API. Returns the data. */
async function api(path: string, body?: object) {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  return (await (await fetch(`${sandbox.url}/api/v1/${path}`, init)).json()).data
}
const createIntent = (allowed_origins?: string[]) =>
  api('checkout/intent', { amount: 45.5, return_url: 'https://shop.example/thanks', allowed_origins })

// A shop with one button.
const shop = createServer(async ({ method, headers }, response) => {
  if (method === 'POST') response.end((await createIntent([`http://${headers.host}`])).client_token)
  else
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><button id=buy>Buy</button><p id=closed></p>
<script src="${sandbox.url}/service.js"></script>
<script>document.querySelector('#buy').onclick = () => Cedi.checkout({
  intent: async () => (await fetch('/', { method: 'POST' })).text(),
  onClose: ({ status }) => { document.querySelector('#closed').textContent = status },
})</script>`)
})

beforeAll(() => new Promise<void>((done) => shop.listen(0, '127.0.0.1', done)))
afterAll(async () => {
  await browser.close()
  shop.closeAllConnections()
  shop.close()
  await sandbox.close()
})

async function onPage(url: string, run: (page: Page, buyer: Buyer) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  try {
    await page.goto(url)
    await run(page, createBuyer(page, sandbox))
  } finally {
    await page.close()
  }
}
const readStatus = async (ref: string): Promise<string> => {
  const { status, failure } = await api(`payments/${ref}`)
  return failure ? `${status}: ${failure.code}` : status
}

const payments: [BuyerPayment, string][] = [
  [{}, 'succeeded'],
  [{ method: 'telecel', outcome: 'decline' }, 'failed: payment_not_approved'],
  [{ method: 'airteltigo', outcome: 'insufficient_funds' }, 'failed: insufficient_funds'],
  [{ method: 'mtn', outcome: 'expire' }, 'expired: payment_expired'],
  [{ method: 'mtn', outcome: 'wait' }, 'pending'],
  [{ method: 'card' }, 'succeeded'],
  [{ method: 'card', outcome: 'decline' }, 'failed: card_declined'],
]

test.each(payments)('a buyer who pays by %o in the popup gets the outcome', async (payment, status) => {
  const { port } = shop.address() as AddressInfo
  await onPage(`http://127.0.0.1:${port}`, async (page, buyer) => {
    await page.click('#buy')
    const { ref } = await buyer.pay(payment)
    await expect.poll(() => readStatus(ref)).toBe(status)
    if (status !== 'succeeded') return
    await buyer.finish()
    await page.getByText('succeeded').waitFor()
  })
})

test('a buyer pays on the hosted page, and returns to the shop', async () => {
  const { checkout_url } = await createIntent()
  await onPage(checkout_url, async (page, buyer) => {
    await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'Thank you' }))
    const { ref } = await buyer.pay({ method: 'telecel' })
    await expect.poll(() => readStatus(ref)).toBe('succeeded')
    await buyer.finish()
    await page.getByText('Thank you').waitFor()
  })
})

test('an unknown outcome, and a card that waits, are rejected', async () => {
  const { checkout_url } = await createIntent()
  await onPage(checkout_url, async (_, buyer) => {
    await expect(buyer.pay({ outcome: 'approved' as 'approve' })).rejects.toThrow('outcome must be approve, decline,')
    await expect(buyer.pay({ method: 'card', outcome: 'wait' })).rejects.toThrow('A card payment cannot wait.')
  })
})
