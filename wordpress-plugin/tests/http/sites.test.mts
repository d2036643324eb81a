import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeSite, type Site } from '../../scripts/lab/site.mjs'

const sites: Site[] = []
afterAll(async () => {
  for (const site of sites) await site.remove()
})

it('creating a site does not change the configuration of running sites', async () => {
  const one = await makeSite()
  sites.push(one)
  const config = join(one.core, 'wp-config.php')
  const before = statSync(config).mtimeMs
  sites.push(await makeSite())
  expect(statSync(config).mtimeMs).toBe(before)
})
