import { Banner } from '../../../ui/Banner.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { groupDifferences, type KindOfDifferences, maxPerKind } from './groupDifferences.ts'
import { kindLabels, restoreLabels, sideLabels } from './labels.ts'
import type { Difference, Report } from './types.ts'

const firstRows = 10

export function Differences({ report }: { report: Report }) {
  return groupDifferences(report).map((group) => <Kind key={group.kind} {...group} />)
}

function Kind({ kind, isTruncated, count, sides }: KindOfDifferences) {
  return (
    <Panel
      title={
        <>
          {kindLabels[kind]} <Count value={count} isTruncated={isTruncated} />
        </>
      }
    >
      <div className="space-y-4">
        {isTruncated && (
          <Banner tone="info" title={restoreLabels.truncated}>
            The report keeps the first {formatNumber(maxPerKind)} of each kind.
          </Banner>
        )}
        {sides.map(({ side, rows }) => (
          <section key={side} aria-label={`${kindLabels[kind]}: ${sideLabels[side]}`}>
            <h3 className="mb-1 text-sm font-semibold">
              {sideLabels[side]} <Count value={rows.length} isTruncated={isTruncated} />
            </h3>
            <Rows rows={rows.slice(0, firstRows)} />
            {rows.length > firstRows && (
              <div className="mt-1.5">
                <Disclosure label={`${formatNumber(rows.length - firstRows)} more`} about={`${kindLabels[kind]}, ${sideLabels[side]}`}>
                  <Rows rows={rows.slice(firstRows)} />
                </Disclosure>
              </div>
            )}
          </section>
        ))}
      </div>
    </Panel>
  )
}

const Count = ({ value, isTruncated }: { value: number; isTruncated: boolean }) => (
  <Badge>
    {formatNumber(value)}
    {isTruncated && '+'}
  </Badge>
)

const Rows = ({ rows }: { rows: readonly Difference[] }) => (
  <ul className="divide-y divide-line">
    {rows.map(({ id, name, detail }, index) => (
      // A person can have one role twice, so neither ID nor name is unique.
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
      <li key={index} className="py-1.5 text-sm wrap-anywhere">
        <span className="font-medium">{name}</span> <code className="font-mono text-xs text-ink-2">{id}</code>
        <span className="block text-ink-2">{detail}</span>
      </li>
    ))}
  </ul>
)
