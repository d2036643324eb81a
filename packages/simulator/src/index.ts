export { runScenario, type ScenarioOptions, type ScenarioResult } from './run-scenario.js'
export { type ShrinkResult, shrink } from './shrink.js'
