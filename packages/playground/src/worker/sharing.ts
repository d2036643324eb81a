// Replaces `storefront/sharing` in the worker. The URL of a playground page works only in this browser, so there is
// nothing to share.

/**
 * Renders nothing.
 *
 * @public
 */
export const Sharing = (): null => null
