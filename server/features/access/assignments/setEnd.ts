import type { Person } from '../../../auth/actor.ts'
import type { StepUpNeed } from '../../../auth/stepUp.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { nextReminder } from './reminders.ts'

/** Only an administrator who lets another person keep access for longer needs a step-up sign-in. */
export function stepUpForEnd(actor: Person, row: { person_id: string; ends_at: Date | null }, endsAt: Date | null): StepUpNeed | undefined {
  const extendsDuration = endsAt === null || (row.ends_at !== null && endsAt > row.ends_at)
  return actor.admin && row.person_id !== actor.id && extendsDuration ? 'privileged' : undefined
}

export async function setEnd(
  db: Db,
  assignmentId: string,
  { endsAt, by, now }: { endsAt: Date | null; by: string; now: Date },
): Promise<void> {
  await updateRow(db, 'group_assignments', assignmentId, {
    ends_at: endsAt,
    end_set_by: by,
    duration_hours: null,
    remind_at: nextReminder(endsAt, now),
    updated_at: now,
  })
}
