import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { type ChunkFailure, reloadPage, reportChunkFailure } from './chunkFailure.ts'

interface Placeholders {
  loading: ReactNode
  /** Rendered until the code has loaded. `onRetry` tries again immediately, or reloads the page if the file is gone after an update. */
  missing: (reason: ChunkFailure, onRetry: () => void) => ReactNode
}

/**
 * Replaces a component whose code didn’t load. It loads the code again when it is rendered and when the server is reachable again, and then
 * becomes the component.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React’s own `lazy`, any component fits
export function recoverable<Part extends ComponentType<any>>(load: () => Promise<Part>, { loading, missing }: Placeholders): Part {
  function Recoverable(props: ComponentProps<Part>) {
    const [state, setState] = useState<{ part?: ComponentType<ComponentProps<Part>>; missing?: ChunkFailure }>({})
    const [attempt, setAttempt] = useState(0)
    const hadOutage = useRef(false)
    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the code again
    useEffect(() => {
      let isUnmounted = false
      const whenFailed = async () => {
        if (isUnmounted) return
        setState({ missing: 'unreachable' })
        const reason = await reportChunkFailure(hadOutage.current)
        if (isUnmounted) return
        if (reason === 'updated') return setState({ missing: reason })
        hadOutage.current = true
        setAttempt(attempt + 1)
      }
      load().then((part) => !isUnmounted && setState({ part }), whenFailed)
      return () => {
        isUnmounted = true
      }
    }, [attempt])
    const { part: Content, missing: reason } = state
    if (Content) return <Content {...props} />
    if (!reason) return loading
    return missing(reason, reason === 'updated' ? () => void reloadPage() : () => setAttempt((before) => before + 1))
  }
  return Recoverable as unknown as Part
}
