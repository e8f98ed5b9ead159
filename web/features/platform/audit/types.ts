import type { CallResult } from '../../../api/client.ts'

export type AuditEvent = CallResult<'listAuditEvents'>['items'][number]
export type AuditEventDetail = CallResult<'getAuditEvent'>
export type AuditStatus = CallResult<'getAuditStatus'>
export type Verification = NonNullable<AuditStatus['verification']>
export type Erasure = CallResult<'listAuditErasures'>['items'][number]
