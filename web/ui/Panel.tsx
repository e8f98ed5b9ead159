import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface PanelProps {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  /** Set for tables and lists, which need no padding. */
  flush?: boolean
  level?: 2 | 3
  className?: string
  children?: ReactNode
}

/** `<Panel title="Overview" actions={<Button>Edit</Button>}>…</Panel>` */
export function Panel({ title, description, actions, footer, flush, level = 2, className, children }: PanelProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cx('flex min-w-0 flex-col rounded-md border border-line bg-surface', className)}
    >
      {title && (
        <header className={cx('flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2', flush && 'rule-double')}>
          <div className={cx('min-w-0 flex-1', description ? 'basis-48' : undefined)}>
            <Heading id={id} className="text-base font-semibold">
              {title}
            </Heading>
            {description && <p className="text-sm text-ink-2">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={cx('min-w-0 flex-1', !flush && (title ? 'px-4 pt-1 pb-4' : 'p-4'))}>{children}</div>
      {footer && (
        <footer className="flex flex-wrap items-center gap-2 rounded-b-md border-t border-line bg-sunken px-4 py-2.5 text-sm">
          {footer}
        </footer>
      )}
    </section>
  )
}
