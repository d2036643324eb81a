import type { Story } from '../story.js'
import { faultStories } from './faults.js'
import { forgeryStories } from './forgeries.js'
import { paymentStories } from './payments.js'
import { repetitionStories } from './repetition.js'

/** All stories. The last one advances the clock, which is not reset. */
export const stories: readonly Story[] = [...paymentStories, ...forgeryStories, ...repetitionStories, ...faultStories]
