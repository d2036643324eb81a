import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@cedi/client'
import { type Command, exitCodes, type Surroundings, UsageError } from '../command.js'
import { type Account, clientOf, isHere, readAccount } from '../connection.js'
import { readFlags, textOf } from '../flags.js'
import { changesOf, type Memory } from '../listen/changes.js'
import { deliver } from '../listen/deliver.js'
import { lookError, watch } from '../listen/watch.js'
import { ownCommands } from '../own.js'
import { visible } from '../show.js'

const { usage, options } = ownCommands.listen

/**
 * Follows a test merchant's payments and orders, and posts each change to a server on this machine. For development:
 * the service itself sends no webhooks.
 *
 * @source Events
 * @decision 0079
 */
export const listen: Command = {
  async run(args, around) {
    const given = readFlags(args, options, usage)
    const to = serverOf(textOf(given, 'to'))
    const everyMs = Number(textOf(given, 'every'))
    if (!(Number.isInteger(everyMs) && everyMs >= 200 && everyMs <= 60_000))
      throw new UsageError('--every must be a whole number of ms from 200 to 60000.')
    if (given.words.length > 0) throw new UsageError(`Usage: ${usage}`)
    const account = readAccount({ url: textOf(given, 'url'), profile: textOf(given, 'profile') }, around)
    if (account.isLive)
      throw new UsageError('This is a live key. cedi listen is for developing: use a test key (sk_test_…).')
    const secret = secretOf(around)
    around.tell(`The service itself sends no webhooks: these come from this command, to this machine only.
In production, use @cedi/settle.

  From    ${account.baseUrl}
  To      ${to}
  Secret  ${secret.isNew ? `${secret.text}  (put it into CEDI_LISTEN_SECRET to keep it)` : 'that of CEDI_LISTEN_SECRET'}

Ctrl+C stops it.
`)
    await follow(clientOf(account), {
      account,
      to,
      secret: secret.text,
      everyMs,
      refs: (given.flags['ref'] as string[] | undefined) ?? [],
      around,
    })
    return exitCodes.done
  },
}

/** Only this machine: a record contains a buyer's data. */
function serverOf(to: string | undefined): string {
  if (to === undefined) throw new UsageError(`Say where your server is. Usage: ${usage}`)
  const url = isHere(to) ? new URL(to) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`--to must be an address on this machine, such as http://localhost:3000/webhooks.`)
  return url.href
}

function secretOf({ environment }: Surroundings): { readonly text: string; readonly isNew: boolean } {
  const kept = environment['CEDI_LISTEN_SECRET']
  if (!kept) return { text: `whsec_${randomBytes(24).toString('base64')}`, isNew: true }
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(kept))
    throw new UsageError('CEDI_LISTEN_SECRET must be whsec_ and at least 24 bytes in base64.')
  return { text: kept, isNew: false }
}

interface Following {
  readonly account: Account
  readonly to: string
  readonly secret: string
  readonly everyMs: number
  readonly refs: readonly string[]
  readonly around: Surroundings
}

/** Checks and posts changes until it is stopped. It does not report what existed before. */
async function follow(client: Client, { account, to, secret, everyMs, refs, around }: Following): Promise<void> {
  const eyes = watch({ client, baseUrl: account.baseUrl.replace(/\/+$/, ''), refs, around })
  const sleep = (ms: number): Promise<void> => wait(ms, undefined, { signal: around.signal }).catch(() => {})
  const { progressOn } = await import('@cedi/mock-server/program')
  const progress = progressOn(around.screen, around)
  progress.say('Looking at what is there …')
  let memory: Memory | undefined
  let problem = ''
  while (!around.signal.aborted) {
    try {
      const { changes, memory: next } = changesOf(
        memory ?? { byRef: new Map() },
        await eyes.look().finally(progress.end),
      )
      if (problem) around.tell('The service answers again.\n')
      problem = ''
      for (const change of memory ? changes : []) {
        const delivery = await deliver(change, { to, secret, nowMs: Date.now, sleep, around })
        const end = 'status' in delivery ? `${delivery.status}` : delivery.problem
        around.write(
          `${new Date().toISOString().slice(11, 19)}  ${visible(`${change.type.padEnd(20)} ${change.ref}`)}  ${end}\n`,
        )
      }
      memory = next
    } catch (error) {
      if (around.signal.aborted) return
      const text = lookError(error)
      // Reported once, not every second.
      if (text !== problem) around.tell(`${text}\nTrying again.\n`)
      problem = text
    }
    await sleep(everyMs)
  }
}
