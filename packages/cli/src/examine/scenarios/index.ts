import type { Scenario } from '../scenario.js'
import { faultScenarios } from './faults.js'
import { forgeryScenarios } from './forgeries.js'
import { paymentScenarios } from './payments.js'
import { repetitionScenarios } from './repetition.js'

/** All scenarios. The last one advances the clock, which is not reset. */
export const scenarios: readonly Scenario[] = [
  ...paymentScenarios,
  ...forgeryScenarios,
  ...repetitionScenarios,
  ...faultScenarios,
]
