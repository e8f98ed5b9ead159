import { cancelPimActivation } from './cancelPimActivation.ts'
import { checkPimTicket } from './checkPimTicket.ts'
import { createPimAssignment } from './createPimAssignment.ts'
import { deactivatePimRole } from './deactivatePimRole.ts'
import { extendPimActivation } from './extendPimActivation.ts'
import { getPimRole } from './getPimRole.ts'
import { getPimRoleEligibility } from './getPimRoleEligibility.ts'
import { listPimActivations } from './listPimActivations.ts'
import { listPimRoles } from './listPimRoles.ts'
import { refreshPimRoles } from './refreshPimRoles.ts'

export const pimOperations = [
  getPimRoleEligibility,
  createPimAssignment,
  listPimRoles,
  getPimRole,
  refreshPimRoles,
  listPimActivations,
  extendPimActivation,
  deactivatePimRole,
  cancelPimActivation,
  checkPimTicket,
]
