import type { IncomingRequest } from '@cedi/mock-server/internal'

/** Whether a request is a page navigation or a form of a browser. Its errors are HTML pages. */
export const acceptsHtml = ({ headers }: IncomingRequest): boolean => /^text\/html\b/.test(headers.get('accept') ?? '')
