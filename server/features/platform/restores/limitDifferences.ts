import type { RestoreDifference } from '../../../db/tables.ts'

/** Many differences of one kind must not hide the others. */
const maxPerKind = 250
/** Azure can deny access to every subscription. A longer list would not be read either. */
const maxFirst = 2_000

export const isUnread = ({ side }: Pick<RestoreDifference, 'side'>): boolean => side === 'unread'
export const isPlanned = ({ side }: Pick<RestoreDifference, 'side'>): boolean => side === 'planned'

/** Limits each kind. Pending deletions and unread parts come first, with a higher limit, because they matter most for the acceptance. */
export function limitDifferences(differences: readonly RestoreDifference[]): RestoreDifference[] {
  const others = differences.filter((each) => !isUnread(each) && !isPlanned(each))
  const byKind = Map.groupBy(others, ({ kind }) => kind)
  return [
    ...differences.filter(isPlanned).slice(0, maxFirst),
    ...differences.filter(isUnread).slice(0, maxFirst),
    ...[...byKind.values()].flatMap((each) => each.slice(0, maxPerKind)),
  ]
}
