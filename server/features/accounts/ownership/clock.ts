const day = 86_400_000

/** After this time without a successor, the family's owner becomes one. */
export const familyAfterMs = 7 * day
/** After this time the tower's lead becomes one, or a member of the fallback group if there is no active lead. */
export const towerAfterMs = 14 * day
/** A person who moved and still owns the account after this time keeps it. */
export const transferKeptMs = 30 * day
