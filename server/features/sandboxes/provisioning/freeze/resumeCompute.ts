import { OutsideError } from '../../../../clients/outsideError.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { followAll, worst } from '../../../accounts/decommission/followAll.ts'
import { rolesHeld } from '../../../accounts/groups/create/input.ts'
import { groupsOf, type Home, readHome, type SandboxContext, type SandboxInput, skipped, wantedStateOf } from '../home.ts'
import { nameOf } from './stopCompute.ts'

async function whileRunning(
  context: SandboxContext,
  run: (context: SandboxContext, home: Home) => Promise<Record<string, unknown> | Wait>,
): Promise<Record<string, unknown> | Wait> {
  const home = await readHome(context.db, context.input.sandboxId)
  return wantedStateOf(home) === 'running' ? run(context, home) : skipped
}

/** Skips people and groups that have left the directory. */
async function unlessGone(call: () => Promise<void>): Promise<void> {
  try {
    await call()
  } catch (error) {
    const gone = error instanceof OutsideError && (error.status === 404 || error.code === 'PrincipalNotFound')
    if (!gone) throw error
  }
}

/** Restores the role assignments of the sandbox’s groups and the additional ones that were removed by the freeze. */
async function regrantRoles({ clients, db }: SandboxContext, home: Home): Promise<Record<string, unknown>> {
  for (const { directory_group_id: principalId, roles } of await groupsOf(db, home.id))
    for (const { scope, roleDefinitionId } of principalId ? roles : [])
      await clients.arm.putRoleAssignment({ scope, roleDefinitionId, principalId: principalId!, principalType: 'Group' })
  for (const assignment of home.held.assignments) await unlessGone(() => clients.arm.restoreRoleAssignment(assignment))
  return {}
}

/** Access is restored first, so that people can deal with compute that doesn’t start. */
export const giveAccess: Step<SandboxInput> = {
  name: 'giveAccess',
  title: 'Restore access',
  run: (context) => whileRunning(context, regrantRoles),
}

export const startCompute: Step<SandboxInput> = {
  name: 'startCompute',
  title: 'Start compute',
  timeoutMinutes: 120,
  run: (context) =>
    whileRunning(context, async ({ clients, checkpoint }, home) => {
      const done = new Set((checkpoint['started'] ?? []) as string[])
      const keys = home.held.stopped.filter((id) => !done.has(id))
      if (keys.length === 0) return {}
      const followed = await followAll(context, keys, (id, state) => clients.arm.startResource(id, state))
      await context.remember({ ...context.checkpoint, started: [...done, ...followed.done] })
      const error = worst(followed)
      if (error && followed.done.length === 0 && followed.open.length === 0) {
        if (error.retryable) throw error
        const [id = ''] = followed.failed.keys()
        throw new NonRetryableError(
          'cannotStart',
          `Azure couldn’t start ${nameOf(id)}: ${error.message} Fix it there, then retry this step.`,
          error,
        )
      }
      const left = followed.open.length + followed.failed.size
      return left > 0 ? new Wait(`Azure is starting ${left === 1 ? 'one resource' : `${left} resources`}.`, followed.retryAfterMs) : {}
    }),
}

export const seeAccess: Step<SandboxInput> = {
  name: 'seeAccess',
  title: 'Check that access is restored',
  run: (context) =>
    whileRunning(context, async ({ clients, db }, home) => {
      for (const group of await groupsOf(db, home.id)) {
        if (!group.directory_group_id) continue
        const held = await rolesHeld(clients, group, group.directory_group_id)
        if (held.length < group.roles.length) return new Wait('Azure has accepted the roles. They aren’t in effect yet.')
      }
      return {}
    }),
}
