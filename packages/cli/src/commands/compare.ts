import { builtinCommands } from '../builtin-commands.js'
import { UnreachableError } from '../check-client.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { compare as compareService, formatReport } from '../compare/compare.js'
import { writesDescription } from '../compare/writes.js'
import { type Account, confirm, createServiceClient, describeProxy, readAccount } from '../connection.js'
import { readFlags, stringFlag } from '../flags.js'
import { escapeControls, formatJson } from '../show.js'

const { usage, options: flags } = builtinCommands.compare

/** Compares a running service with the contract. Sends only GET requests, unless `--write` is given. @decision 0079 */
export const compare: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, flags, usage)
    const [url, ...extraWords] = parsedArgs.words
    if (extraWords.length > 0) throw new UsageError(`Usage: ${usage}`)
    const account = readAccount({ url, profile: stringFlag(parsedArgs, 'profile') }, context)
    const baseUrl = normalizeBaseUrl(account)
    const allowWrites = parsedArgs.flags['write'] === true
    if (allowWrites && !(await confirmWrites(account, parsedArgs.flags['yes'] === true, context)))
      return exitCodes.usage
    const progress = await withProgress(baseUrl, context)
    try {
      const lines = await compareService(
        {
          ...{ baseUrl, key: account.apiKey, allowWrites },
          narrowKey: context.environment['CEDI_NARROW_API_KEY'] || undefined,
          refs: (parsedArgs.flags['ref'] as readonly string[] | undefined) ?? [],
        },
        progress,
      ).finally(progress.end)
      context.write(parsedArgs.flags['json'] ? formatJson(lines) : formatReport(lines, baseUrl))
      return lines.some(({ verdict }) => verdict === 'differs') ? exitCodes.differs : exitCodes.success
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      context.log(`${escapeControls(error.message)}\n${describeProxy(baseUrl, context)}`)
      return exitCodes.unknownResult
    }
  },
}

/** Wraps the transport to show progress. */
async function withProgress(
  baseUrl: string,
  { transport, signal, screen, environment }: CliContext,
): Promise<Pick<CliContext, 'transport' | 'signal'> & { end(): void }> {
  const { progressOn } = await import('@cedi/sandbox/cli')
  const { show, end } = progressOn(screen, { environment })
  let requests = 0
  return {
    signal,
    end,
    transport(url, request) {
      show(`Checking ${baseUrl}: request ${++requests}, ${request?.method ?? 'GET'} ${new URL(url).pathname}`)
      return transport(url, request)
    },
  }
}

/** Returns the base URL after the client's check: https or loopback. */
const normalizeBaseUrl = (account: Account): string =>
  createServiceClient(account).balance.read().url.slice(0, -'/api/v1/balance'.length)

async function confirmWrites(
  { isLive, baseUrl }: Account,
  isConfirmed: boolean,
  context: CliContext,
): Promise<boolean> {
  if (isLive) throw new UsageError('--write would create real payments, because the key is live. Use a test key.')
  return confirm(`At ${baseUrl}, this ${writesDescription}. Continue?`, isConfirmed, context)
}
