import type { Config } from '../../../config.ts'

export function subscriptionOwner({ subscriptionOwnerId: id, tenantId }: Pick<Config, 'subscriptionOwnerId' | 'tenantId'>) {
  return id === undefined ? undefined : { id, tenantId }
}
