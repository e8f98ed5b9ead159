import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { driftKind } from './kinds.ts'
import { canResolve, isAccessKept, ownAccessVerdict } from './policy.ts'
import { factsOf, lockDifferences, presentDifference } from './queries.ts'
import { requireDurationFor } from './requireDurationFor.ts'
import { resolveDifference } from './resolve.ts'
import { AccessDifference, DifferenceId, ResolveBody } from './schemas.ts'

export const resolveAccessDifference = operation({
  id: 'resolveAccessDifference',
  method: 'POST',
  path: '/account-access/differences/{id}',
  tag: 'account-access',
  summary: 'Resolve a difference between the directory and the recorded access',
  description:
    'Slipway then updates the directory or its record. Owners of the account and administrators can do this, but can’t keep or restore their own access, even with another user account.',
  access: 'owner',
  stepUp: ({ actor, body }) => (actor.admin && isAccessKept(body.action) ? 'privileged' : undefined),
  params: DifferenceId,
  body: ResolveBody,
  responses: { 200: AccessDifference },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'conflict'],
  async handler({ db, jobs, actor, params, body, now, allow, ifMatch, audit }) {
    const [row] = await lockDifferences(db, actor, [params.id])
    if (!row) throw new Failure('notFound', 'This difference doesn’t exist.')
    const subject = { kind: 'account', id: row.account_id }
    audit({ subject })
    const facts = factsOf(row)
    allow(canDoInAccount(actor, 'manageAccess', facts.account))
    allow(ownAccessVerdict(body.action, facts))
    ifMatch(row.version)
    requireState(canResolve(body.action, facts))
    requireDurationFor(body, row)
    await resolveDifference({ db, jobs, actor, now: now() }, row, body)
    const [lockedDifference] = await lockDifferences(db, actor, [params.id])
    const after = presentDifference(actor, lockedDifference!)
    const before = { [driftKind]: { id: row.id, group: row.group_name, kind: row.kind, member: row.member_id } }
    audit({ subject, before, after: { ...body, status: after.status } })
    return after
  },
})
