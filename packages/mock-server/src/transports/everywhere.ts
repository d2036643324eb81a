/** Whether a server on this address is reachable under every name of the machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'
