import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Call } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInSandbox, type SandboxAction, type SandboxFacts, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { type LockedSandbox, loadVisibleSandbox, lockSandbox, sandboxFacts } from '../sandboxes/queries.ts'

/**
 * Locks the sandbox and reads the facts for policies.
 * @throws notFound, including for a sandbox that the actor can’t see
 */
export async function lockForTransition(
  db: Db,
  actor: Person,
  id: string,
  now: Date,
): Promise<{ sandbox: LockedSandbox; facts: SandboxFacts }> {
  const sandbox = await lockSandbox(db, id)
  await loadVisibleSandbox(db, actor, sandbox.id, now)
  return { sandbox, facts: await sandboxFacts(db, actor, sandbox, now) }
}

type LeaseCall = Pick<Call<{ id: string }, unknown, unknown>, 'db' | 'actor' | 'params' | 'now' | 'allow' | 'ifMatch' | 'audit'>

/**
 * Locks the sandbox for an action that the actor can take in its status.
 * @throws notFound, including for a sandbox that the actor can’t see
 */
export async function lockForAction({ db, actor, params, now, allow, ifMatch, audit }: LeaseCall, action: SandboxAction) {
  const { sandbox, facts } = await lockForTransition(db, actor, params.id, now())
  const subject = { kind: 'sandbox', id: sandbox.id }
  audit({ subject })
  allow(canDoInSandbox(actor, action, facts))
  ifMatch(sandbox.version)
  requireState(sandboxStateVerdict(action, facts, actor.admin))
  return { sandbox, facts, subject }
}

export function leaseFacts({ status, lease_end, freeze_cause, delete_cause, delete_at }: LockedSandbox) {
  return {
    status,
    leaseEnd: lease_end?.toISOString() ?? null,
    freezeCause: freeze_cause,
    deleteCause: delete_cause,
    deleteAt: delete_at?.toISOString() ?? null,
  }
}
