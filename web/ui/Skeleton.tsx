import { cx } from './cx.ts'

/** The placeholder has the size of the loaded content: `<Skeleton className="h-4 w-40" />` */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton', className ?? 'h-3 w-full')} />
}

const widths = ['w-11/12', 'w-full', 'w-4/5', 'w-2/3']

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden className="space-y-2.5 py-1">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike
        <div key={index} className={cx('skeleton h-3', widths[index % widths.length])} />
      ))}
    </div>
  )
}

/** The height equals KeyValues with `count` items. */
export function SkeletonFacts({ count = 8 }: { count?: number }) {
  return (
    <div aria-hidden className="grid gap-x-6 gap-y-3.5 sm:grid-cols-2 lg:grid-cols-4">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts are all alike
        <div key={index} className="space-y-2 py-0.5">
          <div className="skeleton h-2.5 w-20" />
          <div className="skeleton h-3.5 w-32 max-w-full" />
        </div>
      ))}
    </div>
  )
}
