// Package render paints shaded pictures of closed meshes, without a graphics card: with a depth buffer, edges, ambient
// occlusion, a soft shadow, glass, and cuts that close the cut bodies.
//
// Read [Render] first, which names the steps, then [Camera]. pass.go projects objects into the picture, the nearest
// first. It skips objects whose boxes lie behind the samples filled so far (hidden.go), so that their meshes are not
// even made. project.go projects triangles, fill.go fills them exactly (integers of 1/256 sample, so that neighbours
// share no sample and leave none out), cap.go closes cut bodies. shadow.go, occlusion.go and edge.go make a picture
// readable. palette.go writes it as a small PNG.
//
// Coordinates of meshes are in micrometres, coordinates of cameras and planes in metres. They are right-handed, with Z
// up. Pixels count from the upper left.
//
// The same scene and options give the same pixels on any number of processors and any machine: products are rounded
// before they are added. Of several fragments at the same depth, the one with the lowest number is visible, whatever
// the order of painting.
//
// Caveats: surfaces must be closed and face outwards, as only their outer sides are painted. Overlapping glass is
// sorted by the middles of its parts. The ground receives shadows and casts none.
package render
