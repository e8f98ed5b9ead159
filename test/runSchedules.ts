import { logger } from '../server/http/logger.ts'
import { type ScheduleContext, schedules } from '../server/schedules.ts'
import type { ScheduleName } from '../server/workflows/scheduleNames.ts'

interface App {
  context: Omit<ScheduleContext, 'databaseUrl' | 'log'>
  databaseUrl: string
}

/** Tests define the directory’s data themselves. */
const fromDirectory: ScheduleName[] = ['syncDirectory', 'syncAppRoles']

export async function runSchedule({ context, databaseUrl }: App, name: ScheduleName): Promise<void> {
  const table = schedules({ ...context, databaseUrl, log: logger('silent') }, context.db)
  await table[name].run(new AbortController().signal)
}

/** Runs all schedules with a period of a minute in turn, except the directory sync. */
export async function runSchedules(app: App): Promise<void> {
  const table = schedules({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }, app.context.db)
  const names = Object.keys(table) as ScheduleName[]
  for (const name of names) if (table[name].periodMs === 60_000 && !fromDirectory.includes(name)) await runSchedule(app, name)
}
