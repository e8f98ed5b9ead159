/** A change that somebody made through Resource Manager, as it is kept. */
export interface Change {
  at: string
  /** The user principal name of a person, or the object id of an application. */
  caller: string
  /** Of the person in the directory. */
  objectId?: string
  displayName?: string
  /** `Microsoft.Resources/subscriptions/resourceGroups/write`. */
  operation: string
  resourceId: string
  created: boolean
}
