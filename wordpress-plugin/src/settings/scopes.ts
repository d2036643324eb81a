import { __ } from '@wordpress/i18n'
import type { ScopeState } from '../api'

/** Feature of the plugin that needs a scope. */
type ScopeFeature = 'woocommerce' | 'button' | 'extra' | 'none'

/** Purpose of a scope. */
export interface ScopePurpose {
  readonly feature: ScopeFeature
  readonly description: string
}

/** Returns the purpose of each scope. It is a function because translations are loaded late. */
export function scopeUses(): Record<string, ScopePurpose> {
  return {
    'payments:write': {
      feature: 'woocommerce',
      description: __('Open the checkout and take payments.', 'cedi-commerce'),
    },
    'payments:read': {
      feature: 'woocommerce',
      description: __('See whether an order was paid. Without it, paid orders would stay pending.', 'cedi-commerce'),
    },
    'refunds:write': { feature: 'extra', description: __('Ask for refunds from the order screen.', 'cedi-commerce') },
    'balance:read': { feature: 'extra', description: __('Show your balance on this page.', 'cedi-commerce') },
    'products:read': { feature: 'button', description: __('List your products for the buy button.', 'cedi-commerce') },
  }
}

/** Status of a scope on the screen. */
export type ScopeStatus = 'granted' | 'missing' | 'not_needed' | 'later' | 'unknown'

/** Returns the status of a scope. A missing optional scope is not a problem, and a write scope cannot be tested. */
export function getScopeStatus({ scope, granted }: ScopeState): ScopeStatus {
  if (granted) return 'granted'
  if ((scopeUses()[scope]?.feature ?? 'none') === 'none') return 'not_needed'
  if (granted === null) return scope.endsWith(':write') ? 'later' : 'unknown'
  return 'missing'
}
