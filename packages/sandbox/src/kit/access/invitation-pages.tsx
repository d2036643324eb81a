/** @jsxImportSource hono/jsx */
import { merchantName } from '@cedi/mock-server/internal'
import type { Context } from 'hono'
import { fill } from '../languages/portal/portal.js'
import { ContinueLink, plainPage, redirect } from '../layout.js'
import type { AreaEnv, PageContext } from '../page-context.js'
import { readInvitation } from './invitation.js'
import { openSession } from './session.js'

type PageResponse = Response | Promise<Response>

/** Reads the invitation whose token is in the path. The path is not decoded. */
const readPathInvitation = ({ c, context, area }: PageContext) =>
  readInvitation(context, area, c.req.path.slice(`/${area}/invitations/`.length))

/** `GET /{area}/invitations/{token}`: shows an invitation. Opening the link does not use it up. @decision 0037 */
export async function invitationPage({ var: { pageContext: ctx } }: Context<AreaEnv>): Promise<Response> {
  const { words } = ctx.language
  const invitation = await readPathInvitation(ctx)
  if (invitation.state !== 'open') return invalidInvitationPage(ctx, invitation.state)
  const isPortal = ctx.area === 'portal'
  const name = isPortal ? await merchantName(ctx.context, invitation.principal.merchant) : ''
  return plainPage(
    ctx,
    200,
    isPortal ? fill(words.invited, { name }) : words.invitedOperator,
    <>
      <p>{isPortal ? words.invitedText : words.invitedOperatorText}</p>
      <form method="post">
        <button type="submit" class="main">
          {isPortal ? words.openPortal : words.openOperator}
        </button>
      </form>
    </>,
  )
}

/** `POST /{area}/invitations/{token}`: signs in with an invitation. @decision 0037 */
export async function acceptInvitation({ var: { pageContext: ctx } }: Context<AreaEnv>): Promise<Response> {
  const invitation = await readPathInvitation(ctx)
  if (invitation.state !== 'open') return invalidInvitationPage(ctx, invitation.state)
  return (await openSession(ctx.c, invitation)) ? redirect(ctx, ctx.at()) : invalidInvitationPage(ctx, 'used')
}

const invalidInvitationPage = (ctx: PageContext, state: 'used' | 'expired' | 'wrong'): PageResponse => {
  const { words } = ctx.language
  return plainPage(
    ctx,
    410,
    words[state],
    <>
      <p>{words[`${state}Text`]}</p>
      <ContinueLink ctx={ctx} />
    </>,
  )
}

/** Responds 401 to a request without a session. */
export function signInRequiredPage(ctx: PageContext): PageResponse {
  const { language, area, baseUrl } = ctx
  const { words } = language
  return plainPage(
    ctx,
    401,
    words.closed,
    <>
      <p>{words.closedText}</p>
      <p>{words.closedHere}</p>
      <ContinueLink ctx={ctx} />
      <p class="hint">{words.closedMock}</p>
      <p>
        <code>
          curl -X POST {baseUrl}/__mock/{area}/invitations
        </code>
      </p>
    </>,
  )
}

/** Responds 403 to a form of another origin or session. */
export const foreignFormPage = (ctx: PageContext): PageResponse => {
  const { words } = ctx.language
  return errorPage(ctx, 403, words.foreign, words.foreignText)
}

/** Responds 400 to an invalid form. */
export const badFormPage = (ctx: PageContext): PageResponse => {
  const { words } = ctx.language
  return errorPage(ctx, 400, words.badForm, words.badFormText)
}

const errorPage = (ctx: PageContext, status: number, title: string, text: string): PageResponse =>
  plainPage(
    ctx,
    status,
    title,
    <>
      <p>{text}</p>
      <ContinueLink ctx={ctx} />
    </>,
  )

/** Responds 404, or 405 with the allowed methods. */
export async function noPage(ctx: PageContext, allow: readonly string[] = []): Promise<Response> {
  const { words } = ctx.language
  const isMethod = allow.length > 0
  const response = await errorPage(
    ctx,
    isMethod ? 405 : 404,
    isMethod ? words.notHere : words.notFound,
    isMethod ? words.notHereText : words.notFoundText,
  )
  if (isMethod) response.headers.set('Allow', allow.join(', '))
  return response
}
