import { count } from './waits.ts'

export const runActionLabels = {
  retried: (runs: number) => `${count(runs, 'run')} retried`,
  cancelled: (runs: number) => `${count(runs, 'run')} cancelled`,
  cancelledBy: (person: string) => `Cancelled by ${person}`,
} as const
