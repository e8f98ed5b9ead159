import { createPimAssignment } from './createPimAssignment.ts'
import { getPimRoleEligibility } from './getPimRoleEligibility.ts'

export const pimOperations = [getPimRoleEligibility, createPimAssignment]
