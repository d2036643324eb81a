import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Command, exitCodes } from '../command.js'

/** Starts the program of a package, with all of its own flags. It reads the command line itself. */
const program = (name: string, manifest: () => string): Command => ({
  async run(args) {
    const { bin } = JSON.parse(readFileSync(fileURLToPath(manifest()), 'utf8')) as { bin: Record<string, string> }
    process.argv = [...process.argv.slice(0, 2), ...args]
    await import(new URL(bin[name] as string, manifest()).href)
    // The program's own exit code: "verify" ends with 1 when the books are wrong.
    return Number(process.exitCode ?? exitCodes.done)
  },
})

/** `cedi sandbox`: what `cedi-sandbox` does. */
export const sandbox: Command = program('cedi-sandbox', () => import.meta.resolve('@cedi/sandbox/package.json'))
/** `cedi mock`: what `cedi-mock` does. */
export const mock: Command = program('cedi-mock', () => import.meta.resolve('@cedi/mock-server/package.json'))
