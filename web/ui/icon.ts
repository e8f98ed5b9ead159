import type { ComponentType } from 'react'

/** What the kit takes for an icon: a lucide component, imported one by one (`import { Server } from 'lucide-react'`). */
export type Icon = ComponentType<{
  size?: number | string
  className?: string
  'aria-hidden'?: boolean | 'true' | 'false'
  strokeWidth?: number | string
}>
