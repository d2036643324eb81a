import { type Engine, patienceMs, phone, type Tab } from './tab.js'
import { type Call, connectDriver, DriverError, type ElementHandle, idOf } from './webdriver.js'

/**
 * Searches the page and its open shadow roots; a space in the selector goes down, also into a shadow root. `one` takes
 * the first element that is visible and contains the text.
 */
const find = `const [css, one, text] = arguments
const within = (root, part) => [...root.querySelectorAll(part), ...[root, ...root.querySelectorAll('*')]
  .flatMap(({ shadowRoot }) => (shadowRoot ? within(shadowRoot, part) : []))]
let found = [document]
for (const part of css.split(' ')) found = [...new Set(found.flatMap((root) => within(root, part)))]
const textOf = ({ textContent, shadowRoot }) => textContent + (shadowRoot?.textContent ?? '')
const holds = (element) => text === null || textOf(element).replace(/\\s+/g, ' ').includes(text)
return one
  ? found.find((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length
      && holds(element)) ?? null
  : found`

/** Whether listeners run: not where scripts are off. */
const listening = `let listens = false
addEventListener('probe', () => { listens = true }, { once: true })
dispatchEvent(new Event('probe'))
`

/** Waits until pending drawing is done; where nothing is drawn, a while. */
const drawn = `${listening}const done = arguments[0]
let frames = 4
const next = () => (frames-- ? requestAnimationFrame(next) : done())
if (listens) setTimeout(done, 250, next())
else done()`

const place = `return JSON.stringify([arguments[0].getBoundingClientRect(), innerWidth, innerHeight])`

/** Records clicks, where listeners run. */
const watch = `${listening}const [element] = arguments
window.hit = listens ? 'nothing' : 'element'
addEventListener('click', (event) => {
  window.hit = event.composedPath().includes(element) ? 'element' : event.composedPath()[0].outerHTML ?? 'the page'
}, { capture: true, once: true })`

const keys: Readonly<Record<string, string>> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' }
const shift = '\uE008'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The wait was in vain. */
const notYet = 'not yet'

/** Errors of a page that is just changing: the action is tried again. */
const passing = new Set([
  notYet,
  'stale element reference',
  'no such element',
  'element not interactable',
  'element click intercepted',
  'no such frame',
  // When the page writes a history entry, the driver loses its current frame.
  'no such window',
  'javascript error',
])

/** WebKitGTK, through its own driver. @param address - Of the session, which nobody else uses. */
export async function connectWebkit(version: string, address: string): Promise<Engine> {
  const call = connectDriver(address)
  const seat: Seat = { at: '' }
  return {
    name: 'webkit',
    version,
    async tab() {
      seat.at = ''
      const [first = ''] = await call<string[]>('GET', '/window/handles')
      await call('POST', '/window', { handle: first })
      const { handle } = await call<{ handle: string }>('POST', '/window/new', { type: 'window' })
      await call('POST', '/window', { handle })
      await call('POST', '/window/rect', phone)
      return tabOf(call, handle, seat)
    },
  }
}

