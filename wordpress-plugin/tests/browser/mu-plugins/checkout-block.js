// Test double of WooCommerce Blocks for payment methods: registry, settings and "Place order". It renders with WordPress's React.
;(() => {
  const { createElement, cloneElement, createRoot, useState } = window.wp.element
  const root = document.querySelector('#checkout')
  const settings = JSON.parse(root.dataset.settings)
  const observers = { setup: new Set(), success: new Set() }
  const on = (name) => (observer) => {
    observers[name].add(observer)
    return () => observers[name].delete(observer)
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
  const showError = (text) => {
    document.querySelector('[role=alert]').textContent = text
  }
  const firstOf = async (name, value) => {
    for (const observer of observers[name]) {
      const result = await observer(value)
      if (result && result !== true) return result
    }
    return undefined
  }

  async function placeOrder(method) {
    showError('')
    const { meta } = await firstOf('setup')
    const response = await fetch('/wp-json/wc/store/v1/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', nonce: root.dataset.nonce },
      body: JSON.stringify({
        payment_method: method.name,
        billing_address: props.billing.billingAddress,
        payment_data: Object.entries(meta.paymentMethodData).map(([key, value]) => ({ key, value })),
      }),
    })
    const body = await response.json()
    if (!response.ok) return showError(body.message)
    const { redirect_url, payment_details } = body.payment_result
    const paymentDetails = Object.fromEntries(payment_details.map(({ key, value }) => [key, value]))
    const result = await firstOf('success', { redirectUrl: redirect_url, processingResponse: { paymentDetails } })
    if (result && result.type !== 'success') return showError(result.message)
    location.assign(result?.redirectUrl ?? redirect_url)
  }

  /** The method, whose content is unmounted while the buyer has selected another method. */
  function Method({ method }) {
    const [isSelected, setSelected] = useState(true)
    return createElement(
      'section',
      { 'aria-label': method.ariaLabel },
      // WooCommerce shows labels in the size of the text.
      createElement('h2', { style: { fontSize: '1rem' } }, cloneElement(method.label, props)),
      createElement(
        'div',
        { className: 'wc-block-components-radio-control-accordion-content' },
        isSelected && cloneElement(method.content, props),
      ),
      createElement('button', { onClick: () => setSelected(!isSelected) }, 'Change the method'),
      createElement('button', { onClick: () => placeOrder(method) }, 'Place order'),
    )
  }

  window.wc = {
    wcSettings: { getSetting: (name, defaultValue) => settings[name] ?? defaultValue },
    wcBlocksRegistry: {
      registerPaymentMethod(method) {
        createRoot(root).render(createElement(Method, { method }))
      },
    },
  }
})()
