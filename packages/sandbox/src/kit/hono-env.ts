import type { HttpResponse, IncomingRequest, Context as Service } from '@cedi/mock-server/internal'
import type { Context, MiddlewareHandler } from 'hono'

/** Details of a response that a Hono `Response` cannot carry. */
export interface ResponseMeta {
  /** Operation in the request log. */
  operation: string | undefined
  /** Merchant in the request log. */
  merchant: string | undefined
  /** Event stream that follows the body. */
  follow?: HttpResponse['stream']
  /** Value of the `Set-Cookie` header. */
  cookie?: string
}

/** Hono environment of all pages. */
export interface HonoEnv {
  Bindings: {
    readonly context: Service
    /** Request as the service received it: its path is not decoded. */
    readonly request: IncomingRequest
    readonly requestId: string
    readonly meta: ResponseMeta
  }
}

/** Hono context of a page request. */
export type HonoContext<Env extends HonoEnv = HonoEnv> = Context<Env>

/** Middleware that sets the operation in the request log. */
export const setOperation =
  (operation: string): MiddlewareHandler<HonoEnv> =>
  (c, next) => {
    c.env.meta.operation = operation
    return next()
  }

/** Converts a response of the service to a Hono response. */
export function toHonoResponse<Env extends HonoEnv>(
  c: HonoContext<Env>,
  { status, headers, body, stream }: HttpResponse,
): Response {
  if (stream) c.env.meta.follow = stream
  // `Response` throws for an empty string with a status such as 204.
  return new Response(body === '' ? null : body, { status, headers })
}

/** Returns the path as it was sent, not decoded: routes contain no percent sign, dot segment or double slash. */
export const getPath = (_: Request, { env }: { readonly env?: unknown } = {}): string =>
  (env as HonoEnv['Bindings']).request.path
