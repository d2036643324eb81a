// Serves dist/ on this machine, as a static server does: npm run serve --workspace @cedi/playground [-- PORT].
import { serve } from './static.mjs'

const { url } = await serve({ port: Number(process.argv[2] ?? 4100) })
console.log(url)
