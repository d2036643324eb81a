import type { Story } from '../story.js'
import { faultStories } from './faults.js'
import { forgeryStories } from './forgeries.js'
import { paymentStories } from './payments.js'
import { repetitionStories } from './repetition.js'

/** All stories. The clock moves in the last one. */
export const stories: readonly Story[] = [...paymentStories, ...forgeryStories, ...repetitionStories, ...faultStories]
