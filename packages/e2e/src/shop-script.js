// The shop's script: it shows on the page what it is told and what goes wrong.
;(() => {
  const { embed, product, handle, history: isPhone, hurried, storeless } = document.currentScript.dataset
  const write = (list, text) => {
    const line = Object.assign(document.createElement('li'), { textContent: text })
    document.getElementById(list).append(line)
  }
  addEventListener('error', ({ message, target }) => write('problems', message ?? `not loaded: ${target.src}`), true)
  // What is said to a developer, and to no buyer.
  const { warn } = console
  window.warned = []
  console.warn = (...words) => warned.push(words.join(' ')) && warn(...words)
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
    const patient = setTimeout
    window.setTimeout = (act, ms, ...more) => patient(act, ms / 10, ...more)
  }
  for (const name of ['open', 'prompt', 'success', 'pending', 'failed', 'expired', 'close'])
    document.addEventListener(`cedi:${name}`, ({ detail }) => write('told', `${name} ${detail.outcome?.status ?? ''}`))

  const say = (name) => (outcome) => write('told', `${name} ${outcome.status}`)
  document.addEventListener('click', ({ target }) => {
    if (target.id === 'popup')
      Cedi.checkout({
        intent: () => fetch('/intent', { method: 'POST' }).then((response) => response.text()),
        ...(isPhone !== undefined && { closeOnBack: true }),
        onSuccess: say('success'),
        onPending: say('pending'),
        onFailure: say('failed'),
        onClose: say('close'),
      })
    // Imitates an app that draws its own pages: the address changes, nothing loads, and a button appears.
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
