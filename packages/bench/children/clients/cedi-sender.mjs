export { send } from '../../../client/dist/fetch.js'
export { listProducts } from '../../../client/dist/operations.js'
