// The part of WooCommerce Blocks that a payment method meets: its registry, its settings, and what happens at
// "Place order". Written from the documented behaviour; it draws with WordPress's own React.
;(() => {
  const { createElement, cloneElement, createRoot } = window.wp.element
  const place = document.querySelector('#checkout')
  const settings = JSON.parse(place.dataset.settings)
  const observers = { setup: new Set(), success: new Set() }
  const on = (name) => (act) => {
    observers[name].add(act)
    return () => observers[name].delete(act)
  }
  const props = {
    billing: { billingAddress: { phone: '0244123789', email: 'kofi@example.com' } },
    eventRegistration: { onPaymentSetup: on('setup'), onCheckoutSuccess: on('success') },
    emitResponse: {
      responseTypes: { SUCCESS: 'success', FAIL: 'failure', ERROR: 'error' },
      noticeContexts: { PAYMENTS: 'wc/checkout/payments' },
    },
    components: { PaymentMethodLabel: ({ text }) => createElement('span', {}, text) },
  }
  const say = (text) => {
    document.querySelector('[role=alert]').textContent = text
  }
  const firstOf = async (name, value) => {
    for (const act of observers[name]) {
      const answer = await act(value)
      if (answer && answer !== true) return answer
    }
    return undefined
  }

  async function placeOrder(method) {
    say('')
    const { meta } = await firstOf('setup')
    const response = await fetch('/wp-json/wc/store/v1/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', nonce: place.dataset.nonce },
      body: JSON.stringify({
        payment_method: method.name,
        billing_address: props.billing.billingAddress,
        payment_data: Object.entries(meta.paymentMethodData).map(([key, value]) => ({ key, value })),
      }),
    })
    const answer = await response.json()
    if (!response.ok) return say(answer.message)
    const { redirect_url, payment_details } = answer.payment_result
    const paymentDetails = Object.fromEntries(payment_details.map(({ key, value }) => [key, value]))
    const told = await firstOf('success', { redirectUrl: redirect_url, processingResponse: { paymentDetails } })
    if (told && told.type !== 'success') return say(told.message)
    location.assign(told?.redirectUrl ?? redirect_url)
  }

  window.wc = {
    wcSettings: { getSetting: (name, whenMissing) => settings[name] ?? whenMissing },
    wcBlocksRegistry: {
      registerPaymentMethod(method) {
        createRoot(place).render(
          createElement(
            'section',
            { 'aria-label': method.ariaLabel },
            createElement('h2', {}, cloneElement(method.label, props)),
            createElement(
              'div',
              { className: 'wc-block-components-radio-control-accordion-content' },
              cloneElement(method.content, props),
            ),
            createElement('button', { onClick: () => placeOrder(method) }, 'Place order'),
          ),
        )
      },
    },
  }
})()
