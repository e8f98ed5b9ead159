import { Button, type ButtonProps } from './Button.tsx'

interface PageLinksProps {
  page: number
  pages: number
  total?: string
  linkTo: (page: number) => Pick<ButtonProps, 'href' | 'onClick'>
}

export function PageLinks({ page, pages, total, linkTo }: PageLinksProps) {
  return (
    <>
      <span className="flex-1 text-ink-2 tabular-nums">
        Page {page} of {pages}
        {total && `, ${total}`}
      </span>
      <Button size="sm" {...linkTo(page - 1)} disabledReason={page > 1 ? undefined : 'This is the first page.'}>
        Previous
      </Button>
      <Button size="sm" {...linkTo(page + 1)} disabledReason={page < pages ? undefined : 'This is the last page.'}>
        Next
      </Button>
    </>
  )
}
