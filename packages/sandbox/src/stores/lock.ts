import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import lockfile from 'proper-lockfile'

/** Who holds a folder. A process number has a meaning only within its PID namespace. */
interface Holder {
  readonly pid: number
  /** When the process began, in the system's units: process numbers are reused. */
  readonly began: string
  /** The PID namespace: a container has its own process numbers. */
  readonly among: string
}

/** How long a lock counts without a sign of life, and how often the holder gives one, in milliseconds. */
export interface LockTimes {
  readonly stale: number
  readonly update: number
}
const usualTimes: LockTimes = { stale: 30_000, update: 2_000 }

/** Keeps a second process out of a folder, and can release it. */
export interface Lock {
  release(): Promise<void>
}

/**
 * Keeps a second process out of a folder: two would ruin its files. The lock is a folder that its holder touches every
 * two seconds. If the holder has certainly ended, the lock is taken over at once. If the holder cannot be seen from
 * here, for example in another container, the lock is taken over after half a minute without a touch.
 *
 * @param onLost - Called when another process took the folder: this one was frozen for too long, and must not write
 * again.
 * @throws Error when the folder is in use.
 * @decision 0034
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
    // Only one process at a time checks the holder and takes the lock. So two that find it abandoned cannot take it
    // from each other.
    const leave = await lockfile.lock(join(folder, 'entrance'), entrance)
    try {
      if (hasEnded(readHolder(holderFile))) rmSync(lockPath, { recursive: true, force: true })
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

const isHeld = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ELOCKED'

/** Waits until there was no sign of life for long enough. @throws Error when there is one. */
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

/** Whether a process has certainly ended. For one that cannot be seen from here, that is never certain. */
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

/** The machine's boot and its PID namespace; without Linux, only the machine. */
function among(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'this machine'
  }
}

/** When a process began; undefined where the system does not say. */
function beganOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name, which may contain anything. The start time is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
