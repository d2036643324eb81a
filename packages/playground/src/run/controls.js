// Module 'playground': controls of buyer, operator and clock. It is not part of the API.
const { baseUrl } = globalThis.playground

/** Calls the control API of the playground. */
async function control(method, path, body) {
  const response = await fetch(`${baseUrl}/__mock/${path}`, { method, body: JSON.stringify(body) })
  const { data, error } = await response.json()
  if (error) throw new Error(`${path}: ${error.message}`)
  return data
}

/** Clock of the playground: `await clock.push('PT5M')`. */
export const clock = {
  push: (by) => control('POST', 'clock/advance', { by }),
}

/** Operator actions for refunds. */
export const operator = {
  pay: (ref, note) => control('POST', `refunds/${ref}/pay`, { note }),
  reject: (ref, note) => control('POST', `refunds/${ref}/reject`, { note }),
}

/** Buyer actions for payments, on the phone or on the bank's page. */
export const buyer = {
  approve: (ref) => control('POST', `payments/${ref}/approve`, {}),
  decline: (ref) => control('POST', `payments/${ref}/decline`, {}),
}
