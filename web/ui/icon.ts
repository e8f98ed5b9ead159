import type { ComponentType } from 'react'

export type Icon = ComponentType<{
  size?: number | string
  className?: string
  'aria-hidden'?: boolean | 'true' | 'false'
  strokeWidth?: number | string
}>
