import { Type } from 'typebox'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { writeAudit } from '../../../http/audit.ts'
import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { canResolve, keepsAccess, ownAffair } from './policy.ts'
import { factsOf, lockDifferences, nameOf, presentDifference } from './queries.ts'
import { durationOf } from './requireDurationFor.ts'
import { resolve } from './resolve.ts'
import { AccessDifference, ResolveMany } from './schemas.ts'

export const resolveAccessDifferences = operation({
  id: 'resolveAccessDifferences',
  method: 'POST',
  path: '/account-access/differences',
  tag: 'account-access',
  summary: 'Resolve several differences in the same way',
  description: 'At most 100. If one of them can’t be resolved in this way, nothing is changed and each is listed with its reason.',
  access: 'owner',
  stepUp: ({ actor, body }) => (actor.admin && keepsAccess(body.action) ? 'privileged' : undefined),
  body: ResolveMany,
  answers: { 200: Type.Object({ items: Type.Array(AccessDifference) }) },
  errors: ['notFound', 'conflict'],
  async handler({ db, jobs, actor, body, now, requestId, allow, audit }) {
    const { ids: named, ...decision } = body
    const ids = named.map((id) => id.toLowerCase())
    const rows = await lockDifferences(db, actor, ids)
    if (rows.length < ids.length)
      throw new Failure('notFound', 'Some of these differences no longer exist. Reload the list and select again.')
    audit({ subject: { kind: 'accountList', id: 'differences' } })
    for (const row of rows) allow(canDoInAccount(actor, 'manageAccess', factsOf(row).account))
    for (const row of rows) allow(ownAffair(decision.action, row))
    const at = now()
    const problems: FieldProblem[] = []
    for (const { id } of rows) {
      // The check repeats for each difference: keeping a member in one group can create a conflict with the next.
      const row = (await lockDifferences(db, actor, [id]))[0]!
      const verdict = canResolve(decision.action, factsOf(row))
      const duration = verdict === true ? durationOf(decision, row) : verdict
      if (duration === true) await resolve({ db, jobs, actor, now: at }, row, decision)
      else problems.push({ field: `/ids/${ids.indexOf(id)}`, message: `${nameOf(row) || row.group_name}: ${duration}` })
    }
    if (problems.length > 0) {
      const message = `${problems.length} of ${rows.length} can’t be resolved in this way. Nothing was changed. ${problems[0]!.message}`
      throw new Failure('conflict', message, { errors: problems })
    }
    const trace = { actor, operation: 'resolveAccessDifferences', requestId, outcome: 'allowed' as const }
    for (const [id, some] of Map.groupBy(rows, (row) => row.account_id)) {
      const before = some.map((row) => ({ id: row.id, group: row.group_name, kind: row.kind, member: row.member_id }))
      await writeAudit(db, { ...trace, subject: { kind: 'account', id }, before, after: decision })
    }
    audit({ subject: { kind: 'accountList', id: 'differences' }, after: { ...decision, ids } })
    return { items: (await lockDifferences(db, actor, ids)).map((row) => presentDifference(actor, row)) }
  },
})
