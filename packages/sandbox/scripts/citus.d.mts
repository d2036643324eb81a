import type { Postgres } from './postgres.mjs'

export function inDatabase(url: string, name: string): string
export function createShardedDatabase(urls: readonly string[], name: string): Promise<string>
export function startCitus(options?: { isDurable?: boolean }): Promise<{
  readonly servers: readonly [Postgres, Postgres, Postgres]
  readonly urls: readonly string[]
  end(): Promise<void>
}>
