import { v5 as uuidv5 } from 'uuid'

/**
 * Returns the id of a part of an object, always the same for the same part. What was created outside for the part has this id as its key, so
 * that it is found and used when the part is created again, as after a restore of an older backup.
 * @param objectId a UUID. Its parts have ids that can be guessed by anyone who knows it
 */
export const derivedId = (objectId: string, part: string): string => uuidv5(part, objectId)
