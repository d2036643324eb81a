// Runs one seed after the other in a bundled simulator, until an invariant is violated or the CPU seconds are used up.
import { pathToFileURL } from 'node:url'

const [file = '', seconds = '60', first = '1'] = process.argv.slice(2)
const { runScenario } = await import(pathToFileURL(file).href)
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
let seed = Number(first) - 1
let violation
while (!violation && cpuSeconds() < Number(seconds)) {
  seed++
  violation = (await runScenario({ seed })).violation
}
process.stdout.write(JSON.stringify({ seed, seconds: cpuSeconds(), violation }))
