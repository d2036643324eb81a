/** The cache where the page puts code to run, and where the worker finds it. */
export const codeCache = 'cedi-playground code'
