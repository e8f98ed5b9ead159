import type { RawBuilder } from 'kysely'
import type { TSchema } from 'typebox'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import type { Database, StageRule } from '../db/tables.ts'
import type { NotificationKind } from '../notifications/kinds.ts'
import type { ApprovedKind } from '../subjects/kinds.ts'
import { findSubject } from '../subjects/registry.ts'
import type { Subject } from '../subjects/subject.ts'
import type { Jobs } from '../workflows/jobs.ts'
import type { Evidence } from './evidence.ts'
import type { PolicyFacts } from './facts.ts'

export type Outcome = 'approved' | 'rejected' | 'changes_requested' | 'expired'

/** Describes once per kind of request what is approved, and what a decision does. */
export interface ApprovalSubject extends Subject, Decided {
  kind: ApprovedKind
  /** Its policy's name, and the kinds of rules that can name approvers by relation. */
  policy: { name: string; relations: readonly StageRule['kind'][] }
  summary: TSchema
  /** Loads summaries in any order, without deleted subjects. */
  summaries(context: { db: Db; actor: Person; now: Date }, ids: string[]): Promise<{ id: string }[]>
  /** @param context `outside`: the responses of other systems, if requested */
  evidence(context: { db: Db; now: Date; outside?: unknown }, summary: { id: string }): Promise<Evidence>
  /** SQL text on the approvals alias `a`: requests with the same text are similar; absent if none ever are. */
  shape?: RawBuilder<string>
  /** Similar requests are all for the same account, so few are compared. */
  alikeInAccount?: true
  /** SQL: `id` and lower-case name of subjects for the approvers' search. `ids` selects the subjects. */
  searchNames?(ids: RawBuilder<unknown>): RawBuilder<unknown>
}

export type EndedRequest = Database['ended_requests']

export interface Decided {
  kind: ApprovedKind
  /** Table of requests whose requester can be asked for changes. */
  requests?: 'account_requests' | 'account_updates' | 'access_requests' | 'sandbox_requests'
  /** Withdraws a request that isn't in such a table. @returns its status, or undefined if it isn't open or another transaction holds it */
  withdraw?(db: Db, request: EndedRequest, now: Date): Promise<string | undefined>
  /** Replaces the kind or the link of the notification about the withdrawal. */
  withdrawal?(request: EndedRequest): { kind?: NotificationKind; subjectKind?: string; subjectId?: string }
  notification(db: Db, subjectId: string): Promise<{ title: string; body: string }>
  needsComment?(db: Db, subjectId: string): Promise<string | undefined>
  /**
   * Called in the transaction of the deciding vote, the expiry or the submission, before the subject's row is locked.
   * @param automatic a rule decided, and `comment` is its reason
   */
  closed(
    context: { db: Db; jobs: Jobs; now: Date },
    subjectId: string,
    outcome: Outcome,
    comment: string,
    automatic?: boolean,
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

/** Returns the text of an outcome for the requester: the comment of the person, or of the rule, that decided. */
export function describeOutcome(name: string, outcome: Outcome, comment: string, automatic = false): string {
  if (outcome === 'expired') return comment ? `${name}: ${comment}` : name
  if (!automatic) return comment ? `${name}: “${comment}”` : name
  return `${name}: ${outcome === 'approved' ? 'approved' : 'refused'} at once by the policy. ${comment}`
}

/** @throws for a kind that isn't approved */
export function findApprovalSubject(kind: string): ApprovalSubject {
  const subject = findSubject(kind)
  if (!subject || !('policy' in subject)) throw new Error(`No feature describes the approval of ${kind}.`)
  return subject as ApprovalSubject
}
