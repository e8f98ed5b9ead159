import { useQuery } from '@tanstack/react-query'
import { getTrend, type TrendName } from '../api/trendQueries.ts'
import { formatDateTime } from '../ui/format.ts'
import { SmallBars } from '../ui/SmallBars.tsx'
import { LoadError } from './LoadError.tsx'
import { seriesLabels, trendLabels } from './trendLabels.ts'

export function TrendBars({ name }: { name: TrendName }) {
  const { data, error, refetch } = useQuery(getTrend(name))
  if (!data) return error ? <LoadError subject="the trend" error={error} onRetry={() => void refetch()} /> : null
  // At noon in UTC, the day is the same almost everywhere.
  const days = data.weeks.map((week) => formatDateTime(`${week}T12:00:00Z`, { time: false }))
  // An empty page says more about what will be here than empty charts.
  if (data.series.every(({ counts }) => counts.every((count) => count === 0))) return null
  return (
    <section aria-label={trendLabels.title} className="mb-4 grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {data.series.map(({ key, counts }) => {
        const label = seriesLabels[name][key] ?? key
        const top = Math.max(...counts)
        return (
          <figure key={key} className="min-w-0 rounded-md border border-line bg-surface px-4 py-3">
            <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{label}</span>
              <span className="text-sm text-ink-2 tabular-nums">{top === 0 ? trendLabels.none : trendLabels.total(counts)}</span>
            </figcaption>
            {top > 0 && (
              <div className="mt-2 hidden sm:block">
                <SmallBars
                  label={trendLabels.summary(label, counts)}
                  values={counts}
                  top={top}
                  titleOf={(week) => trendLabels.week(days[week] ?? '', counts[week] ?? 0)}
                />
                <p aria-hidden className="mt-1 flex justify-between gap-2 text-xs text-ink-2 tabular-nums">
                  <span>{days[0]}</span>
                  <span>{trendLabels.peak(top)}</span>
                  <span>{trendLabels.now}</span>
                </p>
              </div>
            )}
          </figure>
        )
      })}
    </section>
  )
}
