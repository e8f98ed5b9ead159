import { useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { describeFree, layerOf, type Network, type Slice, slicesOf } from './networkLabels.ts'

/** The address space is vertical on a narrow screen, because names need the width. */
type Orientation = 'across' | 'upright'
const lengths: Record<Orientation, number> = { across: 76, upright: 240 }
const fills = { full: 'var(--bad)', tight: 'var(--warn)', enough: 'var(--series-1)' }

export function NetworkMap({ network: { addressSpaces, subnets } }: { network: Network }) {
  return (
    <div className="space-y-3">
      {addressSpaces.map((space) => {
        const slices = slicesOf(space, subnets)
        return (
          <figure key={space.prefix}>
            <figcaption className="mb-1 flex flex-wrap justify-between gap-x-4 text-sm">
              <code className="font-mono font-semibold">{space.prefix}</code>
              <span className="text-ink-2 tabular-nums">{describeSpace(space)}</span>
            </figcaption>
            {space.size !== null && (
              <>
                <Band way="across" prefix={space.prefix} slices={slices} />
                <Band way="upright" prefix={space.prefix} slices={slices} />
              </>
            )}
          </figure>
        )
      })}
    </div>
  )
}

function describeSpace({ size, inSubnets }: Network['addressSpaces'][number]): string {
  if (size === null || inSubnets === null) return 'IPv6'
  const remaining = size - inSubnets
  return `${formatNumber(size)} addresses, ${remaining === 0 ? 'all in subnets' : `${formatNumber(remaining)} not in a subnet yet`}`
}

function Band({ way, prefix, slices }: { way: Orientation; prefix: string; slices: readonly Slice[] }) {
  const hatch = useId()
  const descriptions = slices.map(({ subnet, prefix: part }) => `${subnet.name} ${part}, ${describeFree(subnet)}`)
  return (
    <svg
      role="img"
      aria-label={`${prefix}: ${descriptions.length > 0 ? descriptions.join('; ') : 'no subnet yet'}`}
      width="100%"
      height={lengths[way]}
      className={cx('rounded-md border border-line-mid', way === 'across' ? 'hidden sm:block' : 'block sm:hidden')}
    >
      <defs>
        <pattern id={hatch} width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={7} height={7} fill="var(--sunken)" />
          <line x1={0} x2={0} y1={0} y2={7} stroke="var(--line-mid)" strokeWidth={1.5} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${hatch})`} />
      {slices.map((slice) =>
        way === 'across' ? <HorizontalSlice key={keyOf(slice)} {...slice} /> : <VerticalSlice key={keyOf(slice)} {...slice} />,
      )}
    </svg>
  )
}

function keyOf({ subnet, prefix }: Slice): string {
  return `${subnet.name} ${prefix}`
}

function taken({ usable, used }: Slice['subnet']): string {
  return `${(usable ? Math.min(1, used / usable) : 0) * 100}%`
}

/** A nested SVG clips text that doesn’t fit its width. */
function HorizontalSlice({ subnet, prefix, from, width }: Slice) {
  const height = lengths.across
  return (
    <svg x={`${from * 100}%`} width={`${width * 100}%`} height={height}>
      <title>{`${subnet.name}, ${prefix}: ${describeFree(subnet)}`}</title>
      <rect width="100%" height={height} fill="var(--surface)" />
      <rect y={height - 9} width="100%" height={9} fill="var(--line)" />
      <rect y={height - 9} width={taken(subnet)} height={9} fill={fills[layerOf(subnet)]} />
      <line x1="100%" x2="100%" y1={0} y2={height} stroke="var(--line-strong)" strokeWidth={2} />
      {width > 0.1 && (
        <g className="text-xs">
          <text x={9} y={20} fill="var(--ink)" fontWeight={600}>
            {subnet.name}
          </text>
          <text x={9} y={37} fill="var(--ink-2)" className="font-mono">
            {prefix}
          </text>
          <text x={9} y={54} fill="var(--ink-2)" className="tabular-nums">
            {describeFree(subnet)}
          </text>
        </g>
      )}
    </svg>
  )
}

function VerticalSlice({ subnet, prefix, from, width }: Slice) {
  const height = width * lengths.upright
  return (
    <svg y={from * lengths.upright} width="100%" height={height}>
      <title>{`${subnet.name}, ${prefix}: ${describeFree(subnet)}`}</title>
      <rect width="100%" height={height} fill="var(--surface)" />
      <rect width={9} height={height} fill="var(--line)" />
      <rect width={9} height={taken(subnet)} fill={fills[layerOf(subnet)]} />
      <line x1={0} x2="100%" y1={height} y2={height} stroke="var(--line-strong)" strokeWidth={2} />
      {height >= 18 && (
        <g className="text-xs">
          <text x={18} y={height >= 36 ? 18 : 14} fill="var(--ink)" fontWeight={600}>
            {subnet.name}
          </text>
          {height >= 36 && (
            <text x={18} y={34} fill="var(--ink-2)" className="tabular-nums">
              {prefix} · {describeFree(subnet)}
            </text>
          )}
        </g>
      )}
    </svg>
  )
}
