/** The format of dates, numbers and money, whatever the browser’s language: all texts are English, and the server’s texts use this format too. */
export const locale = 'en-GB'
