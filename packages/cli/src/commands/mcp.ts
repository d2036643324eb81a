import { createSandbox } from '@cedi/sandbox'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type Command, exitCodes, type Surroundings, UsageError } from '../command.js'
import { clientOf, demoKey } from '../connection.js'
import { readFlags, textOf } from '../flags.js'
import { ToolError } from '../mcp/keys.js'
import { openSandbox, type Sandbox } from '../mcp/sandbox.js'
import { createMcpServer } from '../mcp/server.js'
import { ownCommands } from '../own.js'
import { visible } from '../show.js'

const { usage, options } = ownCommands.mcp

/**
 * An MCP server over standard input and output: an assistant uses the whole service with test money. It reads no
 * profile and no key from the environment, so that none can reach an assistant.
 *
 * @decision 0083
 */
export const mcp: Command = {
  async run(args, around) {
    const given = readFlags(args, options, usage)
    if (given.words.length > 0) throw new UsageError(`Usage: ${usage}`)
    const url = textOf(given, 'url')
    const own = url === undefined ? await createSandbox({ clock: 'manual' }).listen(0) : undefined
    try {
      const sandbox = openSandbox({
        baseUrl: own?.url ?? addressOf(url as string),
        controlToken: around.environment['CEDI_CONTROL_TOKEN'],
        transport: around.transport,
        signal: around.signal,
      })
      await refuseOthers(sandbox)
      await serve(sandbox, around)
    } finally {
      await own?.close()
    }
    return exitCodes.done
  },
}

/** The rule of the client: https, or this machine. */
const addressOf = (url: string): string => {
  const { url: balance } = clientOf({ baseUrl: url, apiKey: demoKey }).balance.read()
  return balance.slice(0, -'/api/v1/balance'.length)
}

/** Only a sandbox or a mock server has a control API; a service that moves money has none. */
async function refuseOthers(sandbox: Sandbox): Promise<void> {
  try {
    const { kind } = (await sandbox.control('GET', 'clock')) as { readonly kind?: unknown }
    if (kind === 'manual' || kind === 'real') return
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw new UsageError(
      `${visible(error.message)}\ncedi mcp needs a sandbox: start one with cedi sandbox, or leave --url out. One on another machine needs CEDI_CONTROL_TOKEN.`,
    )
  }
  throw new UsageError(
    `${sandbox.baseUrl} is not a sandbox, and cedi mcp never talks to a service where money moves. Start one with cedi sandbox.`,
  )
}

/** Answers until the assistant disconnects, or Ctrl+C. */
async function serve(sandbox: Sandbox, { tell, signal }: Surroundings): Promise<void> {
  const server = createMcpServer(sandbox)
  await server.connect(new StdioServerTransport())
  tell(`cedi mcp: the sandbox is at ${sandbox.baseUrl}. An assistant speaks to this command; Ctrl+C stops it.\n`)
  await new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.close()
}
