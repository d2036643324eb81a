import { done, type Outcome } from '../answer.js'
import type { ControlCall, Routes } from '../api/control/call.js'
import { baseUrlOf } from '../context.js'
import { type Door, staff } from './access/door.js'
import { invite } from './access/invitation.js'

/** Links that let a merchant or an operator in once. @decision 0037 */
export const invitationRoutes: Routes = {
  'POST portal/invitations': (call) => makeInvitation(call, 'portal', call.merchant),
  'POST operator/invitations': (call) => makeInvitation(call, 'operator', staff),
}

const makeInvitation = async ({ context, request }: ControlCall, door: Door, merchant: string): Promise<Outcome> =>
  done(await invite(context, { door, merchant }, baseUrlOf({ context, request })), 201)
