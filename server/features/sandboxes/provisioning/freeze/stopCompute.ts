import { scopeOf } from '../../../../clients/arm/armId.ts'
import type { RoleInstance } from '../../../../clients/arm/armPim.ts'
import type { RoleAssignment } from '../../../../clients/arm/armRoles.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { pollOperations, worstFailure } from '../../../accounts/decommission/pollOperations.ts'
import { permanentAssignments } from '../../../accounts/decommission/subscriptionRoles.ts'
import {
  desiredStateOf,
  type HostedSandbox,
  isWithinScope,
  loadHostedSandbox,
  type SandboxContext,
  type SandboxInput,
  skippedOutput,
} from '../hostedSandbox.ts'
import { recordFrozenState } from './frozenState.ts'

/** Lists role assignments of people and groups inside the sandbox. Applications keep theirs, because their compute is stopped. */
export async function fetchRolesWithin({ arm }: SandboxContext['clients'], scope: string): Promise<RoleAssignment[]> {
  const [allAssignments, temporaryRoles] = await Promise.all([arm.listRoleAssignmentsAround(scope), arm.listRoleActivations(scope)])
  return permanentAssignments(allAssignments, temporaryRoles).filter(
    (each) => isPersonPrincipal(each) && isWithinScope(scope, scopeOf(each)),
  )
}

const isPersonPrincipal = ({ properties }: { properties: { principalType?: string } }) => properties.principalType !== 'ServicePrincipal'

/** Ends temporary role activations in the sandbox, which a resume doesn’t restore. @returns the ended activations */
export async function revokeTemporaryRoles({ arm }: SandboxContext['clients'], scope: string, requestKey: string): Promise<RoleInstance[]> {
  const temporaryRoles = (await arm.listRoleActivations(scope)).filter(
    (each) => isPersonPrincipal(each) && isWithinScope(scope, scopeOf(each)),
  )
  for (const each of temporaryRoles) {
    const { principalId, roleDefinitionId } = each.properties
    await arm.removeRoleActivation({
      scope: scopeOf(each),
      principalId,
      roleDefinitionId,
      requestKey,
      justification: 'Access to the sandbox is being revoked',
    })
  }
  return temporaryRoles
}

const toSavedAssignment = ({ id, name, properties }: RoleAssignment) => {
  const { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } = properties
  return { id, name, properties: { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } }
}

async function revokeRoles(context: SandboxContext, hostedSandbox: HostedSandbox, step: string): Promise<Record<string, unknown> | Wait> {
  const { clients, db, runId } = context
  const roles = await fetchRolesWithin(clients, hostedSandbox.scope)
  if (!(await recordFrozenState(db, hostedSandbox.id, { assignments: roles.map(toSavedAssignment) }))) return skippedOutput
  // Azure accepts the name of a request only once, and a role can be activated again after its end.
  const round = Number(context.checkpoint['round'] ?? 0)
  const temporaryRoles = await revokeTemporaryRoles(clients, hostedSandbox.scope, `${runId} ${step} ${round}`)
  if (roles.length + temporaryRoles.length === 0) return {}
  for (const { id } of roles) await clients.arm.deleteRoleAssignment(id)
  await context.saveCheckpoint({ ...context.checkpoint, round: round + 1 })
  return new Wait('Azure is removing roles.')
}

async function stopAll(context: SandboxContext, hostedSandbox: HostedSandbox): Promise<Record<string, unknown> | Wait> {
  const { arm } = context.clients
  const polledKeys = Object.keys((context.checkpoint['following'] ?? {}) as object)
  // Resource Graph is a minute late, so each resource is read directly.
  const runningIds = (await arm.listStoppable(hostedSandbox.scope))
    .filter(({ power }) => power !== 'stopped')
    .map(({ id }) => id.toLowerCase())
  const powers = await Promise.all(runningIds.map(async (id) => ({ id, power: await arm.readPower(id) })))
  const running = powers.filter(({ power }) => power === 'running' || power === 'changing').map(({ id }) => id)
  const keys = [...new Set([...polledKeys, ...running])]
  if (keys.length === 0) return {}
  if (!(await recordFrozenState(context.db, hostedSandbox.id, { stopped: running }))) return skippedOutput
  const progress = await pollOperations(context, keys, (id, state) => arm.stopResource(id, state))
  const error = worstFailure(progress)
  if (error && progress.done.length === 0 && progress.open.length === 0) {
    if (error.retryable) throw error
    const [id = ''] = progress.failed.keys()
    throw new NonRetryableError(
      'cannotStop',
      `Azure couldn’t stop ${nameOf(id)}: ${error.message} Fix the cause in Azure, then retry this step.`,
      error,
    )
  }
  const remainingCount = progress.open.length + progress.failed.size
  return remainingCount > 0
    ? new Wait(`Azure is stopping ${remainingCount === 1 ? nameOf(keys[0]!) : `${remainingCount} resources`}.`, progress.retryAfterMs)
    : {}
}

export const nameOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

/** Stops the step if the sandbox no longer has to freeze. When the run ends, it starts the run that the new status needs. */
async function ifShouldStop(
  context: SandboxContext,
  run: (context: SandboxContext, hostedSandbox: HostedSandbox) => Promise<Record<string, unknown> | Wait>,
): Promise<Record<string, unknown> | Wait> {
  const hostedSandbox = await loadHostedSandbox(context.db, context.input.sandboxId)
  return desiredStateOf(hostedSandbox) === 'still' ? run(context, hostedSandbox) : skippedOutput
}

/** Access is removed before compute stops, because people could otherwise start compute again. */
export const revokeAccess: Step<SandboxInput> = {
  name: 'revokeAccess',
  title: 'Remove access',
  run: (context) =>
    ifShouldStop(context, async (_, hostedSandbox) => {
      try {
        return await revokeRoles(context, hostedSandbox, 'revokeAccess')
      } catch (error) {
        // A resource lock in the sandbox can prevent the removal of assignments. Compute is still stopped, because it costs money.
        if (isLocked(error)) return {}
        throw error
      }
    }),
}

const isLocked = (error: unknown): error is ExternalError => error instanceof ExternalError && error.code === 'ScopeLocked'

export const stopCompute: Step<SandboxInput> = {
  name: 'stopCompute',
  title: 'Stop compute, keeping all data',
  timeoutMinutes: 120,
  run: (context) => ifShouldStop(context, stopAll),
}

/** Compute that appeared in the meantime, such as a VM that was being created, is stopped too. */
export const verifyStopped: Step<SandboxInput> = {
  name: 'verifyStopped',
  title: 'Check that compute is stopped',
  timeoutMinutes: 120,
  run: (context) =>
    ifShouldStop(context, async (_, hostedSandbox) => {
      const stopResult = await stopAll(context, hostedSandbox)
      const roles = await revokeRoles(context, hostedSandbox, 'verifyStopped').catch((error: unknown) => {
        if (!isLocked(error)) throw error
        const message = `A resource is locked, so access can’t be removed: ${error.message} Remove the lock, then retry this step.`
        throw new NonRetryableError('locked', message, error)
      })
      return roles instanceof Wait ? roles : stopResult instanceof Wait ? stopResult : { ...roles, ...stopResult }
    }),
}
