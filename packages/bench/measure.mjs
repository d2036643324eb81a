import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const nsPerMs = 1e6

/** The median: a busy moment moves it less than the mean. */
function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Measures subjects in turn, round after round, so that other load affects all of them.
 *
 * @param names - The subjects.
 * @param count - How many rounds are kept; one more is made first and discarded. Every other round runs backwards.
 * @param measure - Measures one subject once; gives an object of numbers.
 * @returns For each subject and each figure, the numbers of all rounds.
 */
export async function inRounds(names, count, measure) {
  const figures = Object.fromEntries(names.map((name) => [name, {}]))
  for (let round = 0; round <= count; round++) {
    for (const name of round % 2 ? [...names].reverse() : names) {
      const measured = await measure(name, round)
      if (round === 0) continue
      for (const [figure, value] of Object.entries(measured)) {
        figures[name][figure] ??= []
        figures[name][figure].push(value)
      }
    }
  }
  return figures
}

/** The medians of what {@link inRounds} gives. */
export const medians = (figures) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, series]) => [
      name,
      Object.fromEntries(Object.entries(series).map(([figure, numbers]) => [figure, median(numbers)])),
    ]),
  )

/**
 * Repeats work in this process and returns its CPU time.
 *
 * @param work - One call; may return a promise.
 * @param cpuMs - For how long to measure.
 * @param warmUpMs - How long the compiler gets to settle before that.
 * @returns Microseconds of CPU per call.
 */
export async function cpuUsPerCall(work, { cpuMs = 300, warmUpMs = 200 } = {}) {
  await repeat(work, warmUpMs)
  const { calls, usedUs } = await repeat(work, cpuMs)
  return usedUs / calls
}

async function repeat(work, cpuMs) {
  const start = process.cpuUsage()
  let calls = 0
  let batch = 1
  for (;;) {
    for (let index = 0; index < batch; index++) {
      const result = work(calls++)
      // Awaiting a plain value would cost more than a cheap call itself.
      if (typeof result?.then === 'function') await result
    }
    const { user, system } = process.cpuUsage(start)
    if (user + system >= cpuMs * 1000) return { calls, usedUs: user + system }
    if (user + system < cpuMs * 50) batch *= 2
  }
}

/** Milliseconds of CPU that work took in this process, all threads. */
export async function cpuMsOf(work) {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** What a child process prints as JSON: `children/<file>` with its arguments. */
export async function childFigures(file, args = [], nodeArguments = []) {
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

/** A port of this machine that is free now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/**
 * Starts a server in a process of its own and waits for its first 200.
 *
 * @param command - `[file, ...arguments]` for Node.
 * @param address - What to ask for, with headers.
 * @returns How long it took (`wallMs`, `cpuMs`), the process's `pid`, and `stop()`.
 */
export async function startServer(command, { url, headers }) {
  const startedMs = performance.now()
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2000)
  })
  let exitCode
  const ended = new Promise((resolve) => child.once('exit', resolve)).then((code) => {
    exitCode = code ?? 'a signal'
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 2000)
    await ended
    clearTimeout(patience)
  }
  for (;;) {
    if (exitCode !== undefined) throw new Error(`${command.join(' ')} ended with ${exitCode}:\n${complaint}`)
    if ((await statusOf(url, headers)) === 200) break
    if (performance.now() - startedMs > 15_000) {
      await stop()
      throw new Error(`${command.join(' ')} did not answer with 200 within 15 seconds:\n${complaint}`)
    }
    await wait(2)
  }
  return { wallMs: performance.now() - startedMs, cpuMs: cpuMsOfProcess(child.pid), pid: child.pid, stop }
}

function statusOf(url, headers) {
  return new Promise((resolve) => {
    http
      .get(url, { headers, agent: false }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode))
      })
      .once('error', () => resolve(undefined))
  })
}

/** CPU milliseconds that a running process has used, all threads. Needs Linux. */
export function cpuMsOfProcess(pid) {
  // What threads ran, in nanoseconds; /proc/PID/stat counts in steps of 10 ms.
  const threads = readdirSync(`/proc/${pid}/task`)
  const ns = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return ns.reduce((sum, each) => sum + each, 0) / nsPerMs
}

/** Resident memory of a running process in MB. Needs Linux. */
export const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
