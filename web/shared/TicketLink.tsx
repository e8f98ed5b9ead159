import { ExternalLink } from 'lucide-react'
import { Link } from '../ui/Link.tsx'

export function TicketLink({ number, url }: { number: string; url: string }) {
  return (
    <Link className="inline-flex items-center gap-1 font-mono text-xs" href={url} target="_blank" rel="noreferrer">
      {number}
      <ExternalLink size={12} aria-hidden />
      <span className="sr-only">, opens ServiceNow in a new tab</span>
    </Link>
  )
}
