// The checkout page of the tests. By itself it only sends the messages that the real page sends when it opens.
// Tests send messages with `say`, and read received ones from `heard`.
let port
window.heard = []
window.say = (method, params = {}) => port.postMessage({ jsonrpc: '2.0', method, params })
window.sayRaw = (message) => port.postMessage(message)
const opened = (token) => {
  document.querySelector('h1').textContent = token ?? 'waiting'
  if (!token) return
  window.say('ec.start', { ref: null, amount: 25, currency: 'GHS', expires_at: '2030-01-01T00:00:00.000Z' })
  window.say('cedi.state', { state: 'method' })
}
addEventListener('message', (event) => {
  if (event.source !== parent || event.data?.id !== 1 || !event.ports[0]) return
  port = event.ports[0]
  window.parentOrigin = event.origin
  port.onmessage = ({ data }) => {
    window.heard.push(data)
    if (data.result) {
      const { documentElement, body } = document
      const resize = () =>
        window.say('cedi.resize', { height: Math.ceil(documentElement.getBoundingClientRect().height) })
      new ResizeObserver(resize).observe(body)
      opened(data.result.token)
    }
    if (data.method === 'cedi.token') opened(data.params.token)
  }
  port.postMessage({ jsonrpc: '2.0', id: 2, method: 'ec.ready', params: { delegate: [] } })
})
addEventListener('keydown', (event) => event.key === 'Escape' && window.say('cedi.escape'))
parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ec.ready', params: { delegate: [] } }, '*')
