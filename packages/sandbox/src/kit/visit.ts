import type { Answer } from '@cedi/mock-server/service'
import { baseUrlOf, type Context, type IncomingRequest, pathOf } from '@cedi/mock-server/service'
import type { Door } from './access/door.js'
import type { Session } from './access/session.js'
import type { PortalLanguage } from './languages/portal/portal.js'

/** One request of somebody who may or may not have come in. */
export interface Knock {
  readonly context: Context
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
  /** The parts of the path that stand for `*`. */
  readonly parts: readonly string[]
  /** What was typed, when it is a form. */
  readonly form: URLSearchParams
}

/** Pages by `METHOD path`, where `*` stands for one part of the path; nothing for what is not theirs to see. */
export type Pages = Readonly<Record<string, (visit: Visit) => Promise<Answer | undefined> | Answer | undefined>>

/** Takes in who knocks. */
export function knock(context: Context, request: IncomingRequest, door: Door, language: PortalLanguage): Knock {
  const baseUrl = baseUrlOf({ context, request })
  const root = pathOf(baseUrl)
  const kept: Record<string, string> = request.query?.get('lang') === language.tag ? { lang: language.tag } : {}
  return {
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
