import type { DifferenceKind } from '../../../db/tables.ts'

/** A difference as a sentence. */
export function whatIsSeen(kind: DifferenceKind, name: string | undefined, group: string): string {
  if (kind === 'added') return `${name} is in ${group}, but nobody granted it here.`
  if (kind === 'removed') return `${name} was granted ${group}, but is no longer in it.`
  return `${group} is gone from the directory.`
}
