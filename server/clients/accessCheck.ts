export interface AccessCheck {
  granted: string[]
  missing: string[]
  /** Permissions that only a write would prove. */
  unverified: string[]
}

export function createAccessCheck(): AccessCheck {
  return { granted: [], missing: [], unverified: [] }
}
