import { scopes } from '@cedi/contract'
import { ToolError } from '../keys.js'
import { issueKey } from '../sandbox.js'
import { merchantOf, oneOf, type Tool, text } from '../tool.js'

const createMerchant: Tool = {
  name: 'create_merchant',
  description: 'Adds a merchant with a storefront and a key. The key is shown this once. "demo" is there already.',
  properties: {
    handle: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{1,30}$', description: 'Also names it in other tools' },
    name: { type: 'string' },
    products: { type: 'array', items: { type: 'object' }, description: '[{name, price, type?, stock?}], price in GH₵' },
  },
  required: ['handle', 'name'],
  showsKey: true,
  async run({ handle, name, products }, sandbox) {
    const merchant = { id: handle, handle, name, ...(products && { products }) }
    const planted = (await sandbox.control('POST', 'seed', { merchants: [merchant] })) as { merchants: number }
    if (planted.merchants === 0)
      throw new ToolError(
        `There is a merchant ${handle} already. Make a key with create_key, or choose another handle.`,
      )
    const { key } = await issueKey(sandbox, handle)
    return { merchant: handle, key, base_url: sandbox.baseUrl, storefront: `${sandbox.baseUrl}/@${handle}` }
  },
}

const createKey: Tool = {
  name: 'create_key',
  description: 'Makes a test key with all scopes or some, for the code under test. It is shown this once.',
  properties: { merchant: text(), scopes: { type: 'array', items: oneOf(scopes) } },
  showsKey: true,
  async run(given, sandbox) {
    const made = await issueKey(sandbox, merchantOf(given), given.scopes)
    return { merchant: made.merchant, key: made.key, scopes: made.scopes, base_url: sandbox.baseUrl }
  },
}

/** Creates merchants and keys. */
export const merchantTools: readonly Tool[] = [createMerchant, createKey]
