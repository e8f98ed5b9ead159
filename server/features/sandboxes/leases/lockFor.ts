import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { SandboxFacts } from '../sandboxes/policy.ts'
import { type LockedSandbox, loadVisibleSandbox, lockSandbox, sandboxFacts } from '../sandboxes/queries.ts'

/**
 * Locks the sandbox and reads the facts for policies.
 * @throws notFound, also for a sandbox that the actor can’t see
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

export function leaseFacts({ status, lease_end, frozen_because, delete_because, delete_at }: LockedSandbox) {
  return {
    status,
    leaseEnd: lease_end?.toISOString() ?? null,
    frozenBecause: frozen_because,
    deleteBecause: delete_because,
    deleteAt: delete_at?.toISOString() ?? null,
  }
}
