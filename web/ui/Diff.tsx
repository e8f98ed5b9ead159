import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface DiffRow {
  label: string
  before: ReactNode
  after: ReactNode
}

const emptyCell = <span className="text-ink-3">–</span>
/** A short value never wraps. */
const nowrapClass = (value: ReactNode) => typeof value === 'string' && value.length <= 16 && 'whitespace-nowrap'

/** Compares values before and after; screen readers get words, not only colours. */
export function Diff({ rows, label = 'Changes' }: { rows: readonly DiffRow[]; label?: string }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-xs text-ink-2">
            <th scope="col" className="rule-double w-1/5 py-1.5 pr-3 font-semibold">
              Field
            </th>
            <th scope="col" className="rule-double py-1.5 pr-3 font-semibold">
              Before
            </th>
            <th scope="col" className="rule-double py-1.5 font-semibold">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className="align-top">
              <th scope="row" className="border-b border-line py-2 pr-3 font-normal wrap-break-word text-ink-2">
                {row.label}
              </th>
              <td className="border-b border-line py-2 pr-3 wrap-anywhere">
                {row.before == null || row.before === '' ? (
                  emptyCell
                ) : (
                  <del className={cx('rounded-sm bg-bad-soft px-1 decoration-bad/60', nowrapClass(row.before))}>{row.before}</del>
                )}
              </td>
              <td className="border-b border-line py-2 wrap-anywhere">
                {row.after == null || row.after === '' ? (
                  emptyCell
                ) : (
                  <ins className={cx('rounded-sm bg-ok-soft px-1 font-medium no-underline', nowrapClass(row.after))}>{row.after}</ins>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
