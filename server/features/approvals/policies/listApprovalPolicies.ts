import { sql } from 'kysely'
import { Type } from 'typebox'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { operation } from '../../../http/operation.ts'
import { Can, Nullable, Uuid } from '../../../people/schemas.ts'
import { approvedKinds } from '../../../subjects/kinds.ts'
import { policySummary } from './labels.ts'
import { approvalPolicyCan } from './policy.ts'
import { loadNames, policyRows, presentVersion } from './queries.ts'
import { PolicyKind, PolicyVersionSummary } from './schemas.ts'

export const listApprovalPolicies = operation({
  id: 'listApprovalPolicies',
  method: 'GET',
  path: '/approval-policies',
  tag: 'approval-policies',
  summary: 'List the approval policies with their live versions and drafts',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Array(
      Type.Object({
        kind: PolicyKind,
        kindName: Type.String(),
        id: Nullable(Uuid),
        live: Nullable(PolicyVersionSummary),
        reading: Nullable(
          Type.Object(
            {
              approvers: Type.Array(Type.String(), { description: 'The approvers in order, such as “an owner of the family”.' }),
              automatic: Type.Array(Type.String(), { description: 'Rules that approve or reject automatically, one sentence each.' }),
            },
            { description: 'Summary of the live policy in plain English.' },
          ),
        ),
        open: Nullable(PolicyVersionSummary),
        versions: Type.Integer(),
        pending: Type.Integer({ description: 'Number of pending requests of this kind.' }),
        decided: Type.Integer({ description: 'Number of rounds that ended in the last 90 days.' }),
        automatic: Type.Integer({ description: 'Number of rounds in the last 90 days that a rule decided.' }),
        can: Can,
      }),
    ),
  },
  async handler({ db, actor, now }) {
    const sinceDate = new Date(now().getTime() - 90 * 86_400_000)
    const [rows, counts, versions] = await Promise.all([
      policyRows(db).where('v.status', 'in', ['live', 'draft', 'proposed']).execute(),
      sql<{ kind: string; pending: number; decided: number; automatic: number }>`
        select subject_kind as kind, count(*) filter (where status = 'pending') as pending,
          count(*) filter (where status <> 'pending') as decided, count(*) filter (where automatic is not null) as automatic
        from approvals where status = 'pending' or closed_at > ${sinceDate} group by subject_kind`.execute(db),
      sql<{
        kind: string
        versions: number
      }>`select subject_kind as kind, count(*) as versions from approval_policies group by subject_kind`.execute(db),
    ])
    const { byId } = await loadNames(
      db,
      rows.flatMap(({ status, stages }) => (status === 'live' ? stages : [])),
    )
    return approvedKinds.map((kind) => {
      const versionsOfKind = rows.filter((row) => row.subject_kind === kind)
      const liveVersion = versionsOfKind.find(({ status }) => status === 'live')
      const openVersion = versionsOfKind.find(({ status }) => status !== 'live')
      const count = counts.rows.find((row) => row.kind === kind)
      const { draft } = approvalPolicyCan(actor, {
        status: liveVersion ? 'live' : 'replaced',
        otherOpen: openVersion !== undefined,
        errors: 0,
      })
      return {
        kind,
        kindName: findApprovalSubject(kind).policy.name,
        id: (liveVersion ?? openVersion)?.id ?? null,
        live: liveVersion ? presentVersion(liveVersion) : null,
        reading: liveVersion ? policySummary({ ...liveVersion, kind }, byId) : null,
        open: openVersion ? presentVersion(openVersion) : null,
        versions: versions.rows.find((row) => row.kind === kind)?.versions ?? 0,
        pending: count?.pending ?? 0,
        decided: count?.decided ?? 0,
        automatic: count?.automatic ?? 0,
        can: { draft },
      }
    })
  },
})
