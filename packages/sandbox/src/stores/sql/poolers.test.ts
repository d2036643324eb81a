import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPostgres } from './postgres.js'

/** The effect of a pooler on a statement: an error or none. */
type Behaviour = (settings: Record<string, unknown>, query: { name?: string; text: string }) => string | undefined

const { world } = vi.hoisted(() => ({
  world: { behave: (() => undefined) as Behaviour, sent: [] as { name?: string; text: string }[], opened: 0 },
}))
vi.mock('pg', () => {
  const pg = {
    Client: class {},
    Pool: class {
      readonly settings: Record<string, unknown>
      constructor(settings: Record<string, unknown>) {
        this.settings = settings
        world.opened++
      }
      on() {}
      async end() {}
      async query(query: { name?: string; text: string }) {
        const code = world.behave(this.settings, query)
        if (code)
          throw Object.assign(new Error(code === '08P01' ? 'unsupported startup parameter: options' : code), { code })
        world.sent.push(query)
        return { rows: [{ ok: true }] }
      }
    },
  }
  return { ...pg, default: pg }
})

beforeEach(() => {
  world.behave = () => undefined
  world.sent = []
  world.opened = 0
})
const url = 'postgres://pooler.example/cedi'
const text = 'SELECT CAST($1 AS text) AS t'

describe('behind a pooler', () => {
  it('a prepared statement is named after its text, so another process prepares the same statement under that name', async () => {
    const [one, other] = [await openPostgres({ url }), await openPostgres({ url })]
    await one.query('SELECT CAST($1 AS bigint) AS first', [1])
    await one.query(text, ['a'])
    await other.query(text, ['b'])
    const names = world.sent.map(({ name }) => name)
    expect(names[1]).toMatch(/^cedi_[0-9a-f]{40}$/)
    expect(names[2]).toBe(names[1])
    expect(names[0]).not.toBe(names[1])
  })

  it.each(['26000', '42P05'])(
    'that keeps no prepared statements (%s), it is sent again, and none is prepared',
    async (code) => {
      world.behave = (_, { name }) => (name ? code : undefined)
      const driver = await openPostgres({ url })
      const results = await Promise.all([driver.query(text, ['a']), driver.query(text, ['b'])])
      expect(results).toEqual([[{ ok: true }], [{ ok: true }]])
      await driver.query(text, ['c'])
      expect(world.sent.map(({ name }) => name)).toEqual([undefined, undefined, undefined])
    },
  )

  it('a pooler that rejects session settings gets none', async () => {
    world.behave = ({ options, statement_timeout }) => (options || statement_timeout ? '08P01' : undefined)
    const driver = await openPostgres({ url })
    await Promise.all([driver.query(text, ['a']), driver.query(text, ['b'])])
    expect(world.sent.map(({ name }) => name)).toEqual([undefined, undefined])
    expect(world.opened).toBe(2)
  })

  it('a permanent error is thrown after one retry', async () => {
    world.behave = () => '08P01'
    const driver = await openPostgres({ url })
    await expect(driver.query(text, ['a'])).rejects.toMatchObject({ code: 'store_unavailable', reason: '08P01' })
    world.behave = () => '26000'
    const other = await openPostgres({ url })
    await expect(other.query(text, ['a'])).rejects.toMatchObject({ name: 'SqlError', code: '26000' })
  })
})
