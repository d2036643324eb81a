import balanceRead from '../../snippets/calls/balance.read.js?text'
import checkoutIntentsCreate from '../../snippets/calls/checkoutIntents.create.js?text'
import licensesVerify from '../../snippets/calls/licenses.verify.js?text'
import ordersList from '../../snippets/calls/orders.list.js?text'
import ordersRead from '../../snippets/calls/orders.read.js?text'
import paymentsCreate from '../../snippets/calls/payments.create.js?text'
import paymentsRead from '../../snippets/calls/payments.read.js?text'
import productsCreate from '../../snippets/calls/products.create.js?text'
import productsList from '../../snippets/calls/products.list.js?text'
import productsRead from '../../snippets/calls/products.read.js?text'
import refundsCreate from '../../snippets/calls/refunds.create.js?text'
import challenge from '../../snippets/challenge.js?text'
import decline from '../../snippets/decline.js?text'
import expire from '../../snippets/expire.js?text'
import pay from '../../snippets/pay.js?text'
import refund from '../../snippets/refund.js?text'

type Table = Readonly<Record<string, string>>

/** Code of the scenarios, by the name in links such as `#pay`. */
export const scenarios: Table = { pay, decline, expire, refund, challenge }

/** Code of the client calls, by the name in links such as `#call=payments.create`. */
export const calls: Table = {
  'payments.create': paymentsCreate,
  'payments.read': paymentsRead,
  'checkoutIntents.create': checkoutIntentsCreate,
  'balance.read': balanceRead,
  'refunds.create': refundsCreate,
  'products.list': productsList,
  'products.create': productsCreate,
  'products.read': productsRead,
  'orders.list': ordersList,
  'orders.read': ordersRead,
  'licenses.verify': licensesVerify,
}
