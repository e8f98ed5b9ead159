import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { emptyCell } from './emptyCell.tsx'

export interface KeyValue {
  label: ReactNode
  value: ReactNode
  wide?: boolean
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' }

/** Unknown values are a dash. `<KeyValues columns={3} items={[{ label: 'Tower', value: 'Digital' }]} />` */
export function KeyValues({ items, columns = 2 }: { items: readonly KeyValue[]; columns?: 1 | 2 | 3 | 4 }) {
  return (
    <dl className={cx('grid gap-x-6 gap-y-3.5', grids[columns])}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be elements and the order is the caller's
        <div key={index} className={cx('min-w-0', item.wide && 'col-span-full')}>
          <dt className="text-xs text-ink-2">{item.label}</dt>
          <dd className="mt-0.5 wrap-anywhere">{item.value ?? emptyCell}</dd>
        </div>
      ))}
    </dl>
  )
}
