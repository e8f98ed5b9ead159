import { useEffect, useState } from 'react'

type Message = { text: string; urgent: boolean; at: number }
const listeners = new Set<(message: Message) => void>()

let pending: ReturnType<typeof setTimeout> | undefined

/** Screen readers read the text: `announce('3 accounts selected')`. Urgent messages interrupt, so they are for errors only. */
export function announce(text: string, { urgent = false } = {}): void {
  clearTimeout(pending)
  for (const listener of listeners) listener({ text, urgent, at: Date.now() })
}

/** Any message in the meantime replaces this one. @returns a function that cancels it */
export function announceLater(text: string, delayMs: number): () => void {
  pending = setTimeout(announce, delayMs, text)
  return () => clearTimeout(pending)
}

/** `UiProvider` mounts the two live regions of `announce` once. */
export function LiveRegion() {
  const [message, setMessage] = useState<Message>()
  useEffect(() => {
    listeners.add(setMessage)
    return () => {
      listeners.delete(setMessage)
    }
  }, [])
  // The key makes screen readers repeat identical messages.
  return (
    <>
      <div className="sr-only" role="status" aria-live="polite">
        {message && !message.urgent && <span key={message.at}>{message.text}</span>}
      </div>
      <div className="sr-only" role="alert">
        {message?.urgent && <span key={message.at}>{message.text}</span>}
      </div>
    </>
  )
}
