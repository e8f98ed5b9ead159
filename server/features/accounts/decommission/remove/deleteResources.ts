import type { Lock } from '../../../../clients/arm/armLocks.ts'
import { lockedScope } from '../../../../clients/arm/armLocks.ts'
import { inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { scopeLabel } from '../dry-run/access.ts'
import { pollOperations, worstFailure } from '../pollOperations.ts'
import { startRemoving, subscriptionOf } from '../record.ts'

export const groupOf = (id: string): string | undefined => /\/resourceGroups\/([^/]+)/i.exec(id)?.[1]?.toLowerCase()

/** @throws NonRetryableError while a resource lock exists */
export function requireUnlocked(locks: Lock[], subscriptionId: string): void {
  if (locks.length === 0) return
  const lockLabels = locks.map((lock) => `${scopeLabel(lockedScope(lock), subscriptionId)} (“${lock.name}”)`)
  throw new NonRetryableError(
    'locked',
    `Locks block the deletion: ${lockLabels.slice(0, 3).join(', ')}${lockLabels.length > 3 ? ` and ${lockLabels.length - 3} more` : ''}. Slipway doesn’t remove locks. ` +
      'Remove the locks, then retry this step.',
  )
}

/**
 * Deletes all resource groups concurrently. If a group can't be deleted because another one depends on it, it is retried as long as other
 * groups are being deleted.
 */
export async function pollDeletions(
  context: Pick<StepContext<unknown>, 'clients' | 'checkpoint' | 'saveCheckpoint'>,
  subscriptionId: string,
  groups: string[],
): Promise<Record<string, unknown> | Wait> {
  const polledKeys = Object.keys((context.checkpoint['following'] ?? {}) as object)
  const keys = [...new Set([...polledKeys, ...groups])]
  if (keys.length === 0) return {}
  const progress = await pollOperations(context, keys, (name, state) =>
    context.clients.arm.deleteResourceGroup(subscriptionId, name, state),
  )
  const error = worstFailure(progress)
  if (error && progress.done.length === 0 && progress.open.length === 0) {
    if (error.retryable) throw error
    const [name = ''] = progress.failed.keys()
    throw new NonRetryableError(
      'stillInUse',
      `Azure didn’t delete the resource group ${name}: ${error.message} Remove what depends on it, then retry this step.`,
      error,
    )
  }
  const remainingCount = progress.open.length + progress.failed.size
  if (remainingCount === 0) return new Wait('Azure reports that everything is deleted. Slipway is checking a second time.', 0)
  return new Wait(
    `Azure is deleting ${remainingCount === 1 ? 'one resource group' : `${remainingCount} resource groups`}.`,
    progress.retryAfterMs,
  )
}

async function deleteGroups(context: StepContext<UpdateInput>, isRetained: (group: string) => boolean) {
  const { clients, db, input } = context
  await inTransaction(db, (tx) => startRemoving(tx, input.updateId))
  const subscriptionId = await subscriptionOf(db, input.accountId)
  requireUnlocked(await clients.arm.listLocks(subscriptionId), subscriptionId)
  const groups = (await clients.arm.listResourceGroups(subscriptionId)).map(({ name }) => name)
  return pollDeletions(
    context,
    subscriptionId,
    groups.filter((name) => !isRetained(name.toLowerCase())),
  )
}

export const deleteResources: Step<UpdateInput> = {
  name: 'deleteResources',
  title: 'Delete the resources',
  timeoutMinutes: 360,
  async run(context) {
    const vaults = await context.clients.arm.listBackupVaults(await subscriptionOf(context.db, context.input.accountId))
    const retainedGroups = new Set(vaults.filter((vault) => vault.items.length > 0).map(({ id }) => groupOf(id)))
    return deleteGroups(context, (group) => retainedGroups.has(group))
  },
}

export const deleteRemaining: Step<UpdateInput> = {
  name: 'deleteRemaining',
  title: 'Delete remaining resources',
  timeoutMinutes: 360,
  run: (context) => deleteGroups(context, () => false),
}
