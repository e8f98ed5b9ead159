import { projectedFill } from './Charts.tsx'
import { useWidth } from './useWidth.ts'

const height = 56

/**
 * Small bars without axes, for a card. Unknown values are a dotted line, so that they differ from zero. `projected` is the expected rest of
 * the last value.
 */
export function SmallBars({
  label,
  values,
  projected = null,
  top,
  titleOf,
}: {
  label: string
  values: readonly (number | null)[]
  projected?: number | null
  /** The value at the top of the chart. It must be the same for charts that are compared. */
  top: number
  titleOf: (position: number) => string
}) {
  const [box, width] = useWidth()
  const last = values.length - 1
  const rest = (position: number) => (position === last ? (projected ?? 0) : 0)
  const slot = width / Math.max(1, values.length)
  const barWidth = Math.max(2, slot - 3)
  const base = height - 1
  const sizeOf = (value: number) => (Math.max(0, value) / Math.max(1, top)) * (height - 4)
  return (
    <div ref={box} className="min-w-0">
      <svg role="img" aria-label={label} width={width} height={height} className="block">
        <line x1={0} x2={width} y1={base} y2={base} stroke="var(--line-mid)" />
        {values.map((value, position) => {
          const x = slot * position + (slot - barWidth) / 2
          const size = sizeOf(value ?? 0)
          const projectedSize = sizeOf(rest(position))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is the month or week
            <g key={position}>
              <title>{titleOf(position)}</title>
              <rect x={slot * position} y={0} width={slot} height={height} fill="transparent" />
              {value === null ? (
                <line x1={x} x2={x + barWidth} y1={base - 4} y2={base - 4} stroke="var(--line-strong)" strokeDasharray="2 2" />
              ) : (
                <rect x={x} y={base - size} width={barWidth} height={size} fill="var(--series-1)" />
              )}
              {projectedSize > 1 && (
                <rect x={x + 0.5} y={base - size - projectedSize} width={barWidth - 1} height={projectedSize - 1} {...projectedFill} />
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
