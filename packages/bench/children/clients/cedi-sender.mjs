export { send } from '../../../client/dist/fetch.js'
export { createClient } from '../../../client/dist/index.js'
