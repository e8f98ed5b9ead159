import { Dialog as Base } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Kbd } from './Keys.tsx'
import { uiLabels } from './labels.ts'
import { type Command, matchCommands } from './matchCommands.ts'
import { useListKeys } from './useListKeys.ts'
import { type Source, useOptions } from './useOptions.ts'

export type { Command }

interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Command[]
  /** Searches while people type, from two letters on. The function must be stable. */
  find?: Source<Command>
  onChoose: (command: Command) => void
}

const noItems: readonly Command[] = []
const searchText = (command: Command) => `${command.label} ${command.group} ${command.keywords ?? ''}`

export function CommandPalette({ open, onOpenChange, ...remaining }: CommandPaletteProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-(--quick) data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Base.Viewport className="fixed inset-x-0 top-(--toast-bottom) bottom-0 z-50 flex items-start justify-center p-4 pt-[12vh]">
          <Base.Popup className="popup w-full max-w-xl overflow-hidden rounded-lg! outline-none">
            <Base.Title className="sr-only">{uiLabels.palette}</Base.Title>
            <PaletteContent {...remaining} onClose={() => onOpenChange(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function PaletteContent({
  commands,
  find = noItems,
  onChoose,
  onClose,
}: Omit<CommandPaletteProps, 'open' | 'onOpenChange'> & { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const query = text.trim()
  const ownCommands = matchCommands(commands, query)
  const result = useOptions(find, query, query.length >= 2, searchText)
  // Until the next result has loaded, Enter would open an item of the previous text.
  const items = [...ownCommands, ...(query.length >= 2 && result.status === 'ready' ? result.items : noItems)]
  const keys = useListKeys(items.length, true, query)
  const select = (command: Command | undefined) => {
    if (!command) return
    onClose()
    onChoose(command)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (keys.onKey(event)) return
    if (event.key !== 'Enter') return
    event.preventDefault()
    select(items[keys.active])
  }
  const isWaiting = query.length >= 2 && result.status === 'loading' && find !== noItems
  const message = isWaiting
    ? 'Searching…'
    : result.status === 'failed' && query.length >= 2
      ? 'The search failed. Type again to retry.'
      : items.length === 0
        ? `No results for “${query}”.`
        : undefined
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search size={18} aria-hidden className="shrink-0 text-ink-3" />
        <input
          ref={input}
          {...keys.input}
          aria-label={uiLabels.palette}
          placeholder="Find an account, person or page…"
          value={text}
          autoComplete="off"
          spellCheck={false}
          className="h-12 w-full bg-transparent text-md outline-none"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className="max-h-[min(24rem,60vh)] overflow-y-auto p-2">
        <div role="listbox" id={keys.listId} aria-label="Results">
          {items.map((command, index) => (
            <div key={command.id} role="presentation">
              {command.group !== items[index - 1]?.group && (
                <div role="presentation" className="px-2 pt-2 pb-1 text-xs font-semibold text-ink-2">
                  {command.group}
                </div>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's */}
              <div
                role="option"
                tabIndex={-1}
                id={keys.optionId(index)}
                aria-selected={index === keys.active}
                data-active={index === keys.active}
                className="option"
                onMouseMove={() => keys.setActive(index)}
                onClick={() => select(command)}
              >
                {command.icon && <command.icon size={16} aria-hidden className="shrink-0 text-ink-2" />}
                <span className="min-w-0 flex-1 truncate">{command.label}</span>
                {command.hint && <span className="truncate text-sm text-ink-2">{command.hint}</span>}
              </div>
            </div>
          ))}
        </div>
        <p role="status" className={cx('px-2 py-1.5 text-sm text-ink-2', !message && 'sr-only')}>
          {message ?? (query === '' ? '' : uiLabels.resultCount(items.length))}
        </p>
      </div>
    </>
  )
}
