import { matchOperation } from '@cedi/contract'
import { checkAnswer } from '@cedi/contract/answers'
import { expect } from 'vitest'

/** A server that answers `Request`s: the mock server or the sandbox. */
export interface Served {
  fetch(request: Request): Promise<Response>
}

/** An answer, checked against the document. */
export interface Got {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each law knows the record that it asked for.
  readonly data: any
  readonly error: { readonly code: string; readonly field?: string } | undefined
  readonly link: string | null
}

const base = 'http://127.0.0.1:4010'

/** Counts requests, and checks every answer against the document. */
export class Caller {
  asked = 0
  readonly #server: Served
  readonly #key: string

  constructor(server: Served, key: string) {
    this.#server = server
    this.#key = key
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Got> {
    this.asked++
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const response = await this.#server.fetch(
      new Request(base + path, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${this.#key}`,
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text !== undefined && { body: text as string }),
      }),
    )
    const where = `${method} ${path} ${text?.slice(0, 400)}: ${response.status}`
    expect(response.status, where).toBeLessThan(500)
    const answer = await response.text()
    const parsed = JSON.parse(answer)
    const [plain = ''] = path.split('?')
    const match = matchOperation(method, plain)
    const operation = match.found ? match.operation.id : 'failure'
    expect(checkAnswer(operation, response.status, parsed), `${where} ${answer.slice(0, 400)}`).toEqual([])
    return { status: response.status, data: parsed.data, error: parsed.error, link: response.headers.get('link') }
  }
}
