import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserServer, chromium, firefox } from 'playwright-core'
import { chromiumArgs, findChromium, findFirefox, findWebkit } from '../../../../scripts/browsers.mjs'
import { hostRules } from '../sites.js'
import type { EngineAddress, EngineName } from './tab.js'
import { connectDriver } from './webdriver.js'

/** A browser for the whole run. */
interface Started extends EngineAddress {
  stop(): Promise<void>
}

/**
 * Starts an engine; installs it first if it is missing.
 *
 * @param workers - How many tests run side by side.
 * @throws Error with the cure when it cannot be installed: no engine is skipped silently.
 */
export const startEngine = (name: EngineName, workers: number): Promise<Started> =>
  name === 'webkit' ? startWebkit(workers) : startPlaywright(name, workers)

async function startPlaywright(name: 'chromium' | 'firefox', workers: number): Promise<Started> {
  // Firefox has one focus, which another worker's tab would take, so each worker gets its own browser.
  const count = name === 'firefox' ? workers : 1
  const browsers = await Promise.all(Array.from({ length: count }, () => openBrowser(name)))
  const addresses = browsers.map(({ server }) => server.wsEndpoint())
  const browser = await (name === 'firefox' ? firefox : chromium).connect(addresses[0] ?? '')
  const version = browser.version()
  await browser.close()
  return { name, version, addresses, stop: async () => void (await Promise.all(browsers.map(({ stop }) => stop()))) }
}

async function openBrowser(name: 'chromium' | 'firefox') {
  const home = mkdtempSync(join(tmpdir(), `cedi-${name}-`))
  const server: BrowserServer =
    name === 'chromium'
      ? await chromium.launchServer({
          executablePath: findChromium(),
          args: [...chromiumArgs, hostRules],
        })
      : await firefox.launchServer({
          executablePath: findFirefox(),
          channel: 'moz-firefox',
          // Clicks go through the window, like a person's, and find the frame below them in any process. Keys go to the
          // page's process, so a frame of another site must not have its own. Storage is still separate for each site.
          firefoxUserPrefs: { 'remote.events.async.mouse.enabled': true, 'fission.webContentIsolationStrategy': 0 },
          // As root, it refuses another user's home. Its window would be smaller than a phone's page, and the mouse
          // would not reach the lower part.
          env: { ...process.env, HOME: home, MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1200' },
        })
  return {
    server,
    async stop() {
      await server.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function startWebkit(workers: number): Promise<Started> {
  const found = findWebkit()
  // A driver serves one session, so each worker gets its own, with its own screen: none takes another's focus.
  const sessions = await Promise.all(Array.from({ length: workers }, () => openSession(found)))
  return {
    name: 'webkit',
    version: sessions[0]?.version ?? '',
    addresses: sessions.map(({ address }) => address),
    stop: async () => void (await Promise.all(sessions.map((session) => session.stop()))),
  }
}

async function openSession({ driver, browser, display }: ReturnType<typeof findWebkit>) {
  const home = mkdtempSync(join(tmpdir(), 'cedi-webkit-'))
  const children: ChildProcess[] = []
  // Not larger than its window: without a window manager, the focus is under the pointer, in the middle.
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '448x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  children.push(screen)
  const number = await new Promise<string>((resolve, reject) => {
    screen.once('exit', (code) => reject(new Error(`${display} ended with ${code}.`)))
    screen.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${number}`, HOME: home, GDK_BACKEND: 'x11' }
  children.push(spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env }))
  const address = `http://127.0.0.1:${port}`
  const call = connectDriver(address)
  for (const endMs = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const isThere = await call('GET', '/status').catch((error: unknown) => {
      if (Date.now() > endMs) throw error
    })
    if (isThere) break
  }
  const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    {
      capabilities: {
        // With Safari's tracking prevention: frames of another site have separate storage and no cookies.
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--enable-itp'] } },
      },
    },
  )
  return {
    version: capabilities.browserVersion,
    address: `${address}/session/${sessionId}`,
    async stop() {
      await call('DELETE', `/session/${sessionId}`).catch(() => {})
      for (const child of children.reverse()) child.kill()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
