import { Ring } from '../../../ui/Ring.tsx'

/** A partial result never has the colour of a good result. `label` is for screen readers. */
export function SecurityRing({ share, label, text, isPartial }: { share: number; label: string; text: string; isPartial?: boolean }) {
  const good = isPartial ? 'var(--ink-3)' : 'var(--accent)'
  const tone = share >= 0.9 ? good : share >= 0.75 ? 'var(--warn)' : 'var(--bad)'
  return (
    <Ring size={88} share={share} tone={tone} label={label}>
      <span className="text-lg font-semibold tabular-nums">{text}</span>
    </Ring>
  )
}
