import { type MouseEvent, useSyncExternalStore } from 'react'
import type { LinkProps } from '../ui/Link.tsx'

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** The hash of the URL names the screen, such as `#/accounts?step=review`. */
export function useAddress(): { path: string; query: URLSearchParams } {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1) || '/accounts')
  const [path = '', query = ''] = hash.split('?')
  return { path, query: new URLSearchParams(query) }
}

export function navigateTo(address: string): void {
  history.pushState(null, '', `#${address}`)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

export function GalleryLink({ href, onClick, ...remaining }: LinkProps) {
  return (
    <a
      {...remaining}
      href={`#${href}`}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event)
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        navigateTo(href)
      }}
    />
  )
}
