import type { SimState } from './state.ts'

export interface SimClock {
  now(): Date
  set(date: Date): void
  advance(milliseconds: number): void
}

export function createClock(state: SimState): SimClock {
  const store = state.collection<number>('clock')
  let offset = store.get('offset') ?? 0
  const advance = (to: number): void => {
    offset = to
    store.set('offset', offset)
  }
  return {
    now: () => new Date(Date.now() + offset),
    set: (date) => advance(date.getTime() - Date.now()),
    advance: (milliseconds) => advance(offset + milliseconds),
  }
}
