// Where the processes of a day wait for each other: a table of the database that they share.
import { setTimeout as wait } from 'node:timers/promises'

/** The statement that makes the table, run once before the processes start. */
export const meetingPlace = 'CREATE TABLE public.meetings (place text, part integer, PRIMARY KEY (place, part))'

/** Returns when each of the processes has come to this place. */
export async function meet(driver, place, { at, of }) {
  await driver.query('INSERT INTO public.meetings VALUES ($1, $2)', [place, at])
  for (;;) {
    const come = await driver.query('SELECT part FROM public.meetings WHERE place = $1', [place])
    if (come.length === of) return
    await wait(200)
  }
}
