import type { DifferenceKind } from '../../../db/tables.ts'

export function describeDifference(kind: DifferenceKind, name: string | undefined, group: string): string {
  if (kind === 'added') return `${name} has access to ${group} that wasn’t granted in Slipway.`
  if (kind === 'removed') return `${name} was granted access to ${group} but is no longer a member.`
  return `${group} is missing from the directory.`
}
