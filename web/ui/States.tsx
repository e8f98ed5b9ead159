import { CloudOff, Lock, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { CopyId } from './CopyId.tsx'
import { cx } from './cx.ts'
import type { Icon } from './icon.ts'
import { uiLabels } from './labels.ts'

function Shape({
  icon: Glyph,
  tone,
  title,
  children,
  actions,
  foot,
  alert,
}: {
  icon?: Icon | undefined
  tone: string
  title: string
  children?: ReactNode
  actions?: ReactNode
  foot?: ReactNode
  alert?: boolean
}) {
  return (
    <div role={alert ? 'alert' : undefined} className="mx-auto flex max-w-lg flex-col items-center py-4 text-center">
      {Glyph && (
        <span className={cx('mb-3 grid size-11 place-content-center rounded-lg', tone)}>
          <Glyph size={22} aria-hidden strokeWidth={1.75} />
        </span>
      )}
      <p className="text-md font-semibold">{title}</p>
      {children && <div className="mt-1 space-y-1 text-balance text-ink-2">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
      {foot && <div className="mt-4 max-w-full text-sm text-ink-2">{foot}</div>}
    </div>
  )
}

const RequestId = ({ value }: { value: string }) => (
  <span className="inline-flex max-w-full flex-wrap items-center justify-center gap-x-1.5">
    Request ID <CopyId value={value} kind="request ID" />
  </span>
)

/** `<EmptyState icon={Server} title="No accounts yet" action={<Button …/>}>Request one …</EmptyState>` */
export function EmptyState({ icon, title, children, action }: { icon?: Icon; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Shape icon={icon} tone="bg-accent-soft text-accent" title={title} actions={action}>
      {children}
    </Shape>
  )
}

interface ErrorStateProps {
  title: string
  /** A sentence about what was changed. `nothing` is replaced by the sentence that nothing was. */
  changed?: 'nothing' | ReactNode
  children?: ReactNode
  requestId?: string | undefined
  onRetry?: () => void
}

/** Says what happened, whether anything was changed and what to do, with the request ID for support. */
export function ErrorState({ title, changed = 'nothing', children, requestId, onRetry }: ErrorStateProps) {
  return (
    <Shape
      alert
      icon={CloudOff}
      tone="bg-bad-soft text-bad"
      title={title}
      actions={
        onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {uiLabels.retry}
          </Button>
        )
      }
      foot={requestId && <RequestId value={requestId} />}
    >
      {children}
      <p>{changed === 'nothing' ? uiLabels.unchanged : changed}</p>
    </Shape>
  )
}

export function AccessDeniedState({
  title = 'You don’t have access',
  reason,
  children,
  requestId,
}: {
  title?: string
  reason: ReactNode
  children?: ReactNode
  requestId?: string | undefined
}) {
  return (
    <Shape icon={Lock} tone="bg-warn-soft text-warn" title={title} actions={children} foot={requestId && <RequestId value={requestId} />}>
      <p>{reason}</p>
    </Shape>
  )
}
