import type { ReactNode } from 'react'

const thickness = 9

interface RingProps {
  size: number
  /** A number from 0 to 1. */
  share: number
  tone: string
  /** Screen readers read the label in place of the ring. */
  label: string
  cap?: 'round'
  children: ReactNode
}

export function Ring({ size, share, tone, label, cap, children }: RingProps) {
  const radius = (size - thickness) / 2
  const circumference = 2 * Math.PI * radius
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: thickness }
  const dashArray = `${Math.min(1, share) * circumference} ${circumference}`
  return (
    <div role="img" aria-label={label} className="relative grid shrink-0 place-content-center">
      <svg width={size} height={size} aria-hidden="true" className="-rotate-90">
        <circle {...circle} stroke="var(--line)" />
        {share > 0 && <circle {...circle} stroke={tone} strokeLinecap={cap} strokeDasharray={dashArray} />}
      </svg>
      <div aria-hidden className="absolute inset-0 grid place-content-center text-center">
        {children}
      </div>
    </div>
  )
}
