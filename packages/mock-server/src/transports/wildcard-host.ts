/** Returns whether a server on this address is reachable under every name of the host. An empty address means all. */
export const isWildcardHost = (host: string): boolean => host === '0.0.0.0' || host === '::' || host === ''
