import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@cedi/client'
import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'
import { builtinCommands } from '../builtin-commands.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { type Account, createServiceClient, describeProxy, isLoopback, readAccount } from '../connection.js'
import { readFlags, stringFlag } from '../flags.js'
import { findChanges, type KnownStates } from '../listen/changes.js'
import { deliver } from '../listen/deliver.js'
import { createWatcher, toErrorLine } from '../listen/watch.js'
import { escapeControls } from '../show.js'

const { usage, options } = builtinCommands.listen

/**
 * Polls a test merchant's payments and orders, and posts each change to a local server. For development, because the
 * service sends no webhooks.
 *
 * @source Events
 * @decision 0079
 */
export const listen: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, options, usage)
    const to = parseTarget(stringFlag(parsedArgs, 'to'))
    const everyMs = Number(stringFlag(parsedArgs, 'every'))
    if (!(Number.isInteger(everyMs) && everyMs >= 200 && everyMs <= 60_000))
      throw new UsageError('--every must be a whole number of ms from 200 to 60000.')
    if (parsedArgs.words.length > 0) throw new UsageError(`Usage: ${usage}`)
    const account = readAccount(
      { url: stringFlag(parsedArgs, 'url'), profile: stringFlag(parsedArgs, 'profile') },
      context,
    )
    if (account.isLive)
      throw new UsageError('This is a live key. cedi listen is for development: use a test key (sk_test_…).')
    const secret = readSecret(context)
    context.log(`The service sends no webhooks. This command creates them from polled changes, for this machine only.
In production, use @cedi/client/settle.

  From    ${account.baseUrl}
  To      ${to}
  Secret  ${secret.isNew ? `${secret.text}  (set CEDI_LISTEN_SECRET to reuse it)` : 'from CEDI_LISTEN_SECRET'}

Ctrl+C stops it.
`)
    await pollChanges(createServiceClient(account), {
      account,
      to,
      secret: secret.text,
      everyMs,
      refs: (parsedArgs.flags['ref'] as string[] | undefined) ?? [],
      context,
    })
    return exitCodes.success
  },
}

/** Validates the target URL. Only loopback is allowed, because records contain personal data of buyers. */
function parseTarget(to: string | undefined): string {
  if (to === undefined) throw new UsageError(`--to is missing: the URL of your server. Usage: ${usage}`)
  const url = isLoopback(to) ? new URL(to) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`--to must be a URL on this machine, such as http://localhost:3000/webhooks.`)
  return url.href
}

function readSecret({ environment }: CliContext): { readonly text: string; readonly isNew: boolean } {
  const secret = environment['CEDI_LISTEN_SECRET']
  if (!secret) return { text: `whsec_${randomBytes(24).toString('base64')}`, isNew: true }
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new UsageError('CEDI_LISTEN_SECRET must be whsec_ followed by at least 24 bytes in base64.')
  return { text: secret, isNew: false }
}

interface PollOptions {
  readonly account: Account
  readonly to: string
  readonly secret: string
  readonly everyMs: number
  readonly refs: readonly string[]
  readonly context: CliContext
}

/** Polls and posts changes until the signal is aborted. Records from before the start are not reported. */
async function pollChanges(
  client: Client,
  { account, to, secret, everyMs, refs, context }: PollOptions,
): Promise<void> {
  const watcher = createWatcher({ client, baseUrl: removeTrailingSlashes(account.baseUrl), refs, context })
  const sleep = (ms: number): Promise<void> => wait(ms, undefined, { signal: context.signal }).catch(() => {})
  const { progressOn } = await import('@cedi/sandbox/cli')
  const progress = progressOn(context.screen, context)
  progress.show('Reading existing records …')
  let memory: KnownStates | undefined
  let lastError = ''
  while (!context.signal.aborted) {
    try {
      const { changes, memory: next } = findChanges(
        memory ?? { byRef: new Map() },
        await watcher.readStates().finally(progress.end),
      )
      if (lastError) context.log('The service responds again.\n')
      lastError = ''
      for (const change of memory ? changes : []) {
        const delivery = await deliver(change, { to, secret, nowMs: Date.now, sleep, context })
        const end = 'status' in delivery ? `${delivery.status}` : delivery.problem
        context.write(
          `${new Date().toISOString().slice(11, 19)}  ${escapeControls(`${change.type.padEnd(20)} ${change.ref}`)}  ${end}\n`,
        )
      }
      memory = next
    } catch (error) {
      if (context.signal.aborted) return
      const text = toErrorLine(error)
      // Logs each error once, not on every poll.
      if (text !== lastError) context.log(`${text}\n${describeProxy(account.baseUrl, context)}Retrying.\n`)
      lastError = text
    }
    await sleep(everyMs)
  }
}
