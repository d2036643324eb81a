// Hand-written request: no validation, and logged headers contain the key.
export const listProducts = ({ baseUrl, apiKey }, { limit }) => ({
  method: 'GET',
  url: `${baseUrl}/api/v1/products?limit=${encodeURIComponent(limit)}`,
  headers: { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' },
})
