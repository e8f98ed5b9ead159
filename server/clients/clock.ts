import { setTimeout } from 'node:timers/promises'

/** The only time the connectors know; tests move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Rejects with the signal's reason when it is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    try {
      await setTimeout(ms, undefined, { signal })
    } catch {
      throw signal?.reason
    }
  },
}
