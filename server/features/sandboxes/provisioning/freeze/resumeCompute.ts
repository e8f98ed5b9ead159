import { OutsideError } from '../../../../clients/outsideError.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { followAll, worstFailure } from '../../../accounts/decommission/followAll.ts'
import { readAssignedRoles } from '../../../accounts/groups/create/input.ts'
import { groupsOf, readHome, type SandboxContext, type SandboxHome, type SandboxInput, skippedOutput, wantedStateOf } from '../home.ts'
import { nameOf } from './stopCompute.ts'

async function ifShouldRun(
  context: SandboxContext,
  run: (context: SandboxContext, sandboxHome: SandboxHome) => Promise<Record<string, unknown> | Wait>,
): Promise<Record<string, unknown> | Wait> {
  const sandboxHome = await readHome(context.db, context.input.sandboxId)
  return wantedStateOf(sandboxHome) === 'running' ? run(context, sandboxHome) : skippedOutput
}

/** Skips people and groups that have left the directory. */
async function ignoreGone(call: () => Promise<void>): Promise<void> {
  try {
    await call()
  } catch (error) {
    const principalMissing = error instanceof OutsideError && (error.status === 404 || error.code === 'PrincipalNotFound')
    if (!principalMissing) throw error
  }
}

/** Restores the role assignments of the sandbox’s groups and the additional ones that were removed by the freeze. */
async function regrantRoles({ clients, db }: SandboxContext, sandboxHome: SandboxHome): Promise<Record<string, unknown>> {
  for (const { directory_group_id: principalId, roles } of await groupsOf(db, sandboxHome.id))
    for (const { scope, roleDefinitionId } of principalId ? roles : [])
      await clients.arm.putRoleAssignment({ scope, roleDefinitionId, principalId: principalId!, principalType: 'Group' })
  for (const assignment of sandboxHome.held.assignments) await ignoreGone(() => clients.arm.restoreRoleAssignment(assignment))
  return {}
}

/** Access is restored first, so that people can fix compute that doesn’t start. */
export const regrantAccess: Step<SandboxInput> = {
  name: 'giveAccess',
  title: 'Restore access',
  run: (context) => ifShouldRun(context, regrantRoles),
}

export const startCompute: Step<SandboxInput> = {
  name: 'startCompute',
  title: 'Start compute',
  timeoutMinutes: 120,
  run: (context) =>
    ifShouldRun(context, async ({ clients, checkpoint }, sandboxHome) => {
      const startedIds = new Set((checkpoint['started'] ?? []) as string[])
      const keys = sandboxHome.held.stopped.filter((id) => !startedIds.has(id))
      if (keys.length === 0) return {}
      const followResult = await followAll(context, keys, (id, state) => clients.arm.startResource(id, state))
      await context.saveCheckpoint({ ...context.checkpoint, started: [...startedIds, ...followResult.done] })
      const error = worstFailure(followResult)
      if (error && followResult.done.length === 0 && followResult.open.length === 0) {
        if (error.retryable) throw error
        const [id = ''] = followResult.failed.keys()
        throw new NonRetryableError(
          'cannotStart',
          `Azure couldn’t start ${nameOf(id)}: ${error.message} Fix the cause in Azure, then retry this step.`,
          error,
        )
      }
      const remainingCount = followResult.open.length + followResult.failed.size
      return remainingCount > 0
        ? new Wait(`Azure is starting ${remainingCount === 1 ? 'one resource' : `${remainingCount} resources`}.`, followResult.retryAfterMs)
        : {}
    }),
}

export const verifyAccess: Step<SandboxInput> = {
  name: 'seeAccess',
  title: 'Check that access is restored',
  run: (context) =>
    ifShouldRun(context, async ({ clients, db }, sandboxHome) => {
      for (const group of await groupsOf(db, sandboxHome.id)) {
        if (!group.directory_group_id) continue
        const assignedRoles = await readAssignedRoles(clients, group, group.directory_group_id)
        if (assignedRoles.length < group.roles.length) return new Wait('Azure accepted the roles, but they aren’t in effect yet.')
      }
      return {}
    }),
}
