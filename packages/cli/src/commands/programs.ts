import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Command, exitCodes } from '../command.js'

/** Runs the executable of a package, which parses the arguments itself. */
const createProgramCommand = (name: string, manifest: () => string): Command => ({
  async run(args) {
    const { bin } = JSON.parse(readFileSync(fileURLToPath(manifest()), 'utf8')) as { bin: Record<string, string> }
    process.argv = [...process.argv.slice(0, 2), ...args]
    await import(new URL(bin[name] as string, manifest()).href)
    // The program may set an exit code: "verify" exits with 1 if the ledger is invalid.
    return Number(process.exitCode ?? exitCodes.success)
  },
})

/** Alias of `cedi-sandbox`. */
export const sandbox: Command = createProgramCommand('cedi-sandbox', () =>
  import.meta.resolve('@cedi/sandbox/package.json'),
)
/** Alias of `cedi-mock`. */
export const mock: Command = createProgramCommand('cedi-mock', () =>
  import.meta.resolve('@cedi/mock-server/package.json'),
)
