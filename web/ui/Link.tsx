import { type ComponentPropsWithRef, type ComponentType, createContext, useContext } from 'react'
import { cx } from './cx.ts'

export type LinkProps = ComponentPropsWithRef<'a'> & { href: string }

function PlainAnchor(props: LinkProps) {
  return <a {...props} />
}

/** All links of the kit use this component, which `UiProvider` sets to the router’s. */
export const LinkComponent = createContext<ComponentType<LinkProps>>(PlainAnchor)

/** A link with these attributes opens in a new tab, whose page can't access this one. */
export const newTabProps = { target: '_blank', rel: 'noopener noreferrer' } as const

export function BareLink(props: LinkProps) {
  const Anchor = useContext(LinkComponent)
  return <Anchor {...props} />
}

const styles = {
  accent: 'text-accent underline decoration-accent/30 underline-offset-3 hover:decoration-accent',
  name: 'font-medium text-accent hover:underline underline-offset-3',
  quiet: 'text-ink-2 hover:text-ink hover:underline underline-offset-3',
}

/**
 * `variant` is `accent` in text (default), `name` for a row’s name, and `quiet` for secondary links. `<Link
 * href="/accounts/7">payments-prod</Link>`
 */
export function Link({ variant: tone = 'accent', className, ...remaining }: LinkProps & { variant?: keyof typeof styles }) {
  return <BareLink {...remaining} className={cx('rounded-sm', styles[tone], className)} />
}
