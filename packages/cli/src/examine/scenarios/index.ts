import type { Scenario } from '../scenario.js'
import { faultScenarios } from './faults.js'
import { forgeryScenarios } from './forgeries.js'
import { foundations, paymentScenarios } from './payments.js'
import { repetitionScenarios } from './repetition.js'

export { foundations }

/** All scenarios. The last one advances the clock, which is not reset. */
export const scenarios: readonly Scenario[] = [
  ...foundations,
  ...paymentScenarios,
  ...forgeryScenarios,
  ...repetitionScenarios,
  ...faultScenarios,
]
