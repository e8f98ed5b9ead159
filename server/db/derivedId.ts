import { v5 as uuidv5 } from 'uuid'

/**
 * Returns the id of what an approved request creates: the same one when the request is approved again, as after a restore of an older
 * backup. What the first approval created outside has this id as its key, so that it is found and used instead of created twice.
 * @param requestId a UUID
 * @param part what is created for the request
 */
export const derivedId = (requestId: string, part: string): string => uuidv5(part, requestId)
