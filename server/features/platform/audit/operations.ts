import { confirmAuditErasure } from './confirmAuditErasure.ts'
import { exportAuditEvents } from './exportAuditEvents.ts'
import { exportAuditEventsOcsf } from './exportAuditEventsOcsf.ts'
import { exportAuditEvidence } from './exportAuditEvidence.ts'
import { getActivityEvent } from './getActivityEvent.ts'
import { getAuditEvent } from './getAuditEvent.ts'
import { getAuditEventOptions } from './getAuditEventOptions.ts'
import { getAuditStatus } from './getAuditStatus.ts'
import { listActivity } from './listActivity.ts'
import { listAuditErasures } from './listAuditErasures.ts'
import { listAuditEvents } from './listAuditEvents.ts'
import { previewAuditErasure } from './previewAuditErasure.ts'
import { requestAuditErasure } from './requestAuditErasure.ts'
import { verifyAudit } from './verifyAudit.ts'
import { withdrawAuditErasure } from './withdrawAuditErasure.ts'

export const auditOperations = [
  listAuditEvents,
  getAuditEventOptions,
  getAuditEvent,
  exportAuditEvents,
  exportAuditEventsOcsf,
  exportAuditEvidence,
  getAuditStatus,
  verifyAudit,
  previewAuditErasure,
  requestAuditErasure,
  listAuditErasures,
  confirmAuditErasure,
  withdrawAuditErasure,
  listActivity,
  getActivityEvent,
]
