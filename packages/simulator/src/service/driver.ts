import { readError, type SqlDriver, withRetry } from '@cedi/ledger/stores/sql/driver'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'

/** Runs a statement where the rows are. */
export type Ask = (statement: string) => Promise<unknown>

/**
 * Opens one server's connection to the database: it takes time, breaks, and reports conflicts. The ledger's own layer
 * sends a statement again.
 *
 * @param isAway - Whether the database is away now.
 */
export function openDriver(world: World, machine: Machine, isAway: () => boolean, ask: Ask): SqlDriver {
  const kinds = new Map<string, ReturnType<typeof sitesOf>>()
  return withRetry({
    async query(statement) {
      const kind = statement.slice(0, statement.indexOf(' '))
      const sites = kinds.get(kind) ?? sitesOf(world, kind, machine)
      kinds.set(kind, sites)
      await machine.point(sites.asking, 12)
      if (isAway()) throw readError({ code: '57P01' }, true)
      if (sites.lostBefore()) throw lost()
      if (kind === 'commit' && sites.inTheWay())
        throw readError({ code: '40001', message: 'could not serialize access due to concurrent update' }, true)
      const answer = await ask(statement)
      if (kind === 'commit' && sites.lostAfter()) {
        world.story(machine.name, 'loses the database after a commit: nobody tells it that it was written')
        throw lost()
      }
      await machine.point(sites.answering, 6)
      return [{ answer }]
    },
    close: async () => {},
  })
}

/** What may go wrong with one kind of statement. */
function sitesOf({ faults }: World, kind: string, { name }: Machine) {
  const at = `${kind} by ${name}`
  return {
    lostBefore: faults.site(`connection to the database lost before ${at}`, 'storeAway'),
    inTheWay: faults.site(`serialization failure of ${at}`, 'serialization'),
    lostAfter: faults.site(`connection to the database lost after ${at}`, 'commitUnknown'),
    asking: `database, ${kind}`,
    answering: `answer of the database, ${kind}`,
  }
}

const lost = (): Error => readError({ code: 'ECONNRESET' }, true)
