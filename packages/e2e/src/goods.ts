/** What every journey sells: nobody is asked where to deliver it. */
export const goods = { name: 'Krobo beads', slug: 'krobo-beads', price: 45.5, stock: 5 } as const
/** What is brought to the buyer, as often as it is bought. */
export const drum = { name: 'Kpanlogo drum', slug: 'kpanlogo-drum', price: 300 } as const
/** A separate key for each buyer. */
export const font = { name: 'Adinkra font', slug: 'adinkra-font', price: 85 } as const
