// Judges an exported file by web-ifc: it opens without an error, has every element that the product says it has, by
// GlobalId and name, and meshes the solid ones closed with the right volume.
// usage: webifc.mjs FILE.ifc MEANT.json [FIGURES.json]
import { readFileSync } from 'node:fs';
import * as WebIFC from 'web-ifc';

const [path, meantPath, figuresPath] = process.argv.slice(2);
const meant = JSON.parse(readFileSync(meantPath, 'utf8'));
const figures = figuresPath ? JSON.parse(readFileSync(figuresPath, 'utf8')) : { volumes: {}, counts: {} };
const TOLERANCE = 0.001; // relative
const ROUNDED = 2e-6; // m3: answers have six decimals
const SEGMENTS = 96; // of a circle: its polygon then has 0.07 % less than it
const faults = [];
const fault = (message) => {
  faults.push(message);
  log('fault:', message);
};
const errors = [];
const { log, error } = console;
console.log = console.error = (...args) => {
  errors.push(args.join(' '));
}; // before web-ifc starts, which keeps what it finds
const api = new WebIFC.IfcAPI();
await api.Init();
api.SetLogLevel(WebIFC.LogLevel.LOG_LEVEL_ERROR);
const model = api.OpenModel(new Uint8Array(readFileSync(path)), { CIRCLE_SEGMENTS: SEGMENTS });
const exactly = (name) => {
  const list = api.GetLineIDsWithType(model, WebIFC[name.toUpperCase()]);
  return Array.from({ length: list.size() }, (_, i) => list.get(i));
};
// In IFC2X3 most walls are of a subclass.
const ids = (name) => (name === 'IfcWall' ? [...exactly(name), ...exactly('IfcWallStandardCase')] : exactly(name));

for (const [name, want] of Object.entries(figures.counts))
  if (ids(name).length !== want) fault(`${ids(name).length} of ${name}, expected ${want}`);

// Volumes of the meshes as web-ifc makes them, with the openings cut; its output is in metres. It leaves out rooms
// unless asked.
const volumes = new Map();
const measure = (mesh) => {
  let sum = 0;
  for (let k = 0; k < mesh.geometries.size(); k++) {
    const placed = mesh.geometries.get(k);
    const g = api.GetGeometry(model, placed.geometryExpressID);
    const m = placed.flatTransformation;
    const v = api.GetVertexArray(g.GetVertexData(), g.GetVertexDataSize());
    const t = api.GetIndexArray(g.GetIndexData(), g.GetIndexDataSize());
    const p = (i) => {
      const [x, y, z] = [v[6 * i], v[6 * i + 1], v[6 * i + 2]];
      return [
        m[0] * x + m[4] * y + m[8] * z + m[12],
        m[1] * x + m[5] * y + m[9] * z + m[13],
        m[2] * x + m[6] * y + m[10] * z + m[14],
      ];
    };
    const o = t.length ? p(t[0]) : [0, 0, 0];
    const at = (i) => p(i).map((c, d) => c - o[d]);
    for (let i = 0; i < t.length; i += 3) {
      const [a, b, c] = [at(t[i]), at(t[i + 1]), at(t[i + 2])];
      sum +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    g.delete();
  }
  volumes.set(mesh.expressID, (volumes.get(mesh.expressID) ?? 0) + sum);
};
api.StreamAllMeshes(model, measure);
api.StreamAllMeshesWithTypes(model, [WebIFC.IFCSPACE], measure);
const near = (label, got, want) => {
  if (Math.abs(got - want) > Math.max(ROUNDED, TOLERANCE * want))
    fault(`${label}: ${got.toFixed(6)}, expected ${want}`);
};

// What the product says of its elements. Parts have the volumes of those that have no body of their own; those that are
// elements themselves, as the doors in a curtain wall are, count for themselves.
const elements = new Set(meant.elements.map((e) => api.GetExpressIdFromGuid(model, e.global_id)));
const parts = new Map();
for (const id of exactly('IfcRelAggregates')) {
  const line = api.GetLine(model, id);
  parts.set(
    line.RelatingObject.value,
    line.RelatedObjects.map((o) => o.value).filter((part) => !elements.has(part)),
  );
}
const whole = (id) => (volumes.get(id) ?? 0) + (parts.get(id) ?? []).reduce((sum, part) => sum + whole(part), 0);
let compared = 0,
  named = 0;
const groups = new Map(
  [...exactly('IfcZone'), ...exactly('IfcSystem'), ...exactly('IfcDistributionSystem')].map((id) => [
    api.GetLine(model, id).GlobalId.value,
    id,
  ]),
);
for (const element of meant.elements) {
  // it does not list groups
  const id = api.GetExpressIdFromGuid(model, element.global_id) ?? groups.get(element.global_id);
  if (id === undefined) {
    if (element.category !== 'system' || element.members)
      fault(`${element.category} ${element.name} is not in the file`);
    continue;
  }
  const line = api.GetLine(model, id);
  if (element.category !== 'room' && line.Name?.value !== element.name)
    fault(`${element.category} ${element.name} is called ${line.Name?.value}`); // a room's number is its Name
  named++;
  const want = element.measures?.NetVolume ?? element.body_m3;
  // openings reach beyond what they cut; what is cut tells of them
  if (want === undefined || element.category === 'opening') continue;
  near(`${element.category} ${element.name}`, whole(id), want);
  compared++;
}

// What was worked out by hand.
let hand = 0;
for (const name of ['IfcWall', 'IfcSlab', 'IfcColumn', 'IfcBeam', 'IfcBuildingElementProxy'])
  for (const id of ids(name)) {
    const label = api.GetLine(model, id).Name?.value;
    const want = figures.volumes[label];
    if (want === undefined) continue;
    hand++;
    near(`${name} ${label}`, volumes.get(id) ?? 0, want);
  }
if (hand !== Object.keys(figures.volumes).length)
  fault(`${hand} volumes compared, expected ${Object.keys(figures.volumes).length}`);

// web-ifc looks for the colour of a layer or profile without a material, which the schemas allow, and says so in three
// messages.
const notFound = (i) =>
  errors[i]?.endsWith('unexpected style type 0') && errors[i - 1]?.endsWith('Invalid ExpressID 0');
const withoutMaterial = (i) => {
  const id = /\[GetRefArgument\(\)\] .* REF (\d+)$/.exec(errors[i])?.[1];
  return (
    id &&
    notFound(i + 2) &&
    /^IFCMATERIAL(LAYER|PROFILE)$/.test(api.GetNameFromTypeCode(api.GetLineType(model, Number(id))).toUpperCase())
  );
};
for (let i = 0; i < errors.length; i++)
  if (withoutMaterial(i)) i += 2;
  else fault(`web-ifc: ${errors[i]}`);
log(
  `# web-ifc ${api.GetVersion?.() ?? ''}: ${volumes.size} meshes, ${named} elements and ` +
    `${compared} volumes as meant${figuresPath ? `, ${hand} as worked out by hand` : ''}`,
);
process.exit(faults.length ? 1 : 0);
