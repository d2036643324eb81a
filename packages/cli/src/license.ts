import type { RequestDescription } from '@cedi/client'
import { verifyLicense } from '@cedi/client/operations'

/**
 * Describes the license check with the body as it was given. The client's call takes the license key alone; here the
 * service is the one to refuse a wrong body.
 */
export const describeLicenseCheck = (baseUrl: string, body: unknown): RequestDescription<unknown> => ({
  ...verifyLicense({ baseUrl }, ''),
  body: JSON.stringify(body),
})
