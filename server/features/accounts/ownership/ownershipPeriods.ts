const day = 86_400_000

/** After this time without a successor, the owner of the family becomes an owner. */
export const familyEscalationMs = 7 * day
/** After this time, the lead of the tower becomes an owner, or a member of the fallback group if no lead is active. */
export const towerEscalationMs = 14 * day
/** If the person who moved still owns the account after this time, the account stays with that person. */
export const transferRetentionMs = 30 * day
