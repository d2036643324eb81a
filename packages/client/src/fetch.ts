export { ApiError, type ErrorCode, isApiError } from './errors.js'
export { items, type PageOptions, pages } from './pages.js'
export { type FetchAnswer, type FetchInit, type FetchLike, type SendOptions, type SignalLike, send } from './send.js'
export type { RequestDescription } from './types.js'
