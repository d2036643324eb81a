/** Whether a server on this address is reachable under every name of the machine. No address means all, to Node. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::' || host === ''
