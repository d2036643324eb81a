import pg from 'pg'

/** Creates an empty database, and returns its URL. */
export async function createDatabase(name: string): Promise<string> {
  const url = process.env['CEDI_POSTGRES_URL'] ?? ''
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return url.replace(/postgres$/, name)
}
