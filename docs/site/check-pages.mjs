// Opens the built pages in Chromium: axe finds no violation, no page is wider than a phone, nothing is loaded from another
// host, all text is visible without JavaScript, and the steps of walk.mjs succeed. It opens every guide, and samples of
// decisions and reference pages, which share a template.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs'
import { serve } from './serve.mjs'
import { runSteps } from './walk.mjs'

const site = resolve(import.meta.dirname, '../../.cache/docs')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const variants = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
]
const allPages = readdirSync(site, { recursive: true }).filter(
  (file) => file.endsWith('.html') && !file.startsWith('play/'),
)
/** Creates a predicate for the pages in a folder that are not in its sample. */
const createExclusion = (part, names) => (file) => file.startsWith(part) && !names.test(file.slice(part.length))
const exclusions = [
  createExclusion('decisions/', /^(?:index|0001|0011|0030)/),
  createExclusion('http-api/', /^(?:index|create-payment|list-products)/),
  createExclusion(
    'reference/',
    /^[\w-]+\/(?:index|api)\.html$|^client\/(?:fetch\.html|fetch\/functions\/send|api\/classes)/,
  ),
]
const pages = allPages.filter((file) => !exclusions.some((isExcluded) => isExcluded(file)))
/** Maximum height of a page. A taller page is too long to read. */
const maxHeightPx = 50_000

const errors = []
const textLengths = new Map()
let checks = 0
const { url, close } = await serve({ port: 0 })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: chromiumArgs,
})
const readTextLength = (page) =>
  page.evaluate(() => document.querySelector('main').textContent.replace(/\s+/g, ' ').trim().length)

for (const variant of variants) {
  const context = await browser.newContext({ ...variant, bypassCSP: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const addError = (path, message) =>
    errors.push(`${path}, ${variant.viewport.width} px, ${variant.colorScheme}: ${message}`)
  let open = ''
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
      addError(open, `requests ${request.url()}`)
  })
  page.on('pageerror', (error) => addError(open, error.message))
  // Checks narrow and light on all pages, wide and dark on every third.
  for (const path of pages.filter((_, index) => variant.viewport.width < 400 || index % 3 === 0)) {
    open = path
    await page.goto(`${url}/${path}`, { waitUntil: 'load' })
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    const heightPx = await page.evaluate(() => document.documentElement.scrollHeight)
    if (heightPx > maxHeightPx) addError(path, `${heightPx} px tall, more than ${maxHeightPx}: split the page`)
    if (overflowPx > 0) addError(path, `${overflowPx} px wider than the screen`)
    await page.evaluate(axe)
    // The search button of VitePress shows its keyboard shortcut, which axe treats as part of its label.
    const { violations } = await page.evaluate(() =>
      window.axe.run({ exclude: ['.DocSearch-Button'] }, { resultTypes: ['violations'] }),
    )
    for (const { id, nodes } of violations)
      addError(path, `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n    ')}`)
    textLengths.set(path, await readTextLength(page))
    checks += 2
  }
  await context.close()
}

const scriptlessContext = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })
const page = await scriptlessContext.newPage()
for (const path of pages) {
  await page.goto(`${url}/${path}`)
  const isVisible = await page.locator('main').first().isVisible()
  const text = (await page.locator('main').first().innerText()).replace(/\s+/g, ' ').trim()
  if (!isVisible || text.length < Math.min(20, textLengths.get(path)))
    errors.push(`${path}: without JavaScript there is nothing to read`)
  checks++
}
const walkResult = await runSteps(browser, url)
errors.push(...walkResult.errors)
checks += walkResult.steps
await browser.close()
await close()
console.log(errors.join('\n'))
console.log(`${pages.length} pages, ${checks - errors.length} passed, ${errors.length} failed`)
process.exitCode = errors.length > 0 ? 1 : 0
