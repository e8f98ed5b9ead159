import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import { formatMoney } from '../format.ts'
import { Nullable } from '../people/schemas.ts'
import { findRecordedEvidence, loadEvidence } from './approvalEvidence.ts'
import { ChangeEvidence, type Evidence } from './evidence.ts'
import { type EvidenceFilter, evidenceFilter } from './evidenceFilter.ts'
import { latestRound } from './latestRound.ts'
import { Approval, ApprovalStage, loadApprovals } from './presentApproval.ts'
import type { TimelineEntry } from './requestSchemas.ts'
import { findApprovalSubject } from './subject.ts'

export const PreviousRound = Type.Object(
  {
    votes: ApprovalStage.properties.decisions,
    comments: Approval.properties.comments,
    changes: Nullable(Type.Array(ChangeEvidence), {
      description: 'What the requester changed since; null if you can’t see it, or if evidence wasn’t recorded.',
    }),
  },
  { description: 'The last round with votes or comments or, if there is none, the first round.' },
)

export async function findPreviousRound(
  { db, actor }: { db: Db; actor: Person },
  { subjectKind, subjectId, openedAt }: Approval,
  evidence: Evidence,
  { visible, seesOnlyRequest }: EvidenceFilter,
): Promise<Static<typeof PreviousRound> | null> {
  const { rows } = await sql<{ id: string }>`
    select r.id from (
      select a.id, a.opened_at, exists (select from approval_decisions d where d.approval_id = a.id)
        or exists (select from approval_comments c where c.approval_id = a.id) as discussed
      from approvals a where a.subject_kind = ${subjectKind} and a.subject_id = ${subjectId} and a.opened_at < ${openedAt}
    ) r order by r.discussed desc, case when r.discussed then r.opened_at end desc, r.opened_at, r.id limit 1`.execute(db)
  if (!rows[0]) return null
  const [round] = await loadApprovals(db, actor, sql<boolean>`a.id = ${rows[0].id}`)
  if (!round) return null
  const before = seesOnlyRequest ? undefined : await findRecordedEvidence(db, round.id)
  return {
    votes: round.stages.flatMap(({ decisions }) => decisions),
    comments: round.comments,
    changes: before ? changesBetween(subjectKind, visible(before), visible(evidence)) : null,
  }
}

/** Returns the ID of the newest round if the approval isn't the newest itself. */
export async function findLatestRound(db: Db, { id, subjectKind, subjectId }: Approval): Promise<string | null> {
  const latest = await latestRound(db, subjectKind, subjectId).executeTakeFirst()
  return latest && latest.id !== id ? latest.id : null
}

/** Each compared round takes up to three queries. */
const maxComparedRounds = 20

/** Adds, to the entry of each later round, what the requester changed since the round before it. */
export async function withRoundChanges<Entry extends Static<typeof TimelineEntry>>(
  { db, actor }: { db: Db; actor: Person },
  approvals: Approval[],
  entries: Entry[],
): Promise<Entry[]> {
  if (approvals.length < 2) return entries
  const changesAt = new Map<string, ChangeEvidence[] | null>()
  let before: Evidence | undefined
  for (const approval of approvals.slice(-maxComparedRounds)) {
    const { id, subjectKind, subjectId, openedAt } = approval
    const recorded = await findRecordedEvidence(db, id)
    // The request is still as it was in the newest round, even if that round has ended.
    const canCompare = before && (recorded !== undefined || approval === approvals.at(-1))
    const filter = canCompare && (await evidenceFilter(db, actor, approval, recorded !== undefined))
    if (before && filter && !filter.seesOnlyRequest) {
      const current = { db, now: new Date(openedAt) }
      const evidence = recorded ?? (await loadEvidence(current, findApprovalSubject(subjectKind), { id, subject_id: subjectId }))
      changesAt.set(openedAt, changesBetween(subjectKind, filter.visible(before), filter.visible(evidence)))
    }
    before = recorded
  }
  return entries.map((entry) => {
    const changes = entry.kind === 'submitted' ? changesAt.get(entry.at) : undefined
    return changes?.length ? { ...entry, changes } : entry
  })
}

/** Returns null if the evidence is older than the marks of what was requested. */
function changesBetween(subjectKind: string, earlier: Evidence, later: Evidence): ChangeEvidence[] | null {
  const rounds = [earlier, later]
  if (!rounds.some(({ changes = [], facts }) => [...changes, ...facts].some(({ requested }) => requested))) return null
  const [before, after] = rounds.map((each) => new Map(requestedRows(subjectKind, each, rounds).map((row) => [row.label, row])))
  return [...new Set([...after!.keys(), ...before!.keys()])].flatMap((label) => {
    const [previous, row] = [before!.get(label), after!.get(label)]
    const { key } = (row ?? previous)!
    return previous?.value === row?.value ? [] : [{ ...(key && { key }), label, before: previous?.value ?? '', after: row?.value ?? '' }]
  })
}

interface EvidenceRow {
  key?: ChangeEvidence['key']
  label: string
  value: string
}

/** Selects what the requester asks for. A mark in one of the rounds is enough, because recorded evidence might be older than the mark. */
function requestedRows(subjectKind: string, evidence: Evidence, rounds: Evidence[]): EvidenceRow[] {
  const { changes = [], facts, monthlyBudget, purpose, owners } = evidence
  const isRequested =
    (part: 'changes' | 'facts') =>
    ({ label }: { label: string }) =>
      rounds.some((round) => (round[part] ?? []).some((row) => row.label === label && row.requested))
  const rows = [
    ...changes.filter(isRequested('changes')).map(({ key, label, after }) => ({ key, label, value: after })),
    ...facts.filter(isRequested('facts')),
  ]
  const newAccount = [
    ...(monthlyBudget ? [{ label: 'Monthly budget', value: formatMoney(monthlyBudget) }] : []),
    { label: 'Owners', value: owners.map(({ displayName }) => displayName).join(', ') },
  ]
  return [
    ...rows.map(({ key, label, value }) => ({ ...(key && { key }), label, value })),
    ...(subjectKind === 'accountRequest' ? newAccount : []),
    { label: 'Reason', value: purpose },
  ]
}
