import { scopes } from '@cedi/contract'
import { ToolError } from '../keys.js'
import { issueKey } from '../sandbox.js'
import { enumSchema, getMerchant, merchantArgument, type Tool, text } from '../tool.js'

const createMerchant: Tool = {
  name: 'create_merchant',
  description: 'Creates a merchant with a storefront and a key. The key is shown only once. "demo" already exists.',
  properties: {
    handle: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{1,30}$', description: 'Its name in other tools' },
    name: text('Shown to buyers'),
    products: { type: 'array', items: { type: 'object' }, description: '[{name, price, type?, stock?}], price in GH₵' },
  },
  required: ['handle', 'name'],
  showsKey: true,
  async run({ handle, name, products }, sandbox) {
    const merchant = { id: handle, handle, name, ...(products && { products }) }
    const seeded = (await sandbox.control('POST', 'seed', { merchants: [merchant] })) as { merchants: number }
    if (seeded.merchants === 0)
      throw new ToolError(
        `The merchant ${handle} already exists. Create a key with create_key, or choose another handle.`,
      )
    const { key } = await issueKey(sandbox, handle)
    return { merchant: handle, key, base_url: sandbox.baseUrl, storefront: `${sandbox.baseUrl}/@${handle}` }
  },
}

const createKey: Tool = {
  name: 'create_key',
  description: 'Creates a test key with all or some scopes, for the code under test. It is shown only once.',
  properties: {
    ...merchantArgument,
    scopes: { type: 'array', items: enumSchema(scopes), description: 'Default: all' },
  },
  showsKey: true,
  async run(args, sandbox) {
    const result = await issueKey(sandbox, getMerchant(args), args.scopes)
    return { merchant: result.merchant, key: result.key, scopes: result.scopes, base_url: sandbox.baseUrl }
  },
}

/** Tools that create merchants and keys. */
export const merchantTools: readonly Tool[] = [createMerchant, createKey]
