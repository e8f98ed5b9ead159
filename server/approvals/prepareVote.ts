import type { Person } from '../auth/actor.ts'
import type { Clients } from '../clients/clients.ts'
import type { Db } from '../db/database.ts'
import { refreshApproverGroups } from '../people/refreshApproverGroups.ts'
import type { SubjectKind } from '../subjects/kinds.ts'
import type { ExternalFacts } from './evidence.ts'
import { findApprovalSubject } from './subject.ts'

interface PrepareContext {
  db: Db
  clients: Clients
  now: () => Date
}

/** Runs before the transaction of a vote, because external systems are slow. */
export async function prepareVote(context: PrepareContext, ...approvalIds: string[]): Promise<ExternalFacts> {
  const [externalFacts] = await Promise.all([fetchExternalFacts(context, ...approvalIds), refreshApproverGroups(context, ...approvalIds)])
  return externalFacts
}

/** Runs before the transaction of an edit, which records the evidence of the round that it ends. Only the requester can edit a request. */
export async function prepareEdit(
  context: PrepareContext & { actor: Person },
  kind: SubjectKind,
  subjectId: string,
): Promise<ExternalFacts> {
  const pending = await context.db
    .selectFrom('approvals')
    .select('id')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'pending')
    .where('requester_id', '=', context.actor.id)
    .executeTakeFirst()
  return pending ? fetchExternalFacts(context, pending.id) : new Map()
}

export async function fetchExternalFacts(context: PrepareContext, ...approvalIds: string[]): Promise<ExternalFacts> {
  const approvals = await context.db
    .selectFrom('approvals as a')
    .select(['a.id', 'a.subject_kind'])
    .where('a.id', 'in', approvalIds)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('approval_evidence as e').whereRef('e.approval_id', '=', 'a.id'))))
    .execute()
  const facts = await Promise.all(
    [...Map.groupBy(approvals, ({ subject_kind }) => subject_kind)].map(([kind, each]) =>
      findApprovalSubject(kind).fetchFacts?.(
        context,
        each.map(({ id }) => id),
      ),
    ),
  )
  return new Map(facts.flatMap((each) => [...(each ?? [])]))
}
