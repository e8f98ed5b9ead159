import type { RestoreDifference } from '../../../db/tables.ts'

/** Many differences of one kind must not hide the others. */
const maxPerKind = 250

export const isUnread = ({ side }: Pick<RestoreDifference, 'side'>): boolean => side === 'unread'
const isPlanned = ({ side }: RestoreDifference): boolean => side === 'planned'

/** Limits each kind, except what an administrator must see before the acceptance, which is first: unread parts, then pending deletions. */
export function limitDifferences(differences: readonly RestoreDifference[]): RestoreDifference[] {
  const others = differences.filter((each) => !isUnread(each) && !isPlanned(each))
  const byKind = Map.groupBy(others, ({ kind }) => kind)
  return [
    ...differences.filter(isUnread),
    ...differences.filter(isPlanned),
    ...[...byKind.values()].flatMap((each) => each.slice(0, maxPerKind)),
  ]
}
