import { restoreAttacks } from './restore.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(restoreAttacks)
