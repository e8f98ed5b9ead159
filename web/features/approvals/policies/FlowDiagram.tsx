import { formatNumber } from '../../../ui/format.ts'
import { type Flow, labelOfEnd, startLabels } from './replayLabels.ts'

const width = 640
const minHeight = 220
const barWidth = 12
const gap = 10
const minNodeHeight = 32
const middle = { left: 150, right: width - 190 }
const colours: Record<Flow['to'], string> = {
  stages: 'var(--series-5)',
  differentDeadlines: 'var(--series-2)',
  differentApprovers: 'var(--series-2)',
  fewerStages: 'var(--series-2)',
  moreStages: 'var(--series-2)',
  approvalAdded: 'var(--series-2)',
  approved: 'var(--series-1)',
  rejected: 'var(--series-3)',
  noStage: 'var(--series-4)',
}
const startOutcomes = ['stages', 'approved', 'rejected'] as const
const endOutcomes = Object.keys(colours) as Flow['to'][]

interface Node {
  id: string
  label: string
  count: number
  top: number
  tall: number
  colour: string
}

export function FlowDiagram({ flows }: { flows: readonly Flow[] }) {
  const total = flows.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const toNodes = <T extends string>(ids: readonly T[], end: (flow: Flow) => string) =>
    ids
      .map((id) => ({ id, count: flows.reduce((sum, flow) => (end(flow) === id ? sum + flow.count : sum), 0) }))
      .filter(({ count }) => count > 0)
  const [startNodes, endNodes] = [toNodes(startOutcomes, ({ from }) => from), toNodes(endOutcomes, ({ to }) => to)]
  // Each node is high enough for two lines of text, even if it has few requests.
  const nodes = Math.max(startNodes.length, endNodes.length)
  const height = Math.max(minHeight, nodes * 1.5 * (minNodeHeight + gap))
  const scale = (height - nodes * minNodeHeight - (nodes - 1) * gap) / total
  const left = column(startNodes, scale, (from) => startLabels[from])
  const right = column(endNodes, scale, labelOfEnd)
  const bands: { key: string; colour: string; tall: number; y1: number; y2: number }[] = []
  const usedHeights = { left: new Map<string, number>(), right: new Map<string, number>() }
  for (const end of right)
    for (const startNode of left) {
      const flow = flows.find(({ from, to }) => from === startNode.id && to === end.id)
      if (!flow) continue
      const tall = flow.count * scale
      const [leftOffset, rightOffset] = [usedHeights.left.get(startNode.id) ?? 0, usedHeights.right.get(end.id) ?? 0]
      usedHeights.left.set(startNode.id, leftOffset + tall)
      usedHeights.right.set(end.id, rightOffset + tall)
      bands.push({ key: `${startNode.id} ${end.id}`, colour: end.colour, tall, y1: startNode.top + leftOffset, y2: end.top + rightOffset })
    }
  const [x1, x2] = [middle.left + barWidth, middle.right]
  const curveX = (x1 + x2) / 2
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} className="h-auto w-full max-w-3xl max-sm:hidden" aria-hidden focusable="false">
        {bands.map(({ key, colour, tall, y1, y2 }) => (
          <path
            key={key}
            fill={colour}
            fillOpacity={0.32}
            d={`M${x1} ${y1} C${curveX} ${y1} ${curveX} ${y2} ${x2} ${y2} V${y2 + tall} C${curveX} ${y2 + tall} ${curveX} ${y1 + tall} ${x1} ${y1 + tall} Z`}
          />
        ))}
        {left.map((node) => (
          <Side key={node.id} node={node} x={middle.left} textX={middle.left - 10} anchor="end" />
        ))}
        {right.map((node) => (
          <Side key={node.id} node={node} x={middle.right} textX={middle.right + barWidth + 10} anchor="start" />
        ))}
      </svg>
      <figcaption className="sm:sr-only">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">Decisions on these requests, actual and with the draft</caption>
          <thead>
            <tr className="text-xs text-ink-2">
              <th scope="col">Actual</th>
              <th scope="col">With the draft</th>
              <th scope="col" className="text-right">
                Requests
              </th>
            </tr>
          </thead>
          <tbody>
            {flows.map(({ from, to, count }) => (
              <tr key={`${from} ${to}`} className="border-t border-line">
                <td className="py-1 pr-3">{startLabels[from]}</td>
                <td>{labelOfEnd(to)}</td>
                <td className="text-right tabular-nums">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  )
}

function Side({ node, x, textX, anchor }: { node: Node; x: number; textX: number; anchor: 'start' | 'end' }) {
  const y = node.top + node.tall / 2
  return (
    <g>
      <rect x={x} y={node.top} width={barWidth} height={Math.max(node.tall, 1.5)} rx={2} fill={node.colour} />
      <text x={textX} y={y - 2} textAnchor={anchor} className="fill-ink text-base font-semibold tabular-nums">
        {formatNumber(node.count)}
      </text>
      <text x={textX} y={y + 12} textAnchor={anchor} className="fill-ink-2 text-xs">
        {node.label}
      </text>
    </g>
  )
}

function column<T extends Flow['to']>(counts: readonly { id: T; count: number }[], scale: number, labelOf: (id: T) => string): Node[] {
  let top = 0
  return counts.map(({ id, count }) => {
    const tall = count * scale
    const node = { id, label: labelOf(id), count, top: top + minNodeHeight / 2, tall, colour: colours[id] }
    top += tall + minNodeHeight + gap
    return node
  })
}
