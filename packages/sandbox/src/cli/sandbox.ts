import type { MockServer } from '@cedi/mock-server'
import type { OpenStore } from '../stores/open-store.js'
import { type Program, StartError } from './program.js'
import { progressOn } from './progress.js'

/** Opens the store of the flags. Its code is loaded on demand, because most servers have no durable store. */
async function openConfiguredStore(
  dataDir: string | undefined,
  url: string | undefined,
): Promise<OpenStore | undefined> {
  const { CEDI_DATABASE_URL, CEDI_SECRET } = process.env
  const databaseUrl = url ?? (dataDir === undefined ? CEDI_DATABASE_URL : undefined)
  if (dataDir === undefined && databaseUrl === undefined) return undefined
  const { show, end } = progressOn(process.stderr)
  show(dataDir === undefined ? 'Opening the database …' : `Opening ${dataDir} …`)
  const { openStore, StoreOptionsError } = await import('../stores/open-store.js')
  return openStore({ dataDir, databaseUrl, secret: CEDI_SECRET })
    .catch((error) => {
      if (error instanceof StoreOptionsError) throw new StartError(error.message)
      throw error
    })
    .finally(end)
}

/** Runs the migrate command. */
async function migrateTables(flags: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { migrateDatabase, StoreOptionsError } = await import('../stores/migrate-database.js')
  const databaseUrl = flags['database-url'] ?? process.env['CEDI_DATABASE_URL']
  return migrateDatabase({ databaseUrl, shard: flags['shard'] }).catch((error) => {
    if (error instanceof StoreOptionsError) throw new StartError(error.message)
    throw error
  })
}

/** Creates an invitation link for an area. */
async function invite(server: MockServer, area: string, url: string): Promise<string> {
  const invitation = (await server.control('POST', `${area}/invitations`)) as { url: string }
  // With a host such as 0.0.0.0, the server does not know its public URL. The path contains that of the public URL.
  return new URL(new URL(invitation.url).pathname, url).href
}

/** The mock server with pages and durable stores. */
export const sandboxProgram: Program = {
  name: 'cedi-sandbox',
  summary: 'the whole Cedi service on your machine, with a real ledger and test money',
  title: 'Cedi sandbox',
  commandLines: `  ${'cedi-sandbox migrate'.padEnd(32)} migrate the database to this version, and exit
`,
  flagLines: `  --data-dir DIR           store the data in a folder, with PGlite          (memory)
  --database-url URL       store the data in PostgreSQL; several servers may share it, with one CEDI_SECRET
                           in the environment. CEDI_DATABASE_URL does the same and hides the password
  --shard citus            for migrate: shard the tables over the nodes of Citus
`,
  thirdStep: 'open the portal link          the view of a merchant: issue a key, see payments',
  linkNames: { portalUrl: 'Portal', operatorUrl: 'Operator desk' },
  flags: ['data-dir', 'database-url', 'shard'],
  commands: { migrate: migrateTables },
  async make(options, flags) {
    if (flags['shard'] !== undefined) throw new StartError('--shard is only for migrate. Run cedi-sandbox migrate.')
    const openStore = await openConfiguredStore(flags['data-dir'], flags['database-url'])
    const { createSandbox } = await import('../sandbox.js')
    if (!openStore) return { server: createSandbox(options) }
    const { store, secret } = openStore
    return { server: createSandbox({ ...options, store, secret }), close: () => openStore.close() }
  },
  async wildcardText(port) {
    const { networkInterfaces } = await import('node:os')
    const { networkAddress, formatPhoneInstructions } = await import('./phone.js')
    return formatPhoneInstructions(networkAddress(networkInterfaces()), port)
  },
  async links(server, url) {
    const portalUrl = await invite(server, 'portal', url)
    return { portalUrl, operatorUrl: await invite(server, 'operator', url) }
  },
}
