import { acceptOwnership } from './acceptOwnership.ts'
import { declineOwnership } from './declineOwnership.ts'
import { keepOwner } from './keepOwner.ts'
import { listOwnershipGaps } from './listOwnershipGaps.ts'
import { proposeOwner } from './proposeOwner.ts'

export const accountOwnershipOperations = [listOwnershipGaps, acceptOwnership, declineOwnership, proposeOwner, keepOwner]
