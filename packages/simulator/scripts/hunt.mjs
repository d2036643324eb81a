// Plays one seed after the other in a bundled world, until a law breaks or the seconds of CPU are used up.
import { pathToFileURL } from 'node:url'

const [file = '', seconds = '60', first = '1'] = process.argv.slice(2)
const { play } = await import(pathToFileURL(file).href)
const spent = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
let seed = Number(first) - 1
let violation
while (!violation && spent() < Number(seconds)) {
  seed++
  violation = (await play({ seed })).violation
}
process.stdout.write(JSON.stringify({ seed, seconds: spent(), violation }))
