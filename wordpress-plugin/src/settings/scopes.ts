import { __ } from '@wordpress/i18n'
import type { ScopeState } from '../api'

/** How much the plugin needs a scope. */
type Need = 'woocommerce' | 'button' | 'extra' | 'none'

/** What the plugin does with a scope. */
export interface ScopeUse {
  readonly need: Need
  readonly what: string
}

/** What each scope is for. A function, because translations are loaded only when the screen is drawn. */
export function scopeUses(): Record<string, ScopeUse> {
  return {
    'payments:write': { need: 'woocommerce', what: __('Open the checkout and take payments.', 'cedi-commerce') },
    'payments:read': {
      need: 'woocommerce',
      what: __('See whether an order was paid. Without it, paid orders would stay pending.', 'cedi-commerce'),
    },
    'refunds:write': { need: 'extra', what: __('Ask for refunds from the order screen.', 'cedi-commerce') },
    'balance:read': { need: 'extra', what: __('Show your balance on this page.', 'cedi-commerce') },
    'products:read': { need: 'button', what: __('List your products for the buy button.', 'cedi-commerce') },
  }
}

/** A scope's state, in words. */
export type ScopeVerdict = 'granted' | 'missing' | 'not_needed' | 'later' | 'unknown'

/** A missing scope that nothing here needs is not a problem. A writing scope cannot be checked without writing. */
export function verdictOf({ scope, granted }: ScopeState): ScopeVerdict {
  if (granted) return 'granted'
  if ((scopeUses()[scope]?.need ?? 'none') === 'none') return 'not_needed'
  if (granted === null) return scope.endsWith(':write') ? 'later' : 'unknown'
  return 'missing'
}
