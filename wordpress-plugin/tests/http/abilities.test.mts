import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

// ABILITIES_DIR is a checkout of WordPress/abilities-api, MCP_ADAPTER_DIR one of WordPress/mcp-adapter with its vendor folder.
const { ABILITIES_DIR, MCP_ADAPTER_DIR } = process.env

const withoutOrders = ['cedi-commerce/get-status', 'cedi-commerce/list-products']
const ofOrders = ['get-order-payment', 'list-refunds', 'get-reconciliation', 'request-refund'].map(
  (name) => `cedi-commerce/${name}`,
)

describe.runIf(ABILITIES_DIR && MCP_ADAPTER_DIR).each([true, false])(
  'the MCP Adapter of a site, with WooCommerce: %s',
  (woocommerce) => {
    let shop: Shop
    let folder: string
    let admin: Awaited<ReturnType<typeof connect>>
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'cedi-mcp-'))
      const muPlugin = join(folder, 'mcp.php')
      writeFileSync(
        muPlugin,
        `<?php require '${ABILITIES_DIR}/abilities-api.php'; require '${MCP_ADAPTER_DIR}/mcp-adapter.php';`,
      )
      shop = await openShop({ woocommerce, muPlugins: [muPlugin], mock: { clock: 'manual', startMs: Date.now() } })
      admin = await connect('admin')
    })
    afterAll(async () => {
      await shop?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Starts a session of the MCP server as a user. */
    async function connect(name: string) {
      const { cookie, nonce } = await shop.login(name, 'password')
      const headers = { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' }
      const send = (method: string, params: object, session = '') =>
        fetch(`${shop.url}/wp-json/mcp/mcp-adapter-default-server`, {
          method: 'POST',
          headers: { ...headers, 'mcp-session-id': session },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        })
      const clientInfo = { name: 'test', version: '1' }
      const response = await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
      const session = response.headers.get('mcp-session-id') ?? ''
      expect(session, await response.text()).not.toBe('')
      const callTool = async (tool: string, input: object) => {
        const toolResponse = await send('tools/call', { name: `mcp-adapter-${tool}`, arguments: input }, session)
        return JSON.parse(await toolResponse.text())
      }
      return {
        callTool,
        execute: async (ability: string, parameters: object) =>
          (await callTool('execute-ability', { ability_name: `cedi-commerce/${ability}`, parameters })).result,
      }
    }

    it('lists the abilities of the plugin', async () => {
      const { result } = await admin.callTool('discover-abilities', {})
      const names = result.structuredContent.abilities
        .map(({ name }: { name: string }) => name)
        .filter((name: string) => name.startsWith('cedi-commerce/'))
      expect(names.toSorted()).toEqual([...withoutOrders, ...(woocommerce ? ofOrders : [])].toSorted())
    })

    it('returns the status of the connection and the products', async () => {
      const status = await admin.execute('get-status', {})
      expect(status.structuredContent).toMatchObject({
        success: true,
        data: { ok: true, balance: { currency: 'GHS' } },
      })
      const products = await admin.execute('list-products', {})
      expect(products.structuredContent).toMatchObject({ success: true, data: { is_complete: true } })
    })

    it('runs no ability without the permission of the user', async () => {
      await shop.site.php(
        join(import.meta.dirname, '../browser/run.php'),
        shop.site.core,
        "wp_insert_user( array( 'user_login' => 'kofi', 'user_pass' => 'password', 'role' => 'subscriber' ) ); return 1;",
      )
      const subscriber = await connect('kofi')
      for (const ability of [
        'get-status',
        'list-products',
        ...(woocommerce ? ['list-refunds', 'get-reconciliation'] : []),
      ])
        expect(JSON.stringify(await subscriber.execute(ability, {}))).toMatch(/permission/i)
    })

    if (woocommerce)
      it('requests a refund once, after a confirmation', async () => {
        const { id } = await shop.order('45.50')
        const { redirect, cedi_token: token } = await shop.pay(id)
        await shop.payByCard(token ?? redirect.slice(redirect.lastIndexOf('/') + 1))
        await shop.payUntilReceived(id)
        // The payment becomes available for refunds.
        await shop.mock.clock.advance('P2D')
        const payment = await admin.execute('get-order-payment', { order_id: id })
        expect(payment.structuredContent.data).toMatchObject({ order_id: id, state: 'paid', refunded: '0.00' })
        const input = { order_id: id, amount: '20.00', already_refunded: '0.00', reason: 'Torn seam' }
        const question = await admin.execute('request-refund', input)
        expect(JSON.stringify(question)).toContain('Ask a person')
        const refund = await admin.execute('request-refund', { ...input, confirm: true })
        expect(refund.structuredContent, JSON.stringify(refund)).toMatchObject({
          success: true,
          data: { state: 'requested' },
        })
        const repeated = await admin.execute('request-refund', { ...input, confirm: true })
        expect(JSON.stringify(repeated)).toContain('is refunded already')
        const list = await admin.execute('list-refunds', {})
        expect(list.structuredContent.data.refunds).toHaveLength(1)
        const reconciliation = await admin.execute('get-reconciliation', {})
        expect(reconciliation.structuredContent).toMatchObject({ success: true, data: { balance: {} } })
      })

    it('the plugin writes nothing to the PHP error log', () => {
      // The adapter's own schemas cause warnings.
      expect(shop.site.debugLog()).not.toMatch(/wordpress-plugin\/(?:includes|build)/)
    })
  },
)
