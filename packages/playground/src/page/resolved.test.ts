import { expect, test } from 'vitest'
import { resolved } from './resolved.js'

test('the imports of code are resolved, and line numbers stay the same', () => {
  const code = `import { createClient } from '@cedi/client'
import { send } from "@cedi/client/fetch"; import { clock } from 'playground'
const { isApiError } = await import('@cedi/client/fetch')`
  expect(resolved(code)).toBe(`import { createClient } from '../lib/index.js'
import { send } from "../lib/fetch.js"; import { clock } from '../desk.js'
const { isApiError } = await import('../lib/fetch.js')`)
})

test('all other code is unchanged', () => {
  const code = `import x from 'left-pad'\nimport y from '@cedi/clients'\nconsole.log('@cedi/client', 'playground')`
  expect(resolved(code)).toBe(code)
})
