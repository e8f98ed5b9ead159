import { setTimeout as delay } from 'node:timers/promises'

const pollIntervalMs = 150
const maxPolls = 100

/**
 * Azure usually responds within seconds.
 * @returns the last value read, after at most 15 s
 */
export async function pollUntil<T>(fetchValue: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  let value = await fetchValue()
  for (let poll = 0; poll < maxPolls && !isDone(value); poll++) {
    await delay(pollIntervalMs)
    value = await fetchValue()
  }
  return value
}
