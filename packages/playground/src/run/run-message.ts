import type { Call } from './call.js'

/** Message of the worker to the page. */
export type RunMessage =
  | { readonly type: 'print'; readonly kind: 'log' | 'error'; readonly text: string }
  | ({ readonly type: 'call' } & Call)
  | { readonly type: 'end'; readonly error?: string }
