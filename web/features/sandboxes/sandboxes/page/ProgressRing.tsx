import type { ReactNode } from 'react'

const size = 132
const stroke = 9
const radius = (size - stroke) / 2
const round = 2 * Math.PI * radius

export function ProgressRing({ share, tone, label, children }: { share: number; tone: string; label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} className="relative grid shrink-0 place-content-center">
      <svg width={size} height={size} aria-hidden="true" className="-rotate-90">
        <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="var(--line)" strokeWidth={stroke} />
        {share > 0 && (
          <circle
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            stroke={tone}
            strokeWidth={stroke}
            strokeLinecap="round"
            strokeDasharray={`${Math.min(1, share) * round} ${round}`}
          />
        )}
      </svg>
      <div aria-hidden className="absolute inset-0 grid place-content-center text-center">
        {children}
      </div>
    </div>
  )
}
