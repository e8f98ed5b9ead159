import { UserCheck } from 'lucide-react'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { BareLink } from '../../../ui/Link.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { ItemPrice } from './ItemPrice.tsx'

export function ItemCard({ item, href }: { item: CatalogueItem; href: string }) {
  return (
    <li className="relative flex flex-col rounded-md border border-line bg-surface p-4 transition-colors duration-(--quick) hover:border-ink-2 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent">
      <p className="flex items-baseline justify-between gap-3 text-xs text-ink-2">
        <span>
          {item.category} · {item.version}
        </span>
        {!item.enabled && <Badge tone="warn">Unavailable</Badge>}
      </p>
      <h2 className="mt-0.5 text-base font-semibold">
        <BareLink href={href} className="outline-none after:absolute after:inset-0 after:content-['']">
          {item.name}
        </BareLink>
      </h2>
      <p className="mt-1 flex-1 text-sm text-ink-2">{item.description}</p>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-sm text-ink-2">
        <ItemPrice item={item} amountClassName="text-base font-medium text-ink" />
        {item.approvers.length > 0 && (
          <span className="flex items-center gap-1.5 text-warn">
            <UserCheck size={15} aria-hidden />
            Needs separate approval
          </span>
        )}
      </p>
    </li>
  )
}
