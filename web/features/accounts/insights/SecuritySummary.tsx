import { count } from '../../../shared/waits.ts'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { describeAge, severities } from './securityLabels.ts'
import type { Summary } from './securitySummary.ts'

export function SecuritySummary({ summary: { total, fixable, byAge, bySeverity, oldest, resourceCount } }: { summary: Summary }) {
  const max = Math.max(1, ...byAge.flatMap(({ counts }) => Object.values(counts)))
  return (
    <div className="space-y-3 p-4">
      <p>
        <span className="text-lg font-semibold tabular-nums">{formatNumber(total)}</span> {total === 1 ? 'finding' : 'findings'} on{' '}
        {count(resourceCount, 'resource')}. <span className="font-medium">{formatNumber(fixable)}</span> fixable now
        {oldest?.foundAt && (
          <>
            ; the oldest was found <RelativeTime at={oldest.foundAt} /> on{' '}
            <span className="font-medium wrap-anywhere">{oldest.resource.name}</span>
          </>
        )}
        .
      </p>
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">Findings by severity and age</caption>
        <thead>
          <tr className="text-left text-xs text-ink-2">
            <th scope="col" className="w-24 py-1 pr-2 align-bottom font-normal sm:w-28">
              Severity
            </th>
            {byAge.map((band, index) => (
              <th key={band.maxDays} scope="col" className="py-1 pr-2 align-bottom font-normal">
                {describeAge(byAge, index)}
              </th>
            ))}
            <th scope="col" className="w-9 py-1 text-right align-bottom font-normal sm:w-16">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {severities.map(({ id, label, tone, fill }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-2 text-left font-normal">
                <Status tone={tone}>{label}</Status>
              </th>
              {byAge.map(({ maxDays, counts }) => (
                <td key={maxDays} className="py-1.5 pr-2">
                  <span className="flex items-center gap-2">
                    <span className={cx('min-w-6 sm:w-8 sm:text-right tabular-nums', counts[id] === 0 && 'text-ink-3')}>
                      {formatNumber(counts[id])}
                    </span>
                    <span aria-hidden className="hidden h-2 flex-1 sm:block">
                      <span
                        className={cx('block h-full rounded-xs', fill)}
                        style={{ width: counts[id] === 0 ? 0 : `max(3px, ${(100 * counts[id]) / max}%)` }}
                      />
                    </span>
                  </span>
                </td>
              ))}
              <td className="py-1.5 text-right font-semibold tabular-nums">
                {formatNumber(bySeverity.find(({ severity }) => severity === id)?.count ?? 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
