// Package meshfile writes triangles with names and colours as files that viewers and printers read: glTF 2.0 (binary),
// OBJ, STL and PLY.
//
// Read [Scene] and [Format.Write] first; each format has a file of its own. The same scene gives the same bytes.
//
// Caveats: glTF and STL hold single precision. glTF coordinates count from a corner of each object, so that they are
// right to some micrometres wherever the object is; STL has none but its own, which [Scene.Origin] brings near. OBJ and
// PLY are exact to the micrometre. Only glTF tells names, colours, groups and keys of objects; OBJ names and vertex
// colours, PLY colours and keys, STL nothing.
package meshfile
