import type { RoleSchedule } from '../../../../clients/arm/armDecommission.ts'
import { scopeOf } from '../../../../clients/arm/armId.ts'
import type { RoleAssignment } from '../../../../clients/arm/armRoles.ts'
import { OutsideError } from '../../../../clients/outsideError.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { followAll, worst } from '../../../accounts/decommission/followAll.ts'
import { withoutTimed } from '../../../accounts/decommission/rights.ts'
import { type Home, liesWithin, readHome, type SandboxContext, type SandboxInput, skipped, wantedStateOf } from '../home.ts'
import { recordFrozenState } from './frozenState.ts'

/** Lists role assignments of people and groups inside the sandbox. Applications keep theirs, because their compute is stopped. */
export async function rightsInside({ arm }: SandboxContext['clients'], scope: string): Promise<RoleAssignment[]> {
  const [all, timed] = await Promise.all([arm.listRoleAssignmentsAround(scope), arm.listRoleActivations(scope)])
  return withoutTimed(all, timed).filter((each) => isOfPeople(each) && liesWithin(scope, scopeOf(each)))
}

const isOfPeople = ({ properties }: { properties: { principalType?: string } }) => properties.principalType !== 'ServicePrincipal'

/** Ends temporary role activations in the sandbox, which a resume doesn’t restore. @returns the ended activations */
export async function endTimedRights({ arm }: SandboxContext['clients'], scope: string, requestKey: string): Promise<RoleSchedule[]> {
  const timed = (await arm.listRoleActivations(scope)).filter((each) => isOfPeople(each) && liesWithin(scope, scopeOf(each)))
  for (const each of timed) {
    const { principalId, roleDefinitionId } = each.properties
    await arm.removeRoleActivation({
      scope: scopeOf(each),
      principalId,
      roleDefinitionId,
      requestKey,
      justification: 'Access to the sandbox is being revoked',
    })
  }
  return timed
}

const asItWas = ({ id, name, properties }: RoleAssignment) => {
  const { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } = properties
  return { id, name, properties: { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } }
}

async function takeRights(context: SandboxContext, home: Home, step: string): Promise<Record<string, unknown> | Wait> {
  const { clients, db, runId } = context
  const rights = await rightsInside(clients, home.scope)
  if (!(await recordFrozenState(db, home.id, { assignments: rights.map(asItWas) }))) return skipped
  // Azure accepts a request name only once, and a role can be activated again after its end.
  const round = Number(context.checkpoint['round'] ?? 0)
  const timed = await endTimedRights(clients, home.scope, `${runId} ${step} ${round}`)
  if (rights.length + timed.length === 0) return {}
  for (const { id } of rights) await clients.arm.deleteRoleAssignment(id)
  await context.remember({ ...context.checkpoint, round: round + 1 })
  // The next look has to confirm that nothing is left.
  return new Wait('Azure is removing roles.')
}

async function stopAll(context: SandboxContext, home: Home): Promise<Record<string, unknown> | Wait> {
  const { arm } = context.clients
  const following = Object.keys((context.checkpoint['following'] ?? {}) as object)
  // Resource Graph lags a minute behind, so each resource is read directly.
  const seen = (await arm.listStoppable(home.scope)).filter(({ power }) => power !== 'stopped').map(({ id }) => id.toLowerCase())
  const powers = await Promise.all(seen.map(async (id) => ({ id, power: await arm.readPower(id) })))
  const running = powers.filter(({ power }) => power === 'running' || power === 'changing').map(({ id }) => id)
  const keys = [...new Set([...following, ...running])]
  if (keys.length === 0) return {}
  if (!(await recordFrozenState(context.db, home.id, { stopped: running }))) return skipped
  const followed = await followAll(context, keys, (id, state) => arm.stopResource(id, state))
  const error = worst(followed)
  if (error && followed.done.length === 0 && followed.open.length === 0) {
    if (error.retryable) throw error
    const [id = ''] = followed.failed.keys()
    throw new NonRetryableError(
      'cannotStop',
      `Azure couldn’t stop ${nameOf(id)}: ${error.message} Fix it there, then retry this step.`,
      error,
    )
  }
  const left = followed.open.length + followed.failed.size
  return left > 0 ? new Wait(`Azure is stopping ${left === 1 ? nameOf(keys[0]!) : `${left} resources`}.`, followed.retryAfterMs) : {}
}

export const nameOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

/** Stops working if the sandbox no longer has to freeze; the end of the run starts what the status needs then. */
async function whileStill(
  context: SandboxContext,
  run: (context: SandboxContext, home: Home) => Promise<Record<string, unknown> | Wait>,
): Promise<Record<string, unknown> | Wait> {
  const home = await readHome(context.db, context.input.sandboxId)
  return wantedStateOf(home) === 'still' ? run(context, home) : skipped
}

/** Access is removed before compute stops, because people could start it again. */
export const revokeAccess: Step<SandboxInput> = {
  name: 'revokeAccess',
  title: 'Remove access',
  run: (context) =>
    whileStill(context, async (_, home) => {
      try {
        return await takeRights(context, home, 'revokeAccess')
      } catch (error) {
        // A resource lock in the sandbox keeps the assignments, but compute is stopped anyway because it costs money.
        if (isLocked(error)) return {}
        throw error
      }
    }),
}

const isLocked = (error: unknown): error is OutsideError => error instanceof OutsideError && error.code === 'ScopeLocked'

export const stopCompute: Step<SandboxInput> = {
  name: 'stopCompute',
  title: 'Stop compute, keeping all data',
  timeoutMinutes: 120,
  run: (context) => whileStill(context, stopAll),
}

/** Compute that appeared meanwhile, such as a machine in creation, is stopped too. */
export const seeStill: Step<SandboxInput> = {
  name: 'seeStill',
  title: 'Check that compute is stopped',
  timeoutMinutes: 120,
  run: (context) =>
    whileStill(context, async (_, home) => {
      const stopped = await stopAll(context, home)
      const rights = await takeRights(context, home, 'seeStill').catch((error: unknown) => {
        if (!isLocked(error)) throw error
        const message = `A resource is locked, so access can’t be removed: ${error.message} Have the lock removed, then retry this step.`
        throw new NonRetryableError('locked', message, error)
      })
      return rights instanceof Wait ? rights : stopped instanceof Wait ? stopped : { ...rights, ...stopped }
    }),
}
