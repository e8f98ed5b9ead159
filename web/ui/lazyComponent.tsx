import { type ComponentProps, type ComponentType, lazy, useEffect, useState } from 'react'
import { type ChunkFailure, reportChunkFailure } from './chunkFailure.ts'
import { uiLabels } from './labels.ts'
import { recoverable } from './recoverable.tsx'
import { SkeletonText } from './Skeleton.tsx'
import { ErrorState } from './States.tsx'

interface ClosableProps {
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

/** If the code of a dialog is missing, the dialog closes, and the frame says what to do. */
function MissingDialog({ onClose, onOpenChange }: ClosableProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because the parent then removes the dialog
  useEffect(() => {
    void reportChunkFailure()
    onClose?.()
    onOpenChange?.(false)
  }, [])
  return null
}

const missingSection = (reason: ChunkFailure, onRetry: () => void) => (
  <ErrorState title={uiLabels.sectionMissing} onRetry={onRetry}>
    <p>{reason === 'updated' ? `Slipway was updated. ${uiLabels.reloadAfterUpdate}` : 'The section opens when the connection is back.'}</p>
  </ErrorState>
)

/**
 * Loads a component on first use, like React’s `lazy`, and handles chunks that are gone after an update of Slipway. A loaded component is
 * rendered immediately, because React shows a fallback for at least 300 ms, and `preload` loads it before its first use. `const EditDialog =
 * lazyComponent(() => import('./EditDialog.tsx').then(({ EditDialog }) => ({ default: EditDialog })))`
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React’s own `lazy`, any component fits
export function lazyComponent<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): Part & { preload: () => Promise<void> } {
  let loaded: Part | undefined
  const loadOnce = async () => {
    const part = await load()
    loaded = part.default
    return part
  }
  const Recoverable = recoverable(() => load().then((part) => part.default), {
    loading: <SkeletonText lines={4} />,
    missing: missingSection,
  })
  function MissingPart(props: ComponentProps<Part>) {
    const isClosable = 'onClose' in props || 'onOpenChange' in props
    return isClosable ? <MissingDialog {...props} /> : <Recoverable {...props} />
  }
  const LoadingState = lazy(() => loadOnce().catch(() => ({ default: MissingPart as unknown as Part })))
  function LazyComponent(props: ComponentProps<Part>) {
    const [PageContent] = useState(() => (loaded ?? LoadingState) as ComponentType<ComponentProps<Part>>)
    return <PageContent {...props} />
  }
  const preload = () =>
    loadOnce().then(
      () => {},
      () => {},
    )
  return Object.assign(LazyComponent as unknown as Part, { preload })
}
