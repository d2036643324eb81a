import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createSite, type Site } from '../../scripts/lab/site.mjs'

const sites: Site[] = []
afterAll(async () => {
  for (const site of sites) await site.remove()
})

it('creating a site does not change the configuration of running sites', async () => {
  const one = await createSite()
  sites.push(one)
  const config = join(one.core, 'wp-config.php')
  const before = statSync(config).mtimeMs
  sites.push(await createSite())
  expect(statSync(config).mtimeMs).toBe(before)
})
