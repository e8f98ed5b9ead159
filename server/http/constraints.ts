import type { ErrorCode } from './errors.ts'

/** What the database's own guarantees mean to people, for the moments when they beat the code's check to it; and the field it is about. */
export const constraintFailures: Record<string, readonly [ErrorCode, string, field?: string]> = {
  towers_name: ['nameTaken', 'Another tower has this name.', 'name'],
  towers_code: ['nameTaken', 'Another tower has this code.', 'code'],
  families_name: ['nameTaken', 'Another family has this name.', 'name'],
  families_tower_id_fkey: ['stillInUse', 'Families still belong to this tower.'],
  accounts_tower_id_fkey: ['stillInUse', 'Accounts still belong to this tower.'],
  accounts_family_id_fkey: ['stillInUse', 'Accounts still belong to this family.'],
  account_requests_tower_id_fkey: ['stillInUse', 'Requests still name this tower.'],
  account_requests_family_id_fkey: ['stillInUse', 'Requests still name this family.'],
  approvals_tower_id_fkey: ['stillInUse', 'Requests still name this tower.'],
  approvals_family_id_fkey: ['stillInUse', 'Requests still name this family.'],
  accounts_live_name: ['nameTaken', 'Another account has this name.', 'name'],
  accounts_subscription: ['conflict', 'Another account already stands for this subscription.', 'subscriptionId'],
  account_requests_live_name: ['nameTaken', 'An account with this name has been requested already.', 'name'],
  account_owners_2_to_10: ['conflict', 'An account has 2 to 10 owners.'],
  approvals_one_pending: ['conflict', 'This request already waits for approval.'],
  nobody_decides_on_an_own_request: ['forbidden', 'Nobody decides on an own request.'],
  one_vote_per_person_and_stage: ['alreadyDecided', 'You have decided on this stage already.'],
  approval_moves: ['alreadyDecided', 'This has been decided already.'],
  request_moves: ['wrongState', 'The request has moved on in the meantime.'],
  account_moves: ['wrongState', 'The account has moved on in the meantime.'],
}
