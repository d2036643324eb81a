// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code.
// Faults of real shops. Each replaces a string in one file of a correct shop, and violates one invariant.

/** @type {readonly import('./shops.mjs').Fault[]} */
export const faults = [
  // The shop on node:http, which requests payments with fetch.
  {
    name: 'the return page trusts its query',
    shop: 'node',
    file: 'server.mjs',
    find: "  await payments.readHint(order, query.get('ref') ?? query.get('payment') ?? '').catch(logError)",
    replace:
      "  if (query.get('status') === 'succeeded') files.createOnce(`delivery.${order.id}`, { ref: query.get('ref') })",
    invariant: 'unpaid-kept',
    scenario: 'The buyer does not approve the payment, and opens the return page with status=succeeded.',
  },
  {
    name: 'each retry has a new idempotency key',
    shop: 'node',
    file: 'service.mjs',
    find: "'Idempotency-Key': key }",
    replace: "'Idempotency-Key': `${key}-${Date.now()}` }",
    invariant: 'same-key',
    scenario: 'The response is lost after the payment was created, and the shop retries: the buyer has two prompts.',
  },
  {
    name: 'the payment of another order is accepted',
    shop: 'node',
    file: 'payments.mjs',
    find: '    if (payment.metadata?.order !== order.id) return\n',
    replace: '',
    invariant: 'unpaid-kept',
    scenario: 'A buyer returns to an unpaid order with the ref of a paid order that has the same amount.',
  },
  {
    name: 'everything but a known failure counts as paid',
    shop: 'node',
    file: 'payments.mjs',
    find: "    if (payment.status !== 'succeeded') return\n",
    replace: "    if (['failed', 'expired', 'cancelled'].includes(payment.status)) return\n",
    invariant: 'unpaid-kept',
    scenario: 'The shop reads the payment while it is pending, or while it has a status that the shop does not know.',
  },
  {
    name: 'a poll that overlaps another one delivers again',
    shop: 'node',
    file: 'payments.mjs',
    find: "    else if (!files.createOnce(`delivery.${order.id}`, { ref: payment.ref }))\n      files.createOnce(`review.${order.id}.${payment.ref}`, 'paid twice')",
    replace: '    else files.write(`delivery.${order.id}.${Date.now()}-${Math.random()}`, { ref: payment.ref })',
    invariant: 'delivered-once',
    scenario:
      'The service is slow, and a second poll starts before the first has its response. Also two clicks on "pay" after the approval, or two payments of the order.',
  },
  {
    name: 'a pending payment is read twice, and never again',
    shop: 'node',
    file: 'payments.mjs',
    find: 'const readPausesSeconds = [1, 2, 4, 8, 15, 60, 300, 600, 1_800, 7_200, 21_600, 86_400]',
    replace: 'const readPausesSeconds = [1, 2]',
    invariant: 'paid-delivered',
    scenario: 'The buyer approves the payment some time after the order: the shop has stopped reading it.',
  },
  {
    name: 'a new attempt reuses the idempotency key of the declined one',
    shop: 'node',
    file: 'payments.mjs',
    find: '{ key: `order-${id}-${number}`, body,',
    replace: '{ key: `order-${id}`, body,',
    invariant: 'paid-delivered',
    scenario:
      'The payment is declined, and the buyer tries again: the service replays the declined payment, and the order can never be paid.',
  },
  {
    name: 'an open payment is read every second for ever',
    shop: 'node',
    file: 'payments.mjs',
    find: 'const readPausesSeconds = [1, 2, 4, 8, 15, 60, 300, 600, 1_800, 7_200, 21_600, 86_400]',
    replace: 'const readPausesSeconds = new Array(1_000_000).fill(1)',
    invariant: 'polite-polling',
    scenario: 'The buyer does not approve, and the payment stays pending.',
  },
  {
    name: 'a failed poll in the background terminates the shop',
    shop: 'node',
    file: 'server.mjs',
    find: 'payments.check(files.read(name)).catch(logError)',
    replace: 'payments.check(files.read(name))',
    invariant: 'stays-up',
    scenario:
      'The service responds 503, or with half a body, while the shop polls: the process exits, and the paid order is not delivered.',
  },
  {
    name: 'a declined buyer reads a thank-you page',
    shop: 'node',
    file: 'server.mjs',
    find: 'const [title, text] = texts[payments.getState(order)]',
    replace: "const [title, text] = texts[payments.getState(order) === 'review' ? 'review' : 'paid']",
    invariant: 'told-the-truth',
    scenario: 'The payment is declined, and the buyer returns.',
  },

  // The Worker, which opens the hosted checkout and uses @cedi/client/settle.
  {
    name: 'the script of the page contains the environment',
    shop: 'worker',
    file: 'worker.mjs',
    find: "JSON.stringify({ currency: 'GHS' })",
    replace: "JSON.stringify({ ...env, currency: 'GHS' })",
    invariant: 'secret-key',
    scenario: 'A visitor opens the script of the shop.',
  },
  {
    name: 'all buyers of a product share one checkout',
    shop: 'worker',
    file: 'worker.mjs',
    find: 'const name = `checkout.${order.id}`',
    replace: 'const name = `checkout.${order.product}.${order.quantity}`',
    invariant: 'own-payment',
    scenario: 'A second buyer orders the same product, and pays in the checkout of the first order.',
  },
  {
    name: 'tracked orders are stored in memory',
    shop: 'worker',
    file: 'worker.mjs',
    find: '  const store = createStore(FILES)\n',
    replace: `  const rows = new Map()
  const store = createStore({
    ...FILES,
    list: (prefix) => [...rows.keys()].filter((name) => name.startsWith(prefix)),
    read: (name) => rows.get(name),
    createOnce: (name, value) => !rows.has(name) && rows.set(name, value).size > 0,
  })
`,
    invariant: 'paid-delivered',
    scenario: 'The shop restarts between the order and the approval, or another process receives the returning buyer.',
  },
  {
    name: 'all visitors receive one cookie',
    shop: 'worker',
    file: 'worker.mjs',
    find: '${cart || crypto.randomUUID()}',
    replace: '${cart || (globalThis.firstCart ??= crypto.randomUUID())}',
    invariant: 'private-orders',
    scenario: 'The front page is cached with its cookie: a second buyer of the product gets the order of the first.',
  },
  {
    name: 'the quantity is ignored',
    shop: 'worker',
    file: 'worker.mjs',
    find: '          quantity: order.quantity,\n',
    replace: '',
    invariant: 'right-amount',
    scenario: 'The buyer orders two pieces, pays for one, and receives two.',
  },

  // The shop on Express, which opens the hosted checkout and polls with @cedi/client.
  {
    name: 'each process remembers its own deliveries',
    shop: 'express',
    file: 'payments.mjs',
    find: `    if (status !== 'succeeded' || files.read(\`delivery.\${id}\`) === ref) return
    const isExact = currency === 'GHS' && listAmounts(id).includes(amount)
    if (!isExact) files.createOnce(\`review.\${id}.\${ref}\`, 'amount')
    else if (refunded > 0) files.createOnce(\`review.\${id}.\${ref}\`, 'refunded')
    else if (!files.createOnce(\`delivery.\${id}\`, ref)) files.createOnce(\`review.\${id}.\${ref}\`, 'paid twice')
`,
    replace: `    globalThis.deliveredIds ??= new Set()
    if (status !== 'succeeded' || globalThis.deliveredIds.has(id)) return
    const isExact = currency === 'GHS' && listAmounts(id).includes(amount)
    if (!isExact) files.createOnce(\`review.\${id}.\${ref}\`, 'amount')
    else if (refunded > 0) files.createOnce(\`review.\${id}.\${ref}\`, 'refunded')
    else {
      globalThis.deliveredIds.add(id)
      files.write(\`delivery.\${id}.\${process.pid}\`, ref)
    }
`,
    invariant: 'delivered-once',
    scenario:
      'The buyer loads the return page with the ref again after a restart of the shop, or at another process: it delivers again.',
  },
  {
    name: 'the source map of the script contains the configuration of the server',
    shop: 'express',
    file: 'server.mjs',
    find: `  response.type('text/javascript').send(\`window.shop = \${JSON.stringify(config)}\\n\`)
})
`,
    replace: `  response.type('text/javascript').send(\`window.shop = \${JSON.stringify(config)}\\n//# sourceMappingURL=shop.js.map\\n\`)
})
app.get('/shop.js.map', (_, response) => {
  const source = \`export const config = { apiKey: '\${CEDI_API_KEY}' }\`
  response.json({ version: 3, sources: ['../server/config.js'], sourcesContent: [source], names: [], mappings: '' })
})
`,
    invariant: 'secret-key',
    scenario: 'A visitor opens the source map that the script of the shop names.',
  },
  {
    name: 'any amount pays the order',
    shop: 'express',
    file: 'payments.mjs',
    find: "const isExact = currency === 'GHS' && listAmounts(id).includes(amount)",
    replace: "const isExact = currency === 'GHS'",
    invariant: 'unpaid-kept',
    scenario: 'A payment with the metadata of the order has a smaller amount, and the buyer returns with its ref.',
  },

  // The shop in plain PHP, which requests payments with curl.
  {
    name: 'the error page shows the environment',
    shop: 'php',
    file: 'router.php',
    find: "'<p>We cannot reach the payment service. Please try again in a minute.</p>', 503",
    replace: "'<pre>' . htmlspecialchars($error . print_r(getenv(), true)) . '</pre>', 503",
    invariant: 'secret-key',
    scenario: 'The service responds 503 while a page is loaded.',
  },
  {
    name: 'the number of an order opens its page',
    shop: 'php',
    file: 'router.php',
    find: "if ($order['cart'] !== ($_COOKIE['cart'] ?? '')) {",
    replace: 'if (false) {',
    invariant: 'private-orders',
    scenario: "Another buyer opens the page of the order, whose number is easily guessed, and reads the buyer's name.",
  },
  {
    name: 'the webhook trusts its body',
    shop: 'php',
    file: 'router.php',
    find: "		tryTo(fn () => readHint($database, $order, (string) ($payment['ref'] ?? '')));\n",
    replace: `		if (($payment['status'] ?? '') === 'succeeded') {
			execute($database, 'INSERT OR IGNORE INTO deliveries VALUES (?, ?)', [$order['id'], (string) ($payment['ref'] ?? '')]);
		}
`,
    invariant: 'unpaid-kept',
    scenario: 'A stranger posts a notification that the pending payment has succeeded.',
  },
  {
    name: 'only the return page reads the payment',
    shop: 'php',
    file: 'router.php',
    find: `function showState(PDO $database, array $order): void {
	tryTo(fn () => checkOrder($database, $order));
`,
    replace: 'function showState(PDO $database, array $order): void {\n',
    invariant: 'paid-delivered',
    scenario: 'The buyer approves the payment and closes the browser before the return.',
  },

  // The WordPress plugin, with the test double of WooCommerce.
  {
    name: 'each click opens another checkout',
    shop: 'wordpress',
    file: 'plugin/includes/Checkout/class-checkout.php',
    find: '$attempt = $pending ? $pending : $payments->attempts()->reusable( $total->pesewas(), $channel );',
    replace: '$attempt = null;',
    invariant: 'one-request',
    scenario: 'The buyer clicks twice, or has two windows: each opens a different checkout, and both can be paid.',
  },
  {
    name: 'a refunded payment is delivered',
    shop: 'wordpress',
    file: 'plugin/includes/Order/class-payment-processor.php',
    find: 'if ( $refunded && $refunded->pesewas() > 0 ) {',
    replace: 'if ( false ) {',
    invariant: 'unpaid-kept',
    scenario: 'The payment succeeds and is refunded at the service before the shop reads it.',
  },
]
