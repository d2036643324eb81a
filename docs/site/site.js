// "Try it": sends the form to the mock server behind this site and shows the answer as it came.
for (const form of document.querySelectorAll('form.try-it')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const answer = form.querySelector('.try-it-answer')
    const headers = { Accept: 'application/json' }
    const query = new URLSearchParams()
    let path = form.dataset.path
    let body
    for (const [name, value] of new FormData(form)) {
      const text = String(value)
      if (name === 'body') {
        body = text
        headers['Content-Type'] = 'application/json'
      } else if (name === 'key') {
        if (text) headers.Authorization = `Bearer ${text}`
      } else if (text) {
        const [where, parameter] = name.split(':')
        if (where === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(text))
        else if (where === 'query') query.set(parameter, text)
        else headers[parameter] = text
      }
    }
    const search = query.size > 0 ? `?${query}` : ''
    answer.hidden = false
    answer.textContent = 'Sending …'
    try {
      const response = await fetch(path + search, { method: form.dataset.method, headers, body })
      const text = await response.text()
      let shown = text
      try {
        shown = JSON.stringify(JSON.parse(text), null, 2)
      } catch {}
      const told = ['link', 'idempotency-hit', 'x-service-simulate', 'x-request-id', 'retry-after']
        .filter((name) => response.headers.has(name))
        .map((name) => `${name}: ${response.headers.get(name)}`)
      answer.textContent = [`${response.status}`, ...told, '', shown].join('\n')
    } catch (error) {
      answer.textContent = `Nothing answered (${error.message}). Is the site served by npm run docs?`
    }
  })
}

// A link inside a summary is two controls in one: the summary keeps the name, the link becomes the first line under it.
const navigation = document.querySelector('#tsd-nav-container')
const untangle = () => {
  for (const link of navigation.querySelectorAll('summary a')) {
    const list = link.closest('details')?.querySelector('ul')
    if (!list) continue
    const name = document.createElement('span')
    name.append(...[...link.childNodes].map((node) => node.cloneNode(true)))
    link.replaceWith(name)
    link.textContent = 'Overview'
    const first = document.createElement('li')
    first.append(link)
    list.prepend(first)
  }
}
if (navigation) {
  new MutationObserver(untangle).observe(navigation, { childList: true, subtree: true })
  untangle()
}
