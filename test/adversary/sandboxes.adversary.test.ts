import { sandboxAttacks } from './sandboxes.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(sandboxAttacks)
