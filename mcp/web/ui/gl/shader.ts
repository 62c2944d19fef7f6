// The shaders of bodies. All of what is drawn is known by element: its texel in the state texture says how.
import { before, coloured, fading, ghost, hidden, hovered, room, selected } from "./state.ts";

/** What a pixel of the targets of tags and of veils says besides the element, in the highest byte. Veils are what is
 *  seen through; they have the side that they face instead, from sideShift on. */
export const tags = { selected: 1, screened: 2, mixed: 4, cut: 8 };
export const sideShift = 28;
export const tagShift = 24;
export const mostPlanes = 6;

const flags = `
#define HIDDEN ${hidden}
#define GHOST ${ghost}
#define SELECTED ${selected}
#define HOVERED ${hovered}
#define COLOURED ${coloured}
#define FADING ${fading}
#define BEFORE ${before}
#define ROOM ${room}
`;

export const vertexShader = `
precision highp float;
precision highp int;
${flags}
in vec3 position;
in float element;
in vec4 colour;
#ifdef INSTANCED
in vec3 place;
#endif
uniform mat4 modelMatrix; // only moves, from the eye: what is far from the origin stays exact
uniform mat4 viewMatrix; // only turns
uniform mat4 projectionMatrix;
uniform sampler2D state;
uniform float share;
flat out vec4 vColour;
flat out int vElement;
flat out int vFlags;
out vec3 vPoint; // from the eye, along the axes of the world
void main() {
  vElement = int(element);
  vec4 own = texelFetch(state, ivec2(vElement & 1023, vElement >> 10), 0);
  vFlags = int(own.a * 255.0 + 0.5);
  // A body of before that is FADING has its colour only as a ghost.
  if ((vFlags & (BEFORE | FADING)) == (BEFORE | FADING) && share < 1.0) vFlags &= ~COLOURED;
  vColour = (vFlags & COLOURED) != 0 ? vec4(own.rgb, colour.a) : colour;
  vPoint = (modelMatrix * vec4(position, 1.0)).xyz;
#ifdef INSTANCED
  vPoint += place;
#endif
  gl_Position = projectionMatrix * (viewMatrix * vec4(vPoint, 1.0));
  // Where a ghost of before and a body of the scene have one surface, that of the scene is seen.
  if ((vFlags & BEFORE) != 0) gl_Position.z += 1e-4 * gl_Position.w;
  if ((vFlags & HIDDEN) != 0) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind all, for all corners of its triangles
  }
}
`;

// What both fragment shaders begin with: what is cut off, and what is seen through a screen.
const common = `
precision highp float;
precision highp int;
${flags}
flat in vec4 vColour;
flat in int vElement;
flat in int vFlags;
in vec3 vPoint;
uniform vec4 planes[${mostPlanes}];
uniform int planeCount;
uniform float share; // of the scene as it became, where it differs; 1 shows what was as ghosts
bool isCutOff() {
#ifdef CUT
  for (int i = 0; i < planeCount; i++) {
    if (dot(planes[i].xyz, vPoint) > planes[i].w) return true;
  }
#endif
  return false;
}
bool isGhost() {
  return (vFlags & (GHOST | SELECTED)) == GHOST || ((vFlags & BEFORE) != 0 && share >= 1.0);
}
`;

const facing = `
// The normal, towards the eye. Slivers have none: their derivatives are parallel, and normalize would give NaN.
vec3 facing() {
  vec3 n = cross(dFdx(vPoint), dFdy(vPoint));
  float l = dot(n, n);
  return l > 1e-28 ? n * inversesqrt(l) : -normalize(vPoint);
}
`;

