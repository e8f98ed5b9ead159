import { listVirtualMachinePrices } from './listVirtualMachinePrices.ts'
import { listVirtualMachineSkus } from './listVirtualMachineSkus.ts'
import { listVmImageData } from './listVmImageData.ts'
import { lookupSnetData } from './lookupSnetData.ts'
import { searchGraphForGroup } from './searchGraphForGroup.ts'
import { searchGraphForUser } from './searchGraphForUser.ts'
import { searchUserData } from './searchUserData.ts'
import { validateUsers } from './validateUsers.ts'

export const utilityOperations = [
  searchGraphForUser,
  searchGraphForGroup,
  searchUserData,
  lookupSnetData,
  listVirtualMachineSkus,
  listVirtualMachinePrices,
  listVmImageData,
  validateUsers,
]
