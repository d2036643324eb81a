import { startCitus } from '../../../scripts/citus.mjs'

/** One Citus for the run. Its addresses go to the tests by the environment. */
export default async function setup() {
  const citus = await startCitus()
  process.env.CEDI_POSTGRES_URL = citus.urls[0]
  process.env.CEDI_CITUS_URLS = citus.urls.join(' ')
  return () => citus.end()
}
