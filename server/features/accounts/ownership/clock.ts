const day = 86_400_000

/** After so many days without a successor the family's owner becomes one. */
export const familyAfterMs = 7 * day
/** After so many the tower's lead does; where there is none who can, a member of the fallback group. */
export const towerAfterMs = 14 * day
/** A mover who still owns after so long evidently stays. */
export const moverForgottenMs = 30 * day
