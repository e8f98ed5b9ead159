import { Fragment } from 'react'
import { Link } from '../ui/Link.tsx'

const maxCount = 30

export function LinkList({ links }: { links: readonly { name: string; href: string }[] }) {
  return (
    <>
      {links.slice(0, maxCount).map(({ name, href }, index) => (
        <Fragment key={href}>
          {index > 0 && ', '}
          <Link href={href}>{name}</Link>
        </Fragment>
      ))}
      {links.length > maxCount && ` and ${links.length - maxCount} more`}
    </>
  )
}
