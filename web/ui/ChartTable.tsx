import { uiLabels } from './labels.ts'

interface ChartTableProps {
  label: string
  categories: readonly string[]
  series: readonly { label: string; values: readonly (number | null)[]; projected?: true }[]
  format: (value: number) => string
}

/**
 * Shows the values of a chart as a table, with a row per category and a column per series. A forecast has values only for its own
 * categories.
 */
export function ChartTable({ label, categories, series, format }: ChartTableProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-line">
          <td />
          {series.map((set) => (
            <th key={set.label} scope="col" className="px-2 py-1 text-right font-semibold">
              {set.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {categories.map((category, position) => (
          <tr key={category}>
            <th scope="row" className="py-1 pr-2 text-left font-normal whitespace-nowrap text-ink-2">
              {category}
            </th>
            {series.map((set) => {
              const value = set.values[position] ?? null
              return (
                <td key={set.label} className="px-2 py-1 text-right whitespace-nowrap tabular-nums">
                  {value === null ? <span className="text-ink-3">{set.projected ? '–' : uiLabels.unknown}</span> : format(value)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
