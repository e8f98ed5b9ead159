import type { Verdict } from '../../../auth/access.ts'
import type { ResourceGroup } from '../../../clients/arm/armResources.ts'
import { lastOfId } from './resourceId.ts'

export function canAdopt({ managedBy }: Pick<ResourceGroup, 'managedBy'>): Verdict {
  return managedBy ? `Azure created it for ${lastOfId(managedBy)} and manages it. It is deleted with it.` : true
}
