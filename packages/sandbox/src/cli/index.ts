// Entry point for the `cedi` command. The servers are loaded on demand, because most commands start none.
export { FlagError, type FlagOptions, type ParsedFlags, parseFlags } from './flags.js'
export { type Progress, progressOn, type Screen } from './progress.js'

/** Starts a sandbox. An error in the flags is one line, and exit code 2. */
export async function runSandbox(args: readonly string[]): Promise<void> {
  const [{ runProgram }, { sandboxProgram }] = await Promise.all([import('./program.js'), import('./sandbox.js')])
  return runProgram(sandboxProgram, args)
}

/** Starts a mock server. An error in the flags is one line, and exit code 2. */
export async function runMock(args: readonly string[]): Promise<void> {
  const [{ runProgram }, { mockProgram }] = await Promise.all([import('./program.js'), import('./mock.js')])
  return runProgram(mockProgram, args)
}
