export interface Change {
  at: string
  /** The user principal name of a person, or the object id of an application. */
  caller: string
  /** Object id of the person in the directory. */
  objectId?: string
  displayName?: string
  /** `Microsoft.Resources/subscriptions/resourceGroups/write`. */
  operation: string
  resourceId: string
  created: boolean
}
