import pg from 'pg'

/** An empty database on the PostgreSQL of the run. */
export async function freshDatabase(name: string): Promise<string> {
  const url = process.env['CEDI_POSTGRES_URL'] ?? ''
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return url.replace(/postgres$/, name)
}
