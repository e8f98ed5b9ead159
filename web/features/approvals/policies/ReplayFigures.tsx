import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { ChangeArrow } from './ChangeArrow.tsx'
import { FlowDiagram } from './FlowDiagram.tsx'
import { policyLabels } from './labels.ts'
import { describeHours, describeUnrecorded, flowsOf } from './replayLabels.ts'
import type { Replay } from './types.ts'

export function ReplayFigures({ replay }: { replay: Replay }) {
  const { waits, notifications, changed, checked, unrecorded } = replay
  const recordedCount = checked - unrecorded
  const change = notifications.after - notifications.before
  return (
    <>
      <Panel
        title="Results with the draft"
        description={`${count(recordedCount, 'request')} submitted in the last ${count(replay.days, 'day')}. ${describeUnrecorded(replay)}`}
      >
        <FlowDiagram flows={flowsOf(replay)} />
        <div className="mt-4">
          <KeyValues
            columns={4}
            items={[
              {
                label: policyLabels.changedResults,
                value: (
                  <Figure value={formatNumber(changed)} of={recordedCount > 0 ? `${Math.round((100 * changed) / recordedCount)}%` : ''} />
                ),
              },
              {
                label: 'Median wait, now and with the draft',
                value: waits ? (
                  <Change
                    before={describeHours(waits.before?.medianHours ?? null)}
                    after={describeHours(waits.after?.medianHours ?? null)}
                  />
                ) : null,
              },
              {
                label: '90th percentile wait, now and with the draft',
                value: waits ? (
                  <Change before={describeHours(waits.before?.p90Hours ?? null)} after={describeHours(waits.after?.p90Hours ?? null)} />
                ) : null,
              },
              {
                label: 'Notifications to approvers',
                value: (
                  <>
                    <Change before={formatNumber(notifications.before)} after={formatNumber(notifications.after)} />{' '}
                    <span className="text-sm text-ink-2">
                      {change === 0 ? 'no change' : `${formatNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`}
                    </span>
                  </>
                ),
              },
            ]}
          />
          {waits && waits.unknown > 0 && (
            <p className="mt-3 text-sm text-ink-2">
              The wait for {count(waits.unknown, 'request')} is unknown, because a stage is new or needs a different number of votes.
            </p>
          )}
        </div>
      </Panel>
      {notifications.topRecipients.length > 0 && (
        <Panel
          flush
          title="Most notified"
          description={`${count(notifications.people, 'person', 'people')} would be notified if all stages opened with today’s approvers.`}
        >
          <People topRecipients={notifications.topRecipients} />
        </Panel>
      )}
    </>
  )
}

function Figure({ value, of }: { value: string; of: string }) {
  return (
    <>
      <span className="font-semibold tabular-nums">{value}</span> {of && <span className="text-sm text-ink-2">{of}</span>}
    </>
  )
}

function Change({ before, after }: { before: string; after: string }) {
  if (before === after) return <span>{before}</span>
  return (
    <span>
      {before} <ChangeArrow /> <span className="font-semibold">{after}</span>
    </span>
  )
}

function People({ topRecipients }: { topRecipients: Replay['notifications']['topRecipients'] }) {
  const top = Math.max(...topRecipients.map(({ before, after }) => Math.max(before, after)), 1)
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <caption className="sr-only">Notifications per person, actual and with the draft</caption>
        <thead>
          <tr className="text-xs text-ink-2">
            <th scope="col" className="px-4 py-1.5 font-semibold">
              Person
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
              Actual
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
              With the draft
            </th>
            <td className="w-2/5 max-sm:hidden" />
          </tr>
        </thead>
        <tbody>
          {topRecipients.map(({ person, before, after }) => (
            <tr key={person.id} className="border-t border-line">
              <td className="px-4 py-1.5">
                <PersonChip person={person} />
              </td>
              <td className="py-1.5 pr-4 text-right tabular-nums">{formatNumber(before)}</td>
              <td className="py-1.5 pr-4 text-right font-semibold tabular-nums">{formatNumber(after)}</td>
              <td className="py-1.5 pr-4 max-sm:hidden">
                <svg viewBox="0 0 200 14" preserveAspectRatio="none" className="h-3.5 w-full" aria-hidden focusable="false">
                  <rect x={0} y={0} height={6} width={Math.max((200 * before) / top, 1)} fill="var(--series-5)" />
                  <rect x={0} y={8} height={6} width={Math.max((200 * after) / top, 1)} fill="var(--series-1)" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
