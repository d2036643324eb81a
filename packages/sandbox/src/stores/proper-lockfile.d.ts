declare module 'proper-lockfile' {
  interface LockOptions {
    readonly lockfilePath?: string
    readonly stale?: number
    readonly update?: number
    readonly realpath?: boolean
    readonly retries?: number | { readonly retries: number; readonly minTimeout?: number; readonly maxTimeout?: number }
    readonly onCompromised?: (error: Error) => void
  }
  const lockfile: { lock(file: string, options?: LockOptions): Promise<() => Promise<void>> }
  export default lockfile
}
