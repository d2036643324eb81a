import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../src/http/read-json.js'
import { createService, wallet } from './service.js'

const problem = (text: string) => {
  const read = readJson(text)
  return read.ok ? 'fine' : read.problem === 'no_json' ? 'no_json' : `${read.problem} ${read.field}`
}

describe('JSON is read as it is written', () => {
  it.each([
    ['{"a":1,"a":1}', 'unfit a'],
    ['{"a":1,"\\u0061":1}', 'unfit a'],
    ['{"a":{"b":[{"c":1},{"c":1, "d":"}" , "c" :2}]}}', 'unfit a.b[1].c'],
    ['[{"a":1},{"a":1}]', 'fine'],
    ['{"a":{"a":1},"b":{"a":"a"},"c":"b"}', 'fine'],
    ['{"a":"\\"","a\\"":1,"a\\\\":2,"":3}', 'fine'],
    ['{"":1,"":1}', 'unfit '],
    ['{"__proto__":1,"__proto__":2}', 'unfit __proto__'],
    ['{"a":45.499999999999999999}', 'number a'],
    ['{"a":[1,{"b":19.9999999999999999}]}', 'number a[1].b'],
    ['[1e400]', 'number [0]'],
    ['[-1e400]', 'number [0]'],
    ['[1e-400]', 'number [0]'],
    ['[9007199254740993]', 'number [0]'],
    ['[45.5,45.500000000000000000000,4.55e1,4.55E+1,0.1e1,1e3,1e21,-0,0.0,0e5,-0.00e-7,9007199254740992]', 'fine'],
    ['[0.1,0.29,1000000.01,999999.99,1.7976931348623157e308,5e-324]', 'fine'],
    ['{"a":"45.499999999999999999","b":"1e400","c":"{\\"a\\":1,\\"a\\":1}"}', 'fine'],
    ['{', 'no_json'],
    ['', 'no_json'],
  ])('%s is %s', (text, said) => {
    expect(problem(text)).toBe(said)
  })

  it('a number of very many digits takes no longer than other texts of its length', () => {
    const zeros = '0'.repeat(200_000)
    expect(problem(`[0.${zeros}1]`)).toBe('number [0]')
    expect(problem(`[1${zeros}.${zeros}]`)).toBe('number [0]')
    expect(problem(`[45.5${zeros}]`)).toBe('fine')
  })

  it('any value that a program writes is read back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        // Half of a surrogate pair is refused, which another test checks.
        fc.pre(!/\\u/.test(text))
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  it('a repeated name is found at any depth', () => {
    const named = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { minKeys: 1 })
    fc.assert(
      fc.property(named, (value) => {
        const text = JSON.stringify([value])
        fc.pre(!/\\u/.test(text))
        const [name] = Object.keys(value)
        const twice = `${text.slice(0, -2)},${JSON.stringify(name)}:null}]`
        expect(readJson(twice)).toMatchObject({ ok: false, problem: 'unfit' })
      }),
    )
  })
})

describe('a body', () => {
  const send = async (path: string, body: string) => {
    const { status, error } = await createService().post(path, body)
    return [status, error?.code, error?.field, error?.message]
  }
  const rule = (field: string) => `${field} must be a number in GH₵ with at most two decimals, such as 45.5 or "45.50".`

  it('with an amount that would be rounded is refused like any other with too many decimals', async () => {
    const momo = JSON.stringify(wallet).replace('45.5', '45.499999999999999999')
    expect(await send('/api/v1/payments', momo)).toEqual([422, 'invalid_amount', 'amount', rule('amount')])
    expect(await send('/api/v1/checkout/intent', '{"amount":19.9999999999999999}')).toEqual([
      422,
      'invalid_amount',
      'amount',
      rule('amount'),
    ])
    expect(await send('/api/v1/products', '{"name":"x","price":0.10000000000000000001}')).toEqual([
      422,
      'invalid_amount',
      'price',
      rule('price'),
    ])
    expect(await send('/api/v1/products', '{"name":"x","price":1,"stock":10000000000000000001}')).toEqual([
      422,
      'invalid_request',
      'stock',
      'stock has more digits than a number can keep. Send fewer, or the number as text.',
    ])
  })

  it('with the same name twice is refused, and the name is told', async () => {
    const twice = (field: string) => [422, 'invalid_request', field, `${field} is there twice. Send it once.`]
    const momo = JSON.stringify(wallet)
    expect(await send('/api/v1/payments', momo.replace('{', '{"amount":1,'))).toEqual(twice('amount'))
    expect(await send('/api/v1/payments', momo.replace('}', ',"metadata":{"a":"1","a":"2"}}'))).toEqual(
      twice('metadata.a'),
    )
    expect(await send('/__mock/outcomes', '{"outcome":"fail","outcome":"succeed"}')).toEqual(twice('outcome'))
    const [, code, field] = await send('/__mock/payouts', '{"amount":5.0000000000000000001,"phone":"0244123789"}')
    expect([code, field]).toEqual(['invalid_request', 'amount'])
  })
})
