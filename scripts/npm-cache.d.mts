/** HTTP libraries that send requests of the client: versions by name. */
export const httpLibraries: Readonly<Record<string, string>>
