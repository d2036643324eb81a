// The program of a server, for packages that bring one: flags, the ready line, signals and the commands beside it.
export { type Made, type Program, runProgram, StartError } from './cli/program.js'
export type { ProgramText } from './cli/texts.js'
