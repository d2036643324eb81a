import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { readAccount } from '../connection.js'
import { type ControlCommand, formatControlUsage } from '../control-commands.js'
import { readFlags, stringFlag } from '../flags.js'
import { ToolError } from '../mcp/keys.js'
import { openSandbox } from '../mcp/sandbox.js'
import { escapeControls, formatJson, formatRecord, formatTable } from '../show.js'

/** Creates the command that calls the control API of a sandbox. */
export const controlCommand = (command: ControlCommand): Command => ({
  async run(args, context) {
    const usage = formatControlUsage(command)
    const common = { json: { type: 'boolean' }, url: { type: 'string' } } as const
    const parsedArgs = readFlags(args, { ...command.options, ...common }, usage)
    const [argument = '', ...more] = parsedArgs.words
    if (more.length > 0 || (argument === '') === (command.argument !== undefined))
      throw new UsageError(`Usage: ${usage}`)
    const { baseUrl } = readAccount({ url: stringFlag(parsedArgs, 'url'), isPublic: true }, context)
    const merchant = stringFlag(parsedArgs, 'merchant')
    const query = merchant === undefined ? '' : `?merchant=${encodeURIComponent(merchant)}`
    const path = command.path(encodeURIComponent(argument)) + query
    try {
      const sandbox = openSandbox(baseUrl, context)
      const data = await sandbox.control(command.method, path, command.body?.(parsedArgs, argument))
      context.write(parsedArgs.flags['json'] ? formatJson(data) : format(data, context))
      return exitCodes.success
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      context.log(`${escapeControls(error.message)}\n`)
      return error.isResultUnknown ? exitCodes.unknownResult : exitCodes.rejected
    }
  },
})

function format(data: unknown, { columns }: CliContext): string {
  if (!Array.isArray(data)) return formatRecord(data, {})
  return data.length === 0 ? 'No records.\n' : formatTable(data, {}, columns)
}
