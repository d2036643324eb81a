import { createClient, type RequestDescription } from '@cedi/client'

/**
 * Describes the license check with the body as it was given. The client's call takes the license key alone; here the
 * service is the one to refuse a wrong body.
 */
export const describeLicenseCheck = (baseUrl: string, body: unknown): RequestDescription<unknown> => ({
  ...createClient({ baseUrl }).licenses.verify(''),
  body: JSON.stringify(body),
})
