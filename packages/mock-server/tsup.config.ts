import { defineConfig } from 'tsup'

const shared = {
  target: 'es2022',
  treeshake: true,
  clean: true,
  noExternal: ['@cedi/contract', '@noble/hashes'],
} as const
const dts = { compilerOptions: { ignoreDeprecations: '6.0' } }

export default defineConfig([
  // The program shares its modules with the library, and loads pages and the control API when they are asked for.
  { ...shared, entry: ['src/index.ts', 'src/msw.ts', 'src/cli.ts'], format: ['esm'] },
  { ...shared, clean: false, entry: ['src/index.ts', 'src/msw.ts'], format: ['cjs'] },
  { ...shared, clean: false, entry: ['src/index.ts', 'src/msw.ts'], format: ['esm', 'cjs'], dts: { ...dts, only: true } },
])
