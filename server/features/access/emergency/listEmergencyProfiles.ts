import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadProfiles } from './profiles.ts'
import { EmergencyProfile } from './schemas.ts'

export const listEmergencyProfiles = operation({
  id: 'listEmergencyProfiles',
  method: 'GET',
  path: '/emergency-profiles',
  tag: 'emergency-access',
  summary: 'List emergency profiles by name',
  description: 'Each profile has its on-call group, role, scope and maximum duration.',
  access: 'adminOrAuditor',
  responses: { 200: Type.Array(EmergencyProfile) },
  handler: ({ db, actor }) => loadProfiles(db, actor),
})
