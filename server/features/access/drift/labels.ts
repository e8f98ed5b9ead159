import type { DifferenceKind } from '../../../db/tables.ts'

export function whatIsSeen(kind: DifferenceKind, name: string | undefined, group: string): string {
  if (kind === 'added') return `${name} has access to ${group} that wasn’t granted in Slipway.`
  if (kind === 'removed') return `${name} was granted access to ${group} but isn’t a member any longer.`
  return `${group} is missing in the directory.`
}
