import { type Step, type StepContext, Wait } from '../../../jobs/workflow.ts'
import { type BuildInput, managementGroupOf, subscriptionScope, tagsOf } from './input.ts'
import { onceKnown } from './onceKnown.ts'

const subscriptionOf = (context: StepContext<BuildInput>) => context.output<{ subscriptionId: string }>('createSubscription').subscriptionId

export const placeSubscription: Step<BuildInput> = {
  name: 'placeSubscription',
  title: 'Place it under its management group',
  async run(context) {
    const { clients, config, db, input } = context
    const group = managementGroupOf(config.managementGroup, input.details)
    const placed = await onceKnown('Placing it', () => clients.arm.placeSubscription(group, subscriptionOf(context)))
    if (placed instanceof Wait) return placed
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
    const set = await onceKnown('Tagging', () => clients.arm.mergeTags(subscriptionScope(subscriptionOf(context)), tags))
    if (set instanceof Wait) return set
    await db
      .updateTable('accounts')
      .set({ tags: JSON.stringify(tags) })
      .where('id', '=', input.accountId)
      .execute()
    return {}
  },
}

export const setBudget: Step<BuildInput> = {
  name: 'setBudget',
  title: 'Set the monthly budget and its alerts',
  async run(context) {
    const { clients, input, now } = context
    const { budget } = input.details
    const firstOfMonth = `${now().toISOString().slice(0, 7)}-01`
    const set = await onceKnown('The budget', () =>
      clients.arm.putBudget(subscriptionScope(subscriptionOf(context)), 'slipway-monthly', {
        amount: budget.amount / 100,
        startDate: firstOfMonth,
        contactEmails: budget.contacts,
        thresholds: budget.thresholds,
      }),
    )
    return set instanceof Wait ? set : {}
  },
}
