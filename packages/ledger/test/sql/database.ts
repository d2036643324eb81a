import { openPostgres } from '../../src/sql.js'
import { textSetting } from '../setting.js'

/** Makes an empty database on the PostgreSQL of the run, so that files that run side by side never meet. */
export async function freshDatabase(name: string): Promise<string> {
  const url = textSetting('CEDI_POSTGRES_URL')
  const driver = await openPostgres({ url, connections: 1 })
  await driver.query(`CREATE DATABASE ${name}`)
  await driver.close()
  return url.replace(/postgres$/, name)
}
