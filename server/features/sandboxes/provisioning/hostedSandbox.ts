import { scopeOf } from '../../../clients/arm/armId.ts'
import type { RoleAssignment } from '../../../clients/arm/armRoles.ts'
import type { Db } from '../../../db/database.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import type { StepContext } from '../../../workflows/workflow.ts'
import { NonRetryableError } from '../../../workflows/workflow.ts'

export interface SandboxInput {
  sandboxId: string
}
export type SandboxContext = StepContext<SandboxInput>

export async function loadHostedSandbox(db: Db, sandboxId: string) {
  const row = await db
    .selectFrom('sandboxes')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('sandbox_events as e')
        .select('e.at')
        .whereRef('e.sandbox_id', '=', 'sandboxes.id')
        .where('e.key', '=', 'admitted')
        .as('admitted_at'),
    )
    .where('id', '=', sandboxId)
    .executeTakeFirstOrThrow()
  if (!row.host_id || !row.subscription_id)
    throw new NonRetryableError('noPlace', 'The sandbox no longer has a host. An administrator must check the sandbox.')
  const group = row.resource_group === null ? '' : `/resourceGroups/${row.resource_group}`
  return { ...row, subscriptionId: row.subscription_id, scope: `/subscriptions/${row.subscription_id}${group}` }
}
export type HostedSandbox = Awaited<ReturnType<typeof loadHostedSandbox>>

/** The tag that marks the scope of a sandbox. Scopes without it belong to other owners and are never touched. */
export const ownerTagName = 'slipway-sandbox'

export function isWithinScope(scope: string, id: string | undefined): boolean {
  const [sandboxScope, resourceId] = [scope.toLowerCase(), id?.toLowerCase()]
  return resourceId === sandboxScope || resourceId?.startsWith(`${sandboxScope}/`) === true
}

/**
 * Returns whether a role assignment belongs to the sandbox. A pool subscription keeps the applications that were its administrators before
 * the sandbox, because Azure doesn't delete the last one.
 */
export function belongsToSandbox({ scope, created_at, admitted_at }: HostedSandbox, assignment: RoleAssignment): boolean {
  const { principalType, createdOn } = assignment.properties
  const existedBefore = principalType === 'ServicePrincipal' && createdOn !== undefined && new Date(createdOn) < (admitted_at ?? created_at)
  return isWithinScope(scope, scopeOf(assignment)) && !existedBefore
}

/** Returns the state that the sandbox must have in the cloud; null if its status needs none. */
export function desiredStateOf({
  status,
  removing_at,
}: {
  status: SandboxStatus
  removing_at: Date | null
}): 'running' | 'still' | 'gone' | null {
  if (status === 'active') return 'running'
  if (status === 'frozen') return 'still'
  if (status === 'deleting') return removing_at === null ? 'still' : 'gone'
  return null
}

/** The output of a step that was skipped because the status changed. The end of the run starts the step again if necessary. */
export const skippedOutput = { skipped: true }

export function groupsOf(db: Db, sandboxId: string) {
  return db
    .selectFrom('access_groups')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('status', '<>', 'deleted')
    .orderBy('name')
    .execute()
}

export const policyNames = { regions: 'slipway-regions', services: 'slipway-services' } as const
