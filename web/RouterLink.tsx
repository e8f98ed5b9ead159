import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { base } from './paths.ts'
import type { LinkProps } from './ui/Link.tsx'

/** The kit's link: addresses of the product go through the router, which also fetches what one points at. */
export function RouterLink({ href, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const router = useRouter()
  if (!href.startsWith(`${base}/`)) return <a {...rest} href={href} onClick={onClick} />
  const preload = () => {
    const [to = '', search = ''] = href.slice(base.length).split('?')
    // Addresses are texts here; the router checks them when it goes there.
    void router.preloadRoute({ to, search: router.options.parseSearch(`?${search}`) } as never).catch(() => {})
  }
  return (
    <a
      {...rest}
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
        const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0 || rest.target === '_blank'
        if (event.defaultPrevented || elsewhere) return
        event.preventDefault()
        router.history.push(href)
      }}
    />
  )
}
