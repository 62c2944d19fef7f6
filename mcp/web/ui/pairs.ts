// Values of an element beside those it had in the state that it is compared with. Pure.

export interface Pair {
  name: string;
  was: unknown; // undefined: it did not have it, or nothing is compared
  is: unknown;
  differs: boolean;
}

/** The names of both sides with their values: those of now in their order, then those that are gone. */
export function pairs(now: readonly [string, unknown][], before: readonly [string, unknown][] | null): Pair[] {
  const was = new Map(before ?? []);
  const out = now.map(([name, is]): Pair => {
    const old = was.get(name);
    const differs = before !== null && JSON.stringify(old) !== JSON.stringify(is);
    return { name, was: old, is, differs };
  });
  const names = new Set(now.map(([name]) => name));
  for (const [name, value] of was)
    if (!names.has(name)) out.push({ name, was: value, is: undefined, differs: true });
  return out;
}
