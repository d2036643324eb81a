// Script of the shop page. Lists received events and problems on the page.
;(() => {
  const { history: isPhone, hurried, storeless } = document.currentScript.dataset
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
        ...(isPhone !== undefined && { closeOnBack: true }),
        onSuccess: recordOutcome('success'),
        onPending: recordOutcome('pending'),
        onFailure: recordOutcome('failed'),
        onClose: recordOutcome('close'),
      })
  })
})()
