import { createEmergencyProfile } from './createEmergencyProfile.ts'
import { endEmergencyAccess } from './endEmergencyAccess.ts'
import { getAccountEmergencyAccess } from './getAccountEmergencyAccess.ts'
import { liftEmergencyBlock } from './liftEmergencyBlock.ts'
import { listEmergencyAccess } from './listEmergencyAccess.ts'
import { listEmergencyProfiles } from './listEmergencyProfiles.ts'
import { reviewEmergencyAccess } from './reviewEmergencyAccess.ts'
import { startEmergencyAccess } from './startEmergencyAccess.ts'
import { submitEmergencyReport } from './submitEmergencyReport.ts'
import { updateEmergencyProfile } from './updateEmergencyProfile.ts'

export const emergencyOperations = [
  getAccountEmergencyAccess,
  startEmergencyAccess,
  listEmergencyAccess,
  endEmergencyAccess,
  submitEmergencyReport,
  reviewEmergencyAccess,
  liftEmergencyBlock,
  listEmergencyProfiles,
  createEmergencyProfile,
  updateEmergencyProfile,
]
