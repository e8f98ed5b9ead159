import { type ComponentPropsWithRef, type ComponentType, createContext, useContext } from 'react'
import { cx } from './cx.ts'

/** What a link component gets: an anchor's own props with an address. */
export type LinkProps = ComponentPropsWithRef<'a'> & { href: string }

function PlainAnchor(props: LinkProps) {
  return <a {...props} />
}

/** The component every kit link is drawn with; `UiProvider` sets it to the router's. */
export const LinkComponent = createContext<ComponentType<LinkProps>>(PlainAnchor)

/** A link without any look: for pieces that dress it themselves. */
export function BareLink(props: LinkProps) {
  const Anchor = useContext(LinkComponent)
  return <Anchor {...props} />
}

const looks = {
  accent: 'text-accent underline decoration-accent/30 underline-offset-3 hover:decoration-accent',
  /** For names in tables: a link by colour and place, underlined when pointed at. */
  name: 'font-medium text-accent hover:underline underline-offset-3',
  quiet: 'text-ink-2 hover:text-ink hover:underline underline-offset-3',
}

/**
 * A link in text or in a table. `<Link href="/accounts/7">payments-prod</Link>`
 * `look`: `accent` in prose (default), `name` for a row's name, `quiet` for secondary.
 */
export function Link({ look = 'accent', className, ...rest }: LinkProps & { look?: keyof typeof looks }) {
  return <BareLink {...rest} className={cx('rounded-sm', looks[look], className)} />
}
