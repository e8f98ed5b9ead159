import { type ComponentProps, type ComponentType, lazy, useEffect, useState } from 'react'
import { partMissing } from './missingPart.ts'
import { ErrorState } from './States.tsx'

interface Closable {
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

/** Shown if a chunk is missing: a dialog closes, any other part explains what to do. */
function Missing({ onClose, onOpenChange }: Closable) {
  const closable = onClose !== undefined || onOpenChange !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; whoever shows it then takes it away
  useEffect(() => {
    onClose?.()
    onOpenChange?.(false)
  }, [])
  if (closable) return null
  return (
    <ErrorState title="This section couldn’t be loaded" onRetry={() => location.reload()}>
      <p>Slipway was probably updated while this page was open. Try again to reload the page.</p>
    </ErrorState>
  )
}

/**
 * Loads a component on first use, like React’s `lazy`, and handles chunks that are gone after an update of Slipway: `const EditDialog =
 * late(() => import('./EditDialog.tsx').then(({ EditDialog }) => ({ default: EditDialog })))` A component that is already loaded is rendered
 * immediately, because React shows a fallback for at least 300 ms.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React’s own `lazy`, any component fits
export function late<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): Part {
  let loaded: Part | undefined
  const Waiting = lazy(() =>
    load().then(
      (part) => {
        loaded = part.default
        return part
      },
      () => {
        void partMissing()
        return { default: Missing as unknown as Part }
      },
    ),
  )
  function Late(props: ComponentProps<Part>) {
    const [Shown] = useState(() => (loaded ?? Waiting) as ComponentType<ComponentProps<Part>>)
    return <Shown {...props} />
  }
  return Late as unknown as Part
}
