import { common } from './en/common.js'
import { developers } from './en/developers.js'
import { overview } from './en/overview.js'
import { payments } from './en/payments.js'
import { payouts } from './en/payouts.js'
import { products } from './en/products.js'
import { signIn } from './en/sign-in.js'

export { operator } from './en/operator.js'

/** English messages of the portal. `{amount}` and `{name}` are placeholders. */
export const portal: typeof common &
  typeof signIn &
  typeof overview &
  typeof payments &
  typeof products &
  typeof developers &
  typeof payouts = {
  ...common,
  ...signIn,
  ...overview,
  ...payments,
  ...products,
  ...developers,
  ...payouts,
}
