import { setTimeout } from 'node:timers/promises'

export interface Clock {
  now(): number
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
