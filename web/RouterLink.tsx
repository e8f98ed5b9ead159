import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { base } from './paths.ts'
import type { LinkProps } from './ui/Link.tsx'

/** The link component of the kit. The router handles URLs of the product and preloads the screen of a link under the pointer or focus. */
export function RouterLink({ href, onClick, onPointerEnter, onFocus, ...remaining }: LinkProps) {
  const router = useRouter()
  if (!href.startsWith(`${base}/`)) return <a {...remaining} href={href} onClick={onClick} />
  const preload = () => {
    const [to = '', search = ''] = href.slice(base.length).split('?')
    // URLs are plain text here. The router checks a URL when it navigates to it.
    void router.preloadRoute({ to, search: router.options.parseSearch(`?${search}`) } as never).catch(() => {})
  }
  return (
    <a
      {...remaining}
      href={href}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        preload()
      }}
      onFocus={(event) => {
        onFocus?.(event)
        preload()
      }}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event)
        const opensElsewhere =
          event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0 || remaining.target === '_blank'
        if (event.defaultPrevented || opensElsewhere) return
        event.preventDefault()
        router.history.push(href)
      }}
    />
  )
}
