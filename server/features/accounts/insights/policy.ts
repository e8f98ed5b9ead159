import type { Verdict } from '../../../auth/access.ts'
import type { ResourceGroup } from '../../../clients/arm/armResources.ts'
import { lastOfId } from './resourceId.ts'

/** Whether a resource group can be taken into management, whoever asks. */
export function mayAdopt({ managedBy }: Pick<ResourceGroup, 'managedBy'>): Verdict {
  return managedBy ? `Azure made it for ${lastOfId(managedBy)} and keeps it to itself; it goes when that goes.` : true
}
