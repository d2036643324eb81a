// Mutants that were read one by one and change nothing that anybody could see: which, and why. "npm run mutants" counts them as not
// noticed and names them apart; an entry that no survivor is like any more is told.

/** `file` ends the path; `from` and `to` are the texts of the report; `line` is the whole line, where `from` stands in more than one. */
export const equivalent = []
