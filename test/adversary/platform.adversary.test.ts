import { platformAttacks } from './platform.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(platformAttacks)
