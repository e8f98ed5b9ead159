import type { SimState } from './state.ts'

/** The simulated time is the machine's time plus an offset, which is kept across restarts. */
export interface SimClock {
  now(): Date
  set(date: Date): void
  advance(milliseconds: number): void
}

export function createClock(state: SimState): SimClock {
  const kept = state.collection<number>('clock')
  let offset = kept.get('offset') ?? 0
  const move = (to: number): void => {
    offset = to
    kept.set('offset', offset)
  }
  return {
    now: () => new Date(Date.now() + offset),
    set: (date) => move(date.getTime() - Date.now()),
    advance: (milliseconds) => move(offset + milliseconds),
  }
}
