// A visit of the shop by somebody on a phone: a browser context of its own that is closed at the end, whatever happens.
const closeMs = 10_000

/**
 * Waits for work, but not for ever: what hangs in a page, such as a script that never gives the thread back, would hang
 * the whole run without a word.
 *
 * @throws Error that says what did not end.
 */
export async function within(what, ms, work) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} took more than ${ms / 1000} s. Run the suite again when the machine is idle.`)),
      ms,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** In every frame: when its first content was painted, and how far what it shows has moved. */
const watcher = `if (window !== top) {
  const watch = (type, tell) => new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') reportOfFrame('painted', performance.timeOrigin + startTime) })
  watch('layout-shift', ({ value }) => reportOfFrame('shift', value))
}`

/**
 * Opens a page, does something with it and closes it.
 *
 * @param what - Of the visit, for the error when its time is over.
 * @param deadlineMs - For the whole visit.
 * @param act - Is given `page`, its `context`, its `tools` for developers, and what its frames told: `frames.painted`, `frames.shift`.
 */
export async function visit(browser, what, deadlineMs, act) {
  const context = await within(`Opening a page for ${what}`, closeMs, browser.newContext({ viewport: phone }))
  try {
    const work = async () => {
      const page = await context.newPage()
      const frames = { painted: 0, shift: 0 }
      await page.exposeBinding('reportOfFrame', (_, name, value) => {
        frames[name] = name === 'shift' ? frames.shift + value : value
      })
      await page.addInitScript(watcher)
      return act({ page, context, frames, tools: await context.newCDPSession(page) })
    }
    return await within(what, deadlineMs, work())
  } finally {
    await within(`Closing the page of ${what}`, closeMs, context.close())
  }
}

const phone = { width: 360, height: 720 }
