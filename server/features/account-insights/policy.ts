import type { Verdict } from '../../access/access.ts'
import type { ResourceGroup } from '../../clients/armResources.ts'
import { lastOfId } from './resourceId.ts'

/** Whether a resource group can be taken into management, whoever asks. */
export function mayAdopt({ managedBy }: Pick<ResourceGroup, 'managedBy'>): Verdict {
  return managedBy ? `Azure made it for ${lastOfId(managedBy)} and keeps it to itself; it goes when that goes.` : true
}
