/** The cache in which the page puts the code that it wants run, and in which the worker finds it. */
export const codeCache = 'cedi-playground code'
