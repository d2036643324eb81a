import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const nsPerMs = 1e6

/** Returns the median, which is more robust against outliers than the mean. */
function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Measures subjects in turn, round after round, so that other load affects all of them.
 *
 * @param names - Names of the subjects.
 * @param count - Number of rounds after a first, discarded one. Every other round has the reverse order.
 * @param measure - Measures one subject; returns an object of numbers.
 * @returns The numbers of all rounds by subject and figure.
 */
export async function measureRounds(names, count, measure) {
  const samples = Object.fromEntries(names.map((name) => [name, {}]))
  for (let round = 0; round <= count; round++) {
    for (const name of round % 2 ? [...names].reverse() : names) {
      const results = await measure(name, round)
      if (round === 0) continue
      for (const [figure, value] of Object.entries(results)) {
        samples[name][figure] ??= []
        samples[name][figure].push(value)
      }
    }
  }
  return samples
}

/** Returns the medians of results of {@link measureRounds}. */
export const computeMedians = (samples) =>
  Object.fromEntries(
    Object.entries(samples).map(([name, seriesByFigure]) => [
      name,
      Object.fromEntries(Object.entries(seriesByFigure).map(([figure, numbers]) => [figure, median(numbers)])),
    ]),
  )

/**
 * Repeats a task in this process and measures its CPU time.
 *
 * @param task - One call; may return a promise.
 * @param cpuMs - CPU time of the measurement.
 * @param warmUpMs - CPU time of the warm-up for the compiler.
 * @returns Microseconds of CPU per call.
 */
export async function measureCpuUsPerCall(task, { cpuMs = 300, warmUpMs = 200 } = {}) {
  await repeat(task, warmUpMs)
  const { calls, usedUs } = await repeat(task, cpuMs)
  return usedUs / calls
}

async function repeat(task, cpuMs) {
  const start = process.cpuUsage()
  let calls = 0
  let batch = 1
  for (;;) {
    for (let index = 0; index < batch; index++) {
      const result = task(calls++)
      // Awaiting a plain value would cost more than a cheap call itself.
      if (typeof result?.then === 'function') await result
    }
    const { user, system } = process.cpuUsage(start)
    if (user + system >= cpuMs * 1000) return { calls, usedUs: user + system }
    if (user + system < cpuMs * 50) batch *= 2
  }
}

/** Runs `children/<file>` and parses its JSON output. */
export async function runChild(file, args = [], nodeArguments = []) {
  const path = fileURLToPath(new URL(`children/${file}`, import.meta.url))
  const child = spawn(process.execPath, [...nodeArguments, path, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error] = [[], []]
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => error.push(chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`children/${file} ${args.join(' ')} ended with ${code}:\n${Buffer.concat(error)}`)
  return JSON.parse(Buffer.concat(out).toString('utf8'))
}

/** Returns a free loopback port. */
export function getFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/**
 * Starts a server in a new process and waits for its first 200 response.
 *
 * @param command - `[file, ...arguments]` for Node.
 * @param request - URL and headers of the first request.
 * @returns `pid` and `stop()`.
 */
export async function startServer(command, { url, headers }) {
  const startedMs = performance.now()
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderrText = ''
  child.stderr.on('data', (chunk) => {
    stderrText = `${stderrText}${chunk}`.slice(-2000)
  })
  let exitCode
  const exit = new Promise((resolve) => child.once('exit', resolve)).then((code) => {
    exitCode = code ?? 'a signal'
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 2000)
    await exit
    clearTimeout(killTimer)
  }
  for (;;) {
    if (exitCode !== undefined) throw new Error(`${command.join(' ')} ended with ${exitCode}:\n${stderrText}`)
    if ((await readStatus(url, headers)) === 200) break
    if (performance.now() - startedMs > 60_000) {
      await stop()
      throw new Error(`${command.join(' ')} did not respond with 200 within 60 seconds:\n${stderrText}`)
    }
    await wait(2)
  }
  return { pid: child.pid, stop }
}

function readStatus(url, headers) {
  return new Promise((resolve) => {
    http
      .get(url, { headers, agent: false }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode))
      })
      .once('error', () => resolve(undefined))
  })
}

/** Reads the used CPU milliseconds of a process, all threads. Needs Linux. */
export function readProcessCpuMs(pid) {
  // schedstat counts in nanoseconds, /proc/PID/stat only in steps of 10 ms.
  const threads = readdirSync(`/proc/${pid}/task`)
  const ns = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return ns.reduce((sum, value) => sum + value, 0) / nsPerMs
}
