import {
  type ControlCall,
  getBaseUrl,
  type ResponseData,
  type Result,
  type Routes,
  respondWith,
} from '@cedi/mock-server/internal'
import { type Area, staffMerchant } from './area.js'
import { createInvitation } from './invitation.js'

/** Control API: creates invitation links for a merchant or an operator. @decision 0037 */
export const invitationRoutes: Routes = {
  'POST portal/invitations': (call) => respond(call, 'portal', call.merchant),
  'POST operator/invitations': (call) => respond(call, 'operator', staffMerchant),
}

const respond = async (
  { context, request }: ControlCall,
  area: Area,
  merchant: string,
): Promise<Result<ResponseData>> =>
  respondWith(await createInvitation(context, { area, merchant }, getBaseUrl({ context, request })), 201)
