/** Roles of Azure whose holder can change who may do what; Owner everything besides. */
const givingAuthority = new Set(['owner', 'user access administrator', 'role based access control administrator'])

/** Whether one of the roles can change who may do what. */
export const givesAuthority = (roleNames: string[]): boolean => roleNames.some((name) => givingAuthority.has(name.toLowerCase()))
