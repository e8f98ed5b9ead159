import type { RawBuilder } from 'kysely'
import type { TSchema } from 'typebox'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import type { SubjectKind } from '../subjects/kinds.ts'
import type { Subject } from '../subjects/subject.ts'
import type { Jobs } from '../workflows/jobs.ts'
import type { Evidence } from './evidence.ts'
import type { PolicyFacts } from './facts.ts'

export type Outcome = 'approved' | 'rejected' | 'changes_requested' | 'expired'

/** Describes once per kind of request what is approved, and what a decision does. */
export interface ApprovalSubject extends Subject, Decided {
  kind: SubjectKind
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

export interface Decided {
  kind: SubjectKind
  /** Table of requests whose requester can be asked for changes. */
  requests?: 'account_requests' | 'account_updates' | 'access_requests' | 'sandbox_requests'
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
