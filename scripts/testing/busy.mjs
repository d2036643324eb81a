// When each step ran, and how busy the processors were: where the time of a run went.
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The time that all processors have been busy and idle since the machine started. */
export function processorTime() {
  const times = cpus().map((cpu) => cpu.times)
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0)
  const allMs = times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0)
  return { idleMs, allMs }
}

/** How busy the processors were between two moments, in percent. */
export const percentBusy = (before, after) =>
  Math.round(100 - (100 * (after.idleMs - before.idleMs)) / Math.max(1, after.allMs - before.allMs))

/**
 * A line for each lane: its steps, with the seconds since the start at which they began and ended.
 *
 * @param notes - `lane`, `name`, `fromMs` and `toMs` of each step.
 */
export function linesOfLanes(notes, startMs) {
  const seconds = (ms) => Math.round((ms - startMs) / 1000)
  return [...new Set(notes.map(({ lane }) => lane))].sort().map((wanted) => {
    const steps = notes.filter(({ lane }) => lane === wanted).sort((one, other) => one.fromMs - other.fromMs)
    return `${wanted}: ${steps.map(({ name, fromMs, toMs }) => `${seconds(fromMs)}-${seconds(toMs)} ${name}`).join(' | ')}`
  })
}

/**
 * The processor time of child processes that have ended, in seconds. What grows from one end to the next is the step that
 * ended. Only Linux tells it.
 */
export function secondsOfChildren() {
  if (process.platform !== 'linux') return Number.NaN
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // After the name, which may have spaces, field 3 is the first.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[13], fields[14]].map(Number)
  return (user + system) / 100
}
