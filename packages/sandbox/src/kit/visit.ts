import { baseUrlOf, type IncomingRequest, pathOf, type Context as Service } from '@cedi/mock-server/service'
import type { Handler } from 'hono'
import type { Door, Session } from './access/door.js'
import { type PortalLanguage, portalLanguage } from './languages/portal/portal.js'
import type { Asked, Served } from './served.js'

/** What the pages behind a door are given. */
export interface Doorway extends Served {
  Variables: { knock: Knock; session: Session; visit: Visit }
}

/** One request of somebody who may or may not have come in. */
export interface Knock {
  readonly c: Asked<Doorway>
  readonly context: Service
  readonly request: IncomingRequest
  readonly door: Door
  readonly language: PortalLanguage
  readonly nowMs: number
  /** The address that links shown to people start with. */
  readonly baseUrl: string
  /** An address of this door: `at('payments')` is `/portal/payments`, in the language that was chosen. */
  at(path?: string, query?: Readonly<Record<string, string>>): string
}

/** One request of somebody who has come in. */
export interface Visit extends Knock {
  readonly session: Session
  /** Whose portal it is. */
  readonly merchant: string
  /** How people call the merchant. */
  readonly name: string
  /** The id in the path, of the record that the page is about. */
  readonly id: string
  /** What was typed, when it is a form. */
  readonly form: URLSearchParams
}

/** A page behind a door; nothing for what is not theirs to see. */
export type Page = (visit: Visit) => Promise<Response | undefined> | Response | undefined

/** Makes a page the handler of a route. */
export const shown =
  (page: Page): Handler<Doorway> =>
  async (c) =>
    (await page({ ...c.var.visit, id: c.req.param('id') ?? '' })) ?? c.notFound()

/** The id of a record, as the part of a path. */
export const recordId = ':id{[a-z]+_[0-9a-z]+}'

/** Takes in who knocks. */
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
