import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { nextVersion } from '../../../../db/rows.ts'
import { notify } from '../../../../notifications/notify.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { affectedPersonIds } from '../../accounts/ownerIds.ts'
import { startDropOwnerRole } from '../../subscription-owner/dropOwnerRole.ts'
import { recordNewOwners } from '../../updates/recordNewOwners.ts'
import { buildNetwork } from './buildNetwork.ts'
import { createSubscription } from './createSubscription.ts'
import { assignRoles, createAccessGroups } from './grantAccess.ts'
import type { BuildInput } from './input.ts'
import { moveSubscription, setBudget, tagSubscription } from './moveSubscription.ts'
import { deliverCatalogueItems, recordInRepository } from './recordInRepository.ts'
import { registerInCmdb } from './registerInCmdb.ts'
import { reserveNames } from './reserveNames.ts'

export const buildAccount: Workflow<BuildInput> = {
  kind: 'buildAccount',
  steps: [
    reserveNames,
    createSubscription,
    moveSubscription,
    tagSubscription,
    setBudget,
    buildNetwork,
    recordInRepository,
    createAccessGroups,
    assignRoles,
    registerInCmdb,
    deliverCatalogueItems,
  ],
  async succeeded({ db, jobs, input, now }) {
    const { accountId } = input
    const { subscription_id: subscriptionId } = await db
      .updateTable('accounts')
      .set({ status: 'active', ...nextVersion(now) })
      .where('id', '=', accountId)
      .returning('subscription_id')
      .executeTakeFirstOrThrow()
    if (subscriptionId) await startDropOwnerRole({ db, jobs }, { accountId, subscriptionId })
    await recordSystemEvent(db, {
      action: 'accountProvisioned',
      subject: { kind: 'account', id: input.accountId },
      before: { status: 'provisioning' },
      after: { status: 'active', requestId: input.requestId },
      reason: `${input.reference} was approved and the account is complete. A separate run sets its budget.`,
    })
    await recordNewOwners(
      { db, jobs, now },
      {
        accountId: input.accountId,
        before: input.details.ownerIds,
        byId: input.requesterId,
        reason: `The owners changed during the setup (${input.reference}).`,
      },
    )
    await jobs.send(db, 'checkHealth', { accountId: input.accountId })
    await notify(db, await affectedPersonIds(db, input.accountId, input.requesterId), {
      kind: 'accountReady',
      subjectKind: 'account',
      subjectId: input.accountId,
      title: `${input.details.name} is ready`,
      body: `${input.reference}: the subscription, network and groups are ready.`,
      key: `ready:${input.accountId}`,
    })
  },
  async failed({ db, input, now, step, message }) {
    const failed = await db
      .updateTable('accounts')
      .set({ status: 'failed', version: sql`version + 1`, updated_at: now })
      .where('id', '=', input.accountId)
      .where('status', '=', 'provisioning')
      .returning('id')
      .executeTakeFirst()
    if (failed)
      await recordSystemEvent(db, {
        action: 'accountFailed',
        subject: { kind: 'account', id: input.accountId },
        before: { status: 'provisioning' },
        after: { status: 'failed' },
        reason: `${input.reference}, “${step}”: ${message}`,
        outcome: 'failed',
      })
    await notify(db, [input.requesterId], {
      kind: 'workStuck',
      subjectKind: 'accountRequest',
      subjectId: input.requestId,
      title: `${input.details.name} failed`,
      body: `“${step}”: ${message} An administrator can retry the step. You don’t need to submit a new request.`,
      key: `stuck:${input.requestId}:${now.toISOString()}`,
    })
  },
}
