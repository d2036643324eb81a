import { openShop, type Shop, type Visit } from '@cedi/service-js/test/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Site builders and tools for speed change the scripts of a page. docs/guides/site-builders.md names them.

let shop: Shop
beforeAll(async () => {
  shop = await openShop(['service-js', 'embed-js'])
})
afterAll(() => shop.close())

const attributes = 'data-handle="ama" data-product="ebook"'
const visit = (body: string): Promise<Visit> => shop.visit({ head: '', body })
const source = () => `${shop.service.url}/embed.js`

/** Clicks the element and expects the checkout. */
async function expectCheckout(seen: Visit, css: string): Promise<void> {
  await seen.page.locator(css).click()
  await (await seen.checkout()).locator('h1').waitFor()
  expect([seen.errors, seen.warnings]).toEqual([[], []])
}

test('a script that a tool moves to the end of the page opens the checkout from links and in data-target', async () => {
  const seen =
    await visit(`<main><p id="buy"></p><a href="${shop.service.url}/@ama/ebook" data-cedi-buy ${attributes}>Buy</a></main>
    <footer>end</footer><script src="${source()}" ${attributes} data-target="#buy"></script>`)
  await seen.page.locator('#buy cedi-buy-button a').waitFor()
  expect(await seen.page.locator('cedi-buy-button').count()).toBe(1)
  await expectCheckout(seen, 'main > a')
})

test('a tag that a tool moves after its button was added takes no second button', async () => {
  const seen = await visit(`<main><script src="${source()}" ${attributes}></script></main><footer></footer>`)
  await seen.page.locator('cedi-buy-button a').waitFor()
  await seen.page.evaluate(`document.querySelector('footer').append(document.querySelector('main script'))`)
  await seen.page.evaluate('__cediEmbed.scan()')
  expect(await seen.page.locator('cedi-buy-button').count()).toBe(1)
  await expectCheckout(seen, 'cedi-buy-button a')
})

test('a script that a tool delays until the first touch leaves a working link, and then one button', async () => {
  const seen = await visit(`<main><a href="${shop.service.url}/@ama/ebook" data-cedi-buy ${attributes}>Buy</a>
    <script type="delayed" data-src="${source()}" ${attributes}></script></main>
    <script>addEventListener('pointerdown', () => {
      const delayed = document.querySelector('[type=delayed]')
      const script = document.createElement('script')
      for (const { name, value } of delayed.attributes) if (name !== 'type') script.setAttribute(name.replace('data-src', 'src'), value)
      delayed.replaceWith(script)
    }, { once: true })</script>`)
  expect(await seen.page.locator('main a').getAttribute('href')).toBe(`${shop.service.url}/@ama/ebook`)
  expect(await seen.page.locator('cedi-buy-button').count()).toBe(0)
  await seen.page.mouse.click(300, 300)
  await seen.page.locator('cedi-buy-button a').waitFor()
  expect(await seen.page.locator('cedi-buy-button').count()).toBe(1)
  await expectCheckout(seen, 'main > a')
})

test('a builder that inserts the published HTML twice, as for a preview, shows one button for each copy', async () => {
  const seen = await visit(`<main><script src="${source()}" ${attributes}></script></main>`)
  await seen.page.locator('cedi-buy-button a').waitFor()
  await seen.page.evaluate(`document.body.append(document.querySelector('main').cloneNode(true)), __cediEmbed.scan()`)
  await expect.poll(() => seen.page.locator('cedi-buy-button').count()).toBe(2)
  await expectCheckout(seen, 'main:last-of-type cedi-buy-button a')
})

test('a page that hides undefined elements shows the button, with its own display', async () => {
  const seen = await visit(
    `<style>:not(:defined) { display: none } cedi-buy-button { display: block }</style><script src="${source()}" ${attributes}></script>`,
  )
  const button = seen.page.locator('cedi-buy-button')
  await button.locator('a').waitFor()
  expect(await button.evaluate((node) => getComputedStyle(node).display)).toBe('block')
  await expectCheckout(seen, 'cedi-buy-button a')
})

test('a tag whose data attributes were removed gives one warning, and takes its product from the query of the script', async () => {
  const stripped = await visit(`<script src="${source()}"></script>`)
  await expect.poll(() => stripped.warnings).toEqual([expect.stringContaining('embed.js?handle=…&product=…')])
  const seen = await visit(`<script src="${source()}?handle=ama&product=ebook&label=Get%20it&success-url="></script>`)
  await seen.page.locator('cedi-buy-button a').waitFor()
  expect(await seen.page.locator('cedi-buy-button a').textContent()).toBe('Get it')
  await expectCheckout(seen, 'cedi-buy-button a')
})

test('elements with the names of properties of the page do not prevent the checkout', async () => {
  const names = ['currentScript', 'body', 'head', 'documentElement', 'createElement', 'querySelectorAll', 'readyState']
  const seen = await visit(
    `${names.map((name) => `<img name="${name}" alt="">`).join('')}<form id="__cediEmbed"><input name="scan"></form>
    <a id="cediQueue"></a><a id="Cedi"></a><script src="${source()}" ${attributes}></script>`,
  )
  await expectCheckout(seen, 'cedi-buy-button a')
})
