const size = 88
const thickness = 9
const radius = (size - thickness) / 2
const circumference = 2 * Math.PI * radius

/** A partial result never has the colour of a good result. `label` is for screen readers. */
export function SecurityRing({ share, label, text, isPartial }: { share: number; label: string; text: string; isPartial?: boolean }) {
  const good = isPartial ? 'var(--ink-3)' : 'var(--accent)'
  const tone = share >= 0.9 ? good : share >= 0.75 ? 'var(--warn)' : 'var(--bad)'
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${size} ${size}`} className="shrink-0">
      <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="var(--line)" strokeWidth={thickness} />
      {share > 0 && (
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          stroke={tone}
          strokeWidth={thickness}
          strokeDasharray={`${share * circumference} ${circumference}`}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      )}
      <text
        x={size / 2}
        y={size / 2}
        dominantBaseline="central"
        textAnchor="middle"
        fill="var(--ink)"
        className="text-lg font-semibold tabular-nums"
      >
        {text}
      </text>
    </svg>
  )
}
