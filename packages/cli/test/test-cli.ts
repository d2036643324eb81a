import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockServer, type MockServer } from '@cedi/mock-server'
import { onTestFinished } from 'vitest'
import { type CliContext, type Command, UsageError } from '../src/command.js'
import { run } from '../src/commands.js'

/** Exit code, output and prompts of a command. */
export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly stderr: string
  readonly prompts: readonly string[]
}

/** CLI with a temporary home directory, and a mock server instead of the network. */
export interface TestCli {
  readonly server: MockServer
  readonly home: string
  readonly requests: readonly Request[]
  run(
    args: readonly string[],
    overrides?: Partial<CliContext> & {
      readonly replies?: readonly string[]
      readonly input?: string
      /** Command that runs instead of the one that `args` names. */
      readonly command?: Command
    },
  ): Promise<CommandResult>
}

export function createTestCli(): TestCli {
  const server = createMockServer({ clock: 'manual' })
  const home = mkdtempSync(join(tmpdir(), 'cedi-cli-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const requests: Request[] = []
  return {
    server,
    home,
    requests,
    async run(args, { replies = [], input = '', command, ...overrides } = {}) {
      let [out, stderr] = ['', '']
      const prompts: string[] = []
      const context: CliContext = {
        environment: {},
        home,
        folder: home,
        isTerminal: false,
        columns: 100,
        write: (text) => {
          out += text
        },
        log: (text) => {
          stderr += text
        },
        screen: { write: () => {} },
        readInput: async () => input,
        ask: async (question) => {
          prompts.push(question)
          return replies[prompts.length - 1] ?? ''
        },
        transport: async (url, init) => {
          const request = new Request(url, { ...(init as RequestInit), redirect: 'follow' })
          requests.push(request.clone())
          // A program on the same computer, which may use the control API.
          return server.fetch(request, undefined, { isTrusted: true })
        },
        signal: new AbortController().signal,
        ...overrides,
      }
      try {
        return { code: command ? await command.run(args, context) : await run(args, context), out, stderr, prompts }
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        return { code: 2, out, stderr: `${stderr}cedi: ${error.message}\n`, prompts }
      }
    },
  }
}
