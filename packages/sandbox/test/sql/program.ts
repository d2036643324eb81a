import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** A server in its own process. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Its output, from both streams. */
  output(): string
  /** Kills it with SIGKILL, like a power failure. */
  kill(): Promise<void>
  /** Sends SIGTERM. */
  stop(): Promise<number | null>
}

/** The program, built from the current sources, and the servers started from it. */
export interface Program {
  readonly folder: string
  start(flags: readonly string[], env?: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** Runs a command to its end. */
  run(words: readonly string[]): Promise<{ code: number | null; output: string }>
  end(): Promise<void>
}

export async function buildProgram(): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-served-'))
  const running = new Set<ChildProcess>()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "version": "0.0.0" }')
  symlinkSync(join(root, '../../node_modules'), join(folder, 'node_modules'))
  await build({
    entryPoints: { cli: join(root, 'src/cli/main.ts') },
    outdir: join(folder, 'dist'),
    tsconfig: join(root, '../../tsconfig.base.json'),
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    external: ['pg', '@electric-sql/pglite', 'proper-lockfile'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
  return {
    folder,
    async start(flags, env = {}) {
      const args = [join(folder, 'dist/cli.js'), '--port', '0', '--json', ...flags]
      const child = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, CEDI_SECRET: 'only for this test, and long enough', ...env },
      })
      running.add(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk
        })
      }
      const exit = once(child, 'close').then(() => running.delete(child))
      while (!/"url":"(http:[^"]+)"/.test(output)) {
        const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), exit])
        if (isOver) throw new Error(`The server did not start:\n${output}`)
      }
      return {
        child,
        url: /"url":"(http:[^"]+)"/.exec(output)?.[1] ?? '',
        output: () => output,
        async kill() {
          child.kill('SIGKILL')
          await exit
        },
        async stop() {
          child.kill('SIGTERM')
          await exit
          return child.exitCode
        },
      }
    },
    async run(words) {
      const child = spawn(process.execPath, [join(folder, 'dist/cli.js'), ...words], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running.add(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk
        })
      }
      const [code] = await once(child, 'close')
      running.delete(child)
      return { code, output }
    },
    async end() {
      for (const child of running) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Response of a server; `lost` if the connection ended before it. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the requested record.
  readonly data: any
  readonly error: { readonly code: string } | undefined
  readonly text: string
}

// `fetch` would use more CPU than the servers. Each request has its own connection, because a server may close an idle
// connection at any moment, also while the next request is in transit.
const agent = new Agent()

/** Sends a request. Returns undefined if the connection was lost. */
export async function send(
  base: string,
  method: string,
  path: string,
  { body, key = 'sk_test_all', idempotencyKey }: { body?: object; key?: string; idempotencyKey?: string } = {},
): Promise<ApiResponse | undefined> {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` }
  if (body) headers['Content-Type'] = 'application/json'
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  const clientRequest = request(`${base}${path}`, { agent, method, headers })
  clientRequest.end(body && JSON.stringify(body))
  try {
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    const text = await textOf(response)
    const { data, error } = JSON.parse(text)
    const responseHeaders = new Headers()
    for (const [name, value] of Object.entries(response.headers)) responseHeaders.set(name, String(value))
    return { status: response.statusCode ?? 0, headers: responseHeaders, data, error, text }
  } catch {
    return undefined
  }
}
