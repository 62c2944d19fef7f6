// The shaders that make the picture of what the bodies left: colours, tags (element, normal) and depths.
import { tagShift, tags } from "./shader.ts";

export const screenShader = `
precision highp float;
in vec3 position;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }
`;

// Programs that draw without a graphics card run all of a shader for all pixels, whatever its branches. So what a whole
// picture does not need is left out by defines: EDGES, OUTLINE (something is selected), SCREENS (there are ghosts),
// VEILS (something is seen through), MIXING (two states are blended), SHADE (corners are darker).

const common = `
precision highp float;
precision highp int;
precision highp usampler2D;
#define SELECTED ${tags.selected}u
#define SCREENED ${tags.screened}u
#define MIXED ${tags.mixed}u
#define FAR_SIDE 0.3
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform usampler2D ids;
uniform usampler2D veils;
uniform int reach; // of outlines, in pixels
uvec2 tagAt(ivec2 p) { return texelFetch(ids, p, 0).xy; }
uint veilAt(ivec2 p) { return texelFetch(veils, p, 0).x; }
uint marks(uvec2 t) { return t.x >> ${tagShift}; }
vec3 colourAt(ivec2 p) { return texelFetch(colours, p, 0).rgb; }
bool isMixed(ivec2 p) {
  for (int k = 0; k < 16; k++) {
    if ((marks(tagAt(p + ivec2(k & 3, k >> 2) - 1)) & MIXED) != 0u) return true;
  }
  return false;
}
bool isSelected(ivec2 p) {
  uint marked = tagAt(p).x;
#ifdef VEILS
  marked |= veilAt(p);
#endif
  return (marked >> ${tagShift} & SELECTED) != 0u;
}
// Whether a pixel lies on the frame around what is selected.
bool isFrame(ivec2 p) {
  const ivec2 ways[8] = ivec2[8](ivec2(2, 0), ivec2(-2, 0), ivec2(0, 2), ivec2(0, -2),
    ivec2(1, 1), ivec2(-1, 1), ivec2(1, -1), ivec2(-1, -1));
  bool any = false;
  for (int k = 0; k < 8; k++) any = any || isSelected(p + ways[k] * reach / 2);
  return any && !isSelected(p);
}
`;

/** Draws edges where the element, the bend of a surface or its distance changes, on the side that is nearer, as the
 *  server's pictures have them. Screens are blended: of what shines through four pixels becomes one tone. */
