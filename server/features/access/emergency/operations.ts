import { createEmergencyProfile } from './createEmergencyProfile.ts'
import { endEmergencyAccess } from './endEmergencyAccess.ts'
import { getAccountEmergency } from './getAccountEmergency.ts'
import { liftEmergencyBlock } from './liftEmergencyBlock.ts'
import { listEmergencyAccess } from './listEmergencyAccess.ts'
import { listEmergencyProfiles } from './listEmergencyProfiles.ts'
import { reviewEmergencyAccess } from './reviewEmergencyAccess.ts'
import { startEmergencyAccess } from './startEmergencyAccess.ts'
import { updateEmergencyProfile } from './updateEmergencyProfile.ts'
import { writeEmergencyAfterword } from './writeEmergencyAfterword.ts'

export const breakGlassOperations = [
  getAccountEmergency,
  startEmergencyAccess,
  listEmergencyAccess,
  endEmergencyAccess,
  writeEmergencyAfterword,
  reviewEmergencyAccess,
  liftEmergencyBlock,
  listEmergencyProfiles,
  createEmergencyProfile,
  updateEmergencyProfile,
]
