/**
 * Properties that only the script of the checkout knows, and that are made short in it. A name of the platform, of the
 * service's answers, or of what a page carries must not be here: a test compares them.
 */
export const ownNames = [
  'act',
  'busy',
  'claims',
  'effects',
  'fields',
  'framedBy',
  'fullPage',
  'isAsked',
  'isCopied',
  'isHeld',
  'isLetGo',
  'isOnline',
  'isOpen',
  'known',
  'lastUsed',
  'lost',
  'ms',
  'past',
  'phase',
  'reply',
  'told',
  'tries',
  'unsure',
  'why',
]
