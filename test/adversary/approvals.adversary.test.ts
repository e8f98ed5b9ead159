import { approvalAttacks } from './approvals.attacks.ts'
import { tryAttacks } from './tryAttacks.ts'

tryAttacks(approvalAttacks)
