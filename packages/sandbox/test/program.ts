import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** A running program: its output so far, and how it ends. */
export interface Run {
  readonly child: ChildProcess
  readonly output: { stdout: string; stderr: string }
  readonly exit: Promise<[number | null, string | null]>
}

/** The program of a package, built from the current sources as for publishing. */
export interface BuiltProgram {
  /** The folder of the build. */
  readonly folder: string
  run(...flags: string[]): Run
  /** Starts the program on a free port, and waits until it responds. */
  ready(...flags: string[]): Promise<Run & { url: string }>
  /** Ends all programs that were started, and deletes the folder. */
  remove(): void
}

/**
 * Builds the program of a package.
 *
 * @param root - The package.
 * @param external - Modules that are not bundled.
 */
export async function buildProgram(
  root: string,
  { external = [], entry = 'src/cli/main.ts' }: { external?: readonly string[]; entry?: string } = {},
): Promise<BuiltProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-program-'))
  const children = new Set<ChildProcess>()
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, '../../node_modules'), join(folder, 'node_modules'))
  await build({
    entryPoints: { cli: join(root, entry) },
    outdir: join(folder, 'dist'),
    tsconfig: join(root, '../../tsconfig.base.json'),
    external: ['pg', '@electric-sql/pglite', ...external],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // The sandbox writes its pages in JSX, with hono's functions.
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    logLevel: 'silent',
  })

  function run(...flags: string[]): Run {
    const child = spawn(process.execPath, [join(folder, 'dist/cli.js'), ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    return { child, output, exit: once(child, 'close') as Run['exit'] }
  }

  return {
    folder,
    run,
    async ready(...flags) {
      const running = run('--port', '0', ...flags)
      while (!/http:\/\/\S+/.test(running.output.stdout))
        await Promise.race([once(running.child.stdout as never, 'data'), running.exit])
      return { ...running, url: /http:\/\/[^\s"]+/.exec(running.output.stdout)?.[0] ?? '' }
    },
    remove() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
