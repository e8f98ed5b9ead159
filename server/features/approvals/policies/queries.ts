import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { lockRound } from '../../../approvals/lockRound.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, StageRule } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { reply } from '../../../http/operation.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { groupsOf } from '../../../people/refreshApproverGroups.ts'
import type { ApprovedKind } from '../../../subjects/kinds.ts'
import { changeEffect } from './changeEffect.ts'
import { policyDiff } from './diff.ts'
import { describePolicy } from './labels.ts'
import { approvalPolicyCan } from './policy.ts'
import { policyProblems } from './problems.ts'
import type { ApprovalPolicy, PolicyChangeSummary, PolicyDocument } from './schemas.ts'

export const noSuchPolicy = 'This version of the policy doesn’t exist.'

export function policyRows(db: Db) {
  return db
    .selectFrom('approval_policies as v')
    .selectAll('v')
    .select(person(sql`v.created_by`).as('creator'))
    .select(
      sql<
        string | null
      >`(select a.id from approvals a where a.subject_kind = 'policyChange' and a.subject_id = v.change_id order by a.opened_at desc limit 1)`.as(
        'approval_id',
      ),
    )
}
type PolicyRow = Awaited<ReturnType<ReturnType<typeof policyRows>['executeTakeFirstOrThrow']>>

const time = (date: Date | null) => date?.toISOString() ?? null

export function presentVersion(row: PolicyRow) {
  return {
    id: row.id,
    version: row.version,
    kind: row.subject_kind as ApprovedKind,
    name: row.name,
    status: row.status,
    changeNote: row.change_note,
    basedOn: row.based_on,
    createdBy: row.creator,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    proposedAt: time(row.proposed_at),
    liveAt: time(row.live_at),
    replacedAt: time(row.replaced_at),
    approvalId: row.approval_id,
    revision: row.revision,
  }
}

type Document = Pick<PolicyRow, 'subject_kind' | 'name' | 'description' | 'reject' | 'approve' | 'stages'>

export const documentOf = (row: Document): PolicyDocument => ({
  kind: row.subject_kind as ApprovedKind,
  name: row.name,
  description: row.description,
  reject: row.reject,
  approve: row.approve,
  stages: row.stages,
})

export const isSameDocument = (row: Document, other: Document): boolean => isDeepStrictEqual(documentOf(row), documentOf(other))

export async function loadNames(db: Db, stages: PolicyStage[]) {
  const rules = stages.flatMap(({ rule, alternates }) => (alternates ? [rule, alternates] : [rule]))
  const groupIds = [...new Set(rules.flatMap(groupsOf))]
  const personIds = [...new Set(rules.flatMap(personsOf))]
  const [people, groups] = await Promise.all([
    personIds.length === 0
      ? []
      : sql<{
          person: PersonRef
        }>`select ${person(sql`n.id`)} as person from people n where n.id = any (${personIds}::uuid[]) order by n.display_name`
          .execute(db)
          .then(({ rows }) => rows.map((row) => row.person)),
    groupIds.length === 0
      ? []
      : db
          .selectFrom('directory_groups')
          .select(['id', 'display_name as displayName'])
          .where('id', 'in', groupIds)
          .orderBy('display_name')
          .execute(),
  ])
  const rowsById = new Map([...people, ...groups].map(({ id, displayName }) => [id, displayName]))
  return { people, groups, byId: rowsById }
}

const personsOf = (rule: StageRule): string[] => [
  ...(rule.personId ? [rule.personId] : []),
  ...(rule.personIds ?? []),
  ...(rule.of ?? []).flatMap(personsOf),
]

/** @throws notFound */
export async function loadPolicy(db: Db, actor: Person, id: string, version: number): Promise<ApprovalPolicy> {
  const rows = await policyRows(db)
    .where('v.id', '=', id)
    .where(sql<boolean>`(v.version = ${version} or v.status in ('draft', 'proposed')
      or v.version = (select b.based_on from approval_policies b where b.id = ${id} and b.version = ${version}))`)
    .execute()
  const row = rows.find((each) => each.version === version)
  if (!row) throw new Failure('notFound', noSuchPolicy)
  const baseVersion = rows.find((each) => each.version === row.based_on)
  const document = documentOf(row)
  const { byId: rowsById, ...names } = await loadNames(db, [...row.stages, ...(baseVersion?.stages ?? [])])
  const problems = await policyProblems(db, document)
  const otherOpen = rows.some((each) => each.version !== version && (each.status === 'draft' || each.status === 'proposed'))
  return {
    ...presentVersion(row),
    document,
    reading: describePolicy(row, rowsById),
    problems,
    diff: policyDiff(baseVersion, row, rowsById),
    names,
    can: approvalPolicyCan(actor, {
      status: row.status,
      otherOpen,
      errors: problems.filter(({ severity }) => severity === 'error').length,
      unchanged: baseVersion !== undefined && isSameDocument(row, baseVersion),
    }),
  }
}

/** The ETag is the revision, because a change of a draft doesn't change its version number. */
export function policyReply(policy: ApprovalPolicy, status = 200, headers: Record<string, string> = {}) {
  return reply(status, policy, { etag: `"${policy.revision}"`, ...headers })
}

/** @throws notFound */
export async function lockPolicy(db: Db, { id, version }: { id: string; version: number }) {
  const row = await db
    .selectFrom('approval_policies')
    .selectAll()
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchPolicy)
  return row
}

/** Must run before `lockPolicy`, because votes lock the round first. */
export async function lockPolicyRound(db: Db, { id, version }: { id: string; version: number }): Promise<void> {
  const row = await db
    .selectFrom('approval_policies')
    .select('change_id')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (row) await lockRound(db, 'policyChange', row.change_id)
}

export async function loadPolicyChanges(db: Db, changeIds: string[]): Promise<PolicyChangeSummary[]> {
  if (changeIds.length === 0) return []
  const rows = await policyRows(db).where('v.change_id', 'in', changeIds).execute()
  const baseVersions = await loadBases(
    db,
    sql`exists (select from approval_policies c where c.change_id = any (${changeIds}::uuid[]) and c.id = v.id and c.based_on = v.version)`,
  )
  const { byId: rowsById } = await loadNames(
    db,
    [...rows, ...baseVersions].flatMap(({ stages }) => stages),
  )
  return rows.map((row) => {
    const baseVersion = baseVersions.find((each) => each.id === row.id && each.version === row.based_on)
    const kind = row.subject_kind as ApprovedKind
    return {
      id: row.change_id,
      policyId: row.id,
      name: row.name,
      kind,
      kindName: findApprovalSubject(kind).policy.name,
      fromVersion: row.based_on,
      toVersion: row.version,
      status: row.status,
      changeNote: row.change_note,
      effect: changeEffect(baseVersion, row),
      lines: policyDiff(baseVersion, row, rowsById),
    }
  })
}

const loadBases = (db: Db, condition: RawBuilder<unknown>) => policyRows(db).where(sql<boolean>`${condition}`).execute()
