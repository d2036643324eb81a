import { writeFileSync } from 'node:fs'
import { type Command, exitCodes, type Surroundings, UsageError } from '../command.js'
import { type CompareOptions, compare as hold } from '../compare/compare.js'
import { Unreachable } from '../compare/conversation.js'
import { overlayOf, reportText } from '../compare/report.js'
import { type Account, agree, clientOf, readAccount } from '../connection.js'
import { readFlags, textOf } from '../flags.js'
import { ownCommands } from '../own.js'
import { jsonText } from '../show.js'

const { usage, options: flags } = ownCommands.compare

/**
 * Compares a running service with the contract: holds, differs, unknown. It reads, and simulates where a simulation is
 * stated to write nothing.
 *
 * @decision 0079
 */
export const compare: Command = {
  async run(args, around) {
    const given = readFlags(args, flags, usage)
    const [url, ...more] = given.words
    if (more.length > 0) throw new UsageError(`Usage: ${usage}`)
    const account = readAccount({ url, profile: textOf(given, 'profile') }, around)
    const options: CompareOptions = {
      baseUrl: addressOf(account),
      key: account.apiKey,
      narrowKey: around.environment['CEDI_NARROW_API_KEY'],
      refs: (given.flags['ref'] as readonly string[] | undefined) ?? [],
      mayWrite: given.flags['write'] === true,
    }
    if (options.mayWrite && !(await mayWrite(account, given.flags['yes'] === true, around))) return exitCodes.usage
    const looking = await saidAloud(options.baseUrl, around)
    try {
      const comparison = await hold(options, looking).finally(looking.end)
      const file = textOf(given, 'overlay')
      if (file !== undefined) writeOverlay(file, overlayOf(comparison, options.baseUrl))
      around.write(given.flags['json'] ? jsonText(comparison) : reportText(comparison, options.baseUrl))
      return comparison.lines.some(({ verdict }) => verdict === 'differs') ? exitCodes.differs : exitCodes.done
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      around.tell(`${error.message}\n`)
      return exitCodes.noAnswer
    }
  },
}

/** The way to the service, which says on a screen how far it is. */
async function saidAloud(
  baseUrl: string,
  { transport, signal, screen, environment }: Surroundings,
): Promise<Pick<Surroundings, 'transport' | 'signal'> & { end(): void }> {
  const { progressOn } = await import('@cedi/mock-server/program')
  const { say, end } = progressOn(screen, { environment })
  let requests = 0
  return {
    signal,
    end,
    transport(url, asked) {
      say(`Looking at ${baseUrl}: request ${++requests}, ${asked?.method ?? 'GET'} ${new URL(url).pathname}`)
      return transport(url, asked)
    },
  }
}

/** The client's rule: a key goes to https, or to this machine. */
const addressOf = (account: Account): string => clientOf(account).balance.read().url.slice(0, -'/api/v1/balance'.length)

async function mayWrite({ isLive, baseUrl }: Account, isAgreed: boolean, around: Surroundings): Promise<boolean> {
  if (isLive) throw new UsageError('--write would make real payments: this key is live. Use a test key.')
  return agree(`This adds a payment of GH₵1.00 and a checkout intent to ${baseUrl}. Go on?`, isAgreed, around)
}

function writeOverlay(file: string, overlay: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(overlay, null, 2)}\n`)
  } catch (error) {
    throw new UsageError(`--overlay cannot write ${file} (${(error as NodeJS.ErrnoException).code}). Check the path.`)
  }
}
