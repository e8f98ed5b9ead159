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

/** Each flow that needs approval describes once what is approved and what a decision does. */
export interface ApprovalSubject extends Subject, Decided {
  kind: SubjectKind
  /** What lists of approvals show of each. */
  summary: TSchema
  /** In any order, without those that are gone. */
  summaries(context: { db: Db; actor: Person; now: Date }, ids: string[]): Promise<{ id: string }[]>
  /** @param context `outside`: what other systems said of it, where it has been asked */
  evidence(context: { db: Db; now: Date; outside?: unknown }, summary: { id: string }): Promise<Evidence>
  /** Requests with the same text are alike; of the alias `a` of approvals. Without it no two are. */
  shape?: RawBuilder<string>
  /** All that are alike are about the same account, so few are compared. */
  alikeInAccount?: true
  /** A statement of the `id` of what is approved, and of the name in small letters that approvers search for. `ids`: a statement of those to name. */
  searchNames?(ids: RawBuilder<unknown>): RawBuilder<unknown>
}

/** What a decision does. */
export interface Decided {
  kind: SubjectKind
  /** Where what was asked for lives, when whoever asked may be asked to change it. */
  requests?: 'account_requests' | 'account_updates' | 'access_requests' | 'sandbox_requests'
  /** What the approvers of a stage that opens are told. */
  notice(db: Db, subjectId: string): Promise<{ title: string; body: string }>
  /** Why approving this one takes a comment; undefined when it does not. */
  needsComment?(db: Db, subjectId: string): Promise<string | undefined>
  /**
   * Called in the transaction of the deciding vote, of expiry, or of the filing itself, with the subject's row not yet locked.
   * @param automatic nobody decided: a rule did, and `comment` is its reason
   */
  closed(
    context: { db: Db; jobs: Jobs; now: Date },
    subjectId: string,
    outcome: Outcome,
    comment: string,
    automatic?: boolean,
  ): Promise<void>
}

/** What a flow knows of what is asked for; the rest of what conditions see is looked up (`completeFacts`). */
export interface ApprovalFacts {
  /** Null: of no tower, or no family. */
  towerId: string | null
  familyId: string | null
  catalogueItemIds: string[]
  /** The account or sandbox it is about, whose owners may have to decide. */
  accountId?: string
  sandboxId?: string
  request?: Partial<PolicyFacts['request']>
  target?: Partial<PolicyFacts['target']>
}

/** What the requester reads beside the outcome: the words of whoever decided, or of the rule that did. */
export function outcomeWords(name: string, outcome: Outcome, comment: string, automatic = false): string {
  if (outcome === 'expired') return comment ? `${name}: ${comment}` : name
  if (!automatic) return comment ? `${name}: “${comment}”` : name
  return `${name}: ${outcome === 'approved' ? 'approved' : 'refused'} at once by the policy. ${comment}`
}
