// Package render paints shaded pictures of closed meshes, without a graphics card: a depth buffer, edges, ambient
// occlusion, a soft shadow, glass, and cuts whose bodies are closed where they are cut.
//
// Read [Render] first, which names the steps, then [Camera]. pass.go brings objects into the picture, the nearest
// first, and leaves out those whose boxes lie behind what is there (hidden.go), which are not even made. project.go
// brings triangles into it, fill.go fills them exactly (integers of 1/256 sample, so that neighbours share no sample
// and leave none out), cap.go closes what is cut. shadow.go, occlusion.go and edge.go make a picture readable.
// palette.go writes it as a small PNG.
//
// Coordinates of meshes are micrometres, those of cameras and planes metres, right-handed, Z up. Pixels count from the
// upper left.
//
// The same scene and options give the same pixels on any number of processors and any machine: products are rounded
// before they are added, and of fragments at one depth that of the lowest number is seen,
// in whatever order they come.
//
// Caveats: surfaces must be closed and face outwards, as only their outer sides are seen. Of glass behind glass the
// order is that of the parts' middles. The ground takes shadows and casts none.
package render
