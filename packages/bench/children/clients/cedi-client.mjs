export { createClient } from '../../../client/dist/index.js'