/** Where commands go now: the window and frame chosen last, by any tab. */
interface Seat {
  at: string
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one method a line of the interface, all of which send commands to one window.
function tabOf(call: Call, handle: string, seat: Seat): Tab {
  let path: readonly string[] = []
  /** Goes where the path leads. @returns The places of the frames on the way. */
  const go = async (): Promise<string> => {
    seat.at = ''
    await call('POST', '/window', { handle })
    await call('POST', '/frame', { id: null })
    let places = ''
    for (const css of path) {
      const frame = await seen(css)
      places += await run<string>(place, frame)
      await call('POST', '/frame', { id: frame })
    }
    seat.at = here()
    return places
  }
  const here = (): string => [handle, ...path].join()
  // Each change takes the focus from the page and returns it, so stay if already there.
  const enter = async (): Promise<void> => {
    if (seat.at !== here()) await go()
  }
  const run = <Value>(script: string, ...args: unknown[]): Promise<Value> =>
    call<Value>('POST', '/execute/sync', { script, args })
  const seen = async (css: string, text: string | null = null): Promise<ElementHandle> => {
    const element = await run<ElementHandle | null>(find, css, true, text)
    if (!element) throw new DriverError(notYet, `${css}${text === null ? '' : ` with "${text}"`} is not seen`)
    return element
  }
  /** Tries until it works. */
  const until = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    for (const endMs = Date.now() + patienceMs; ; ) {
      try {
        await enter()
        return await act()
      } catch (error) {
        if (!(error instanceof DriverError) || !passing.has(error.code) || Date.now() > endMs) throw error
        if (error.code !== notYet) seat.at = ''
        await pause(40)
      }
    }
  }
  const once = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    await enter()
    return act()
  }
  const type = (actions: object[]) => call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
  const stroke = (value: string) => [
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
  const top = async (method: 'GET' | 'POST', command: string, body?: object): Promise<never> => {
    seat.at = ''
    await call('POST', '/window', { handle })
    return call(method, command, body)
  }
  return {
    goto: (url) => top('POST', '/url', { url }),
    reload: () => top('POST', '/refresh'),
    back: () => top('POST', '/back'),
    frame: (...css) => {
      path = css
    },
    click: (css, times = 1) =>
      until(async () => {
        // A growing popup would be clicked where the element was before.
        const before = (await go()) + (await run<string>(place, await seen(css)))
        await call('POST', '/execute/async', { script: drawn, args: [] })
        if (path[0]) {
          // It grows when the page in it has said how high it is now: first that page is drawn, then the one around it.
          await call('POST', '/frame', { id: null })
          await call('POST', '/execute/async', { script: drawn, args: [] })
        }
        await pause(60)
        const around = await go()
        const element = await seen(css)
        if (before !== around + (await run<string>(place, element))) throw new DriverError(notYet, `${css} moves`)
        await run(watch, element)
        await (times === 1 ? call('POST', `/element/${idOf(element)}/click`) : doubleClick(element))
        // A press is not a click if the element moves under it. If the page is gone, it went where the element leads.
        for (let looks = 0; looks < 10; looks++) {
          const hit = await run<string | null>('return window.hit').catch(() => null)
          if (hit === null || hit === 'element') return
          if (hit !== 'nothing') throw new Error(`${css} was to be pressed, and ${hit} was hit`)
          await pause(50)
        }
        throw new DriverError(notYet, `${css} was not hit`)
      }),
    fill: (css, text) =>
      until(async () => {
        const id = idOf(await seen(css))
        await call('POST', `/element/${id}/clear`)
        await call('POST', `/element/${id}/value`, { text })
      }),
    async press(...all) {
      await enter()
      for (const key of all) {
        const plain = keys[key.replace('Shift+', '')]
        if (!plain) await type([...key].flatMap(stroke))
        else if (key.startsWith('Shift+'))
          await type([{ type: 'keyDown', value: shift }, ...stroke(plain), { type: 'keyUp', value: shift }])
        else await type(stroke(plain))
      }
    },
    see: (css, text) =>
      until(async () => run<string>('return arguments[0].textContent', await seen(css, text ?? null))),
    miss: (css) =>
      until(async () => {
        if (await run(find, css, true, null)) throw new DriverError(notYet, `${css} is still seen`)
      }),
    count: (css) => once(async () => (await run<unknown[]>(find, css, false, null)).length),
    evaluate: (expression) => once(() => run(`return (${expression})`)),
    url: () => top('GET', '/url'),
    async opened(act) {
      const before = await call<string[]>('GET', '/window/handles')
      await act()
      for (const endMs = Date.now() + patienceMs; Date.now() < endMs; await pause(40)) {
        const fresh = (await call<string[]>('GET', '/window/handles')).find((one) => !before.includes(one))
        if (fresh) return tabOf(call, fresh, seat)
      }
      throw new Error('No tab was opened.')
    },
    screenshot: async () => Buffer.from(await top('GET', '/screenshot'), 'base64'),
    async close() {
      seat.at = ''
      await call('POST', '/window', { handle })
      await call('DELETE', '/window')
    },
  }
}
