import type { Result } from '@cedi/ledger'
import type { ControlCall, Routes } from '@cedi/mock-server/service'
import { baseUrlOf, type ResponseData, respondWith } from '@cedi/mock-server/service'
import { type Door, staff } from './door.js'
import { invite } from './invitation.js'

/** Links that let a merchant or an operator in once. @decision 0037 */
export const invitationRoutes: Routes = {
  'POST portal/invitations': (call) => makeInvitation(call, 'portal', call.merchant),
  'POST operator/invitations': (call) => makeInvitation(call, 'operator', staff),
}

const makeInvitation = async (
  { context, request }: ControlCall,
  door: Door,
  merchant: string,
): Promise<Result<ResponseData>> =>
  respondWith(await invite(context, { door, merchant }, baseUrlOf({ context, request })), 201)
