import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import lockfile from 'proper-lockfile'

/** Who holds a folder. A number of a process means something only among those that count the same. */
interface Holder {
  readonly pid: number
  /** When the process began, as its system counts: a number may be given again. */
  readonly began: string
  /** Which processes are numbered with it: a container has numbers of its own. */
  readonly among: string
}

/** How long a lock counts without a sign of life, and how often one is given. */
const times = { stale: 30_000, update: 2_000 }

/** Keeps a second process out of a folder, and lets go of it. */
export interface Lock {
  release(): Promise<void>
}

/**
 * Keeps a second process out of a folder: two would ruin its files. The lock is a folder that its holder touches
 * every two seconds. One whose holder has certainly ended is taken over at once; one of a process that cannot be seen from
 * here, as in another container, when it was not touched for half a minute.
 *
 * @param onLost - Told when another took the folder: this process stood still for too long, and must not write again.
 * @throws Error when the folder is in use.
 * @decision 0058
 */
export async function lockFolder(folder: string, onLost: (error: Error) => void): Promise<Lock> {
  const lockfilePath = join(folder, 'cedi.lock')
  const holderFile = join(folder, 'holder.json')
  // The lock of the versions before: a file that an ended process may have left.
  if (statSync(lockfilePath, { throwIfNoEntry: false })?.isFile()) rmSync(lockfilePath)
  for (;;) {
    try {
      const release = await lockfile.lock(folder, { lockfilePath, ...times, onCompromised: onLost })
      writeFileSync(holderFile, JSON.stringify(thisProcess()), { mode: 0o600 })
      return { release }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error
      const holder = readHolder(holderFile)
      if (hasEnded(holder)) rmSync(lockfilePath, { recursive: true, force: true })
      else await untilItIsFree(lockfilePath, holder)
    }
  }
}

/** Waits for a sign of life, or until it has been missing for long enough. @throws Error when there is one. */
async function untilItIsFree(lockfilePath: string, holder: Holder | undefined): Promise<void> {
  const touched = () => statSync(lockfilePath, { throwIfNoEntry: false })?.mtimeMs
  const inUse = () => new Error(`${named(holder)} is using this folder. Stop it, or choose another folder.`)
  if (holder && isNumberedAsHere(holder)) throw inUse()
  const first = touched()
  while (first !== undefined && Date.now() - first < times.stale) {
    await wait(200)
    const last = touched()
    if (last === undefined) return
    if (last !== first) throw inUse()
  }
}

const named = (holder: Holder | undefined): string =>
  holder ? `The process ${holder.pid}${isNumberedAsHere(holder) ? '' : ' of another container'}` : 'Another process'

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, began, among } = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, began, among } : undefined
  } catch {
    return undefined
  }
}

const isNumberedAsHere = ({ among }: Holder): boolean => among === thisProcess().among

/** Whether a process has certainly ended; of one that cannot be seen from here nothing is certain. */
function hasEnded(holder: Holder | undefined): boolean {
  if (!holder || !isNumberedAsHere(holder)) return false
  if (holder.pid === process.pid) return holder.began !== beganOf(process.pid)
  try {
    process.kill(holder.pid, 0)
    return holder.began !== beganOf(holder.pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const thisProcess = (): Holder => ({ pid: process.pid, began: beganOf(process.pid), among: among() })

/** The boot of the machine and the space of numbers in it; without Linux the machine is all that there is. */
function among(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'this machine'
  }
}

/** When a process began; nothing where the system does not say. */
function beganOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program comes second, and may hold anything. The start is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
