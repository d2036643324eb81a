import { readError, retry, type SqlDriver } from '@cedi/sandbox/stores/sql/driver'
import type { Machine } from '../world/machine.js'
import type { World } from '../world/world.js'

/** Runs a statement on the shared store. */
export type RunStatement = (statement: string) => Promise<unknown>

/**
 * Creates a server's connection to the database, with delays, dropped connections and serialization failures. The
 * ledger's own driver layer retries statements.
 *
 * @param isUnavailable - Returns whether the database is down.
 */
export function createDriver(
  world: World,
  machine: Machine,
  isUnavailable: () => boolean,
  run: RunStatement,
): Pick<SqlDriver, 'query'> {
  const kinds = new Map<string, ReturnType<typeof createFaultSites>>()
  async function query(statement: string) {
    const kind = statement.slice(0, statement.indexOf(' '))
    const sites = kinds.get(kind) ?? createFaultSites(world, kind, machine)
    kinds.set(kind, sites)
    await machine.step(sites.beforeStep, 12)
    if (isUnavailable()) throw readError({ code: '57P01' }, true)
    if (sites.lostBefore()) throw connectionLost()
    if (kind === 'commit' && sites.conflict())
      throw readError({ code: '40001', message: 'could not serialize access due to concurrent update' }, true)
    const result = await run(statement)
    if (kind === 'commit' && sites.lostAfter()) {
      world.log(machine.name, 'loses the database connection after a commit')
      throw connectionLost()
    }
    await machine.step(sites.afterStep, 6)
    return [{ result }]
  }
  return { query: (statement) => retry(() => query(statement)) }
}

/** Creates the fault sites of one kind of statement. */
function createFaultSites({ faults }: World, kind: string, { name }: Machine) {
  const at = `${kind} by ${name}`
  return {
    lostBefore: faults.site(`connection to the database lost before ${at}`, 'storeUnavailable'),
    conflict: faults.site(`serialization failure of ${at}`, 'serialization'),
    lostAfter: faults.site(`connection to the database lost after ${at}`, 'commitUnknown'),
    beforeStep: `database, ${kind}`,
    afterStep: `response of the database, ${kind}`,
  }
}

const connectionLost = (): Error => readError({ code: 'ECONNRESET' }, true)
