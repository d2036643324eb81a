import type { LoggedRequest } from '@cedi/mock-server'
import { InvariantViolation } from './invariants.js'

/** Checks that repeated writes have the same idempotency key. */
export function checkSameKeys(requests: readonly LoggedRequest[]): void {
  const keys = new Map<string, Set<string>>()
  for (const { method, path, body, headers } of requests) {
    if (method !== 'POST') continue
    const write = `${path} ${JSON.stringify(body)}`
    keys.set(write, (keys.get(write) ?? new Set()).add(headers['idempotency-key'] ?? ''))
  }
  for (const [write, used] of keys)
    if (used.size > 1)
      throw new InvariantViolation(
        'same-key',
        `The same POST ${write.split(' ')[0]} was sent with ${used.size} idempotency keys.`,
      )
}

/** Checks that no record was read more often than a limit. */
export function checkReads(requests: readonly LoggedRequest[], limit: number, seconds: number): void {
  const counts = new Map<string, number>()
  for (const { method, path } of requests) if (method === 'GET') counts.set(path, (counts.get(path) ?? 0) + 1)
  for (const [path, count] of counts)
    if (count > limit)
      throw new InvariantViolation('polite-polling', `GET ${path} was sent ${count} times in ${seconds} s.`)
}