export const edgeShader = `
${common}
uniform sampler2D depths;
uniform vec3 lens; // makes a depth that leaps
uniform vec3 ink;
uniform vec3 highlight;
float depthAt(ivec2 p) { return texelFetch(depths, p, 0).x; }
bool isScreen(ivec2 p) { return (marks(tagAt(p)) & SCREENED) != 0u; }
// What is behind a screen is seen beside the pixel of the screen.
ivec2 behind(ivec2 p, uvec2 t) {
  if ((marks(t) & SCREENED) == 0u) return p;
  ivec2 q = p ^ ivec2(1, 0), r = p ^ ivec2(0, 1);
  return !isScreen(q) ? q : !isScreen(r) ? r : p ^ 1;
}
vec3 normalOf(uvec2 t) {
  return vec3(uvec3(t.y, t.y >> 10, t.y >> 20) & 1023u) / 511.5 - 1.0;
}
// How dark the edge of a pixel towards a neighbour is: less on the side that is farther, which softens its steps. first
// decides between two that are equally near, leaps that one surface of an element lies far behind another one of it.
float edgeTo(uvec2 t, float d, uvec2 u, float e, bool first, bool leaps) {
  float side = d < e || (d == e && first) ? 1.0 : FAR_SIDE;
  if (u.x != t.x) return side * (u.x == 0u || t.x == 0u ? 0.88 : 0.72);
  return side * (dot(normalOf(t), normalOf(u)) < 0.927 ? 0.45 : leaps ? 0.6 : 0.0);
}
// Edges to the left and right, or up and down. In the depths of a picture a plane is even, however it lies.
float edgeAlong(ivec2 p, ivec2 way, uvec2 t, float d, float leap) {
  ivec2 a = min(p + way, textureSize(depths, 0) - 1), b = max(p - way, ivec2(0)); // nothing is beyond the picture
#ifdef SCREENS
  a = behind(a, tagAt(a));
  b = behind(b, tagAt(b));
#endif
  float e = depthAt(a), f = depthAt(b);
  bool leaps = abs(e + f - 2.0 * d) > leap;
  return max(edgeTo(t, d, tagAt(a), e, true, leaps), edgeTo(t, d, tagAt(b), f, false, leaps));
}
// An edge between the ghosts of two elements: each shows one pixel in two.
float ghostEdge(ivec2 p) {
  float most = 0.0;
  for (int k = 0; k < 4; k++) {
    ivec2 q = p + ivec2(k & 1, k >> 1);
    uvec2 t = tagAt(q);
    if ((marks(t) & SCREENED) == 0u) continue;
    for (int s = 0; s < 2; s++) {
      uvec2 u = tagAt(q + (s == 0 ? ivec2(2, 0) : ivec2(0, 2)));
      bool bends = (marks(u) & SCREENED) != 0u && dot(normalOf(t), normalOf(u)) < 0.927;
      if ((marks(u) & SCREENED) == 0u || (u.x & 0xffffffu) != (t.x & 0xffffffu) || bends) most = max(most, 0.28);
    }
  }
  return most;
}
// What is seen through at a pixel, or beside the ghost that is before it.
uint veilBehind(ivec2 p) {
#ifdef SCREENS
  p = behind(p, tagAt(p));
#endif
  return veilAt(p);
}
// An edge of what is seen through: of another element or side of one, on the side of that which is.
float veilEdge(ivec2 p) {
  uint own = veilBehind(p);
  float most = 0.0;
  for (int k = 0; k < 4; k++) {
    uint other = veilBehind(p + (k < 2 ? ivec2(1 - 2 * k, 0) : ivec2(0, 5 - 2 * k)));
    if (own > other) most = max(most, ((own ^ other) & 0xffffffu) != 0u ? 0.5 : 0.3);
  }
  return most;
}
#ifdef SHADE
uniform mat4 unproject; // from the picture to what is around the eye
uniform vec3 ahead;
uniform bool parallel;
uniform vec2 shadeReach; // metres, and pixels of them at distance 1
vec3 placeAt(ivec2 p, vec2 size) {
  vec4 q = unproject * vec4((vec2(p) + 0.5) / size * 2.0 - 1.0, depthAt(p) * 2.0 - 1.0, 1.0);
  return q.xyz / q.w;
}
// How much of the light of the sky is left: less where what is around rises over the surface. Four pixels look in turn
// in other directions.
float shade(ivec2 p, uvec2 t, float distance) {
  vec2 size = vec2(textureSize(depths, 0));
  float pixels = clamp(shadeReach.y / distance, 10.0, 120.0);
  float metres = pixels * distance * shadeReach.x / shadeReach.y;
  vec3 here = placeAt(p, size), normal = normalOf(t);
  float sum = 0.0;
  for (int i = 0; i < 8; i++) {
    float angle = float(i) * 2.399963 + float((p.x & 1) + (p.y & 1) * 2) * 0.6;
    ivec2 q = p + ivec2(round(vec2(cos(angle), sin(angle)) * pixels * sqrt((float(i) + 0.5) / 8.0)));
    q = clamp(q, ivec2(0), ivec2(size) - 1);
    if (tagAt(q).x == 0u) continue;
    vec3 way = placeAt(q, size) - here;
    float l = length(way);
    if (l > 0.0 && l < 2.0 * metres) {
      sum += max(0.0, dot(way, normal) / l - 0.12) * (1.0 - l * l / (4.0 * metres * metres));
    }
  }
  return max(0.0, 1.0 - sum * 1.7 / 8.0);
}
#endif
vec3 mixture(ivec2 p) {
  vec3 sum = vec3(0.0);
  for (int k = 0; k < 16; k++) sum += colourAt(p + ivec2(k & 3, k >> 2) - 1);
  return sum / 16.0;
}
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec3 colour = colourAt(p);
  uvec2 t = tagAt(p);
  ivec2 own = p;
  bool screened = false;
#ifdef SCREENS
  screened = ((marks(t) | marks(tagAt(p + ivec2(1, 0))) | marks(tagAt(p + ivec2(0, 1))) | marks(tagAt(p + 1))) &
    SCREENED) != 0u;
  if (screened) {
    colour = (colour + colourAt(p + ivec2(1, 0)) + colourAt(p + ivec2(0, 1)) + colourAt(p + 1)) / 4.0;
  }
  own = behind(p, t);
  t = tagAt(own);
#endif
#ifdef MIXING
  if (isMixed(p)) colour = mixture(p);
#endif
#ifdef SHADE
  if (t.x != 0u && !screened && (marks(t) & (MIXED | ${tags.cut}u)) == 0u) {
    vec3 here = placeAt(p, vec2(textureSize(depths, 0)));
    colour *= mix(0.45, 1.0, shade(p, t, parallel ? 1.0 : max(dot(here, ahead), 0.01)));
  }
#endif
#ifdef EDGES
  float d = depthAt(own);
  float along = lens.y - d * lens.z; // a leap is as many metres at each distance
  float leap = lens.x * along * along;
  float edge = max(edgeAlong(p, ivec2(1, 0), t, d, leap), edgeAlong(p, ivec2(0, 1), t, d, leap));
  if ((marks(t) & MIXED) != 0u) edge = 0.0;
  if (screened) edge = max(edge, ghostEdge(p));
#ifdef VEILS
  edge = max(edge, veilEdge(p));
#endif
  colour = mix(colour, ink, edge);
#endif
#ifdef OUTLINE
  if (isFrame(p)) colour = highlight;
#endif
  outColour = vec4(colour, 1.0);
}
`;

