import { expect, test, vi } from 'vitest'
import { send } from './fetch.js'
import { createClient, parse } from './index.js'

const list = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' }).products.list()

test('send cancels an endless response at 4 MiB, and rejects it with invalid_response', async () => {
  const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536)))
  const cancel = vi.fn()
  await expect(
    send(list, { fetch: async () => new Response(new ReadableStream({ pull, cancel })) }),
  ).rejects.toMatchObject({
    code: 'invalid_response',
    message: expect.stringContaining('larger than 4194304 bytes. Set maxResponseBytes to accept it'),
  })
  expect(cancel).toHaveBeenCalledOnce()
  expect(pull.mock.calls.length).toBeLessThan(70)
})

test('maxResponseBytes accepts a response of exactly this size and rejects one byte more', async () => {
  const body = '{"success":true,"data":["₵"]}'
  const maxResponseBytes = new TextEncoder().encode(body).length
  expect(await parse(list, new Response(body), { maxResponseBytes })).toEqual({ success: true, data: ['₵'] })
  expect((await parse(list, new Response(`${body} `), { maxResponseBytes })).error?.code).toBe('invalid_response')
})

test('the limit applies to a transport without a stream', async () => {
  const response = { status: 200, text: async () => '{"success":true,"data":[]}' }
  expect((await parse(list, response, { maxResponseBytes: 10 })).error?.code).toBe('invalid_response')
})

test('a character that is split over two chunks is decoded', async () => {
  const bytes = new TextEncoder().encode('{"success":true,"data":"₵"}')
  const stream = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  expect(await parse(list, new Response(stream))).toEqual({ success: true, data: '₵' })
})
