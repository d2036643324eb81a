import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: ['esm'],
  target: 'es2022',
  // Each command is a file of its own, loaded when it is asked for.
  splitting: true,
  treeshake: true,
  clean: true,
  // The contract is not published.
  noExternal: [/^@cedi\/contract/],
})
