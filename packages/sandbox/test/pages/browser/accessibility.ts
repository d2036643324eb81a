import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const everyScreen = Boolean(process.env['CEDI_EVERY_SCREEN'])
const schemes = ['dark', 'light'] as const

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/** Runs axe on a page, and returns a line for each violation. The browser runs it from outside the page. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as never as { axe: { run(page: Document, options: object): Promise<AxeResult> } }
    return axe.run(document, { resultTypes: ['violations'] })
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
}

/**
 * Returns a line for each problem of a page: violations of axe, sideways scrolling, and targets that are lower than 44 px.
 * The layout is checked at each width in both directions of text, because it is the same in both colour schemes. axe
 * checks the first width in dark and the last in light colours, and with `CEDI_EVERY_SCREEN` each width in both.
 */
export async function findProblems(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const dir of ['rtl', 'ltr']) {
      const { sideways, low } = await page.evaluate((dir) => {
        document.documentElement.dir = dir
        const targets =
          'button, input:not([type=hidden], [type=checkbox], [type=radio]), select, .tick, .button, nav a, a.what'
        return {
          sideways: document.documentElement.scrollWidth > innerWidth,
          low: [...document.querySelectorAll(targets)]
            .map((element) => ({ html: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && box.height < 43.5)
            .map(({ html }) => html),
        }
      }, dir)
      if (sideways) found.push(`${width} ${dir}: it scrolls sideways`)
      found.push(...low.map((html) => `${width} ${dir}: lower than 44 px: ${html}`))
    }
    for (const colorScheme of schemes) {
      const isChecked = colorScheme === 'dark' ? width === widths[0] : width === widths.at(-1)
      if (!isChecked && !everyScreen) continue
      await page.emulateMedia({ colorScheme })
      found.push(...(await findViolations(page)).map((violation) => `${width} ${colorScheme}: ${violation}`))
    }
  }
  return [...new Set(found)]
}
