/**
 * Mutations of the code for settings in which shops differ, in the format of mutations.mjs.
 *
 * @type {[string, string, string, string, string][]}
 */
export const shopMutations = [
  [
    'pending prompt of an earlier order',
    'Checkout/class-earlier-orders.php',
    'if ( $pending && ! $pending->is_stuck() ) {',
    'if ( false ) {',
    'EarlierOrdersTest',
  ],
  [
    'cancellation of a replaced order',
    'Checkout/class-earlier-orders.php',
    'if ( $earlier->get_id() < $order->get_id() ) {',
    'if ( false ) {',
    'EarlierOrdersTest',
  ],
  [
    'refund made elsewhere',
    'Refund/class-refund-updater.php',
    'if ( $elsewhere > 0 ) {',
    'if ( false ) {',
    'RefundsTest',
  ],
  [
    'reference of an ambiguous refund',
    'Refund/class-refund-updater.php',
    '$refunded->pesewas() + $pesewas <= $amount->pesewas()',
    'false',
    'RefundsTest',
  ],
  [
    'displayed price',
    'Gateway/class-express-checkout.php',
    'wc_get_price_to_display( $product )',
    '$product->get_price()',
    'ShopSettingsTest',
  ],
  [
    'copy of a site',
    'Support/class-api.php',
    "if ( '' === $key && Site::is_copy() ) {",
    'if ( false ) {',
    'ShopSettingsTest',
  ],
  [
    'loopback address in production',
    'Support/class-settings.php',
    'if ( ! $allows_local && ',
    'if ( false && ',
    'RestTest',
  ],
  ['trailing dot of a host', 'Support/class-settings.php', " || '.' === substr( $host, -1 )", '', 'RestTest'],
  [
    'name that resolves to a private address',
    'Support/class-wordpress-transport.php',
    'Settings::rejects_private_address( $url )',
    'false',
    'RestTest',
  ],
  [
    'signature of a payment request',
    'Request/class-payment-request.php',
    '! hash_equals( self::sign( (int) $match[1] ), $token )',
    'false',
    'PaymentRequestTest',
  ],
  [
    'expiry of a payment request',
    'Request/class-payment-request.php',
    "|| time() >= $this->expires_at() ? 'closed'",
    "? 'closed'",
    'PaymentRequestTest',
  ],
  [
    'payment of another request',
    'Request/class-request-checkout.php',
    "(string) $request->id() === $payment->metadata( 'request' )",
    'true',
    'PaymentRequestTest',
  ],
  [
    'second payment of a request',
    'Request/class-request-checkout.php',
    "if ( '' !== $request->ref() ) {",
    'if ( false ) {',
    'PaymentRequestTest',
  ],
  [
    'pending payment of a request',
    'Request/class-request-checkout.php',
    '$pending ? $pending : $request',
    '$request',
    'PaymentRequestTest',
  ],
]
