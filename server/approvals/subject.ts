import type { RawBuilder } from 'kysely'
import type { TSchema } from 'typebox'
import type { Person } from '../auth/actor.ts'
import type { Clients } from '../clients/clients.ts'
import type { Db } from '../db/database.ts'
import type { Database, RequestStatus, StageRule } from '../db/tables.ts'
import type { NotificationKind } from '../notifications/kinds.ts'
import { type ApprovedKind, approvedKinds } from '../subjects/kinds.ts'
import { findSubject } from '../subjects/registry.ts'
import type { Subject } from '../subjects/subject.ts'
import type { Jobs } from '../workflows/jobs.ts'
import type { Evidence, ExternalFacts } from './evidence.ts'
import type { PolicyFacts } from './facts.ts'

type Outcome = 'approved' | 'rejected' | 'changes_requested' | 'expired'

export interface ApprovalSubject extends Subject, ApprovalCallbacks {
  kind: ApprovedKind
  /** The name of the policy, and the kinds of rules that can name approvers by their relation to the subject. */
  policy: { name: string; relations: readonly StageRule['kind'][] }
  summary: TSchema
  /** Loads summaries in any order. Deleted subjects are left out. */
  summaries(context: { db: Db; actor: Person; now: Date }, ids: string[]): Promise<{ id: string }[]>
  /** Fetches facts for the evidence from external systems, by approval ID. It runs before the transaction, and returns in seconds. */
  fetchFacts?(context: { db: Db; clients: Clients; now: () => Date }, approvalIds: string[]): Promise<ExternalFacts>
  evidence(context: { db: Db; now: Date; externalFacts?: unknown }, subjectId: string): Promise<Evidence>
  /** SQL text on the approvals alias `a`: requests with the same text are similar. Absent if requests of this kind are never similar. */
  shape?: RawBuilder<string>
  /** SQL for the number of serious warnings in the evidence of the pending approval `a`. */
  seriousWarnings(now: Date): RawBuilder<number>
  /** Set if similar requests are always for the same account, so that few requests have to be compared. */
  isSimilarInAccount?: true
  /** SQL for the `id` and lower-case name of subjects, for the search in an approver's list. `ids` selects the subjects. */
  searchNames?(ids: RawBuilder<unknown>): RawBuilder<unknown>
}

export type EndedRequest = Database['ended_requests']

/** A table of requests whose requesters can be asked for changes. */
type RequestTable = {
  [Table in keyof Database]: Database[Table] extends { reference: string; requester_id: string; status: RequestStatus; version: unknown }
    ? Table
    : never
}[keyof Database]

export interface ApprovalCallbacks {
  kind: ApprovedKind
  requests?: RequestTable
  /**
   * Withdraws a request of a kind without `requests`.
   * @returns the status of the request; undefined if the request isn't open or another transaction has locked it
   */
  withdraw?(db: Db, request: EndedRequest, now: Date): Promise<string | undefined>
  /** Overrides the kind or the link of the notification about the withdrawn request. */
  withdrawal?(request: EndedRequest): { kind?: NotificationKind; subjectKind?: string; subjectId?: string }
  notification(db: Db, subjectId: string): Promise<{ title: string; body: string }>
  needsComment?(db: Db, subjectId: string): Promise<string | undefined>
  /**
   * Called in the transaction of the deciding vote, the expiry or the submission, before the row of the subject is locked.
   * @param isAutomatic whether a rule decided; `comment` is then the reason of the rule
   */
  onClosed(
    context: { db: Db; jobs: Jobs; now: Date },
    subjectId: string,
    outcome: Outcome,
    comment: string,
    isAutomatic?: boolean,
  ): Promise<void>
}

export interface ApprovalFacts {
  towerId: string | null
  familyId: string | null
  catalogueItemIds: string[]
  accountId?: string
  sandboxId?: string
  request?: Partial<PolicyFacts['request']>
  target?: Partial<PolicyFacts['target']>
}

export function describeOutcome(name: string, outcome: Outcome, comment: string, isAutomatic = false): string {
  if (outcome === 'expired') return comment ? `${name}: ${comment}` : name
  if (!isAutomatic) return comment ? `${name}: “${comment}”` : name
  return `${name}: ${outcome === 'approved' ? 'approved' : 'rejected'} automatically by the policy. ${comment}`
}

/** @throws if requests of this kind aren't approved */
export function findApprovalSubject(kind: string): ApprovalSubject {
  const subject = findSubject(kind)
  if (!subject || !('policy' in subject)) throw new Error(`No feature describes the approval of ${kind}.`)
  return subject as ApprovalSubject
}

export function requestTables(): RequestTable[] {
  return [...new Set(approvedKinds.flatMap((kind) => findApprovalSubject(kind).requests ?? []))]
}
