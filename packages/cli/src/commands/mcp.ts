import { createSandbox } from '@cedi/sandbox'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { builtinCommands } from '../builtin-commands.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { readFlags, stringFlag } from '../flags.js'
import { ToolError } from '../mcp/keys.js'
import { openSandbox, type Sandbox } from '../mcp/sandbox.js'
import { createMcpServer } from '../mcp/server.js'
import { escapeControls } from '../show.js'

const { usage, options } = builtinCommands.mcp

/**
 * Runs an MCP server over standard input and output, with which an assistant uses a sandbox. Reads no profile and no key
 * from the environment, so that no key can reach an assistant.
 *
 * @decision 0083
 */
export const mcp: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, options, usage)
    if (parsedArgs.words.length > 0) throw new UsageError(`Usage: ${usage}`)
    const url = stringFlag(parsedArgs, 'url')
    const newSandbox = url === undefined ? await createSandbox({ clock: 'manual' }).listen(0) : undefined
    try {
      const sandbox = openSandbox(newSandbox?.url ?? (url as string), context)
      await requireSandbox(sandbox)
      await serve(sandbox, context)
    } finally {
      await newSandbox?.close()
    }
    return exitCodes.success
  },
}

/** Rejects services that are not sandboxes. Only a sandbox or a mock server has a control API. */
async function requireSandbox(sandbox: Sandbox): Promise<void> {
  try {
    const { kind } = (await sandbox.control('GET', 'clock')) as { readonly kind?: unknown }
    if (kind === 'manual' || kind === 'real') return
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw new UsageError(
      `${escapeControls(error.message)}\ncedi mcp needs a sandbox: start one with cedi sandbox, or omit --url. A remote sandbox needs CEDI_CONTROL_TOKEN.`,
    )
  }
  throw new UsageError(
    `${sandbox.baseUrl} is not a sandbox, and cedi mcp supports sandboxes only. Start one with cedi sandbox.`,
  )
}

/** Serves requests until the assistant disconnects, or Ctrl+C. */
async function serve(sandbox: Sandbox, { log, signal }: CliContext): Promise<void> {
  const server = createMcpServer(sandbox)
  await server.connect(new StdioServerTransport())
  log(`cedi mcp: the sandbox is at ${sandbox.baseUrl}. Press Ctrl+C to stop.\n`)
  await new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.close()
}
