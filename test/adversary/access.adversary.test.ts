import { accessAttacks } from './access.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(accessAttacks)
