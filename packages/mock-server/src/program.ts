// The program of a server, for packages that have one: flags, the ready line, signals and commands.
export { type CreatedServer, type Program, runProgram, StartError } from './cli/program.js'
export { type Progress, progressOn, type Screen } from './cli/progress.js'
export type { ProgramText } from './cli/texts.js'
