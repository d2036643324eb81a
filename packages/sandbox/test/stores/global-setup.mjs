import { startPostgres } from '../../scripts/postgres.mjs'

/** One PostgreSQL for the run. Its address goes to the tests by the environment. */
export default async function setup() {
  const postgres = await startPostgres()
  process.env.CEDI_POSTGRES_URL = postgres.url
  return () => postgres.end()
}
