/** A small line chart. `<Sparkline label="Cost, last 12 months, rising from £900 to £1,200" values={[…]} />` */
export function Sparkline({
  label,
  values,
  width = 96,
  height = 20,
}: {
  label: string
  values: readonly number[]
  width?: number
  height?: number
}) {
  const top = Math.max(...values)
  const low = Math.min(...values)
  const points = values.map(
    (value, index) =>
      [(index / Math.max(1, values.length - 1)) * (width - 4) + 2, height - 3 - ((value - low) / (top - low || 1)) * (height - 6)] as const,
  )
  const end = points.at(-1)
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="inline-block align-middle">
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="var(--series-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {end && <circle cx={end[0]} cy={end[1]} r={2} fill="var(--series-1)" />}
    </svg>
  )
}
