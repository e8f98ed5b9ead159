import type { BackupPolicy, BackupRetention, BackupSchedule } from '../../../clients/arm/armBackup.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { joinList } from './recurrence.ts'

function formatClock(time: string): string {
  return /T(\d{2}:\d{2})/.exec(time)?.[1] ?? time
}

const formatTimes = (times: readonly string[] = []): string => (times.length > 0 ? ` at ${joinList(times.map(formatClock))}` : '')
const formatDays = (days: readonly string[] = []): string => (days.length > 0 ? `Every ${joinList(days)}` : 'Every week')

/** Formats a schedule, such as `Every day at 01:30`, in the time zone of the policy; undefined if Azure sends no schedule. */
export function describeSchedule(schedule: BackupSchedule | undefined): string | undefined {
  if (!schedule) return undefined
  if (schedule.scheduleFrequencyInMins !== undefined) {
    const { scheduleFrequencyInMins: minutes } = schedule
    if (minutes === 60) return 'Every hour'
    return minutes % 60 === 0 ? `Every ${minutes / 60} hours` : `Every ${minutes} minutes`
  }
  const { hourlySchedule, weeklySchedule, dailySchedule } = schedule
  switch (schedule.scheduleRunFrequency) {
    case 'Hourly': {
      const { interval = 1, scheduleWindowStartTime, scheduleWindowDuration } = hourlySchedule ?? {}
      const intervalText = interval === 1 ? 'Every hour' : `Every ${interval} hours`
      return scheduleWindowStartTime && scheduleWindowDuration
        ? `${intervalText} for ${scheduleWindowDuration} hours from ${formatClock(scheduleWindowStartTime)}`
        : intervalText
    }
    case 'Daily':
      return `Every day${formatTimes(schedule.scheduleRunTimes ?? dailySchedule?.scheduleRunTimes)}`
    case 'Weekly':
      return (
        formatDays(schedule.scheduleRunDays ?? weeklySchedule?.scheduleRunDays) +
        formatTimes(schedule.scheduleRunTimes ?? weeklySchedule?.scheduleRunTimes)
      )
    default:
      return undefined
  }
}

type Duration = BackupRetention['retentionDuration']

function formatLength(duration: Duration): string | undefined {
  if (!duration?.count || !duration.durationType) return undefined
  const unit = duration.durationType.toLowerCase()
  return `${duration.count} ${duration.count === 1 ? unit.replace(/s$/, '') : unit}`
}

interface DayFormat {
  retentionScheduleWeekly?: { daysOfTheWeek?: string[]; weeksOfTheMonth?: string[] }
  retentionScheduleDaily?: { daysOfTheMonth?: { date?: number; isLast?: boolean }[] }
}

function describeDay({ retentionScheduleWeekly, retentionScheduleDaily }: DayFormat): string {
  const { daysOfTheWeek = [], weeksOfTheMonth = [] } = retentionScheduleWeekly ?? {}
  if (daysOfTheWeek.length > 0) return `the ${joinList(weeksOfTheMonth.map((week) => week.toLowerCase()))} ${joinList(daysOfTheWeek)}`
  const days = (retentionScheduleDaily?.daysOfTheMonth ?? []).map(({ date, isLast }) => (isLast || !date ? 'the last day' : `day ${date}`))
  return days.length > 0 ? joinList(days) : 'one copy'
}

export function describeRetention(retention: BackupRetention | undefined): string[] {
  if (!retention) return []
  const { retentionDuration, dailySchedule, weeklySchedule, monthlySchedule, yearlySchedule } = retention
  const retentionText = (retentionLabel: string, duration: Duration): string[] => {
    const length = formatLength(duration)
    return length ? [`${retentionLabel} for ${length}`] : []
  }
  return [
    ...retentionText('Each copy', retentionDuration ?? dailySchedule?.retentionDuration),
    ...(weeklySchedule
      ? retentionText(`Weekly copy of ${joinList(weeklySchedule.daysOfTheWeek ?? ['each week'])}`, weeklySchedule.retentionDuration)
      : []),
    ...(monthlySchedule ? retentionText(`Monthly copy of ${describeDay(monthlySchedule)}`, monthlySchedule.retentionDuration) : []),
    ...(yearlySchedule
      ? retentionText(
          `Yearly copy of ${describeDay(yearlySchedule)} of ${joinList(yearlySchedule.monthsOfYear ?? ['the year'])}`,
          yearlySchedule.retentionDuration,
        )
      : []),
  ]
}

const copyLabels = { full: 'Full', differential: 'Differential', incremental: 'Incremental', log: 'Log' } as const satisfies Record<
  string,
  string
>

function copyLabel(policyType: string | null | undefined): string | null {
  const key = policyType?.toLowerCase() ?? ''
  return isKeyOf(copyLabels, key) ? copyLabels[key] : (policyType ?? null)
}

interface BackupRule {
  copy: string | null
  schedule: string | null
  retention: string[]
}

export function describeRules({ properties }: BackupPolicy): BackupRule[] {
  const { schedulePolicy, retentionPolicy, subProtectionPolicy } = properties
  if (!subProtectionPolicy)
    return [{ copy: null, schedule: describeSchedule(schedulePolicy) ?? null, retention: describeRetention(retentionPolicy) }]
  return subProtectionPolicy.map((subPolicy) => ({
    copy: copyLabel(subPolicy.policyType),
    schedule: describeSchedule(subPolicy.schedulePolicy) ?? null,
    retention: describeRetention(subPolicy.retentionPolicy),
  }))
}
