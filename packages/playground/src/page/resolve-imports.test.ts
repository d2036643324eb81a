import { expect, test } from 'vitest'
import { resolveImports } from './resolve-imports.js'

test('the imports of code are resolved, and line numbers stay the same', () => {
  const code = `import { createClient } from '@cedi/client'
import { send } from "@cedi/client/fetch"; import { clock } from 'playground'
const { isApiError } = await import('@cedi/client/fetch')`
  expect(resolveImports(code)).toBe(`import { createClient } from '../lib/index.js'
import { send } from "../lib/fetch.js"; import { clock } from '../controls.js'
const { isApiError } = await import('../lib/fetch.js')`)
})

test('all other code is unchanged', () => {
  const code = `import x from 'left-pad'\nimport y from '@cedi/clients'\nconsole.log('@cedi/client', 'playground')`
  expect(resolveImports(code)).toBe(code)
})
