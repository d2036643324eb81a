import { writeFileSync } from 'node:fs'
import { builtinCommands } from '../builtin-commands.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { writesDescription } from '../compare/checks/write-statements.js'
import { type CompareOptions, type Comparison, compare as compareService } from '../compare/compare.js'
import { reportText, toOverlay } from '../compare/report.js'
import { UnreachableError } from '../compare/service-client.js'
import { type Account, confirm, createServiceClient, describeProxy, readAccount } from '../connection.js'
import { readFlags, stringFlag } from '../flags.js'
import { formatJson } from '../show.js'

const { usage, options: flags } = builtinCommands.compare

/**
 * Compares a running service with the contract. Sends reads, and simulated writes where the service documents that they
 * write nothing.
 *
 * @decision 0079
 */
export const compare: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, flags, usage)
    const [url, ...extraWords] = parsedArgs.words
    if (extraWords.length > 0) throw new UsageError(`Usage: ${usage}`)
    const account = readAccount({ url, profile: stringFlag(parsedArgs, 'profile') }, context)
    const options: CompareOptions = {
      baseUrl: normalizeBaseUrl(account),
      key: account.apiKey,
      narrowKey: context.environment['CEDI_NARROW_API_KEY'],
      refs: (parsedArgs.flags['ref'] as readonly string[] | undefined) ?? [],
      allowWrites: parsedArgs.flags['write'] === true,
    }
    if (options.allowWrites && !(await confirmWrites(account, parsedArgs.flags['yes'] === true, context)))
      return exitCodes.usage
    const progress = await withProgress(options.baseUrl, context)
    try {
      const comparison = await compareService(options, progress).finally(progress.end)
      const file = stringFlag(parsedArgs, 'overlay')
      if (file !== undefined) {
        writeOverlay(file, toOverlay(comparison, options.baseUrl))
        context.log(`${describeOverlay(comparison)}\n`)
      }
      context.write(parsedArgs.flags['json'] ? formatJson(comparison) : reportText(comparison, options.baseUrl))
      return comparison.lines.some(({ verdict }) => verdict === 'differs') ? exitCodes.differs : exitCodes.success
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      context.log(`${error.message}\n${describeProxy(options.baseUrl, context)}`)
      return exitCodes.unknownResult
    }
  },
}

/** Wraps the transport to show progress. */
async function withProgress(
  baseUrl: string,
  { transport, signal, screen, environment }: CliContext,
): Promise<Pick<CliContext, 'transport' | 'signal'> & { end(): void }> {
  const { progressOn } = await import('@cedi/mock-server/program')
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

function describeOverlay({ lines, actions }: Comparison): string {
  const differences = lines.filter(({ verdict }) => verdict === 'differs')
  if (differences.length === 0)
    return actions.length === 0
      ? 'There is no difference, so the overlay changes nothing.'
      : 'There is no difference. The overlay describes new fields, which the contract allows.'
  const count = differences.filter(({ actions = [] }) => actions.length > 0).length
  if (count === differences.length) return 'The overlay contains all differences.'
  return `The overlay contains ${count} of ${differences.length} differences; the others are behaviour.`
}

function writeOverlay(file: string, overlay: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(overlay, null, 2)}\n`)
  } catch (error) {
    throw new UsageError(`--overlay cannot write ${file} (${(error as NodeJS.ErrnoException).code}). Check the path.`)
  }
}
