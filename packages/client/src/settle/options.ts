import {
  checkOptions,
  describeValue,
  functionCheck,
  type OptionCheck,
  type OptionChecks,
  objectCheck,
  signalCheck,
  stringCheck,
  timerMsCheck,
} from '@cedi/contract/options'

const clientCheck: OptionCheck = {
  requirement: 'be a client with a key, from createClient({ baseUrl, apiKey })',
  accepts: (value) =>
    objectCheck.accepts(value) &&
    objectCheck.accepts((value as { readonly payments?: unknown }).payments) &&
    objectCheck.accepts((value as { readonly orders?: unknown }).orders),
}
const storeCheck: OptionCheck = {
  requirement: 'be a store with find and save, such as memoryStore() or pgStore(pool)',
  accepts: (value) =>
    objectCheck.accepts(value) &&
    ['find', 'save'].every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function'),
}
const positiveCheck: OptionCheck = {
  requirement: 'be a number above 0',
  accepts: (value) => typeof value === 'number' && value > 0,
}
const durationCheck: OptionCheck = {
  requirement: 'be a number of ms from 0, or Infinity',
  accepts: (value) => typeof value === 'number' && value >= 0,
}
const pollingChecks: OptionChecks = {
  client: clientCheck,
  fetch: functionCheck,
  timeoutMs: timerMsCheck,
  maxRequestsPerSecond: positiveCheck,
  nowMs: functionCheck,
  sleep: functionCheck,
  onRequest: functionCheck,
  onResponse: functionCheck,
  onRetry: functionCheck,
}
const handlerChecks: OptionChecks = {
  paid: functionCheck,
  failed: functionCheck,
  expired: functionCheck,
  review: functionCheck,
  unpaid: functionCheck,
}

/** Validates the options of `settle`. @throws TypeError */
export function checkSettleOptions(options: unknown): void {
  const checks = {
    ...pollingChecks,
    store: storeCheck,
    on: objectCheck,
    getOrder: functionCheck,
    onError: functionCheck,
  }
  checkOptions('settle', options, checks, ['client', 'store', 'on'])
  checkOptions('on', (options as { readonly on: unknown }).on, handlerChecks, ['paid'])
}

/** Validates the options of `waitForPayment`. @throws TypeError */
export const checkWaitOptions = (options: unknown): void =>
  checkOptions('waitForPayment', options, { ...pollingChecks, deadlineMs: durationCheck, signal: signalCheck }, [
    'client',
    'deadlineMs',
  ])

/** Validates the options of `runOnce`. @throws TypeError */
export const checkRunOptions = (options: unknown): void =>
  checkOptions('runOnce', options, { deadlineMs: durationCheck, signal: signalCheck })

/** Validates the options of `start`. @throws TypeError */
export const checkStartOptions = (options: unknown): void => checkOptions('start', options, { signal: signalCheck })

/**
 * Validates the arguments of a store.
 *
 * @param owner - Name of the function.
 * @param handle - The database or the pool, and the methods that the store uses.
 * @throws TypeError
 */
export function checkStoreArguments(
  owner: string,
  { value, methods }: { readonly value: unknown; readonly methods: readonly string[] },
  options: unknown,
): void {
  checkOptions(owner, options, { table: stringCheck })
  const members = (value ?? {}) as Readonly<Record<string, unknown>>
  const missing = methods.find((name) => typeof members[name] !== 'function')
  if (missing) throw new TypeError(`${owner} needs an object with the method ${missing}. Got ${describeValue(value)}.`)
}
