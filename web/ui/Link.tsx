import { type ComponentPropsWithRef, type ComponentType, createContext, useContext } from 'react'
import { cx } from './cx.ts'

/** The props of a link component are those for `<a>`, with a required `href`. */
export type LinkProps = ComponentPropsWithRef<'a'> & { href: string }

function PlainAnchor(props: LinkProps) {
  return <a {...props} />
}

/** The component behind every link of the kit; `UiProvider` sets it to the router’s. */
export const LinkComponent = createContext<ComponentType<LinkProps>>(PlainAnchor)

/** Attributes of a link that opens in a new tab. The other page can't reach this one. */
export const newTabProps = { target: '_blank', rel: 'noopener noreferrer' } as const

/** A link without style, for components that style it themselves. */
export function BareLink(props: LinkProps) {
  const Anchor = useContext(LinkComponent)
  return <Anchor {...props} />
}

const styles = {
  accent: 'text-accent underline decoration-accent/30 underline-offset-3 hover:decoration-accent',
  /** Used for names in tables, which are coloured, and underlined on hover. */
  name: 'font-medium text-accent hover:underline underline-offset-3',
  quiet: 'text-ink-2 hover:text-ink hover:underline underline-offset-3',
}

/**
 * `<Link href="/accounts/7">payments-prod</Link>` `look`: `accent` in text (default), `name` for a row’s name, `quiet` for secondary links.
 */
export function Link({ look: tone = 'accent', className, ...remaining }: LinkProps & { look?: keyof typeof styles }) {
  return <BareLink {...remaining} className={cx('rounded-sm', styles[tone], className)} />
}
