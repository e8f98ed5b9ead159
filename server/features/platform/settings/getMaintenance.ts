import { loadMaintenance, maintenanceState } from '../../../http/maintenance.ts'
import { operation } from '../../../http/operation.ts'
import { isPausedAfterRestore } from '../../../workflows/restorePause.ts'
import { MaintenanceNow } from './schemas.ts'

export const getMaintenance = operation({
  id: 'getMaintenance',
  method: 'GET',
  path: '/maintenance',
  tag: 'settings',
  summary: 'Get the current or planned maintenance mode',
  access: 'signedIn',
  responses: { 200: MaintenanceNow },
  async handler({ db, now }) {
    const maintenance = await loadMaintenance(db)
    return { ...maintenance, state: maintenanceState(maintenance, now()), pausedAfterRestore: await isPausedAfterRestore(db) }
  },
})
