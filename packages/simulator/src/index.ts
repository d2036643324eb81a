export { type Shrunk, shrink } from './shrink.js'
export { type Played, play, type StoryOptions } from './story.js'
export { year } from './world/scale.js'
