import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { isKeyOf } from '../../../shared/isKeyOf.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { copyId } from './copyId.ts'
import type { Machine } from './protectionLabels.ts'
import { useShowAll } from './useShowAll.tsx'

const initialCount = 8
const systemLabels = { windows: 'Windows', linux: 'Linux' } as const satisfies Record<string, string>

export function MachineList<M extends Machine>({
  label,
  machines,
  detail,
}: {
  label: string
  machines: readonly M[]
  detail?: (machine: M) => ReactNode
}) {
  const { visibleItems, showAllButton } = useShowAll(machines, initialCount)
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {visibleItems.map((machine) => (
          <li
            key={machine.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_auto]"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{machine.name}</span>
            <span className="order-last col-span-2 min-w-0 text-sm text-ink-2 wrap-anywhere sm:order-none sm:col-span-1">
              {machine.kind === 'arcServer' ? 'Arc server' : 'Virtual machine'}
              {machine.os && `, ${isKeyOf(systemLabels, machine.os) ? systemLabels[machine.os] : machine.os}`} in {machine.resourceGroup}
              {detail?.(machine)}
            </span>
            <IconButton size="sm" icon={Copy} label={`Copy ID of ${machine.name}`} onClick={() => void copyId(machine)} />
          </li>
        ))}
      </ul>
      {showAllButton}
    </>
  )
}
