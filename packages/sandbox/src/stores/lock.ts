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

/** How long a lock counts without a sign of life, and how often one is given, in milliseconds. */
export interface LockTimes {
  readonly stale: number
  readonly update: number
}
const usualTimes: LockTimes = { stale: 30_000, update: 2_000 }

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
export async function lockFolder(
  folder: string,
  onLost: (error: Error) => void,
  times: LockTimes = usualTimes,
): Promise<Lock> {
  const lockPath = join(folder, 'cedi.lock')
  const holderFile = join(folder, 'holder.json')
  const take = async (): Promise<Lock> => {
    const release = await lockfile.lock(folder, { lockfilePath: lockPath, ...times, onCompromised: onLost })
    writeFileSync(holderFile, JSON.stringify(thisProcess()), { mode: 0o600 })
    return { release }
  }
  for (;;) {
    // One at a time looks who holds it and takes it: of two that find it left behind, none takes it from the other.
    const leave = await lockfile.lock(join(folder, 'entrance'), entrance)
    try {
      if (hasEnded(readHolder(holderFile)) || isOldFile(lockPath, times))
        rmSync(lockPath, { recursive: true, force: true })
      return await take()
    } catch (error) {
      if (!isHeld(error)) throw error
    } finally {
      await leave()
    }
    await untilFree(lockPath, readHolder(holderFile), times)
  }
}

const entrance = { realpath: false, stale: 10_000, retries: { retries: 100, minTimeout: 50, maxTimeout: 250 } } as const

const isHeld = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  // The second is said of a lock that is a file.
  return code === 'ELOCKED' || code === 'ENOTDIR'
}

/** Versions before made a file of that name. It is left alone for as long as a lock that nobody touches. */
function isOldFile(lockPath: string, { stale }: LockTimes): boolean {
  const found = statSync(lockPath, { throwIfNoEntry: false })
  return found?.isFile() === true && Date.now() - found.mtimeMs >= stale
}

/** Waits until the sign of life has been missing for long enough. @throws Error when there is one. */
async function untilFree(lockPath: string, holder: Holder | undefined, { stale }: LockTimes): Promise<void> {
  const inUse = () => new Error(`${named(holder)} is using this folder. Stop it, or choose another folder.`)
  if (holder && isNumberedAsHere(holder) && !hasEnded(holder)) throw inUse()
  const touched = () => statSync(lockPath, { throwIfNoEntry: false })?.mtimeMs
  const first = touched()
  while (first !== undefined && Date.now() - first < stale) {
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
