import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSite } from '../../scripts/lab/site.mjs'

/** WP_HOME from the host of the request, as in the documentation of WordPress. */
const requestedHome = `define( 'WP_HOME', 'http://' . ( $_SERVER['HTTP_HOST'] ?? '' ) );`
let site: Awaited<ReturnType<typeof createSite>>
beforeAll(async () => {
  site = await createSite({ serve: false })
})
afterAll(() => site?.remove())
const configure = (config: string) => writeFileSync(join(site.folder, 'config.php'), `<?php\n${config}\n`)
const read = async (host: string, ...args: string[]) =>
  JSON.parse(await site.php(join(import.meta.dirname, 'names.php'), site.core, host, ...args))

describe('a site that builds WP_HOME from the request', () => {
  const original = new URL('http://shop.example').host
  beforeEach(async () => {
    configure(requestedHome)
    await read(original, 'confirm')
  })

  test.each(['shop.example', 'second.example', ''])('the host "%s" is the same site', async (host) => {
    expect(await read(host)).toMatchObject({ name: original, is_copy: false })
  })

  test('a copy that differs only in WP_HOME is a copy', async () => {
    configure(`define( 'WP_HOME', 'http://staging.example' );`)
    expect(await read('staging.example')).toMatchObject({ name: 'staging.example', is_copy: true })
  })

  test('a copy with another database is a copy', async () => {
    configure(`${requestedHome}\n$table_prefix = 'wp_';\nputenv( 'CEDI_DB_NAME=staging' );`)
    expect(await read('staging.example')).toMatchObject({ name: 'staging.example', is_copy: true })
  })
})

test('a plain PHP request of another plugin cancels no order whose prompt waits', async () => {
  configure('')
  expect(await read('')).toMatchObject({ guards: true })
})
