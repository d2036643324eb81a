import { builtinCommands } from '../builtin-commands.js'
import { UnreachableError } from '../check-client.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { type Account, createServiceClient, readAccount } from '../connection.js'
import { checkMachine, checkProxy } from '../doctor/machine.js'
import { type CheckResult, failed, ok } from '../doctor/result.js'
import { checkService } from '../doctor/service.js'
import { readFlags, stringFlag } from '../flags.js'
import { formatJson, formatValue } from '../show.js'

const { usage, options } = builtinCommands.doctor

/** Checks this machine, the configuration, the key and the service, and prints a line with a fix for each problem. */
export const doctor: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, options, usage)
    if (parsedArgs.words.length > 0) throw new UsageError(`Usage: ${usage}`)
    const isJson = parsedArgs.flags['json'] === true
    const results: CheckResult[] = []
    const report = (result: CheckResult): void => {
      results.push(result)
      if (!isJson) context.write(formatResult(result))
    }
    const finish = (exitCode: number): number => {
      if (isJson) context.write(formatJson(results))
      return exitCode
    }
    checkMachine(context).forEach(report)
    const account = configure(
      { url: stringFlag(parsedArgs, 'url'), profile: stringFlag(parsedArgs, 'profile') },
      context,
      report,
    )
    if (!account) return finish(exitCodes.usage)
    report(checkProxy(account.baseUrl, context))
    try {
      const { results: serviceResults, isReachable } = await checkService(account, context)
      serviceResults.forEach(report)
      if (!isReachable) return finish(exitCodes.unknownResult)
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      report(failed('service', error.message.replace(/\.$/, ''), 'Run the command again.'))
      return finish(exitCodes.unknownResult)
    }
    return finish(results.some(({ status }) => status === 'failed') ? exitCodes.rejected : exitCodes.success)
  },
}

/** Reads the URL and the key, and reports their sources. Returns undefined for an invalid configuration. */
function configure(
  options: Parameters<typeof readAccount>[0],
  context: CliContext,
  report: (result: CheckResult) => void,
): Account | undefined {
  try {
    const account = readAccount(options, { ...context, log: () => {} })
    createServiceClient(account)
    report(ok('url', `${account.baseUrl} from ${account.urlSource}`))
    return account
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const [, message = '', fix = ''] = /^(.*?[.?])(?: (.*))?$/s.exec(error.message) ?? []
    report(failed('url', (message || error.message).replace(/\.$/, ''), fix || 'See cedi help doctor.'))
    return undefined
  }
}

/** Formats a result on one line, with escaped terminal control characters. */
const formatResult = ({ check, status, message, fix }: CheckResult): string =>
  `${status.padEnd(7)}  ${check.padEnd(11)}  ${formatValue(message)}${fix ? `. ${formatValue(fix)}` : ''}\n`
