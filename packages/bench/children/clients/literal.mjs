// What people write by hand: nothing is checked, and the key shows wherever the headers are printed.
export const listProducts = ({ baseUrl, apiKey }, { limit }) => ({
  method: 'GET',
  url: `${baseUrl}/api/v1/products?limit=${encodeURIComponent(limit)}`,
  headers: { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' },
})
