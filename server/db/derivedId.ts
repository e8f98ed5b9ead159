import { v5 as uuidv5 } from 'uuid'

/**
 * Returns the ID of a part of an object, always the same for the same part. Objects in external systems have this ID as their key, so that
 * they are found and used when the part is created again, for example after a restore of an older backup.
 * @param objectId a UUID. Its parts have IDs that can be guessed by anyone who knows it
 */
export const derivedId = (objectId: string, part: string): string => uuidv5(part, objectId)
