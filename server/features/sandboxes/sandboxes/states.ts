import { type RawBuilder, sql } from 'kysely'
import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import type { sandboxStatuses } from './schemas.ts'

export type DisplayStatus = (typeof sandboxStatuses)[number]

/** An active sandbox with less time than this before its end is shown as expiring (`product.md` Sandbox). */
const expiringHours = 48
const expiringMs = expiringHours * 3_600_000

export function displayStatus(row: { status: SandboxStatus; lease_end: Date | null }, now: Date): DisplayStatus {
  const isExpiringSoon = row.lease_end !== null && row.lease_end.getTime() <= now.getTime() + expiringMs
  return row.status === 'active' && isExpiringSoon ? 'expiring' : row.status
}

/** Formats the name and status of a sandbox for evidence: `till-vision-poc (ending soon)`. */
export function describeSandbox(row: { name: string; status: SandboxStatus; lease_end: Date | null }, now: Date): string {
  return `${row.name} (${sandboxStatusLabels[displayStatus(row, now)].toLowerCase()})`
}

export const expiresBy = (now: Date) => new Date(now.getTime() + expiringMs)

/** The SQL version of `displayStatus`, for the table or alias `sandboxes`. */
export function displayStatusColumn(now: Date): RawBuilder<DisplayStatus> {
  return sql<DisplayStatus>`(case when sandboxes.status = 'active' and sandboxes.lease_end <= ${expiresBy(now)} then 'expiring' else sandboxes.status end)`
}

/** Filters by the status that screens show, but compares the stored status so that its index is used. */
export function hasDisplayStatus(statuses: string[], now: Date): RawBuilder<boolean> {
  const storedStatuses = [...new Set(statuses.map((status) => (status === 'expiring' ? 'active' : status)))]
  const [expiring, active] = [statuses.includes('expiring'), statuses.includes('active')]
  const hasStoredStatus = sql<boolean>`sandboxes.status = any (${storedStatuses}::text[])`
  if (expiring === active) return hasStoredStatus
  const end = expiring ? sql<boolean>`sandboxes.lease_end <= ${expiresBy(now)}` : sql<boolean>`sandboxes.lease_end > ${expiresBy(now)}`
  return sql<boolean>`(${hasStoredStatus} and (sandboxes.status <> 'active' or ${end}))`
}
