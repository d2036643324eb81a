import { runMock, runSandbox } from '@cedi/sandbox/cli'
import { type Command, exitCodes } from '../command.js'

const createServerCommand = (start: (args: readonly string[]) => Promise<void>): Command => ({
  async run(args) {
    await start(args)
    // The program may set an exit code: "verify" exits with 1 if the ledger is invalid.
    return Number(process.exitCode ?? exitCodes.success)
  },
})

export const sandbox: Command = createServerCommand(runSandbox)
export const mock: Command = createServerCommand(runMock)
