import { importBuilt } from '../../peers.mjs'

const { createMockServer } = await importBuilt('mock-server', 'index.js')
await createMockServer().listen(Number(process.argv[2]))
