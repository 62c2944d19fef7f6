// Judges what is written in IFC5's alpha draft by ifc-lite: the document has every element that the product says it
// has, with its name, measures and volume, and the layers of the history compose to every revision as a document of its
// own.
// usage: ifcx.mjs BIMSTREAM DATA MEANT.json FOLDER [MOST]
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { composeIfcx, parseIfcx } from '@ifc-lite/ifcx';

const [program, data, meantPath, folder, most = '200'] = process.argv.slice(2);
const meant = JSON.parse(readFileSync(meantPath, 'utf8'));
const TOLERANCE = 0.001; // of volumes, relative: ifc-lite has coordinates of 32 bits
const FACETS = 0.012; // what a round thing of 24 facets has less than its volume, which is told as that of the circle
const round = ['column', 'beam', 'duct', 'pipe', 'cable_tray', 'duct_fitting', 'pipe_fitting'];
const ROUNDED = 1e-6; // of measures: answers have six decimals
const faults = [];
const export_ = (file, ...flags) =>
  execFileSync(program, ['export-ifcx', `${folder}/${file}`, '--data', data, ...flags], { stdio: 'pipe' });
const bytes = (file) => readFileSync(`${folder}/${file}`);
const document = (file) => JSON.parse(bytes(file));
mkdirSync(folder, { recursive: true });

// The document.
export_('model.ifcx');
const text = bytes('model.ifcx');
const model = await parseIfcx(text.buffer.slice(text.byteOffset, text.byteOffset + text.byteLength));
const volumes = new Map();
for (const { expressId, positions: p, indices } of model.meshes) {
  let sum = 0;
  const o = [p[0], p[1], p[2]]; // near the body, since the numbers are short
  const at = (i) => [0, 1, 2].map((axis) => p[3 * indices[i] + axis] - o[axis]);
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    sum +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  volumes.set(expressId, (volumes.get(expressId) ?? 0) + sum);
}
let measured = 0;
for (const element of meant.elements) {
  const label = `${element.category} ${element.name}`;
  const id = model.pathToId.get(element.element_id);
  if (id === undefined) {
    faults.push(`${label} is not in the document`);
    continue;
  }
  if (model.entities.getName(id) !== element.name) faults.push(`${label} is called ${model.entities.getName(id)}`);
  const hidden = element.category === 'room' || element.category === 'opening';
  if (element.body_m3 !== undefined && !hidden) {
    const got = volumes.get(id) ?? 0;
    const less = round.includes(element.category) ? FACETS : TOLERANCE;
    const off = got - element.body_m3;
    if (off > Math.max(2e-6, TOLERANCE * element.body_m3) || -off > Math.max(2e-6, less * element.body_m3))
      faults.push(`${label} has ${got} m3, expected ${element.body_m3}`);
  }
  if (hidden && volumes.has(id)) faults.push(`${label} is seen`);
  for (const { quantities } of model.quantities.getForEntity(id))
    for (const { name, value } of quantities) {
      const want = element.measures?.[name];
      if (want === undefined) continue;
      measured++;
      if (Math.abs(value - want) > ROUNDED) faults.push(`${label} has ${name} ${value}, expected ${want}`);
    }
}
// What the product does not list as elements are its constraints.
const counted = [...model.pathToId].filter(([, id]) => model.entities.getTypeName(id) !== 'IfcGroup').length;
if (counted !== meant.elements.length + 1) faults.push(`${counted} entities of ${meant.elements.length} and a project`);

// The history. That something is seen and not deleted goes without saying.
export_('history.zip', '--history');
execFileSync('python3', ['-m', 'zipfile', '-e', `${folder}/history.zip`, `${folder}/layers`]);
const tree = (composed, path, at = '', into = new Map()) => {
  const node = composed.get(path);
  const attributes = [...node.attributes]
    .filter(([name, value]) => name !== 'ifclite::deleted' || value !== false)
    .filter(([name, value]) => name !== 'usd::usdgeom::visibility' || value.visibility !== 'inherited');
  into.set(`${at}=${path}`, JSON.stringify(attributes.sort(([a], [b]) => (a < b ? -1 : 1))));
  for (const [name, child] of node.children) tree(composed, child.path, `${at}/${name}`, into);
  return into;
};
const root = [...model.pathToId].find(([, id]) => model.entities.getTypeName(id) === 'IfcProject')[0];
const layers = document('layers/stack.ifcx').imports.map(({ uri }) => `layers/${uri}`);
if (layers.length !== readdirSync(`${folder}/layers`).length - 1) faults.push('the stack does not name all layers');
const step = Math.max(1, Math.ceil(layers.length / Number(most)));
let compared = 0;
const stack = [];
layers.forEach((name, i) => {
  const layer = document(name);
  stack.push(...layer.data);
  if (i === 0 || (i % step && i !== layers.length - 1)) return; // the declarations, or one of too many
  const revision = layer.header.dataVersion;
  export_('revision.ifcx', '--at', revision);
  const got = tree(composeIfcx({ data: stack }), root);
  const want = tree(composeIfcx(document('revision.ifcx')), root);
  compared++;
  for (const [at, text] of want)
    if (got.get(at) !== text) faults.push(`layers up to revision ${revision}: ${at}: ${got.get(at)}, expected ${text}`);
  for (const at of got.keys()) if (!want.has(at)) faults.push(`layers up to revision ${revision}: ${at} is left over`);
});
for (const fault of faults.slice(0, 20)) console.log('fault:', fault.slice(0, 600));
console.log(
  `${meant.elements.length} elements, ${volumes.size} bodies and ${measured} measures of the document; ` +
    `${compared} revisions of ${layers.length - 1} layers; ${faults.length} faults`,
);
process.exit(faults.length || !measured || !compared ? 1 : 0);
