import { inTransaction } from '../../../../db/database.ts'
import { updateRow } from '../../../../db/rows.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { startSetBudget } from '../../budgets/setBudget.ts'
import { type BuildInput, managementGroupOf, subscriptionScope, tagsOf } from './input.ts'

const createdSubscription = (context: StepContext<BuildInput>) =>
  context.output<{ subscriptionId: string; createdIn?: string }>('createSubscription')

export const moveSubscription: Step<BuildInput> = {
  name: 'moveSubscription',
  title: 'Move the subscription to its management group',
  async run(context) {
    const { clients, config, db, input } = context
    const group = managementGroupOf(config.managementGroup, input.details)
    const { subscriptionId, createdIn } = createdSubscription(context)
    if (createdIn !== group.toLowerCase()) {
      const managementGroup = await waitForPropagation('Moving the subscription', () => clients.arm.moveSubscription(group, subscriptionId))
      if (managementGroup instanceof Wait) return managementGroup
    }
    await db.updateTable('accounts').set({ management_group_id: group }).where('id', '=', input.accountId).execute()
    return { managementGroupId: group }
  },
}

export const tagSubscription: Step<BuildInput> = {
  name: 'tagSubscription',
  title: 'Set the tags',
  async run(context) {
    const { clients, db, input } = context
    const tags = tagsOf(input)
    const taggingResult = await waitForPropagation('Setting the tags', () =>
      clients.arm.mergeTags(subscriptionScope(createdSubscription(context).subscriptionId), tags),
    )
    if (taggingResult instanceof Wait) return taggingResult
    await updateRow(db, 'accounts', input.accountId, { tags: JSON.stringify(tags) })
    return {}
  },
}

/** Azure can reject a budget for a new subscription for up to 48 hours. A separate run sets it, so that the account doesn't wait. */
export const setBudget: Step<BuildInput> = {
  name: 'setBudget',
  title: 'Start setting the monthly budget',
  async run({ db, jobs, input }) {
    await inTransaction(db, (tx) => startSetBudget({ db: tx, jobs }, { kind: 'account', id: input.accountId }))
    return {}
  },
}
