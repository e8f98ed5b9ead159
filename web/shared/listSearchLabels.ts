import { count } from './waits.ts'

export const describeMatches = (shown: number, total: number, subject: string, plural?: string): string =>
  shown === total ? count(total, subject, plural) : `${shown} of ${count(total, subject, plural)}`
