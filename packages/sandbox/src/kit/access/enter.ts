import type { Answer } from '@cedi/mock-server/service'
import { fill } from '../languages/portal/portal.js'
import { doorstep, goOn } from '../layout.js'
import { h } from '../tree.js'
import type { Knock } from '../visit.js'
import { isFromOurPage } from './form.js'
import { readInvitation } from './invitation.js'
import { openSession } from './session.js'

/**
 * `/{door}/invitations/{token}`: says who is invited, and lets them in when they press the button. Looking at the
 * link does not use it up.
 *
 * @decision 0037
 */
export async function invitationPage(
  knock: Knock,
  token: string,
  nameOf: (merchant: string) => Promise<string>,
): Promise<Answer> {
  const { context, request, door, language, at } = knock
  const { words } = language
  const standing = await readInvitation(context, door, token)
  if (standing.state !== 'open')
    return doorstep(
      knock,
      410,
      words[standing.state],
      h('p', {}, words[`${standing.state}Text`]),
      h('a', { class: 'button quiet', href: at() }, words.goOn),
    )
  if (request.method === 'POST') {
    if (!isFromOurPage(context, request)) return foreign(knock)
    const cookie = await openSession(context, request, standing)
    if (cookie !== undefined) return goOn(at(), cookie)
    return doorstep(
      knock,
      410,
      words.used,
      h('p', {}, words.usedText),
      h('a', { class: 'button quiet', href: at() }, words.goOn),
    )
  }
  const isPortal = door === 'portal'
  const name = isPortal ? await nameOf(standing.guest.merchant) : ''
  return doorstep(
    knock,
    200,
    isPortal ? fill(words.invited, { name }) : words.invitedOperator,
    h('p', {}, isPortal ? words.invitedText : words.invitedOperatorText),
    h('form', { method: 'post' }, h('button', { class: 'main' }, isPortal ? words.openPortal : words.openOperator)),
  )
}

/** What somebody sees who has not come in. */
export function closedPage(knock: Knock): Answer {
  const { language, door, baseUrl, at } = knock
  const { words } = language
  return doorstep(
    knock,
    401,
    words.closed,
    h('p', {}, words.closedText),
    h('p', {}, words.closedHere),
    h('a', { class: 'button quiet', href: at() }, words.goOn),
    h('p', { class: 'hint' }, words.closedMock),
    h('p', {}, h('code', {}, `curl -X POST ${baseUrl}/__mock/${door}/invitations`)),
  )
}

/** What a form gets that another page sent. */
export const foreign = (knock: Knock): Answer => {
  const { words } = knock.language
  return refusedForm(knock, 403, words.foreign, words.foreignText)
}

/** What a form gets that is none of ours. */
export const badForm = (knock: Knock): Answer => {
  const { words } = knock.language
  return refusedForm(knock, 400, words.badForm, words.badFormText)
}

const refusedForm = (knock: Knock, status: number, title: string, text: string): Answer =>
  doorstep(
    knock,
    status,
    title,
    h('p', {}, text),
    h('a', { class: 'button quiet', href: knock.at() }, knock.language.words.goOn),
  )
