import { type ComponentProps, type ComponentType, lazy, useEffect, useState } from 'react'
import { reportMissingPart } from './missingPart.ts'
import { ErrorState } from './States.tsx'

interface Closable {
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

/** Rendered if a chunk is missing: a dialog closes, and any other part explains what to do. */
function MissingPartDialog({ onClose, onOpenChange }: Closable) {
  const isClosable = onClose !== undefined || onOpenChange !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; whoever shows it then takes it away
  useEffect(() => {
    onClose?.()
    onOpenChange?.(false)
  }, [])
  if (isClosable) return null
  return (
    <ErrorState title="Couldn’t load this section" onRetry={() => location.reload()}>
      <p>Slipway might have been updated while this page was open. Try again to reload the page.</p>
    </ErrorState>
  )
}

/**
 * Loads a component on first use, like React’s `lazy`, and handles chunks that are gone after an update of Slipway: `const EditDialog =
 * late(() => import('./EditDialog.tsx').then(({ EditDialog }) => ({ default: EditDialog })))` A component that is already loaded is rendered
 * immediately, because React shows a fallback for at least 300 ms.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React’s own `lazy`, any component fits
export function lazyComponent<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): Part {
  let loaded: Part | undefined
  const LoadingState = lazy(() =>
    load().then(
      (part) => {
        loaded = part.default
        return part
      },
      () => {
        void reportMissingPart()
        return { default: MissingPartDialog as unknown as Part }
      },
    ),
  )
  function Late(props: ComponentProps<Part>) {
    const [PageContent] = useState(() => (loaded ?? LoadingState) as ComponentType<ComponentProps<Part>>)
    return <PageContent {...props} />
  }
  return Late as unknown as Part
}
