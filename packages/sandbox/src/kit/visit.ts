import { baseUrlOf, type IncomingRequest, pathOf, type Context as Service } from '@cedi/mock-server/service'
import type { Handler } from 'hono'
import type { Door, Session } from './access/door.js'
import { type PortalLanguage, portalLanguage } from './languages/portal/portal.js'
import type { Asked, HonoEnv } from './served.js'

/** What the pages of the portal and the desk get. */
export interface Doorway extends HonoEnv {
  Variables: { knock: Knock; session: Session; visit: Visit }
}

/** A request from somebody who may or may not have signed in. */
export interface Knock {
  readonly c: Asked<Doorway>
  readonly context: Service
  readonly request: IncomingRequest
  readonly door: Door
  readonly language: PortalLanguage
  readonly nowMs: number
  /** The address that links shown to people start with. */
  readonly baseUrl: string
  /** An address of the portal or the desk: `at('payments')` is `/portal/payments`, in the chosen language. */
  at(path?: string, query?: Readonly<Record<string, string>>): string
}

/** A request from somebody who has signed in. */
export interface Visit extends Knock {
  readonly session: Session
  /** Whose portal it is. */
  readonly merchant: string
  /** The merchant's displayed name. */
  readonly name: string
  /** The id in the path: the record that the page shows. */
  readonly id: string
  /** What was typed, when it is a form. */
  readonly form: URLSearchParams
}

/** A page of the portal or the desk; undefined for what the visitor may not see. */
export type Page = (visit: Visit) => Promise<Response | undefined> | Response | undefined

/** Makes a page the handler of a route. */
export const shown =
  (page: Page): Handler<Doorway> =>
  async (c) =>
    (await page({ ...c.var.visit, id: c.req.param('id') ?? '' })) ?? c.notFound()

/** The path part with a record's id. */
export const recordId = ':id{[a-z]+_[0-9a-z]+}'

/** Signs in a visitor. */
export function knock(c: Asked<Doorway>, door: Door): Knock {
  const { context, request } = c.env
  const language = portalLanguage(request.query, request.headers.get('accept-language'))
  const baseUrl = baseUrlOf({ context, request })
  const root = pathOf(baseUrl)
  const kept: Record<string, string> = request.query?.get('lang') === language.tag ? { lang: language.tag } : {}
  return {
    c,
    context,
    request,
    door,
    language,
    baseUrl,
    nowMs: context.clock.nowMs(),
    at(path = '', query = {}) {
      const search = String(new URLSearchParams({ ...query, ...kept }))
      return `${root}/${door}${path && `/${path}`}${search && `?${search}`}`
    },
  }
}
