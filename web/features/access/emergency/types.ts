import type { CallResult } from '../../../api/client.ts'

export type Emergency = CallResult<'listEmergencyAccess'>['items'][number]
export type Profile = CallResult<'listEmergencyProfiles'>[number]
export type AccountEmergency = CallResult<'getAccountEmergencyAccess'>
