import type { Step } from '../../../../workflows/workflow.ts'
import type { BuildInput } from './input.ts'

export const registerInCmdb: Step<BuildInput> = {
  name: 'registerInCmdb',
  title: 'Register the account in the configuration database',
  async run({ clients, input, output }) {
    const { subscriptionId } = output<{ subscriptionId: string }>('createSubscription')
    const item = await clients.servicenow.createConfigurationItem({
      name: input.details.name,
      correlationId: input.accountId,
      fields: {
        account_id: subscriptionId,
        short_description: input.details.description.slice(0, 160),
        environment: input.details.environment,
        operational_status: '1',
      },
    })
    return { configurationItemId: item.sys_id }
  },
}