export const fragmentShader = `
${common}
layout(location = 0) out vec4 outColour;
#ifdef GLASS
layout(location = 2) out uint outVeil;
#else
layout(location = 1) out uvec2 outTag;
#endif
uniform vec3 sun; // towards it
uniform vec3 muted; // what ghosts tend to
uniform vec3 highlight;
${facing}
// An order of the pixels of a square of 4 x 4 in which each first part of it is spread evenly.
float order(ivec2 p) {
  const int square[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  return (float(square[(p.y & 3) * 4 + (p.x & 3)]) + 0.5) / 16.0;
}
// Whether a pixel is left out by a screen. One of the four pixels of each square of 2 x 2 shows a ghost of the scene;
// one of before shows in another one, and in stripes in two.
bool isScreened(ivec2 p, bool ghostly) {
  if ((vFlags & BEFORE) != 0) {
    if (!ghostly) return share > 0.0 && order(p) < share;
    bool stripe = ((p.x + p.y) & 15) < 6;
    return (p.x & 1) == 0 || ((p.y & 1) == 0 && !stripe);
  }
  if (ghostly) return ((p.x | p.y) & 1) != 0;
  return (vFlags & FADING) != 0 && order(p) >= share;
}
#ifndef GLASS
// A direction, 10 bits for each of its parts.
uint packed(vec3 n) {
  uvec3 u = uvec3(n * 511.0 + 511.5);
  return u.x | (u.y << 10) | (u.z << 20);
}
#else
// Which of the six sides of a box a direction is nearest to.
uint side(vec3 n) {
  vec3 a = abs(n);
  uint axis = a.x >= a.y && a.x >= a.z ? 0u : a.y >= a.z ? 1u : 2u;
  return axis * 2u + uint(n[axis] < 0.0);
}
#endif
void main() {
  vec3 normal = facing();
  bool ghostly = isGhost();
  if (isCutOff() || isScreened(ivec2(gl_FragCoord.xy), ghostly)) discard;
  bool cut = !gl_FrontFacing; // only where planes cut are insides drawn
  vec3 colour = vColour.rgb;
  uint tag = uint(vElement + 1);
  if (ghostly) {
    colour = mix(muted, colour, (vFlags & COLOURED) != 0 ? 0.85 : 0.25);
    tag |= ${tags.screened}u << ${tagShift};
  }
  if ((vFlags & SELECTED) != 0) {
    colour = mix(colour, highlight, (vFlags & COLOURED) != 0 ? 0.4 : 0.62);
    tag |= ${tags.selected}u << ${tagShift};
  }
  if ((vFlags & HOVERED) != 0) {
    colour = mix(colour, vec3(1.0), 0.22);
  }
  if ((vFlags & (FADING | BEFORE)) != 0 && share > 0.0 && share < 1.0) {
    tag |= ${tags.mixed}u << ${tagShift};
  }
  float light = 0.64 + 0.08 * normal.z + 0.42 * max(0.0, dot(normal, sun));
  if (cut) {
    light = 0.6; // in no light: the colour says what is cut
    normal = vec3(0.0, 0.0, 1.0);
    tag |= ${tags.cut}u << ${tagShift};
  }
  float alpha = vColour.a;
#ifdef GLASS
  if ((vFlags & ROOM) != 0) alpha = min(alpha, 0.38);
  if ((vFlags & SELECTED) != 0) alpha = max(alpha, 0.6);
#endif
  outColour = vec4(colour * min(light, 1.06), alpha);
#ifdef CUT
  // Of two faces that touch, the inside of what is cut is seen: there the one before it was cut off.
  gl_FragDepth = gl_FragCoord.z - (cut ? 2e-5 : 0.0);
#endif
#ifdef GLASS
  outVeil = tag | (side(normal) << ${sideShift});
#else
  outTag = uvec2(tag, packed(normal));
#endif
}
`;

/** One pixel: the element and the point, from the eye. Ghosts let through. */
export const pickShader = `
${common}
layout(location = 0) out uvec4 outHit;
void main() {
  bool gone = (vFlags & BEFORE) != 0 || ((vFlags & FADING) != 0 && share < 0.5);
  if (isCutOff() || isGhost() || gone) discard;
  outHit = uvec4(uint(vElement + 1), floatBitsToUint(vPoint));
}
`;
