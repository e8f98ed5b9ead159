import { ExternalError } from '../../../../clients/externalError.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { pollOperations, worstFailure } from '../../../accounts/decommission/pollOperations.ts'
import { fetchAssignedRoles } from '../../../accounts/groups/create/input.ts'
import {
  desiredStateOf,
  groupsOf,
  type HostedSandbox,
  loadHostedSandbox,
  type SandboxContext,
  type SandboxInput,
  skippedOutput,
} from '../hostedSandbox.ts'
import { nameOf } from './stopCompute.ts'

async function ifShouldRun(
  context: SandboxContext,
  run: (context: SandboxContext, hostedSandbox: HostedSandbox) => Promise<Record<string, unknown> | Wait>,
): Promise<Record<string, unknown> | Wait> {
  const hostedSandbox = await loadHostedSandbox(context.db, context.input.sandboxId)
  return desiredStateOf(hostedSandbox) === 'running' ? run(context, hostedSandbox) : skippedOutput
}

async function ignoreNotFound(call: () => Promise<void>): Promise<void> {
  try {
    await call()
  } catch (error) {
    const principalMissing = error instanceof ExternalError && (error.status === 404 || error.code === 'PrincipalNotFound')
    if (!principalMissing) throw error
  }
}

async function regrantRoles({ clients, db }: SandboxContext, hostedSandbox: HostedSandbox): Promise<Record<string, unknown>> {
  for (const { directory_group_id: principalId, roles } of await groupsOf(db, hostedSandbox.id))
    for (const { scope, roleDefinitionId } of principalId ? roles : [])
      await clients.arm.putRoleAssignment({ scope, roleDefinitionId, principalId: principalId!, principalType: 'Group' })
  for (const assignment of hostedSandbox.frozen_state.assignments) await ignoreNotFound(() => clients.arm.restoreRoleAssignment(assignment))
  return {}
}

/** Access is restored first, so that people can fix compute that doesn’t start. */
export const regrantAccess: Step<SandboxInput> = {
  name: 'regrantAccess',
  title: 'Restore access',
  run: (context) => ifShouldRun(context, regrantRoles),
}

export const startCompute: Step<SandboxInput> = {
  name: 'startCompute',
  title: 'Start compute',
  timeoutMinutes: 120,
  run: (context) =>
    ifShouldRun(context, async ({ clients, checkpoint }, hostedSandbox) => {
      const startedIds = new Set((checkpoint['started'] ?? []) as string[])
      const keys = hostedSandbox.frozen_state.stopped.filter((id) => !startedIds.has(id))
      if (keys.length === 0) return {}
      const progress = await pollOperations(context, keys, (id, state) => clients.arm.startResource(id, state))
      await context.saveCheckpoint({ ...context.checkpoint, started: [...startedIds, ...progress.done] })
      const error = worstFailure(progress)
      if (error && progress.done.length === 0 && progress.open.length === 0) {
        if (error.retryable) throw error
        const [id = ''] = progress.failed.keys()
        throw new NonRetryableError(
          'cannotStart',
          `Azure couldn’t start ${nameOf(id)}: ${error.message} Fix the cause in Azure, then retry this step.`,
          error,
        )
      }
      const remainingCount = progress.open.length + progress.failed.size
      return remainingCount > 0
        ? new Wait(`Azure is starting ${remainingCount === 1 ? 'one resource' : `${remainingCount} resources`}.`, progress.retryAfterMs)
        : {}
    }),
}

export const verifyAccess: Step<SandboxInput> = {
  name: 'verifyAccess',
  title: 'Check that access is restored',
  run: (context) =>
    ifShouldRun(context, async ({ clients, db }, hostedSandbox) => {
      for (const group of await groupsOf(db, hostedSandbox.id)) {
        if (!group.directory_group_id) continue
        const assignedRoles = await fetchAssignedRoles(clients, group, group.directory_group_id)
        if (assignedRoles.length < group.roles.length) return new Wait('Azure accepted the roles, but they aren’t in effect yet.')
      }
      return {}
    }),
}
