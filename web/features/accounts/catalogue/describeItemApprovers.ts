import type { CatalogueItem } from '../../../shared/requestTypes.ts'

/** Describes who must approve an item, with the absence of the first approver. */
export function describeItemApprovers(approvers: CatalogueItem['approvers'], absenceOf: (personId: string) => string | undefined): string {
  const [first] = approvers
  if (!first) return ''
  const absence = absenceOf(first.id)
  return `${first.displayName}${absence ? ` (${absence})` : ''} ${approvers.length > 1 ? 'or another approver must approve' : 'must approve'}`
}
