import type { KeyboardEvent } from 'react'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { BareLink } from '../../../ui/Link.tsx'
import type { ApiOperation } from './apiDocument.ts'
import { Method } from './Method.tsx'

const steps: Record<string, (currentIndex: number, count: number) => number> = {
  ArrowDown: (currentIndex, count) => Math.min(currentIndex + 1, count - 1),
  ArrowUp: (currentIndex) => Math.max(currentIndex - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function OperationList({
  operations,
  current,
  query,
}: {
  operations: readonly ApiOperation[]
  current: string | undefined
  query: string
}) {
  const stop = operations.some(({ id }) => id === current) ? current : operations[0]?.id
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const links = [...event.currentTarget.querySelectorAll('a')]
    const to = steps[event.key]?.(links.indexOf(document.activeElement as HTMLAnchorElement), links.length)
    if (to === undefined) return
    event.preventDefault()
    links[to]?.focus()
  }
  return (
    <nav aria-label="API operations" onKeyDown={move} className="space-y-4">
      {[...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, group]) => (
        <div key={tag}>
          <h2 className="rule-double px-2 pb-1 text-sm font-semibold">{tagLabel(tag)}</h2>
          <ul className="mt-1">
            {group.map((operation) => (
              <li key={operation.id}>
                <BareLink
                  href={paths.reference(operation.id, query)}
                  tabIndex={operation.id === stop ? 0 : -1}
                  aria-current={operation.id === current ? 'page' : undefined}
                  className={cx(
                    'flex min-h-8 items-baseline gap-1 rounded-sm px-2 py-1 focus-visible:-outline-offset-2',
                    operation.id === current ? 'bg-selected font-medium' : 'hover:bg-hover',
                  )}
                >
                  <Method method={operation.method} />
                  <span className="min-w-0">
                    <span className="block">{operation.summary}</span>
                    <span className="block font-mono text-xs font-normal text-ink-2 wrap-anywhere">{operation.path}</span>
                  </span>
                </BareLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function tagLabel(tag: string): string {
  const text = tag.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
