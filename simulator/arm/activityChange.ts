export interface Change {
  at: string
  /** User principal name of a person, or object ID of an application. */
  caller: string
  objectId?: string
  displayName?: string
  operation: string
  resourceId: string
  created: boolean
}
