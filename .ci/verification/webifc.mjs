// Judges an exported file by web-ifc: it opens without an error, has the elements of the figures, and meshes the solid ones
// closed with the right volume. usage: webifc.mjs FILE.ifc FIGURES.json
import { readFileSync } from 'node:fs';
import * as WebIFC from 'web-ifc';

const [path, figuresPath] = process.argv.slice(2);
const figures = JSON.parse(readFileSync(figuresPath, 'utf8'));
const faults = [];
const fault = (message) => { faults.push(message); console.log('fault:', message); };
const api = new WebIFC.IfcAPI();
await api.Init();
api.SetLogLevel(WebIFC.LogLevel.LOG_LEVEL_ERROR);
const errors = [];
const consoleError = console.error;
console.error = (...args) => { errors.push(args.join(' ')); };
const model = api.OpenModel(new Uint8Array(readFileSync(path)), { CIRCLE_SEGMENTS: 96 });
const exactly = (name) => { const list = api.GetLineIDsWithType(model, WebIFC[name.toUpperCase()]); return Array.from({ length: list.size() }, (_, i) => list.get(i)); };
// In IFC2X3 most walls are of a subclass.
const ids = (name) => (name === 'IfcWall' ? [...exactly(name), ...exactly('IfcWallStandardCase')] : exactly(name));

for (const [name, want] of Object.entries(figures.counts)) if (ids(name).length !== want) fault(`${ids(name).length} of ${name}, expected ${want}`);

// Volumes of the meshes as web-ifc makes them, with the openings cut; its output is in metres.
const volumes = new Map();
api.StreamAllMeshes(model, (mesh) => {
  let sum = 0;
  for (let k = 0; k < mesh.geometries.size(); k++) {
    const placed = mesh.geometries.get(k); const g = api.GetGeometry(model, placed.geometryExpressID); const m = placed.flatTransformation;
    const v = api.GetVertexArray(g.GetVertexData(), g.GetVertexDataSize()); const t = api.GetIndexArray(g.GetIndexData(), g.GetIndexDataSize());
    const p = (i) => { const [x, y, z] = [v[6 * i], v[6 * i + 1], v[6 * i + 2]]; return [m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13], m[2] * x + m[6] * y + m[10] * z + m[14]]; };
    const o = t.length ? p(t[0]) : [0, 0, 0]; const at = (i) => p(i).map((c, d) => c - o[d]);
    for (let i = 0; i < t.length; i += 3) { const [a, b, c] = [at(t[i]), at(t[i + 1]), at(t[i + 2])]; sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6; }
    g.delete();
  }
  volumes.set(mesh.expressID, (volumes.get(mesh.expressID) ?? 0) + sum);
});
let compared = 0;
for (const name of ['IfcWall', 'IfcSlab', 'IfcColumn', 'IfcBeam', 'IfcBuildingElementProxy']) for (const id of ids(name)) {
  const label = api.GetLine(model, id).Name?.value; const want = figures.volumes[label];
  if (want === undefined) continue;
  compared++;
  const got = volumes.get(id) ?? 0;
  if (Math.abs(got - want) > figures.tolerance * want) fault(`${name} ${label}: ${got.toFixed(6)}, expected ${want}`);
}
if (compared !== Object.keys(figures.volumes).length) fault(`${compared} volumes compared, expected ${Object.keys(figures.volumes).length}`);
for (const e of errors) fault(`web-ifc: ${e}`);
console.error = consoleError;
console.log(`# web-ifc ${api.GetVersion?.() ?? ''}: ${volumes.size} meshes, ${compared} volumes`);
process.exit(faults.length ? 1 : 0);
