import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { FlowPicture } from './FlowPicture.tsx'
import { flowsOf, hoursWords } from './replayWords.ts'
import { Then } from './Then.tsx'
import type { Replay } from './types.ts'

export function ReplayFigures({ replay }: { replay: Replay }) {
  const { waits, notices, changed, looked, unrecorded } = replay
  const known = looked - unrecorded
  const change = notices.after - notices.before
  return (
    <>
      <Panel
        title="Where they would go"
        description={`${count(known, 'request')} of the last ${count(replay.days, 'day')}${unrecorded > 0 ? `; nothing can be said of ${formatNumber(unrecorded)} more from before facts were recorded` : ''}.`}
      >
        <FlowPicture flows={flowsOf(replay)} />
        <div className="mt-4">
          <KeyValues
            columns={4}
            items={[
              {
                label: 'Go otherwise',
                value: <Figure value={formatNumber(changed)} of={known > 0 ? `${Math.round((100 * changed) / known)}%` : ''} />,
              },
              {
                label: 'Half waited, and would wait',
                value: waits ? (
                  <Change before={hoursWords(waits.before?.medianHours ?? null)} after={hoursWords(waits.after?.medianHours ?? null)} />
                ) : null,
              },
              {
                label: 'Nine of ten, at most',
                value: waits ? (
                  <Change before={hoursWords(waits.before?.p90Hours ?? null)} after={hoursWords(waits.after?.p90Hours ?? null)} />
                ) : null,
              },
              {
                label: 'Notices to those who decide',
                value: (
                  <>
                    <Change before={formatNumber(notices.before)} after={formatNumber(notices.after)} />{' '}
                    <span className="text-sm text-ink-2">
                      {change === 0 ? 'as many' : `${formatNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`}
                    </span>
                  </>
                ),
              },
            ]}
          />
          {waits && waits.unknown > 0 && (
            <p className="mt-3 text-sm text-ink-2">
              Of {count(waits.unknown, 'request')} the wait cannot be said: they would come to a stage that nobody has decided on yet.
            </p>
          )}
        </div>
      </Panel>
      {notices.most.length > 0 && (
        <Panel
          flush
          title="Who is told most"
          description={`${count(notices.people, 'person', 'people')} would be told of something; as though every stage had opened, as things are now.`}
        >
          <People most={notices.most} />
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
      {before} <Then /> <span className="font-semibold">{after}</span>
    </span>
  )
}

function People({ most }: { most: Replay['notices']['most'] }) {
  const top = Math.max(...most.map(({ before, after }) => Math.max(before, after)), 1)
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <caption className="sr-only">Notices each person had, and would have</caption>
        <thead>
          <tr className="text-xs text-ink-2">
            <th scope="col" className="px-4 py-1.5 font-semibold">
              Person
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
              Was
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
              Would be
            </th>
            <td className="w-2/5 max-sm:hidden" />
          </tr>
        </thead>
        <tbody>
          {most.map(({ person, before, after }) => (
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
