import { useEffect, useState } from 'react'
import { announce } from './LiveRegion.tsx'

/** Copies a text to the clipboard and tells screen readers. `isCopied` is true for a moment after that. */
export function useCopy(text: string, kind: string): { isCopied: boolean; copy: () => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [isCopied])
  return {
    isCopied,
    async copy() {
      try {
        await navigator.clipboard.writeText(text)
        setIsCopied(true)
        announce(`Copied the ${kind}`)
      } catch {
        announce(`Couldn’t copy the ${kind}. Select it and copy it manually.`, { urgent: true })
      }
    },
  }
}
