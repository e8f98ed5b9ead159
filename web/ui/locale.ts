/**
 * Dates, numbers and money have this format whatever the browser’s language is, because all texts are English, and the server’s texts have
 * this format too.
 */
export const locale = 'en-GB'
