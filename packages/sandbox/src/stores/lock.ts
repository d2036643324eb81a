/// <reference path="./proper-lockfile.d.ts" />
import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import lockfile from 'proper-lockfile'

/** The process that holds the lock of a folder. */
interface Holder {
  readonly pid: number
  /** Start time of the process in clock ticks, because process ids are reused. */
  readonly startTime: string
  /** Boot id and PID namespace, because each container has its own process ids. */
  readonly pidNamespace: string
}

/** Time after which an untouched lock is stale, and interval at which the holder touches it, in milliseconds. */
export interface LockTimes {
  readonly stale: number
  readonly update: number
}
const defaultTimes: LockTimes = { stale: 30_000, update: 2_000 }

/** An acquired lock of a folder. */
export interface Lock {
  release(): Promise<void>
}

/**
 * Locks a folder, because two processes would corrupt its files. The lock is a directory that its holder touches every
 * two seconds. The lock of an ended process is taken over immediately. If the holder cannot be checked, for example in
 * another container, the lock is taken over after 30 seconds without a touch.
 *
 * @param onLost - Called when another process took the lock over, because this process was suspended for too long. It
 * must not write again.
 * @throws Error if the folder is in use.
 * @decision 0034
 */
export async function lockFolder(
  folder: string,
  onLost: (error: Error) => void,
  times: LockTimes = defaultTimes,
): Promise<Lock> {
  const lockPath = join(folder, 'cedi.lock')
  const holderFile = join(folder, 'holder.json')
  const acquire = async (): Promise<Lock> => {
    const release = await lockfile.lock(folder, { lockfilePath: lockPath, ...times, onCompromised: onLost })
    writeFileSync(holderFile, JSON.stringify(currentHolder()), { mode: 0o600 })
    return { release }
  }
  for (;;) {
    // Guards the check of the holder and the takeover, so that two processes cannot take a stale lock from each other.
    const releaseGuard = await lockfile.lock(join(folder, 'guard'), guardOptions)
    try {
      if (hasEnded(readHolder(holderFile))) rmSync(lockPath, { recursive: true, force: true })
      return await acquire()
    } catch (error) {
      if (!isLocked(error)) throw error
    } finally {
      await releaseGuard()
    }
    await waitUntilStale(lockPath, readHolder(holderFile), times)
  }
}

const guardOptions = {
  realpath: false,
  stale: 10_000,
  retries: { retries: 100, minTimeout: 50, maxTimeout: 250 },
} as const

const isLocked = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ELOCKED'

/** Waits until the lock is stale. @throws Error if its holder is running. */
async function waitUntilStale(lockPath: string, holder: Holder | undefined, { stale }: LockTimes): Promise<void> {
  const inUse = () =>
    new Error(
      `${describeHolder(holder)} is using this folder. Stop it, or choose another folder. In a copy, delete cedi.lock and holder.json.`,
    )
  if (holder && isSamePidNamespace(holder) && !hasEnded(holder)) throw inUse()
  const readTouchMs = () => statSync(lockPath, { throwIfNoEntry: false })?.mtimeMs
  const first = readTouchMs()
  while (first !== undefined && Date.now() - first < stale) {
    await wait(200)
    const last = readTouchMs()
    if (last === undefined) return
    if (last !== first) throw inUse()
  }
}

const describeHolder = (holder: Holder | undefined): string =>
  holder ? `Process ${holder.pid}${isSamePidNamespace(holder) ? '' : ' of another container'}` : 'Another process'

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, startTime, pidNamespace } = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, startTime, pidNamespace } : undefined
  } catch {
    return undefined
  }
}

const isSamePidNamespace = ({ pidNamespace }: Holder): boolean => pidNamespace === currentHolder().pidNamespace

/** Whether a process has certainly ended. False in another PID namespace, where processes cannot be checked. */
function hasEnded(holder: Holder | undefined): boolean {
  if (!holder || !isSamePidNamespace(holder)) return false
  if (holder.pid === process.pid) return holder.startTime !== readStartTime(process.pid)
  try {
    process.kill(holder.pid, 0)
    return holder.startTime !== readStartTime(holder.pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const currentHolder = (): Holder => ({
  pid: process.pid,
  startTime: readStartTime(process.pid),
  pidNamespace: readPidNamespace(),
})

/** Returns the boot id and the PID namespace on Linux, and a constant elsewhere. */
function readPidNamespace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'this machine'
  }
}

/** Returns the start time of a process; empty except on Linux, and for a zombie, which has ended. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name of the program, may contain any character. The start time is the 22nd field.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? '' : (fields[18] ?? '')
  } catch {
    return ''
  }
}
