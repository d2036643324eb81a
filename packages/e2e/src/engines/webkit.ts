import { actionTimeoutMs, type Engine, phone, type Tab } from './tab.js'
import { type Call, connectDriver, DriverError, type ElementHandle, getElementId } from './webdriver.js'

/**
 * Finds elements in the page and its open shadow roots; a descendant combinator also matches across a shadow root. With
 * `one`, returns the first element that is visible and contains the text.
 */
const findScript = `const [css, one, text] = arguments
const queryAll = (root, part) => [...root.querySelectorAll(part), ...[root, ...root.querySelectorAll('*')]
  .flatMap(({ shadowRoot }) => (shadowRoot ? queryAll(shadowRoot, part) : []))]
let found = [document]
for (const part of css.split(' ')) found = [...new Set(found.flatMap((root) => queryAll(root, part)))]
const readText = ({ textContent, shadowRoot }) => textContent + (shadowRoot?.textContent ?? '')
const holds = (element) => text === null || readText(element).replace(/\\s+/g, ' ').includes(text)
return one
  ? found.find((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length
      && holds(element)) ?? null
  : found`

/** Detects whether the page runs listeners; with scripts disabled it does not. */
const detectListenersScript = `let listens = false
addEventListener('probe', () => { listens = true }, { once: true })
dispatchEvent(new Event('probe'))
`

/** Waits for four animation frames, or 250 ms if the page does not render. */
const waitForPaintScript = `${detectListenersScript}const done = arguments[0]
let frames = 4
const next = () => (frames-- ? requestAnimationFrame(next) : done())
if (listens) setTimeout(done, 250, next())
else done()`

const readPositionScript = `return JSON.stringify([arguments[0].getBoundingClientRect(), innerWidth, innerHeight])`

/**
 * Records whether clicks hit the element, if listeners run. One listener for the whole life of a page: the popup stops
 * events on the window, so a listener that is added after it opened would not be called.
 */
const recordClickScript = `${detectListenersScript}const [element] = arguments
if (!window.target) addEventListener('click', (event) => {
  const path = event.composedPath()
  window.hit = path.includes(window.target) ? 'element' : path[0].outerHTML ?? 'the page'
}, { capture: true })
window.target = element
window.hit = listens ? 'nothing' : 'element'`

const keys: Readonly<Record<string, string>> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' }
const shift = '\uE008'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Code of an unmet condition. */
const notReady = 'not yet'

/** Errors of a page that is changing. The action is retried. */
const transientErrors = new Set([
  notReady,
  'stale element reference',
  'no such element',
  'element not interactable',
  'element click intercepted',
  'no such frame',
  // When the page writes a history entry, the driver loses its current frame.
  'no such window',
  'javascript error',
])

/** Connects to WebKitGTK. @param address - URL of a session that only this worker uses. */
export async function connectWebkit(version: string, address: string): Promise<Engine> {
  const call = connectDriver(address)
  const driverFocus: DriverFocus = { at: '' }
  return {
    name: 'webkit',
    version,
    async tab() {
      driverFocus.at = ''
      const [first = ''] = await call<string[]>('GET', '/window/handles')
      await call('POST', '/window', { handle: first })
      const { handle } = await call<{ handle: string }>('POST', '/window/new', { type: 'window' })
      await call('POST', '/window', { handle })
      await call('POST', '/window/rect', phone)
      return createTab(call, handle, driverFocus)
    },
  }
}

