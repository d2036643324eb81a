import { readError, type SqlDriver, type SqlRow, type SqlValue } from './driver.js'

/** The location of the PGlite files. */
export interface PgliteOptions {
  /** A folder, for one process at a time. In memory by default, for tests. */
  readonly dataDir?: string
}

/** A message of the wire protocol. */
interface Message {
  readonly name: string
  readonly fields?: readonly unknown[]
}

/** The parts of `@electric-sql/pglite` that are used here. */
interface Pglite {
  exec(text: string): Promise<unknown>
  execProtocol(message: Uint8Array): Promise<{ messages: readonly Message[] }>
  runExclusive<T>(action: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
interface Serializer {
  parse(query: { name: string; text: string }): Uint8Array
  describe(options: { type: 'S'; name: string }): Uint8Array
  bind(options: { statement: string; values: (string | null)[] }): Uint8Array
  execute(): Uint8Array
  sync(): Uint8Array
}

interface PreparedStatement {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Opens PGlite, a PostgreSQL in this process, with the package `@electric-sql/pglite`, a peer dependency. It takes
 * seconds to start.
 *
 * @throws Error with the command to run if the package is not installed.
 * @decision 0032
 */
export async function openPglite({ dataDir }: PgliteOptions = {}): Promise<SqlDriver> {
  const { PGlite, protocol } = await import('@electric-sql/pglite').catch((error: { code?: string }) => {
    if (!String(error?.code).endsWith('MODULE_NOT_FOUND')) throw error
    throw new Error('A data folder needs the package @electric-sql/pglite. Run npm install @electric-sql/pglite.')
  })
  const database = await (dataDir === undefined ? PGlite.create() : PGlite.create(dataDir))
  return createPgliteDriver(database as unknown as Pglite, protocol.serialize as unknown as Serializer)
}

/**
 * Creates the driver of an open PGlite.
 *
 * @param serialize - The package's serializers of messages of the wire protocol.
 */
export async function createPgliteDriver(
  database: Pglite,
  { parse, describe, bind, execute, sync }: Serializer,
): Promise<SqlDriver> {
  // As for a server: planning a commit costs more than executing it.
  await database.exec('SET plan_cache_mode = force_generic_plan')
  const preparedStatements = new Map<string, PreparedStatement>()

  const send = async (...parts: readonly Uint8Array[]) =>
    (await database.execProtocol(concatenate(...parts, sync()))).messages

  /**
   * Prepares a statement. The package's `query` parses and plans each statement again, which takes half of the time of
   * a commit. Long and rare statements are not prepared.
   */
  async function prepare(text: string): Promise<PreparedStatement | undefined> {
    const prepared = preparedStatements.get(text)
    if (prepared || preparedStatements.size >= 500 || text.length > 20_000) return prepared
    const name = `cedi_${preparedStatements.size + 1}`
    const statement = { name, columns: columnsIn(await send(parse({ name, text }), describe({ type: 'S', name }))) }
    preparedStatements.set(text, statement)
    return statement
  }

  async function run(text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    const statement = await prepare(text)
    const bound = bind({
      statement: statement?.name ?? '',
      values: values.map((value) => (value === null ? null : String(value))),
    })
    // An unnamed statement is valid for one message only.
    const messages = statement
      ? await send(bound, execute())
      : await send(parse({ name: '', text }), describe({ type: 'S', name: '' }), bound, execute())
    const columns = statement?.columns ?? columnsIn(messages)
    return messages
      .filter((message) => message.name === 'dataRow')
      .map(({ fields = [] }) => Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? null])))
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

/** Returns the names of the columns of a result. */
const columnsIn = (messages: readonly Message[]): string[] =>
  (messages.find((message) => message.name === 'rowDescription')?.fields ?? []).map(
    (field) => (field as { name: string }).name,
  )

function concatenate(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
