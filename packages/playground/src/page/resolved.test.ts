import { expect, test } from 'vitest'
import { resolved } from './resolved.js'

test('what code imports is found, and each line stays a line', () => {
  const code = `import { createClient } from '@cedi/client'
import { send } from "@cedi/client/fetch"; import { clock } from 'playground'
const { isApiError } = await import('@cedi/client/fetch')`
  expect(resolved(code)).toBe(`import { createClient } from '../lib/index.js'
import { send } from "../lib/fetch.js"; import { clock } from '../desk.js'
const { isApiError } = await import('../lib/fetch.js')`)
})

test('everything else stays as it is', () => {
  const code = `import x from 'left-pad'\nimport y from '@cedi/clients'\nconsole.log('@cedi/client', 'playground')`
  expect(resolved(code)).toBe(code)
})
