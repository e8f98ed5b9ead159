import { setTimeout as delay } from 'node:timers/promises'

const pollIntervalMs = 150
const maxPolls = 100

/** Reads until it is done, because Azure mostly answers within seconds. @returns what it read last, at most 15 s later */
export async function pollUntil<T>(read: () => Promise<T>, done: (found: T) => boolean): Promise<T> {
  let found = await read()
  for (let poll = 0; poll < maxPolls && !done(found); poll++) {
    await delay(pollIntervalMs)
    found = await read()
  }
  return found
}
