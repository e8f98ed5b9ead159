import { Type } from 'typebox'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { writeAudit } from '../../../http/audit.ts'
import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { canResolve, isAccessKept, ownAccessVerdict } from './policy.ts'
import { factsOf, lockDifferences, nameOf, presentDifference } from './queries.ts'
import { durationOf } from './requireDurationFor.ts'
import { resolveDifference } from './resolve.ts'
import { AccessDifference, ResolveManyBody } from './schemas.ts'

export const resolveAccessDifferences = operation({
  id: 'resolveAccessDifferences',
  method: 'POST',
  path: '/account-access/differences',
  tag: 'account-access',
  summary: 'Resolve up to 100 differences with the same resolution',
  description: 'If any difference can’t be resolved in this way, nothing is changed and `errors` lists each reason.',
  access: 'owner',
  stepUp: ({ actor, body }) => (actor.admin && isAccessKept(body.action) ? 'privileged' : undefined),
  body: ResolveManyBody,
  responses: { 200: Type.Object({ items: Type.Array(AccessDifference) }) },
  errors: ['notFound', 'conflict'],
  async handler({ db, jobs, actor, body, now, requestId, allow, audit }) {
    const { ids: requestedIds, ...decision } = body
    const ids = requestedIds.map((id) => id.toLowerCase())
    const rows = await lockDifferences(db, actor, ids)
    if (rows.length < ids.length)
      throw new Failure('notFound', 'Some of these differences no longer exist. Reload the list and select again.')
    audit({ subject: { kind: 'accountList', id: 'differences' } })
    for (const row of rows) allow(canDoInAccount(actor, 'manageAccess', factsOf(row).account))
    for (const row of rows) allow(ownAccessVerdict(decision.action, row))
    const at = now()
    const problems: FieldProblem[] = []
    for (const { id } of rows) {
      // The check is repeated for each difference, because keeping a member in one group can create a conflict with the next group.
      const row = (await lockDifferences(db, actor, [id]))[0]!
      const verdict = canResolve(decision.action, factsOf(row))
      const duration = verdict === true ? durationOf(decision, row) : verdict
      if (duration === true) await resolveDifference({ db, jobs, actor, now: at }, row, decision)
      else problems.push({ field: `/ids/${ids.indexOf(id)}`, message: `${nameOf(row) || row.group_name}: ${duration}` })
    }
    if (problems.length > 0) {
      const message = `${problems.length} of ${rows.length} can’t be resolved in this way. Nothing was changed. ${problems[0]!.message}`
      throw new Failure('conflict', message, { errors: problems })
    }
    const auditBase = { actor, operation: 'resolveAccessDifferences', requestId, outcome: 'allowed' as const }
    for (const [id, rowsOfGroup] of Map.groupBy(rows, (row) => row.account_id)) {
      const before = rowsOfGroup.map((row) => ({ id: row.id, group: row.group_name, kind: row.kind, member: row.member_id }))
      await writeAudit(db, { ...auditBase, subject: { kind: 'account', id }, before, after: decision })
    }
    audit({ subject: { kind: 'accountList', id: 'differences' }, after: { ...decision, ids } })
    return { items: (await lockDifferences(db, actor, ids)).map((row) => presentDifference(actor, row)) }
  },
})
