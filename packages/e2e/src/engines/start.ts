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

/** Browser of a test run. */
interface RunningEngine extends EngineAddress {
  stop(): Promise<void>
}

/**
 * Starts an engine; installs it first if it is missing.
 *
 * @param workers - Number of parallel tests.
 * @throws Error with a suggested fix if it cannot be installed. No engine is skipped silently.
 */
export const startEngine = (name: EngineName, workers: number): Promise<RunningEngine> =>
  name === 'webkit' ? startWebkit(workers) : startPlaywright(name, workers)

async function startPlaywright(name: 'chromium' | 'firefox', workers: number): Promise<RunningEngine> {
  // Firefox has one focused tab, so each worker has a separate browser.
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
          // Mouse events go through the window and reach frames of any process. Key events go to the page's process, so
          // frames of other sites must share it. Storage is still partitioned by site.
          firefoxUserPrefs: { 'remote.events.async.mouse.enabled': true, 'fission.webContentIsolationStrategy': 0 },
          // As root, Firefox rejects another user's HOME. The default window is smaller than the page, so the mouse would
          // not reach its lower part.
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

const getFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function startWebkit(workers: number): Promise<RunningEngine> {
  const webkit = findWebkit()
  // A driver supports one session, and a display one focused window, so each worker has a separate driver and display.
  const sessions = await Promise.all(Array.from({ length: workers }, () => openSession(webkit)))
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
  // No larger than the window: without a window manager, the window under the pointer has the focus.
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '448x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  children.push(screen)
  const number = await new Promise<string>((resolve, reject) => {
    screen.once('exit', (code) => reject(new Error(`${display} ended with ${code}.`)))
    screen.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  const port = await getFreePort()
  const env = { ...process.env, DISPLAY: `:${number}`, HOME: home, GDK_BACKEND: 'x11' }
  children.push(spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env }))
  const address = `http://127.0.0.1:${port}`
  const call = connectDriver(address)
  for (const endMs = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const isReady = await call('GET', '/status').catch((error: unknown) => {
      if (Date.now() > endMs) throw error
    })
    if (isReady) break
  }
  const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    {
      capabilities: {
        // Safari's tracking prevention: frames of another site have partitioned storage and no cookies.
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
