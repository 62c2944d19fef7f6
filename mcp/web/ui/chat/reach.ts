// Which bodies are read at once: all of a model of usual size, of a larger one the storeys from below as far as a frame
// in a chat has room. Pure.
import type { Chunk } from "../api";

/** Elements whose bodies are read without being asked for: some 3 million triangles, which take about 100 MB. */
const atOnce = 30_000;

/** The places of storeys whose bodies stay away until somebody switches them on. The lowest one never does. */
export function leftAway(chunks: readonly Chunk[], most = atOnce): Set<number> {
  const sizes = new Map<number, number>(); // elements by storey, from below
  for (const chunk of chunks) sizes.set(chunk.level, (sizes.get(chunk.level) ?? 0) + chunk.count);
  const away = new Set<number>();
  let elements = 0;
  for (const [level, size] of sizes) {
    if (elements > 0 && elements + size > most) away.add(level);
    else elements += size;
  }
  return away;
}
