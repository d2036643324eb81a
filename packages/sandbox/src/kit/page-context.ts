import { getBaseUrl, getPath, type IncomingRequest, type Context as Service } from '@cedi/mock-server/internal'
import type { Handler } from 'hono'
import type { Area, Session } from './access/area.js'
import type { HonoContext, HonoEnv } from './hono-env.js'
import { type PortalLanguage, portalLanguage } from './languages/portal/portal.js'

/** Hono environment of the portal and the operator desk. */
export interface AreaEnv extends HonoEnv {
  Variables: { pageContext: PageContext; session: Session; sessionContext: SessionContext }
}

/** Context of a request to the portal or the operator desk, with or without a session. */
export interface PageContext {
  readonly c: HonoContext<AreaEnv>
  readonly context: Service
  readonly request: IncomingRequest
  readonly area: Area
  readonly language: PortalLanguage
  readonly nowMs: number
  /** Base URL for links that are shown as text. */
  readonly baseUrl: string
  /** Returns a path in the area, in the chosen language: `at('payments')` is `/portal/payments`. */
  at(path?: string, query?: Readonly<Record<string, string>>): string
}

/** Context of a request with a session. */
export interface SessionContext extends PageContext {
  readonly session: Session
  /** Merchant that is signed in. */
  readonly merchant: string
  /** Display name of the merchant. */
  readonly name: string
  /** Id of the record in the path. */
  readonly id: string
  /** Submitted form; empty for a GET request. */
  readonly form: URLSearchParams
}

/** Renders a page of the portal or the operator desk. Returns undefined for a record that the session may not read. */
export type PageHandler = (ctx: SessionContext) => Promise<Response | undefined> | Response | undefined

/** Converts a page handler to a route handler. */
export const toHandler =
  (page: PageHandler): Handler<AreaEnv> =>
  async (c) =>
    (await page({ ...c.var.sessionContext, id: c.req.param('id') ?? '' })) ?? c.notFound()

/** Path parameter for the id of a record. */
export const recordId = ':id{[a-z]+_[0-9a-z]+}'

/** Creates the context of a request. */
export function createPageContext(c: HonoContext<AreaEnv>, area: Area): PageContext {
  const { context, request } = c.env
  const language = portalLanguage(request.query, request.headers.get('accept-language'))
  const baseUrl = getBaseUrl({ context, request })
  const root = getPath(baseUrl)
  const languageQuery: Record<string, string> =
    request.query?.get('lang') === language.tag ? { lang: language.tag } : {}
  return {
    c,
    context,
    request,
    area,
    language,
    baseUrl,
    nowMs: context.clock.nowMs(),
    at(path = '', query = {}) {
      const search = String(new URLSearchParams({ ...query, ...languageQuery }))
      return `${root}/${area}${path && `/${path}`}${search && `?${search}`}`
    },
  }
}
