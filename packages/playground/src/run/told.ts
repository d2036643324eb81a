import type { Call } from './call.js'

/** What the page is told. */
export type Told =
  | { readonly told: 'print'; readonly kind: 'log' | 'error'; readonly text: string }
  | ({ readonly told: 'call' } & Call)
  | { readonly told: 'end'; readonly error?: string }
