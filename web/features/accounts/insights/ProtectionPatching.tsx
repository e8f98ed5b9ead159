import { CalendarClock, ShieldCheck } from 'lucide-react'
import { listUpdateSchedules } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { count } from '../../../shared/waits.ts'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { insightPanels } from './labels.ts'
import { MachineList } from './ProtectionMachines.tsx'
import {
  describeRecurrence,
  describeWindow,
  describeZone,
  hasDifferentLocalTime,
  type Patching,
  patchAdvice,
  reboots,
  type Schedule,
} from './protectionLabels.ts'
import { useInsight } from './useInsight.ts'

export function ProtectionPatching({ accountId }: { accountId: string }) {
  const insight = useInsight(listUpdateSchedules(accountId), () =>
    call('listUpdateSchedules', { params: { id: accountId }, query: { refresh: true } }),
  )
  return (
    <InsightPanel
      title={insightPanels.patching.title}
      what={insightPanels.patching.subject}
      icon={CalendarClock}
      insight={insight}
      lines={6}
      flush
    >
      {(patching) =>
        patching.schedules.length === 0 && patching.uncoveredMachines.length === 0 ? (
          <div className="p-4">
            <EmptyState icon={CalendarClock} title="Nothing to patch">
              No machines need patches.
            </EmptyState>
          </div>
        ) : (
          <div className="divide-y divide-line">
            {patching.schedules.map((schedule) => (
              <ScheduleView key={schedule.id} schedule={schedule} />
            ))}
            <UncoveredMachines patching={patching} />
          </div>
        )
      }
    </InsightPanel>
  )
}

function ScheduleView({ schedule }: { schedule: Schedule }) {
  const { name, timeZone, nextWindows, classifications, reboot, dynamic, machines } = schedule
  const zone = timeZone && describeZone(timeZone)
  return (
    <section aria-label={name} className="grid gap-x-8 gap-y-3 p-4 md:grid-cols-2">
      <div className="min-w-0">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <p>
          {describeRecurrence(schedule)}
          {zone && <span className="text-ink-2"> ({zone})</span>}
        </p>
        <p className="text-sm text-ink-2">
          {classifications.length > 0 ? `Installs ${classifications.join(' and ').toLowerCase()} updates; ` : 'Installs all updates; '}
          {reboots[reboot]}.
        </p>
        <p className="text-sm text-ink-2">
          {dynamic
            ? `Covers machines that match its filter, currently ${count(machines.length, 'machine')}.`
            : `Covers ${count(machines.length, 'machine')}.`}
        </p>
      </div>
      <div className="min-w-0">
        <h4 className="text-sm font-semibold">Next maintenance windows</h4>
        {nextWindows.length === 0 ? (
          <p className="text-ink-2">No upcoming maintenance windows.</p>
        ) : (
          <ol>
            {nextWindows.map((window) => (
              <li key={window.startsAt} className="py-0.5">
                <span className="tabular-nums">{describeWindow(window, timeZone)}</span>{' '}
                <span className="text-sm text-ink-2">
                  {zone} · <RelativeTime at={window.startsAt} />
                </span>
                {hasDifferentLocalTime(window.startsAt, timeZone) && (
                  <span className="block text-sm text-ink-2">In your time zone: {describeWindow(window, null)}</span>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function UncoveredMachines({ patching }: { patching: Patching }) {
  const { uncoveredMachines, schedules } = patching
  if (uncoveredMachines.length === 0) {
    return schedules.some(({ machines }) => machines.length > 0) ? (
      <p className="flex items-center gap-2 p-4">
        <ShieldCheck size={16} aria-hidden className="text-ok" /> All machines have a schedule.
      </p>
    ) : null
  }
  return (
    <section aria-label="No patch schedule" className="p-4">
      <h3 className="font-medium">
        <Status tone="warn">{count(uncoveredMachines.length, 'machine')} without a schedule</Status>
      </h3>
      <p className="text-sm text-ink-2">{patchAdvice(patching)}</p>
      <MachineList label="Machines without a schedule" machines={uncoveredMachines} />
    </section>
  )
}
