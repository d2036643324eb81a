// Planted bugs: each changes one place in the packages or in the simulated shop. The simulator must find every bug.
import { recordBugs } from './bugs/record-bugs.mjs'
import { serviceBugs } from './bugs/service-bugs.mjs'
import { shopBugs } from './bugs/shop-bugs.mjs'

/** Planted bugs: a name, and one edit or several edits of a source file. */
export const bugs = [...serviceBugs, ...shopBugs, ...recordBugs]
