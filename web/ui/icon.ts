import type { ComponentType } from 'react'

/** A lucide component, imported one by one (`import { Server } from 'lucide-react'`). */
export type Icon = ComponentType<{
  size?: number | string
  className?: string
  'aria-hidden'?: boolean | 'true' | 'false'
  strokeWidth?: number | string
}>