/** Window and frame that receive commands, chosen by the most recent action of any tab. */
interface DriverFocus {
  at: string
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one method a line of the interface, all of which send commands to one window.
function createTab(call: Call, handle: string, driverFocus: DriverFocus): Tab {
  let path: readonly string[] = []
  /** Enters the frames of the path. @returns The positions of these frames. */
  const enterFrames = async (): Promise<string> => {
    driverFocus.at = ''
    await call('POST', '/window', { handle })
    await call('POST', '/frame', { id: null })
    let positions = ''
    for (const css of path) {
      const frame = await findVisible(css)
      positions += await run<string>(readPositionScript, frame)
      await call('POST', '/frame', { id: frame })
    }
    driverFocus.at = getFocusKey()
    return positions
  }
  const getFocusKey = (): string => [handle, ...path].join()
  // Skipped if already selected, because a switch blurs and refocuses the page.
  const ensureFocus = async (): Promise<void> => {
    if (driverFocus.at !== getFocusKey()) await enterFrames()
  }
  const run = <Value>(script: string, ...args: unknown[]): Promise<Value> =>
    call<Value>('POST', '/execute/sync', { script, args })
  const findVisible = async (css: string, text: string | null = null): Promise<ElementHandle> => {
    const element = await run<ElementHandle | null>(findScript, css, true, text)
    if (!element) throw new DriverError(notReady, `${css}${text === null ? '' : ` with "${text}"`} is not visible`)
    return element
  }
  /** Retries an action until it succeeds, or until the timeout. */
  const retryUntilReady = async <Value>(action: () => Promise<Value>): Promise<Value> => {
    for (const endMs = Date.now() + actionTimeoutMs; ; ) {
      try {
        await ensureFocus()
        return await action()
      } catch (error) {
        if (!(error instanceof DriverError) || !transientErrors.has(error.code) || Date.now() > endMs) throw error
        if (error.code !== notReady) driverFocus.at = ''
        await pause(40)
      }
    }
  }
  const runFocused = async <Value>(action: () => Promise<Value>): Promise<Value> => {
    await ensureFocus()
    return action()
  }
  const type = (actions: object[]) => call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
  const keyStroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  const doubleClick = async (element: ElementHandle): Promise<void> => {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    const move = { type: 'pointerMove', duration: 0, origin: element, x: 0, y: 0 }
    await run('arguments[0].scrollIntoView({ block: "center" })', element)
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
    await call('POST', '/actions', { actions: [{ ...mouse, actions: [move, ...press, ...press] }] })
  }
  const runInWindow = async (method: 'GET' | 'POST', command: string, body?: object): Promise<never> => {
    driverFocus.at = ''
    await call('POST', '/window', { handle })
    return call(method, command, body)
  }
  return {
    goto: (url) => runInWindow('POST', '/url', { url }),
    reload: () => runInWindow('POST', '/refresh'),
    back: () => runInWindow('POST', '/back'),
    frame: (...css) => {
      path = css
    },
    click: (css, times = 1) =>
      retryUntilReady(async () => {
        // While the popup grows, a click would hit the old position.
        const startPosition = (await enterFrames()) + (await run<string>(readPositionScript, await findVisible(css)))
        await call('POST', '/execute/async', { script: waitForPaintScript, args: [] })
        if (path[0]) {
          // The popup resizes after the page in its frame has reported its height, so wait for both pages.
          await call('POST', '/frame', { id: null })
          await call('POST', '/execute/async', { script: waitForPaintScript, args: [] })
        }
        await pause(60)
        const framePositions = await enterFrames()
        const element = await findVisible(css)
        if (startPosition !== framePositions + (await run<string>(readPositionScript, element)))
          throw new DriverError(notReady, `${css} moves`)
        await run(recordClickScript, element)
        await (times === 1 ? call('POST', `/element/${getElementId(element)}/click`) : doubleClick(element))
        // If the element moves between press and release, it is not a click. If the page is gone, the click has navigated.
        for (let attempt = 0; attempt < 10; attempt++) {
          const hit = await run<string | null>('return window.hit').catch(() => null)
          if (hit === null || hit === 'element') return
          if (hit !== 'nothing') throw new Error(`${css} was to be clicked, but the click hit ${hit}`)
          await pause(50)
        }
        throw new DriverError(notReady, `${css} was not hit`)
      }),
    fill: (css, text) =>
      retryUntilReady(async () => {
        const id = getElementId(await findVisible(css))
        await call('POST', `/element/${id}/clear`)
        await call('POST', `/element/${id}/value`, { text })
      }),
    async press(...all) {
      await ensureFocus()
      for (const key of all) {
        const specialKey = keys[key.replace('Shift+', '')]
        if (!specialKey) await type([...key].flatMap(keyStroke))
        else if (key.startsWith('Shift+'))
          await type([{ type: 'keyDown', value: shift }, ...keyStroke(specialKey), { type: 'keyUp', value: shift }])
        else await type(keyStroke(specialKey))
      }
    },
    waitForVisible: (css, text) =>
      retryUntilReady(async () => run<string>('return arguments[0].textContent', await findVisible(css, text ?? null))),
    waitForHidden: (css) =>
      retryUntilReady(async () => {
        if (await run(findScript, css, true, null)) throw new DriverError(notReady, `${css} is still visible`)
      }),
    count: (css) => runFocused(async () => (await run<unknown[]>(findScript, css, false, null)).length),
    evaluate: (expression) => runFocused(() => run(`return (${expression})`)),
    url: () => runInWindow('GET', '/url'),
    async waitForNewTab(action) {
      const startPosition = await call<string[]>('GET', '/window/handles')
      await action()
      for (const endMs = Date.now() + actionTimeoutMs; Date.now() < endMs; await pause(40)) {
        const newHandle = (await call<string[]>('GET', '/window/handles')).find(
          (candidate) => !startPosition.includes(candidate),
        )
        if (newHandle) return createTab(call, newHandle, driverFocus)
      }
      throw new Error('No tab was opened.')
    },
    screenshot: async () => Buffer.from(await runInWindow('GET', '/screenshot'), 'base64'),
    async close() {
      driverFocus.at = ''
      await call('POST', '/window', { handle })
      await call('DELETE', '/window')
    },
  }
}
