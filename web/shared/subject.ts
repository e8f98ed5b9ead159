import type { ReactNode } from 'react'
import type { MoneyValue } from '../ui/format.ts'
import type { ApprovalItem, ApprovalSummary, UpdateSummary } from './requestTypes.ts'

/** What one kind of thing is in the browser. */
export interface Subject {
  /** What the audit trail calls it. */
  label: string
  /** Its page. Without one, what there is of it appears at something else. @param accountId the account it belongs to, where that is known */
  href?(id: string, accountId?: string | null): string | undefined
}

type Summaries = { [Each in ApprovalSummary as Each['kind']]: Each['summary'] }
export type ApprovedKind = keyof Summaries
export type SummaryOf<Kind extends ApprovedKind> = { [Each in Kind]: { kind: Each; summary: Summaries[Each] } }[Kind]

/** A kind that is approved. */
export interface ApprovedSubject<Kind extends ApprovedKind> extends Subject {
  view(summary: Summaries[Kind], item: ApprovalItem): SubjectView
}

/** What approvers and requesters are shown of one. */
export interface SubjectView {
  name: string
  /** What is done with it, when that is not building it. */
  title?: string
  /** Beside the requester in lists, where there is no title. */
  detail?: string
  reference?: string
  href: string
  /** The link to it, where it has no reference. */
  linkLabel?: string
  /** Where it will belong, for the heading. */
  place?: string
  /** A month, or in all: the budget of what is to be, or what the services of an account would cost. */
  money?: MoneyValue | undefined
  moneyInAll?: true
  /** How it stands. */
  status?: ReactNode
  /** The same as a sentence, of what was decided. */
  standing?: string
  /** What its approval brings about. */
  approved: string
  /** Those with the same words look alike; without them none does. */
  shape?: readonly string[]
  /** Nobody else can be named to decide. */
  neverCovered?: true
  evidence: EvidenceView
}

/** How the evidence for a decision is laid out. */
export interface EvidenceView {
  /** The heading of the facts. */
  facts?: string
  /** The heading of the monthly budget beside that of its family; without it neither is shown. */
  money?: string
  /** What changes in price. */
  price?: UpdateSummary['price']
  family?: string
  /** It is there already. */
  exists: boolean
  /** Whose people are shown: the owners, with the accounts of the requester too, or nobody’s. */
  people: 'ownersAndAccounts' | 'owners' | 'nobody'
}
