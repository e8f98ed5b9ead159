/** A hull on its ramp above the water. It has the text colour; `--mark-hull` colours the hull. */
export function Logo({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true" className={className}>
      <g transform="rotate(21 16 16)">
        <path d="M5.5 6.5h21.8c-.9 3.9-3.7 7-7.3 7h-9.7c-2.6 0-4.4-2.9-4.8-7Z" fill="var(--mark-hull, currentColor)" />
        <path d="M1.8 17.6h26.4" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      </g>
      <path
        d="M2 28.3c1.8 0 2.4-1.7 4.7-1.7s2.9 1.7 4.7 1.7 2.4-1.7 4.6-1.7 2.9 1.7 4.7 1.7 2.4-1.7 4.6-1.7 2.9 1.7 4.7 1.7"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
