import { labelFor } from '../../../shared/labels.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import type { ApprovedKind, SummaryOf } from '../../../shared/subject.ts'

/** Describes the comparisons of an approval. It isn’t part of the subject, because only the inbox needs it. */
export interface Comparison {
  /** The property that similar approvals share. Kinds that are never similar have none. */
  shared?: string
  /** The source of the earlier decisions. */
  scope: string
  /** The earlier decisions that the server prefers. */
  preferred?: string
}

export const comparisonLabels = {
  similar: (requests: number, shared: string) => `${requests} with the same ${shared}`,
  noneSimilar: (shared: string) => `No others with the same ${shared}`,
  earlier: ({ scope, preferred }: Comparison) => `Up to 5 ${scope}${preferred ? `, preferably ${preferred}` : ''}. Newest first.`,
  noneEarlier: ({ scope }: Comparison) => `No earlier decisions on ${scope}.`,
} as const

const comparisons: { [Kind in ApprovedKind]: (summary: SummaryOf<Kind>['summary'], item: ApprovalItem) => Comparison } = {
  accessRequest: ({ account, group }) => ({
    shared: 'group',
    scope: `access requests in ${account.name}`,
    preferred: `for ${group.name}`,
  }),
  accountRequest: ({ family, tower, environment }) => ({
    shared: 'family',
    scope: `account requests in ${family.name} or ${tower.name}`,
    preferred: `in ${family.name} with the environment ${labelFor('environment', environment)}`,
  }),
  accountUpdate: ({ account }) => ({
    shared: 'change',
    scope: 'changes of the same kind in the account’s family',
    preferred: `of ${account.name}`,
  }),
  pimActivation: ({ account, role }, { requester }) => ({
    shared: 'role',
    scope: `activations in ${account.name} or by ${requester.displayName}`,
    preferred: `of ${role}`,
  }),
  policyChange: () => ({ scope: 'other changes to approval policies' }),
  sandboxAccessRequest: ({ group }) => ({ shared: 'group', scope: 'access requests for this sandbox', preferred: `for ${group.name}` }),
  sandboxRequest: ({ kind, template, tower }) => ({
    shared: 'template',
    scope: `${kind === 'extension' ? 'extensions' : 'requests'} with the template ${template.name}`,
    preferred: `in ${tower.name}`,
  }),
}

function compare<Kind extends ApprovedKind>({ kind, summary }: SummaryOf<Kind>, item: ApprovalItem): Comparison {
  return comparisons[kind](summary, item)
}

export const comparisonOf = (item: ApprovalItem): Comparison => (item.subject ? compare(item.subject, item) : { scope: 'similar requests' })
