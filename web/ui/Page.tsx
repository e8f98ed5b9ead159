import { ChevronRight } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { cx } from './cx.ts'
import { Link } from './Link.tsx'
import { UiSettingsContext } from './UiProvider.tsx'

interface Crumb {
  label: string
  href: string
}

interface PageProps {
  title: string
  /** The document's title if it isn't the page's. */
  documentTitle?: string | undefined
  /** Without the page itself. */
  breadcrumbs?: readonly Crumb[]
  aside?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
  /** `narrow` for forms and text, `wide` (default) for lists and boards. */
  width?: 'narrow' | 'wide'
  children?: ReactNode
}

/** The title takes the focus after a navigation. */
export function Page({
  title,
  documentTitle = title,
  breadcrumbs,
  aside,
  description,
  actions,
  tabs,
  width = 'wide',
  children,
}: PageProps) {
  const { appName } = useContext(UiSettingsContext)
  return (
    <div className={cx('mx-auto px-4 pt-5 pb-12 sm:px-6', width === 'narrow' ? 'max-w-4xl' : 'max-w-[100rem]')}>
      <title>{appName ? `${documentTitle} · ${appName}` : documentTitle}</title>
      <header className={tabs ? 'mb-5' : 'mb-4'}>
        {breadcrumbs && (
          <nav aria-label="Breadcrumbs" className="mb-1">
            <ol className="flex flex-wrap items-center gap-1 text-sm">
              {breadcrumbs.map((crumb, index) => (
                <li key={crumb.href} className="flex items-center gap-1">
                  {index > 0 && <ChevronRight size={13} aria-hidden className="text-ink-3" />}
                  <Link variant="quiet" href={crumb.href}>
                    {crumb.label}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
              <h1 tabIndex={-1} data-page-title className="text-xl wrap-anywhere outline-none">
                {title}
              </h1>
              {aside}
            </div>
            {description && <p className="mt-1 max-w-prose text-pretty text-ink-2">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {tabs && <div className="mt-3">{tabs}</div>}
      </header>
      {children}
    </div>
  )
}
