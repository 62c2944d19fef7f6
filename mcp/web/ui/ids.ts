// Ids of elements in values.

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** How elements are called where a value names one by its id; "" for what has no name. Whoever has a scene says. */
export const names = { of: (_id: string): string => "" };
