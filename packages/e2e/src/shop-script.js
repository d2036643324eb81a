// Script of the shop page. Lists received events and problems on the page.
;(() => {
  const {
    embed,
    product,
    handle,
    history: isPhone,
    hurried,
    storeless,
    prefill = '{}',
  } = document.currentScript.dataset
  const write = (list, text) => {
    const line = Object.assign(document.createElement('li'), { textContent: text })
    document.getElementById(list).append(line)
  }
  addEventListener('error', ({ message, target }) => write('problems', message ?? `not loaded: ${target.src}`), true)
  // Records warnings and errors for developers.
  window.logged = []
  for (const level of ['warn', 'error']) {
    const log = console[level]
    console[level] = (...values) => logged.push(values.join(' ')) && log(...values)
  }
  addEventListener('unhandledrejection', ({ reason }) => write('problems', `rejected: ${reason}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    write('problems', `forbidden by ${violatedDirective}: ${blockedURI}`),
  )
  if (storeless !== undefined)
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The buyer allows no storage.', 'SecurityError')
        },
      })
  if (hurried !== undefined) {
    const originalSetTimeout = setTimeout
    window.setTimeout = (callback, ms, ...more) => originalSetTimeout(callback, ms / 10, ...more)
  }
  for (const name of ['open', 'prompt', 'success', 'pending', 'failed', 'expired', 'close'])
    document.addEventListener(`cedi:${name}`, ({ detail }) =>
      write('events', `${name} ${detail.outcome?.status ?? ''}`),
    )

  const recordOutcome = (name) => (outcome) => write('events', `${name} ${outcome.status}`)
  document.addEventListener('click', ({ target }) => {
    if (target.id === 'popup')
      Cedi.checkout({
        intent: () => fetch('/intent', { method: 'POST' }).then((response) => response.text()),
        prefill: JSON.parse(prefill),
        ...(isPhone !== undefined && { closeOnBack: true }),
        onSuccess: recordOutcome('success'),
        onPending: recordOutcome('pending'),
        onFailure: recordOutcome('failed'),
        onClose: recordOutcome('close'),
      })
    // Imitates a single-page app: the URL changes without a page load, and buttons appear.
    if (target.id === 'visit') {
      history.pushState({ page: product }, '', `#/${product}`)
      const button = document.createElement('cedi-buy-button')
      Object.assign(button.dataset, { handle, product, label: 'Buy the beads' })
      const tag = Object.assign(document.createElement('script'), { src: embed, async: true })
      Object.assign(tag.dataset, { handle, product, label: 'Buy the beads too' })
      document.getElementById('place').append(button, tag)
    }
  })
})()
