// A browser of a pinned version, from npm, with the libraries that it needs beside those of every Linux: what a machine
// has installed itself would make the same check mean different things.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';

/** Starts the browser. Its files are unpacked once, into a folder. */
export async function browser(folder, ...more) {
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder; // where the package unpacks to
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  const libraries = join(folder, 'lib');
  if (!existsSync(libraries)) {
    const bin = join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../../bin');
    const tar = join(folder, 'libraries.tar');
    writeFileSync(tar, brotliDecompressSync(readFileSync(join(bin, 'al2023.tar.br'))));
    execFileSync('tar', ['xf', tar, '-C', folder]);
  }
  return chromium.launch({ executablePath, headless: true, ignoreDefaultArgs: more.includes('--disable-3d-apis')
    ? ['--enable-unsafe-swiftshader'] : [],
  env: { ...process.env, LD_LIBRARY_PATH: libraries },
  args: ['--no-sandbox', '--headless', '--enable-unsafe-swiftshader', ...more] });
}
