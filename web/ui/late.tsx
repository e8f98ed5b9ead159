import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react'
import { partMissing } from './missingPart.ts'
import { ErrorState } from './States.tsx'

interface Closable {
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

/** In place of a part whose file is gone: what opens over the screen is closed again, any other says in its place what to do. */
function Missing({ onClose, onOpenChange }: Closable) {
  const closable = onClose !== undefined || onOpenChange !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; whoever shows it then takes it away
  useEffect(() => {
    onClose?.()
    onOpenChange?.(false)
  }, [])
  if (closable) return null
  return (
    <ErrorState title="This part could not be loaded" onRetry={() => location.reload()}>
      <p>Slipway may have been updated while this page was open. Trying again loads the page anew.</p>
    </ErrorState>
  )
}

/**
 * A part that is loaded when it is first shown: React’s `lazy` that outlives a new version of Slipway, whose files have other names.
 * `const EditDialog = late(() => import('./EditDialog.tsx').then(({ EditDialog }) => ({ default: EditDialog })))`
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React’s own `lazy`, any component fits
export function late<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): LazyExoticComponent<Part> {
  return lazy(() =>
    load().catch(() => {
      void partMissing()
      return { default: Missing as unknown as Part }
    }),
  )
}
