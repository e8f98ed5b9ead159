import type { ReactNode } from 'react'
import type { MoneyValue } from '../ui/format.ts'
import type { ApprovalItem, ApprovalSummary, UpdateSummary } from './requestTypes.ts'

export interface Subject {
  /** The label in the audit trail. */
  label: string
  /** Returns the record's page; undefined if only another page shows the record. @param accountId the record's account, if known */
  href?(id: string, accountId?: string | null): string | undefined
}

type Summaries = { [Each in ApprovalSummary as Each['kind']]: Each['summary'] }
export type ApprovedKind = keyof Summaries
export type SummaryOf<Kind extends ApprovedKind> = { [Each in Kind]: { kind: Each; summary: Summaries[Each] } }[Kind]

export interface ApprovedSubject<Kind extends ApprovedKind> extends Subject {
  policy: string
  view(summary: Summaries[Kind], item: ApprovalItem): SubjectView
}

export interface SubjectView {
  name: string
  /** Decisions name this instead of the name. */
  decidedName?: string
  /** Replaces the default title. */
  title?: string
  /** Lists show this text beside the requester if there is no title. */
  detail?: string
  reference?: string
  href: string
  /** The text of the link to a record without a reference. */
  linkLabel?: string
  /** The family or account that the record will belong to. */
  place?: string
  money?: MoneyValue | undefined
  /** True if `money` is a difference to the monthly cost. */
  moneyChanges?: true
  isTotalAmount?: true
  /** The event that a decision should precede, what happens then, and the time at which the request is withdrawn because its subject ends. */
  deadline?: { at: string; withdrawnAt: string; label: string; effect: string }
  status?: ReactNode
  /** Decided requests show the status as a sentence. */
  statusSentence?: string
  /** Describes the effect of an approval. */
  approved: string
  /** Approvals with equal values are similar. Without `shape`, an approval isn't similar to any other. */
  shape?: readonly string[]
  /** True for kinds that can't have substitute approvers. */
  neverCovered?: true
  evidence: EvidenceView
}

export interface EvidenceView {
  facts?: string
  /** The heading of the monthly budget, which is beside the family's budget. Without a heading, neither budget is shown. */
  money?: string
  price?: UpdateSummary['price']
  family?: string
  exists: boolean
  people: 'ownersAndAccounts' | 'owners' | 'none'
}
