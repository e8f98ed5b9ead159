import { useSyncExternalStore } from 'react'

function clock(period: number) {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  return {
    read: () => now,
    subscribe(listener: () => void) {
      if (listeners.size === 0) now = Date.now()
      listeners.add(listener)
      timer ??= setInterval(() => {
        now = Date.now()
        for (const notify of listeners) notify()
      }, period)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

// All readers of a pace share a timer, so that a table of times renders only once.
const clocks = { second: clock(1000), halfMinute: clock(30_000) }

/** Returns the current time in milliseconds, updated at this pace. */
export function useNow(interval: keyof typeof clocks): number {
  return useSyncExternalStore(clocks[interval].subscribe, clocks[interval].read)
}
