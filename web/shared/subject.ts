import type { ReactNode } from 'react'
import type { MoneyValue } from '../ui/format.ts'
import type { ApprovalItem, ApprovalSummary, UpdateSummary } from './requestTypes.ts'

/** Describes one kind of record in the browser. */
export interface Subject {
  /** The label in the audit trail. */
  label: string
  /** The record's page; undefined if the record appears only on another page. @param accountId the record's account, if known */
  href?(id: string, accountId?: string | null): string | undefined
}

type Summaries = { [Each in ApprovalSummary as Each['kind']]: Each['summary'] }
export type ApprovedKind = keyof Summaries
export type SummaryOf<Kind extends ApprovedKind> = { [Each in Kind]: { kind: Each; summary: Summaries[Each] } }[Kind]

/** A kind of record that needs approval. */
export interface ApprovedSubject<Kind extends ApprovedKind> extends Subject {
  /** Describes the requests that its policy decides on. */
  policy: string
  view(summary: Summaries[Kind], item: ApprovalItem): SubjectView
}

/** The view of a record for approvers and requesters. */
export interface SubjectView {
  name: string
  /** Replaces the default title of a request to create something. */
  title?: string
  /** Shown beside the requester in lists if there is no title. */
  detail?: string
  reference?: string
  href: string
  /** The text of the link if the record has no reference. */
  linkLabel?: string
  /** The family or account that the record will belong to, for the heading. */
  place?: string
  /** The planned budget per month or in total. */
  money?: MoneyValue | undefined
  /** The money is the difference that a change makes to the monthly cost. */
  moneyChanges?: true
  moneyInAll?: true
  status?: ReactNode
  /** The status as a sentence, for decided requests. */
  statusSentence?: string
  /** Describes what the approval causes. */
  approved: string
  /** Requests with equal values count as similar. A request without `shape` isn't similar to any other. */
  shape?: readonly string[]
  /** Set for kinds that can't have a substitute approver. */
  neverCovered?: true
  evidence: EvidenceView
}

export interface EvidenceView {
  /** Heading of the facts. */
  facts?: string
  /** The heading of the monthly budget, which is shown beside the family's budget. Without this heading, neither budget is shown. */
  money?: string
  /** The change to the monthly price. */
  price?: UpdateSummary['price']
  family?: string
  /** True if the record exists before the approval. */
  exists: boolean
  /** The people in the evidence: the owners, the owners with the requester's accounts, or none. */
  people: 'ownersAndAccounts' | 'owners' | 'nobody'
}
