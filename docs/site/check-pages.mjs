// Opens the built pages in Chromium: axe finds no violation, no page is wider than a phone, nothing is loaded from another
// host, all text is there without JavaScript, and a walk through the site succeeds. It opens every guide, and some decisions
// and reference pages, which share a template.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs'
import { serve } from './serve.mjs'
import { walk } from './walk.mjs'

const site = resolve(import.meta.dirname, '../../.cache/docs')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const looks = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
]
const all = readdirSync(site, { recursive: true }).filter((file) => file.endsWith('.html') && !file.startsWith('play/'))
/** Selects representative pages of a template. */
const few = (part, names) => (file) => file.startsWith(part) && !names.test(file.slice(part.length))
const left = [
  few('decisions/', /^(?:index|0001|0011|0030)/),
  few('http-api/', /^(?:index|create-payment|list-products)/),
  few('reference/', /\/index\.html$|^client\//),
]
const pages = all.filter((file) => !left.some((isLeft) => isLeft(file)))

const wrong = []
const words = new Map()
let checks = 0
const { url, close } = await serve({ port: 0 })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: chromiumArgs,
})
const mainWords = (page) =>
  page.evaluate(() => document.querySelector('main').textContent.replace(/\s+/g, ' ').trim().length)

for (const look of looks) {
  const context = await browser.newContext({ ...look, bypassCSP: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const say = (path, what) => wrong.push(`${path}, ${look.viewport.width} px, ${look.colorScheme}: ${what}`)
  let open = ''
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
      say(open, `asks for ${request.url()}`)
  })
  page.on('pageerror', (error) => say(open, error.message))
  // Every third page is enough for wide and dark; narrow and light are checked on all.
  for (const path of pages.filter((_, at) => look.viewport.width < 400 || at % 3 === 0)) {
    open = path
    await page.goto(`${url}/${path}`, { waitUntil: 'load' })
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (wider > 0) say(path, `${wider} px wider than the screen`)
    await page.evaluate(axe)
    // The search button of VitePress shows its keyboard shortcut, which axe takes for a part of its label.
    const { violations } = await page.evaluate(() =>
      window.axe.run({ exclude: ['.DocSearch-Button'] }, { resultTypes: ['violations'] }),
    )
    for (const { id, nodes } of violations)
      say(path, `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n    ')}`)
    words.set(path, await mainWords(page))
    checks += 2
  }
  await context.close()
}

const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })
const page = await plain.newPage()
for (const path of pages) {
  await page.goto(`${url}/${path}`)
  const isVisible = await page.locator('main').first().isVisible()
  const text = (await page.locator('main').first().innerText()).replace(/\s+/g, ' ').trim()
  if (!isVisible || text.length < Math.min(20, words.get(path)))
    wrong.push(`${path}: without JavaScript there is nothing to read`)
  checks++
}
const walked = await walk(browser, url)
wrong.push(...walked.wrong)
checks += walked.steps
await browser.close()
await close()
console.log(wrong.join('\n'))
console.log(`${pages.length} pages, ${checks - wrong.length} passed, ${wrong.length} failed`)
process.exitCode = wrong.length > 0 ? 1 : 0
