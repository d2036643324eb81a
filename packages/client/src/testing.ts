import type { LicenseCheck } from '@cedi/contract'
import { type FailureName, type FixtureNames, failures, fixtures } from './generated/fixtures.js'
import type { Operations, RequestDescription } from './types.js'

export type { FailureName, FixtureNames } from './generated/fixtures.js'
export type { RequestDescription } from './types.js'

/** The payload of an operation, the license check included. */
export type FixtureData<O extends keyof FixtureNames> = O extends keyof Operations
  ? Operations[O]['data']
  : LicenseCheck

/** An answer as transports give it: the status, the headers and the text of a body that can be read once or often. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number
  /** Finds a header; the case of the name does not matter. */
  readonly headers: { get(name: string): string | null }
  /** The body. */
  text(): Promise<string>
}

/**
 * An example of the contract as a typed value; a fresh copy each time.
 *
 * @param operation - Such as `readPayment`.
 * @param name - Such as `succeeded`.
 * @returns The payload.
 * @example
 * ```ts
 * import { fixture } from '@cedi/client/testing'
 *
 * console.log(fixture('readPayment', 'succeeded').net) // 43.41
 * ```
 */
export function fixture<O extends keyof FixtureNames>(operation: O, name: FixtureNames[O]): FixtureData<O> {
  return JSON.parse(JSON.stringify(fixtures[operation][name][1]))
}

/**
 * The answer in which the service gives a payload.
 *
 * @param data - The payload.
 * @param status - The HTTP status; 200 when left out.
 * @param headers - Headers, such as `Link`.
 * @returns What `parse`, and a `fetch` given to `send`, take.
 * @example
 * ```ts
 * import { createClient, parse } from '@cedi/client'
 * import { answer, fixture } from '@cedi/client/testing'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const result = await parse(cedi.payments.read('pay_1'), answer(fixture('readPayment', 'pending')))
 * if (result.success) console.log(result.data.status) // pending
 * ```
 */
export function answer(data: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return answerWith({ success: true, data }, status, headers)
}

/**
 * The answer in which the service says no.
 *
 * @param code - A code of the contract, such as `rate_limited`.
 * @param request - The description that is answered; its scope goes into the message.
 * @param headers - Headers, such as `Retry-After`.
 * @returns What `parse`, and a `fetch` given to `send`, take.
 * @example
 * ```ts
 * import { createClient, parse } from '@cedi/client'
 * import { refusal } from '@cedi/client/testing'
 *
 * const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_1' })
 * const request = cedi.orders.list()
 * const result = await parse(request, refusal('insufficient_scope', request))
 * if (!result.success) console.log(result.error.requiredScope) // orders:read
 * ```
 */
export function refusal(
  code: FailureName,
  request?: RequestDescription<unknown>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const [status, text] = failures[code]
  const message = text.replace('{scope}', request?.scope ?? 'it needs')
  return answerWith(
    { success: false, data: null, error: { code, message, request_id: 'req_00000001' } },
    status,
    headers,
  )
}

function answerWith(body: object, status: number, headers: Readonly<Record<string, string>>): Answer {
  const rows = Object.entries(headers)
  return {
    status,
    headers: { get: (name) => rows.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null },
    text: async () => JSON.stringify(body),
  }
}
