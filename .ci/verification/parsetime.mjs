// Says how long web-ifc takes to open a file, the best of three in seconds. usage: parsetime.mjs FILE.ifc
import { readFileSync } from 'node:fs';
import * as WebIFC from 'web-ifc';

const data = new Uint8Array(readFileSync(process.argv[2]));
const api = new WebIFC.IfcAPI();
await api.Init();
api.SetLogLevel(WebIFC.LogLevel.LOG_LEVEL_OFF);
let best = Infinity;
for (let i = 0; i < 3; i++) {
  const began = performance.now();
  const model = api.OpenModel(data);
  best = Math.min(best, (performance.now() - began) / 1000);
  api.CloseModel(model);
}
console.log(best.toFixed(6));
