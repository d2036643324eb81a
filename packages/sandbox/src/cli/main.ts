#!/usr/bin/env node
import type { MockServer } from '@cedi/mock-server'
import { progressOn, runProgram, StartError } from '@cedi/mock-server/program'
import type { OpenStore } from '../stores/open.js'

/** Loaded only when needed: most servers store nothing. */
async function openPlace(dataDir: string | undefined, url: string | undefined): Promise<OpenStore | undefined> {
  const { CEDI_DATABASE_URL, CEDI_SECRET } = process.env
  const databaseUrl = url ?? (dataDir === undefined ? CEDI_DATABASE_URL : undefined)
  if (dataDir === undefined && databaseUrl === undefined) return undefined
  const { say, end } = progressOn(process.stderr)
  say(dataDir === undefined ? 'Opening the database …' : `Opening ${dataDir} …`)
  const { openStore, PlaceError } = await import('../stores/open.js')
  return openStore({ dataDir, databaseUrl, secret: CEDI_SECRET })
    .catch((error) => {
      if (error instanceof PlaceError) throw new StartError(error.message)
      throw error
    })
    .finally(end)
}

/** Brings the tables to the version of this program before any server does, and spreads them when that is asked for. */
async function migrateTables(given: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { migratePlace, PlaceError } = await import('../stores/migrate.js')
  const databaseUrl = given['database-url'] ?? process.env['CEDI_DATABASE_URL']
  return migratePlace({ databaseUrl, shard: given['shard'] }).catch((error) => {
    if (error instanceof PlaceError) throw new StartError(error.message)
    throw error
  })
}

/** A link that lets somebody in once. */
async function invite(server: MockServer, door: string, url: string): Promise<string> {
  const invitation = (await server.control('POST', `${door}/invitations`)) as { url: string }
  // On a host such as 0.0.0.0 the server does not know its own name; the program prints one.
  return url + new URL(invitation.url).pathname
}

await runProgram({
  name: 'cedi-sandbox',
  about: 'the whole Cedi service on your machine, with a real ledger and test money',
  title: 'Cedi sandbox',
  commandLines: `  ${'cedi-sandbox migrate'.padEnd(32)} bring the tables of --database-url to this version, and nothing else
`,
  flagLines: `  --data-dir DIR           keep everything in a folder, by PGlite           (memory)
  --database-url URL       keep everything in PostgreSQL; several servers may share it, with one CEDI_SECRET
                           in the environment. CEDI_DATABASE_URL does the same and hides the password
  --shard citus            for migrate: shard the tables over the nodes of Citus
`,
  thirdStep: 'open the portal link          the view of a merchant: issue a key, see payments',
  linkNames: { portalUrl: 'Portal', operatorUrl: 'Operator desk' },
  manifest: new URL('../package.json', import.meta.url),
  flags: ['data-dir', 'database-url', 'shard'],
  commands: { migrate: migrateTables },
  async make(options, given) {
    if (given['shard'] !== undefined) throw new StartError('--shard is only for migrate. Run cedi-sandbox migrate.')
    const kept = await openPlace(given['data-dir'], given['database-url'])
    const { createSandbox } = await import('../sandbox.js')
    if (!kept) return { server: createSandbox(options) }
    const { store, secret } = kept
    return { server: createSandbox({ ...options, store, secret }), close: () => kept.close() }
  },
  async everywhereText(port) {
    const { networkInterfaces } = await import('node:os')
    const { networkAddress, phoneText } = await import('./phone.js')
    return phoneText(networkAddress(networkInterfaces()), port)
  },
  async links(server, url) {
    const portalUrl = await invite(server, 'portal', url)
    return { portalUrl, operatorUrl: await invite(server, 'operator', url) }
  },
})
