// Writes chunks for the tests, as the server does.
export interface TestMesh {
  vertices: number[];
  indices: number[];
}

export interface TestInstance {
  row: number;
  mesh: number;
  colour?: [number, number, number, number];
  at?: [number, number, number];
}

/** A box of a size, from its lowest corner, with 12 triangles that face outwards. */
export function block(x: number, y: number, z: number): TestMesh {
  const vertices = [0, 0, 0, x, 0, 0, x, y, 0, 0, y, 0, 0, 0, z, x, 0, z, x, y, z, 0, y, z];
  const indices = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4,
    3, 4, 7];
  return { vertices, indices };
}

export function chunkBytes(meshes: TestMesh[], instances: TestInstance[], corner = [0, 0, 0]): ArrayBuffer {
  const vertices = meshes.reduce((n, m) => n + m.vertices.length / 3, 0);
  const indices = meshes.reduce((n, m) => n + m.indices.length, 0);
  const ends = [16 * meshes.length, 24 * instances.length, 12 * vertices, 4 * indices];
  const at: number[] = [];
  let end = 64;
  for (const size of ends) {
    at.push(end);
    end = Math.ceil((end + size) / 8) * 8;
  }
  const data = new ArrayBuffer(end);
  const view = new DataView(data);
  [0x4e435342, 1, meshes.length, instances.length, vertices, indices].forEach((n, i) => view.setUint32(i * 4, n, true));
  corner.forEach((n, i) => view.setFloat64(24 + i * 8, n, true));
  let [v, x] = [0, 0];
  meshes.forEach((m, i) => {
    [v, m.vertices.length / 3, x, m.indices.length].forEach((n, k) => view.setUint32(at[0]! + i * 16 + k * 4, n, true));
    m.vertices.forEach((n, k) => view.setFloat32(at[2]! + v * 12 + k * 4, n, true));
    m.indices.forEach((n, k) => view.setUint32(at[3]! + x * 4 + k * 4, n, true));
    v += m.vertices.length / 3;
    x += m.indices.length;
  });
  instances.forEach((p, i) => {
    const o = at[1]! + i * 24;
    view.setUint32(o, p.row, true);
    view.setUint32(o + 4, p.mesh, true);
    (p.colour ?? [200, 200, 200, 255]).forEach((n, k) => view.setUint8(o + 8 + k, n));
    (p.at ?? [0, 0, 0]).forEach((n, k) => view.setFloat32(o + 12 + k * 4, n, true));
  });
  return data;
}
