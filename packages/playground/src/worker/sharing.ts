// Replaces `storefront/sharing` in the worker. A page of the playground lives in one browser only: its address would lead
// nobody else there, so there is no code to scan and nothing to send.

/**
 * Shows nothing.
 *
 * @public
 */
export const Sharing = (): null => null
