import { startPostgres } from '../../../../sandbox/scripts/postgres.mjs'

/** Starts PostgreSQL for the run, and passes its URL to the tests in CEDI_POSTGRES_URL. */
export default async function setup() {
  const postgres = await startPostgres()
  process.env.CEDI_POSTGRES_URL = postgres.url
  return () => postgres.end()
}
