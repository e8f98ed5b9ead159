import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { lookupLabels } from './labels.ts'
import { type FormatPrice, gigabytes, sizeName, type VmSize } from './toolLabels.ts'

const formatBoolean = (value: boolean) => (value ? 'Yes' : 'No')

const rows: [label: string, show: (size: VmSize, price: FormatPrice) => ReactNode][] = [
  ['vCPUs', ({ vcpus }) => vcpus],
  ['Memory', ({ memoryGb }) => gigabytes(memoryGb)],
  ['Memory per vCPU', ({ memoryGb, vcpus }) => (vcpus > 0 ? gigabytes(Math.round((memoryGb / vcpus) * 10) / 10) : emptyCell)],
  ['GPUs', ({ gpus }) => gpus || 'None'],
  ['Processor', ({ architecture }) => architecture],
  [lookupLabels.linuxMonthly, ({ name }, price) => price(name, 'linux') ?? emptyCell],
  ['Windows monthly', ({ name }, price) => price(name, 'windows') ?? emptyCell],
  ['Local disk', ({ localDiskGb }) => (localDiskGb ? gigabytes(localDiskGb) : 'None')],
  ['Data disks', ({ dataDisks }) => `Up to ${dataDisks}`],
  ['Premium disks', ({ premiumDisks }) => formatBoolean(premiumDisks)],
  ['Accelerated networking', ({ acceleratedNetworking }) => formatBoolean(acceleratedNetworking)],
  ['Zones', ({ zones }) => zones.join(', ') || 'None'],
  ['Restrictions', ({ restriction }) => restriction ?? 'None'],
]

export function SizeComparison({ sizes, price, onClear }: { sizes: readonly VmSize[]; price: FormatPrice; onClear: () => void }) {
  return (
    <Panel
      title={lookupLabels.compared}
      flush
      actions={
        <Button size="sm" onClick={onClear}>
          Clear
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section tabIndex={0} aria-label={lookupLabels.compared} className="overflow-x-auto">
        <table className="w-full min-w-xl table-fixed border-collapse text-left">
          <thead>
            <tr className="border-b border-line bg-sunken">
              <th scope="col" className="w-36 px-4 py-2 sm:w-52">
                <span className="sr-only">Property</span>
              </th>
              {sizes.map(({ name }) => (
                <th key={name} scope="col" className="px-4 py-2 align-top font-semibold">
                  <span className="block">{sizeName(name)}</span>
                  <span className="font-normal">
                    <CopyId value={name} kind="name" />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, show]) => {
              const values = sizes.map((size) => show(size, price))
              const isDifferent = new Set(values).size > 1
              return (
                <tr key={label} className="border-b border-line last:border-0">
                  <th scope="row" className="px-4 py-1.5 align-top font-normal text-ink-2">
                    {label}
                  </th>
                  {sizes.map(({ name }, index) => (
                    <td key={name} className={isDifferent ? 'px-4 py-1.5 align-top font-medium' : 'px-4 py-1.5 align-top text-ink-2'}>
                      {values[index]}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
