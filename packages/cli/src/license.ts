import { createClient, type RequestDescription } from '@cedi/client'

/**
 * Describes the license check with an unvalidated body, so that the service validates it. The client's method takes only
 * the license key.
 */
export const describeLicenseCheck = (
  { baseUrl, insecureHosts = [] }: { readonly baseUrl: string; readonly insecureHosts?: readonly string[] },
  body: unknown,
): RequestDescription<unknown> => ({
  ...createClient({ baseUrl, insecureHosts }).licenses.verify(''),
  body: JSON.stringify(body),
})
