export { listProducts } from '../../../client/dist/operations.js'
