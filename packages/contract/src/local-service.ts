/** Default port of a local service. No known development tool uses it. */
export const defaultPort = 23300

/** URL of a local service on the default port. */
export const localServiceUrl: string = `http://127.0.0.1:${defaultPort}`
