// Tests the tags, styles and scripts for web pages, each on a separate page in Chromium (CHROMIUM_PATH or a usual path).
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { createSandbox } from '@cedi/sandbox'
import { chromium } from 'playwright-core'
import ts from 'typescript'
import { blocks, blocksIn, isForPage, replaceServiceUrls } from './texts.mjs'

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)
/** @type {import('playwright-core').Browser} */
let browser
let service = ''
let shop = ''
/** Body and Content-Security-Policy of the current page. */
let body = ''
let policy = ''
/** @type {(() => unknown)[]} */
const cleanups = []

/** Creates a checkout of GH₵120.00 and returns its token. */
async function createToken() {
  const cedi = createClient({ baseUrl: service, apiKey: 'sk_test_all' })
  const intent = await send(cedi.checkoutIntents.create({ amount: 120, return_url: shop }))
  return intent.client_token
}

before(async () => {
  assert.ok(executablePath, 'Set CHROMIUM_PATH to a Chromium.')
  const mock = createSandbox({ clock: 'real', approvalDelayMs: 100 })
  const listening = await mock.listen(0)
  service = listening.url
  // The merchant's server: the page, and two routes that return a token.
  const server = createServer(async ({ method, url }, response) => {
    const isToken = method === 'POST' && /^\/(?:checkout-intent|orders\/1042\/pay)$/.test(url ?? '')
    const isModule = url === '/service.mjs'
    if (policy) response.setHeader('Content-Security-Policy', policy)
    response.setHeader(
      'Content-Type',
      isModule ? 'text/javascript' : isToken ? 'text/plain' : 'text/html; charset=utf-8',
    )
    if (isModule) response.end(readFileSync(fileURLToPath(import.meta.resolve('@cedi/service-js'))))
    else response.end(isToken ? await createToken() : `<!doctype html><html lang="en"><title>Shop</title><body>${body}`)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
  shop = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  cleanups.push(
    () => browser.close(),
    () => {
      server.close()
      server.closeAllConnections()
    },
    listening.close,
  )
})
after(async () => {
  for (const cleanUp of cleanups) await cleanUp()
})

/** Opens a page with the body, runs the test and fails on script errors. */
async function onPage(
  /** @type {string} */ text,
  /** @type {(page: import('playwright-core').Page) => Promise<void>} */ act,
) {
  body = replaceServiceUrls(text, service)
  if (/\bTOKEN\b/.test(body)) body = body.replaceAll('TOKEN', await createToken())
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  /** @type {string[]} */
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => /warn|error/.test(message.type()) && errors.push(message.text()))
  try {
    await page.goto(`${shop}/`)
    await act(page)
    // The test page has no icon.
    assert.deepEqual(
      errors.filter((line) => !/favicon/.test(line)),
      [],
    )
  } finally {
    await page.close()
  }
}

/** Waits for the checkout and returns its frame. @param {import('playwright-core').Page} page */
async function getCheckoutFrame(page) {
  const frame = page.frameLocator('cedi-checkout iframe')
  await frame.getByRole('button', { name: /MTN/ }).waitFor()
  return frame
}

/** @param {import('playwright-core').Page} page @param {string} phone */
async function pay(page, phone) {
  const frame = await getCheckoutFrame(page)
  // By keyboard, because the popup may move between locating and clicking a button.
  await frame.getByRole('button', { name: /MTN/ }).press('Enter')
  await frame.getByRole('textbox').first().fill(phone)
  // Physical products require delivery data.
  for (const [field, text] of [
    ['#name', 'Kofi Boateng'],
    ['#place', 'Kumasi'],
  ])
    if ((await frame.locator(field ?? '').count()) > 0) await frame.locator(field ?? '').fill(text ?? '')
  await frame.getByRole('button', { name: /Pay/ }).press('Enter')
  return frame
}

/** Tags that show something to click: not `embed.js` alone, nor the script for analytics, which a test of embed-js runs. */
const tags = blocksIn('html').filter(({ code }) => /data-handle|data-cedi-intent|Cedi\.checkout/.test(code))
const styles = blocksIn('css')
const scripts = blocks.filter(isForPage)

test('the guides contain tags, styles and scripts for pages', () => {
  assert.ok(tags.length >= 8 && styles.length >= 1 && scripts.length >= 2)
})

for (const [index, { name, code }] of tags.entries()) {
  const isButton = code.includes('data-handle')
  if (isButton)
    test(`tag ${index} of ${name} is a buy button that opens the checkout`, () =>
      onPage(code.includes('<script') ? code : `${code}<script src="${service}/embed.js"></script>`, async (page) => {
        const link = page.locator('cedi-buy-button a, a[data-cedi-buy]').first()
        await link.waitFor()
        assert.equal((await fetch((await link.getAttribute('href')) ?? '')).status, 200)
        await page.waitForFunction('window.__cediEmbed')
        await link.click()
        await getCheckoutFrame(page)
      }))
  else
    test(`tag ${index} of ${name} receives a payment in the popup`, () =>
      onPage(code.includes('<script') ? code : `<script src="${service}/service.js"></script>${code}`, async (page) => {
        await page.waitForFunction('window.Cedi')
        await page.locator('button, a').first().click()
        const frame = await pay(page, '0244123789')
        if (!/location/.test(code)) return await frame.getByText('Paid').first().waitFor()
        if (/onClose/.test(code))
          await frame
            .getByRole('button', { name: /Done|Close/ })
            .first()
            .click()
        await page.waitForURL(/\?(?:ref|payment)=pay_/)
      }))
}

test('a button and a popup receive payments under the Content-Security-Policy from the security guide', async () => {
  const [block, ...more] = blocksIn('http')
  assert.ok(block && more.length === 0)
  const [, directives = ''] = /^Content-Security-Policy: (.+)/.exec(block.code) ?? []
  policy = replaceServiceUrls(directives, service)
  const button = tags.find(({ code }) => code.includes('data-handle'))
  assert.ok(policy.includes(service) && button)
  try {
    await onPage(button.code, async (page) => {
      await page.locator('cedi-buy-button a').click()
      const frame = await pay(page, '0244123789')
      await frame.getByText('Paid').first().waitFor()
    })
    await onPage(
      `<a href="${service}/pay/TOKEN" data-cedi-intent="TOKEN">Pay</a><script src="${service}/service.js"></script>`,
      async (page) => {
        await page.getByRole('link', { name: 'Pay' }).click()
        await getCheckoutFrame(page)
      },
    )
  } finally {
    policy = ''
  }
})

for (const [index, { name, code }] of styles.entries())
  test(`style ${index} of ${name} applies to the button`, () => {
    const tag = tags.find((tag) => tag.name === name)
    assert.ok(tag)
    return onPage(`<style>${code}</style>${tag.code}`, async (page) => {
      const link = page.locator('cedi-buy-button a').first()
      await link.waitFor()
      const [, accent = ''] = /--cedi-accent: (#\w+)/.exec(code) ?? []
      const appliedStyle = await link.evaluate((element) => {
        const { backgroundColor, borderRadius } = getComputedStyle(element)
        return { backgroundColor, borderRadius }
      })
      const [red, green, blue] = (accent.slice(1).match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16))
      assert.deepEqual(appliedStyle, { backgroundColor: `rgb(${red}, ${green}, ${blue})`, borderRadius: '4px' })
    })
  })

for (const [index, { name, code }] of scripts.entries())
  test(`script ${index} of ${name} runs in a page and receives a payment`, async () => {
    const { outputText } = ts.transpileModule(replaceServiceUrls(code, service), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    })
    const imports = JSON.stringify({ imports: { '@cedi/service-js': '/service.mjs' } })
    const runScript = (/** @type {string} */ phone, /** @type {string} */ expectedMessage) =>
      onPage(
        `<p id="message" role="status"></p><button>Pay</button><script type="importmap">${imports}</script>
<script src="${service}/service.js"></script><script type="module">${outputText}</script>`,
        async (page) => {
          if (code.includes("'button'")) await page.getByRole('button', { name: 'Pay' }).click()
          const frame = await pay(page, phone)
          if (!code.includes('#message')) return await frame.getByText('Paid').first().waitFor()
          const message = page.locator('#message')
          await page.waitForFunction(`document.querySelector('#message').textContent`)
          assert.ok(code.includes((await message.textContent()) ?? '-'))
          assert.match((await message.textContent()) ?? '', new RegExp(expectedMessage))
        },
      )
    await runScript('0244123789', 'Thank you')
    if (code.includes('onFailure')) await runScript('0244123039', 'did not work')
  })
