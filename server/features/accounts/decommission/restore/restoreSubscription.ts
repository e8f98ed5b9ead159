import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { NonRetryableError, type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { affectedPersonIds } from '../../accounts/ownerIds.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { changeRepository } from '../repositoryChange.ts'
import { recordOwnersSince } from './recordOwnersSince.ts'
import { regrantAccess } from './regrantAccess.ts'
import { notifyFailed } from './reverseDecommission.ts'

const enableSubscription: Step<UpdateInput> = {
  name: 'enableSubscription',
  title: 'Enable the subscription',
  async run({ clients, db, input }) {
    const subscriptionId = await subscriptionOf(db, input.accountId)
    if ((await clients.arm.getSubscription(subscriptionId))?.state === 'Enabled') return {}
    try {
      await clients.arm.enableSubscription(subscriptionId)
    } catch (error) {
      if (!(error instanceof ExternalError) || error.retryable || error.status !== 400) throw error
      throw new NonRetryableError(
        'notEnabled',
        `Azure couldn’t enable the subscription: ${error.message} Ask the platform team to contact Microsoft, then retry this step.`,
        error,
      )
    }
    return new Wait('Azure is enabling the subscription.')
  },
}

const restoreInCmdb: Step<UpdateInput> = {
  name: 'restoreInCmdb',
  title: 'Mark the account as operational in the configuration database',
  async run({ clients, input }) {
    const item = await clients.servicenow.getByCorrelationId(input.accountId)
    if (item && item.operational_status !== '1')
      await clients.servicenow.updateConfigurationItem(item.sys_id, { operational_status: '1', install_status: '1' })
    return {}
  },
}

/** Only the account itself is restored, because its networks and services are deleted. */
const restoreInRepository: Step<UpdateInput> = {
  name: 'restoreInRepository',
  title: 'Add the account to the landing-zone repository again',
  async run(context) {
    const { db, input } = context
    const { accountId, updateId, reference } = input
    const { files } = await recordOf(db, updateId)
    const accountFile = files.find(({ path }) => path.endsWith('/account.json'))
    if (!accountFile) return {}
    const { name } = await db.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
    return changeRepository(context, {
      branch: `slipway/${reference.toLowerCase()}-restore`,
      title: `Restore ${name} (${reference})`,
      body: `${name} was restored in Slipway. Its resources are permanently deleted.`,
      files: [{ path: accountFile.path, content: withoutNetwork(accountFile.content) }],
    })
  },
}

function withoutNetwork(content: string): string {
  const account = JSON.parse(content) as Record<string, unknown>
  return `${JSON.stringify({ ...account, connectivity: 'none', addressSpaces: [] }, null, 2)}\n`
}

/** Restores a cancelled account within 90 days. The account is empty and has its previous access. */
export const restoreSubscription: Workflow<UpdateInput> = {
  kind: 'restoreSubscription',
  steps: [enableSubscription, regrantAccess, restoreInCmdb, restoreInRepository],
  async succeeded({ db, jobs, input, now }) {
    const { accountId, updateId, requesterId } = input
    await db.deleteFrom('account_catalogue_items').where('account_id', '=', accountId).execute()
    const account = await db
      .updateTable('accounts')
      .set({ status: 'active', catalogue_item_ids: [], version: sql`version + 1`, updated_at: now })
      .where('id', '=', accountId)
      .returning('name')
      .executeTakeFirstOrThrow()
    await db.updateTable('account_decommissions').set({ phase: 'restored' }).where('update_id', '=', updateId).execute()
    await recordSystemEvent(db, {
      action: 'accountRestored',
      subject: { kind: 'account', id: accountId },
      before: { status: 'decommissioned' },
      after: { status: 'active', updateId },
      reason: 'The account was restored. The subscription and its access are active again; its resources are permanently deleted.',
    })
    await recordOwnersSince({ db, jobs, input, now }, 'restored')
    await jobs.send(db, 'checkHealth', { accountId })
    await notify(db, await affectedPersonIds(db, accountId, requesterId), {
      kind: 'restored',
      subjectKind: 'account',
      subjectId: accountId,
      title: `${account.name} restored`,
      body: 'The subscription and its access are active again. Its resources are permanently deleted.',
      key: `restored:${updateId}`,
    })
    await publishChange(db, { kind: 'account', id: accountId })
  },
  failed: (context) => notifyFailed(context, 'Restoring after'),
}
