// Entry point for programs on Node that call the control API of a running server.
export { findControlToken } from './transports/control-token.js'