/** Copies a picture. */
export const copyShader = `
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
void main() { outColour = vec4(texelFetch(colours, ivec2(gl_FragCoord.xy), 0).rgb, 1.0); }
`;

/** Takes the steps out of edges (after FXAA of Timothy Lottes). */
export const smoothShader = `
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform vec2 texel;
vec3 at(vec2 p) { return texture(colours, p * texel).rgb; }
float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
float lumaAt(vec2 p) { return luma(at(p)); }
vec3 smoothed(vec2 p, vec3 middle) {
  float m = luma(middle);
  float nw = lumaAt(p + vec2(-1.0)), ne = lumaAt(p + vec2(1.0, -1.0));
  float sw = lumaAt(p + vec2(-1.0, 1.0)), se = lumaAt(p + vec2(1.0));
  float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
  if (high - low < max(0.04, high * 0.1)) return middle;
  vec2 along = vec2(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
  float least = max((nw + ne + sw + se) * 0.25 / 8.0, 1.0 / 128.0);
  along = clamp(along / (min(abs(along.x), abs(along.y)) + least), -8.0, 8.0);
  vec3 near = (at(p + along * (1.0 / 3.0 - 0.5)) + at(p + along * (2.0 / 3.0 - 0.5))) * 0.5;
  vec3 far = near * 0.5 + (at(p - along * 0.5) + at(p + along * 0.5)) * 0.25;
  return luma(far) < low || luma(far) > high ? near : far;
}
void main() {
  vec2 p = gl_FragCoord.xy;
  outColour = vec4(smoothed(p, at(p)), 1.0);
}
`;

/** Halves a picture of double size. */
export const halfShader = `
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform vec2 texel;
void main() { outColour = vec4(texture(colours, gl_FragCoord.xy * 2.0 * texel).rgb, 1.0); }
`;

/** Reads the element, its marks and the depth of one pixel. */
export const probeShader = `
precision highp float;
precision highp int;
precision highp usampler2D;
layout(location = 0) out uvec4 outHit;
uniform usampler2D ids;
uniform usampler2D veils;
uniform sampler2D depths;
uniform ivec2 at;
void main() {
  float depth = texelFetch(depths, at, 0).x;
  outHit = uvec4(texelFetch(ids, at, 0).x, floatBitsToUint(depth), texelFetch(veils, at, 0).x, 0u);
}
`;
