import { privilegedAttacks } from './privileged.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(privilegedAttacks)
