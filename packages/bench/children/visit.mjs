// Page visits with deadlines, each in a new browser context with the viewport of a phone.
const closeMs = 10_000

/**
 * Waits for a task with a deadline. A blocked main thread in a page would otherwise hang the run.
 *
 * @throws Error with the description of the task.
 */
export async function withDeadline(description, ms, task) {
  let timer
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(`${description} took more than ${ms / 1000} s. Run the suite again when the machine is idle.`),
        ),
      ms,
    )
  })
  try {
    return await Promise.race([task, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Script that reports the first contentful paint and layout shifts of every frame. */
const frameObserverScript = `if (window !== top) {
  const watch = (type, report) => new PerformanceObserver((list) => list.getEntries().forEach(report)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') reportOfFrame('painted', performance.timeOrigin + startTime) })
  watch('layout-shift', ({ value }) => reportOfFrame('shift', value))
}`

/**
 * Opens a page, runs an action and closes the page.
 *
 * @param description - Description of the visit for errors.
 * @param deadlineMs - Timeout of the visit.
 * @param action - Receives `page`, `context`, the CDP `session`, and the reports of the frames: `frames.painted`, `frames.shift`.
 */
export async function withPage(browser, description, deadlineMs, action) {
  const context = await withDeadline(
    `Opening a page for ${description}`,
    closeMs,
    browser.newContext({ viewport: phone }),
  )
  try {
    const task = async () => {
      const page = await context.newPage()
      const frames = { painted: 0, shift: 0 }
      await page.exposeBinding('reportOfFrame', (_, name, value) => {
        frames[name] = name === 'shift' ? frames.shift + value : value
      })
      await page.addInitScript(frameObserverScript)
      return action({ page, context, frames, session: await context.newCDPSession(page) })
    }
    return await withDeadline(description, deadlineMs, task())
  } finally {
    await withDeadline(`Closing the page of ${description}`, closeMs, context.close())
  }
}

const phone = { width: 360, height: 720 }
