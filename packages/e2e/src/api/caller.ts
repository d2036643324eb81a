import { matchOperation } from '@cedi/contract'
import { checkResponse } from '@cedi/contract/responses'
import { expect } from 'vitest'

/** Mock server or sandbox. */
export interface FetchServer {
  fetch(request: Request): Promise<Response>
}

/** Response that conforms to the OpenAPI document. */
export interface CheckedResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its record.
  readonly data: any
  readonly error: { readonly code: string; readonly field?: string } | undefined
  readonly link: string | null
}

const base = 'http://127.0.0.1:23300'

/** Client that counts requests and validates every response against the OpenAPI document. */
export class Caller {
  requestCount = 0
  readonly #server: FetchServer
  readonly #key: string

  constructor(server: FetchServer, key: string) {
    this.#server = server
    this.#key = key
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<CheckedResponse> {
    this.requestCount++
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
    const description = `${method} ${path} ${text?.slice(0, 400)}: ${response.status}`
    expect(response.status, description).toBeLessThan(500)
    const responseText = await response.text()
    const parsed = JSON.parse(responseText)
    const [pathname = ''] = path.split('?')
    const match = matchOperation(method, pathname)
    const operation = match.found ? match.operation.id : 'failure'
    expect(checkResponse(operation, response.status, parsed), `${description} ${responseText.slice(0, 400)}`).toEqual(
      [],
    )
    return { status: response.status, data: parsed.data, error: parsed.error, link: response.headers.get('link') }
  }
}
