import { setTimeout as delay } from 'node:timers/promises'

const pollIntervalMs = 150
const maxPolls = 100

/** Polls for some seconds, because Azure mostly answers within that time. @returns the last read, at most 15 s later */
export async function pollUntil<T>(read: () => Promise<T>, done: (found: T) => boolean): Promise<T> {
  let found = await read()
  for (let poll = 0; poll < maxPolls && !done(found); poll++) {
    await delay(pollIntervalMs)
    found = await read()
  }
  return found
}
