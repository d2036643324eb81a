/** Digital product of most journeys, which needs no delivery address. */
export const beads = { name: 'Krobo beads', slug: 'krobo-beads', price: 45.5, stock: 5 } as const
/** Physical product with unlimited stock, which needs a delivery address. */
export const drum = { name: 'Kpanlogo drum', slug: 'kpanlogo-drum', price: 300 } as const
/** License product: each buyer receives a key. */
export const font = { name: 'Adinkra font', slug: 'adinkra-font', price: 85 } as const
