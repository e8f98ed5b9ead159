import { Dialog } from './Dialog.tsx'
import { uiLabels } from './labels.ts'

export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-content-center rounded-sm border border-line bg-sunken px-1 font-sans text-2xs font-semibold text-ink-2">
      {children}
    </kbd>
  )
}

export interface KeyGroup {
  title: string
  keys: { keys: string[]; description: string }[]
}

export function KeyboardHelp({
  open,
  onOpenChange,
  groups,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly KeyGroup[]
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={uiLabels.keys} size="md">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="rule-double mb-1 pb-1 text-sm">{group.title}</h3>
            <dl>
              {group.keys.map((entry) => (
                <div key={entry.description} className="flex items-center justify-between gap-3 py-1">
                  <dt className="text-ink-2">{entry.description}</dt>
                  <dd className="flex gap-1">
                    {entry.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
