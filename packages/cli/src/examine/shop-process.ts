import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from '../command.js'

/** A shop that the examination started. */
export interface ShopProcess {
  readonly url: string
  /** Returns whether the process has ended by itself. */
  hasEnded(): boolean
  /** Kills the process immediately, like a crash. */
  kill(): Promise<void>
}

/** Options of {@link startShop}. */
export interface StartOptions {
  /** Command line, run by the shell. */
  readonly command: string
  readonly url: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

const startLimitMs = 120_000

/**
 * Starts a shop and waits until it responds.
 *
 * @throws {@link UsageError} with the last output of the shop if it exits or does not respond.
 */
export async function startShop({ command, url, environment }: StartOptions): Promise<ShopProcess> {
  // A separate process group, so that the shell and its children can be killed together.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: environment })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000)
    })
  let isKilled = false
  const process: ShopProcess = {
    url,
    hasEnded: () => !isKilled && (child.exitCode !== null || child.signalCode !== null),
    kill() {
      isKilled = true
      return killGroup(child)
    },
  }
  const isReady = await waitUntilReady(url, () => !process.hasEnded())
  if (isReady) return process
  const reason = process.hasEnded() ? `ended with the status ${child.exitCode}` : `does not respond at ${url}`
  await process.kill()
  throw new UsageError(`The shop ${reason}. Check the command of --start. It printed:\n${output}`)
}

/** Waits until a URL responds. Returns false after the limit, or when it can no longer respond. */
export async function waitUntilReady(
  url: string,
  mayRespond: () => boolean,
  limitMs: number = startLimitMs,
): Promise<boolean> {
  for (const startMs = performance.now(); performance.now() - startMs < limitMs && mayRespond(); await wait(100)) {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response) return true
  }
  return false
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

/** Returns a free port of this machine. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
