// Serves dist/ on localhost: npm run serve --workspace @cedi/playground [-- PORT].
import { serve } from './static-server.mjs'

const { url } = await serve({ port: Number(process.argv[2] ?? 4100) })
console.log(url)
