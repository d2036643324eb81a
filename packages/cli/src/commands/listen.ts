import { type Command, exitCodes } from '../command.js'

export const listen: Command = {
  async run() {
    return exitCodes.done
  },
}
