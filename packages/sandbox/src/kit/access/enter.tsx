/** @jsxImportSource hono/jsx */
import { merchantName } from '@cedi/mock-server/service'
import type { Context } from 'hono'
import { fill } from '../languages/portal/portal.js'
import { doorstep, GoOn, goOn } from '../layout.js'
import type { Doorway, Knock } from '../visit.js'
import { readInvitation } from './invitation.js'
import { openSession } from './session.js'

type Answered = Response | Promise<Response>

/** As it was sent, not decoded. */
const standingOf = ({ c, context, door }: Knock) =>
  readInvitation(context, door, c.req.path.slice(`/${door}/invitations/`.length))

/** `GET /{door}/invitations/{token}`: says who is invited. Opening the link does not use it up. @decision 0037 */
export async function invitationPage({ var: { knock } }: Context<Doorway>): Promise<Response> {
  const { words } = knock.language
  const standing = await standingOf(knock)
  if (standing.state !== 'open') return spent(knock, standing.state)
  const isPortal = knock.door === 'portal'
  const name = isPortal ? await merchantName(knock.context, standing.guest.merchant) : ''
  return doorstep(
    knock,
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

/** `POST /{door}/invitations/{token}`: signs in whoever pressed the button. @decision 0037 */
export async function enter({ var: { knock } }: Context<Doorway>): Promise<Response> {
  const standing = await standingOf(knock)
  if (standing.state !== 'open') return spent(knock, standing.state)
  return (await openSession(knock.c, standing)) ? goOn(knock, knock.at()) : spent(knock, 'used')
}

const spent = (knock: Knock, state: 'used' | 'expired' | 'wrong'): Answered => {
  const { words } = knock.language
  return doorstep(
    knock,
    410,
    words[state],
    <>
      <p>{words[`${state}Text`]}</p>
      <GoOn knock={knock} />
    </>,
  )
}

/** The page for a visitor who has not signed in. */
export function closedPage(knock: Knock): Answered {
  const { language, door, baseUrl } = knock
  const { words } = language
  return doorstep(
    knock,
    401,
    words.closed,
    <>
      <p>{words.closedText}</p>
      <p>{words.closedHere}</p>
      <GoOn knock={knock} />
      <p class="hint">{words.closedMock}</p>
      <p>
        <code>
          curl -X POST {baseUrl}/__mock/{door}/invitations
        </code>
      </p>
    </>,
  )
}

/** The answer to a form that another page sent. */
export const foreign = (knock: Knock): Answered => {
  const { words } = knock.language
  return refusedForm(knock, 403, words.foreign, words.foreignText)
}

/** The answer to a form that is not ours. */
export const badForm = (knock: Knock): Answered => {
  const { words } = knock.language
  return refusedForm(knock, 400, words.badForm, words.badFormText)
}

const refusedForm = (knock: Knock, status: number, title: string, text: string): Answered =>
  doorstep(
    knock,
    status,
    title,
    <>
      <p>{text}</p>
      <GoOn knock={knock} />
    </>,
  )

/** The answer where no page exists, or none for this method. */
export async function nothingBehind(knock: Knock, allow: readonly string[] = []): Promise<Response> {
  const { words } = knock.language
  const isMethod = allow.length > 0
  const answer = await refusedForm(
    knock,
    isMethod ? 405 : 404,
    isMethod ? words.notHere : words.notFound,
    isMethod ? words.notHereText : words.notFoundText,
  )
  if (isMethod) answer.headers.set('Allow', allow.join(', '))
  return answer
}
