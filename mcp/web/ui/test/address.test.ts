import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../address.ts";

test("an address comes back as it was written", () => {
  const query =
    "?model=House&branch=option/a&at=96&diff=main@80&select=W3,D1&level=Ground&panel=why&finding=k+1" +
    "&cam=1.5,-2,3,0,0,0,12.25&cut=z:1.2,-x:-3.004";
  const address = readAddress(query);
  assert.equal(address.branch, "option/a");
  assert.deepEqual(address.select, ["W3", "D1"]);
  assert.deepEqual(address.cuts, [
    { axis: "z", at: 1.2, before: false },
    { axis: "x", at: -3.004, before: true },
  ]);
  assert.deepEqual(readAddress(writeAddress(address)), address);
});

test("the main branch, live and with nothing selected says only the model", () => {
  assert.equal(writeAddress(readAddress("?model=M&branch=main")), "?model=M");
  assert.equal(writeAddress(readAddress("")), "");
});

test("unknown parameters are kept", () => {
  assert.equal(writeAddress(readAddress("?model=M&later=a%26b")), "?model=M&later=a%26b");
});

test("names with commas, backslashes and markup survive", () => {
  const address = readAddress("");
  address.select = ["a,b", "c\\", "<img src=x>", "W 1&2"];
  assert.deepEqual(readAddress(writeAddress(address)).select, address.select);
});

test("what makes no sense is left out", () => {
  const address = readAddress("?panel=evil&cam=1,2,x,4,5,6&cut=q:1,z:--2");
  assert.equal(address.panel, "");
  assert.equal(address.view, null);
  assert.deepEqual(address.cuts, []);
  assert.equal(readAddress("?cam=1,1,1,1,1,1").view, null);
});

test("a selection is capped at fifty", () => {
  const many = Array.from({ length: 80 }, (_, i) => "W" + i);
  assert.equal(readAddress("?select=" + many.join(",")).select.length, 50);
});

test("lengths have three decimals at most, and no minus zero", () => {
  const address = readAddress("?cam=1.23456,-0.0001,0,0,0,1");
  assert.equal(writeAddress(address), "?cam=1.235,0,0,0,0,1");
});
