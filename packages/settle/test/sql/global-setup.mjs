import { startPostgres } from '../../../ledger/scripts/postgres.mjs'

/** Starts one PostgreSQL for the run. The tests get its address through the environment. */
export default async function setup() {
  const postgres = await startPostgres()
  process.env.CEDI_POSTGRES_URL = postgres.url
  return () => postgres.end()
}
