// The checkout page of the tests: it speaks the protocol and does nothing by itself. `say` and `heard` are its handles.
let port
window.heard = []
window.say = (method, params = {}) => port.postMessage({ jsonrpc: '2.0', method, params })
window.sayRaw = (message) => port.postMessage(message)
addEventListener('message', (event) => {
  if (event.source !== parent || event.data?.id !== 1 || !event.ports[0]) return
  port = event.ports[0]
  window.parentOrigin = event.origin
  port.onmessage = ({ data }) => {
    window.heard.push(data)
    if (data.result) document.querySelector('h1').textContent = data.result.token ?? 'waiting'
    if (data.method === 'cedi.token') document.querySelector('h1').textContent = data.params.token
  }
  port.postMessage({ jsonrpc: '2.0', id: 2, method: 'ec.ready', params: { delegate: [] } })
})
addEventListener('keydown', (event) => event.key === 'Escape' && window.say('cedi.escape'))
parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ec.ready', params: { delegate: [] } }, '*')
