import { reviewAttacks } from './reviews.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(reviewAttacks)
