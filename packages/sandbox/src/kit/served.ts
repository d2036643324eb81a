import type { HttpResponse, IncomingRequest, Context as Service } from '@cedi/mock-server/service'
import type { Context, MiddlewareHandler } from 'hono'

/** Details of an answer, given beside it. */
export interface Told {
  /** What the request log calls it. */
  operation: string | undefined
  /** Whose request it was. */
  merchant: string | undefined
  /** What follows the body live. */
  follow?: HttpResponse['follow']
  /** The cookie to set, as a `Set-Cookie` header. */
  cookie?: string
}

/** What every page is given. */
export interface HonoEnv {
  Bindings: {
    /** The service that the page belongs to. */
    readonly context: Service
    /** The request as the service received it: its path is not decoded. */
    readonly request: IncomingRequest
    readonly requestId: string
    readonly told: Told
  }
}

/** One request for a page, and the way to answer it. */
export type Asked<Env extends HonoEnv = HonoEnv> = Context<Env>

/** Sets what the request log calls an answer. */
export const told =
  (operation: string): MiddlewareHandler<HonoEnv> =>
  (c, next) => {
    c.env.told.operation = operation
    return next()
  }

/** An answer that the service made. */
export function passOn<Env extends HonoEnv>(c: Asked<Env>, { status, headers, body, follow }: HttpResponse): Response {
  if (follow) c.env.told.follow = follow
  // Some answers, such as 204, must have no body.
  return new Response(body === '' ? null : body, { status, headers })
}

/** The path as it was sent: none of our addresses has a percent sign, a dot or two slashes. */
export const getPath = (_: Request, { env }: { readonly env?: unknown } = {}): string =>
  (env as HonoEnv['Bindings']).request.path
