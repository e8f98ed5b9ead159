import type { Verdict } from '../../../auth/access.ts'
import type { ResourceGroup } from '../../../clients/arm/armResources.ts'
import { lastOfId } from './resourceId.ts'

export function canAdopt({ managedBy }: Pick<ResourceGroup, 'managedBy'>): Verdict {
  return managedBy ? `Azure created this resource group for ${lastOfId(managedBy)}, manages it, and deletes both together.` : true
}
