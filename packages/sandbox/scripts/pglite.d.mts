import type { PGlite } from '@electric-sql/pglite'

export function makeEmptyPglite(): Promise<void>
export function openEmptyPglite(): Promise<PGlite>
