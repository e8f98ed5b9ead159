import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { updateRow } from '../db/rows.ts'
import type { PolicyStage } from '../db/tables.ts'

const hour = 3_600_000
export const defaultHours = { remindAfter: 48, toDecide: 14 * 24 }

export function stageRow(approvalId: string, stage: PolicyStage, number: number) {
  return {
    approval_id: approvalId,
    stage: number,
    name: stage.name,
    rule: JSON.stringify(stage.rule),
    minimum: stage.minimum,
    status: 'waiting' as const,
    alternates: stage.alternates ? JSON.stringify(stage.alternates) : null,
    remind_after_hours: stage.remindAfterHours ?? defaultHours.remindAfter,
    escalate_after_hours: stage.escalateAfterHours ?? null,
    hours_to_decide: stage.hoursToDecide ?? defaultHours.toDecide,
  }
}

export async function openStage(db: Db, approvalId: string, number: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('approval_stages')
    .select(['remind_after_hours', 'escalate_after_hours', 'hours_to_decide', 'alternates'])
    .where('approval_id', '=', approvalId)
    .where('stage', '=', number)
    .executeTakeFirst()
  if (!row) return false
  const hoursFromNow = (hours: number | null) => (hours === null ? null : new Date(now.getTime() + hours * hour))
  const dueAt = hoursFromNow(row.hours_to_decide ?? defaultHours.toDecide)!
  const beforeDueAt = (at: Date | null) => (at !== null && at < dueAt ? at : null)
  await db
    .updateTable('approval_stages')
    .set({
      status: 'open',
      opened_at: now,
      due_at: dueAt,
      remind_at: beforeDueAt(hoursFromNow(row.remind_after_hours)),
      escalate_at: row.alternates === null ? null : beforeDueAt(hoursFromNow(row.escalate_after_hours)),
    })
    .where('approval_id', '=', approvalId)
    .where('stage', '=', number)
    .execute()
  await updateRow(db, 'approvals', approvalId, { stage: number, due_at: dueAt, version: number === 1 ? 1 : sql`version + 1` })
  return true
}

export async function closeStages(db: Db, approvalId: string, status: 'cancelled' | 'expired', now: Date): Promise<void> {
  await db
    .updateTable('approval_stages')
    .set({ status, closed_at: now })
    .where('approval_id', '=', approvalId)
    .where('status', 'in', ['open', 'waiting'])
    .execute()
}
