export interface Change {
  at: string
  /** User principal name of a person, or object id of an application */
  caller: string
  objectId?: string
  displayName?: string
  /** An action name, such as `Microsoft.Resources/subscriptions/resourceGroups/write` */
  operation: string
  resourceId: string
  created: boolean
}
