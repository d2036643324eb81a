import { readError, type SqlDriver, type SqlRow, type SqlValue } from './driver.js'

/** The location of the PGlite files. */
export interface PgliteOptions {
  /** A folder, for one process at a time. Left out: in memory, for tests. */
  readonly dataDir?: string
}

/** A message of the wire protocol that tells something. */
interface Message {
  readonly name: string
  readonly fields?: readonly unknown[]
}

/** The parts of `@electric-sql/pglite` that are used here. */
interface Pglite {
  exec(text: string): Promise<unknown>
  execProtocol(message: Uint8Array): Promise<{ messages: readonly Message[] }>
  runExclusive<T>(act: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
interface Serializer {
  parse(query: { name: string; text: string }): Uint8Array
  describe(what: { type: 'S'; name: string }): Uint8Array
  bind(what: { statement: string; values: (string | null)[] }): Uint8Array
  execute(): Uint8Array
  sync(): Uint8Array
}

interface Prepared {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Opens PGlite, a PostgreSQL inside this process, by the package `@electric-sql/pglite`, which you install beside this
 * one. It takes seconds to start.
 *
 * @throws Error with the line to run when the package is not installed.
 * @decision 0032
 */
export async function openPglite({ dataDir }: PgliteOptions = {}): Promise<SqlDriver> {
  const { PGlite, protocol } = await import('@electric-sql/pglite').catch((error: { code?: string }) => {
    if (!String(error?.code).endsWith('MODULE_NOT_FOUND')) throw error
    throw new Error('A data folder needs the package @electric-sql/pglite. Run npm install @electric-sql/pglite.')
  })
  const database = await (dataDir === undefined ? PGlite.create() : PGlite.create(dataDir))
  return driverOfPglite(database as unknown as Pglite, protocol.serialize as unknown as Serializer)
}

/**
 * The driver of a PGlite that is open.
 *
 * @param serialize - The package's functions that write messages of the wire protocol.
 */
export async function driverOfPglite(
  database: Pglite,
  { parse, describe, bind, execute, sync }: Serializer,
): Promise<SqlDriver> {
  // As for a server: planning a commit again costs more than carrying it out.
  await database.exec('SET plan_cache_mode = force_generic_plan')
  const prepared = new Map<string, Prepared>()

  const send = async (...parts: readonly Uint8Array[]) =>
    (await database.execProtocol(joined(...parts, sync()))).messages

  /**
   * Prepares a statement. The package's `query` parses and plans each statement again, which takes half of the time of
   * a commit. Long and rare statements are not prepared.
   */
  async function prepare(text: string): Promise<Prepared | undefined> {
    const known = prepared.get(text)
    if (known || prepared.size >= 500 || text.length > 20_000) return known
    const name = `cedi_${prepared.size + 1}`
    const made = { name, columns: columnsIn(await send(parse({ name, text }), describe({ type: 'S', name }))) }
    prepared.set(text, made)
    return made
  }

  async function run(text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    const statement = await prepare(text)
    const bound = bind({
      statement: statement?.name ?? '',
      values: values.map((value) => (value === null ? null : String(value))),
    })
    // A statement without a name is gone with the message that brought it.
    const messages = statement
      ? await send(bound, execute())
      : await send(parse({ name: '', text }), describe({ type: 'S', name: '' }), bound, execute())
    const columns = statement?.columns ?? columnsIn(messages)
    return messages
      .filter((message) => message.name === 'dataRow')
      .map(({ fields = [] }) => Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? null])))
  }

  return {
    async query(text: string, values?: readonly SqlValue[]) {
      try {
        if (values) return await database.runExclusive(() => run(text, values))
        await database.exec(text)
        return []
      } catch (error) {
        throw readError(error, false)
      }
    },
    close: () => database.close(),
  }
}

/** The names of the columns that a statement gives. */
const columnsIn = (messages: readonly Message[]): string[] =>
  (messages.find((message) => message.name === 'rowDescription')?.fields ?? []).map(
    (field) => (field as { name: string }).name,
  )

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
