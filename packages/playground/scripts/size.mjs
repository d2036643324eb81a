// What a paid order needs beside the page: brotli bytes of the built files. Exits by the limit.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

// A ceiling, not a target. What is read only when it is asked for (the description of the API, the recorded walk, the rest
// of the client) is not counted.
const limit = 150_000
const needed = ['worker.js', 'page.js', 'run.js', 'desk.js', 'lib/index.js', 'lib/fetch.js']
const sizes = needed.map((name) => brotliCompressSync(readFileSync(new URL(`../dist/${name}`, import.meta.url))).length)
const all = sizes.reduce((sum, bytes) => sum + bytes)
for (const [at, name] of needed.entries()) console.log(`      ${name}: ${sizes[at]} B brotli`)
console.log(`${all > limit ? 'over' : 'ok  '}  playground: ${all} B brotli (limit ${limit})`)
if (all > limit) process.exitCode = 1
