import { accountAttacks } from './accounts.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(accountAttacks)
