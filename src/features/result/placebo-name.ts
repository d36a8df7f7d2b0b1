/** The names of placebos as heads of charts and tables; in sentences they stand as they are. Pure. */

/** With a capital first letter. */
export const capitalised = (name: string): string => name.charAt(0).toLocaleUpperCase() + name.slice(1);
