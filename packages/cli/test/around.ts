import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockServer, type MockServer } from '@cedi/mock-server'
import { onTestFinished } from 'vitest'
import { type Surroundings, UsageError } from '../src/command.js'
import { run } from '../src/commands.js'

/** The output, the exit code and the requests of a command. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly told: string
  readonly asked: readonly string[]
}

/** A terminal as a value, with its own home folder, and a mock server instead of the network. */
export interface Desk {
  readonly server: MockServer
  readonly home: string
  readonly requests: readonly Request[]
  run(
    words: readonly string[],
    more?: Partial<Surroundings> & { readonly answers?: readonly string[]; readonly input?: string },
  ): Promise<Ran>
}

export function desk(): Desk {
  const server = createMockServer({ clock: 'manual' })
  const home = mkdtempSync(join(tmpdir(), 'cedi-cli-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const requests: Request[] = []
  return {
    server,
    home,
    requests,
    async run(words, { answers = [], input = '', ...more } = {}) {
      let [out, told] = ['', '']
      const asked: string[] = []
      const around: Surroundings = {
        environment: {},
        home,
        isTerminal: false,
        columns: 100,
        write: (text) => {
          out += text
        },
        tell: (text) => {
          told += text
        },
        screen: { write: () => {} },
        readInput: async () => input,
        ask: async (question) => {
          asked.push(question)
          return answers[asked.length - 1] ?? ''
        },
        transport: async (url, init) => {
          const request = new Request(url, { ...(init as RequestInit), redirect: 'follow' })
          requests.push(request.clone())
          return server.fetch(request)
        },
        signal: new AbortController().signal,
        ...more,
      }
      try {
        return { code: await run(words, around), out, told, asked }
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        return { code: 2, out, told: `${told}cedi: ${error.message}\n`, asked }
      }
    },
  }
}
