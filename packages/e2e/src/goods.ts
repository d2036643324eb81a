/** What is sold in every journey. */
export const goods = { name: 'Krobo beads', slug: 'krobo-beads', price: 45.5, stock: 5 } as const
/** A key of its own for each buyer. */
export const font = { name: 'Adinkra font', slug: 'adinkra-font', price: 85 } as const
