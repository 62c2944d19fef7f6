// Package meshfile writes triangles with names and colours as files for viewers and printers: glTF 2.0 (binary), OBJ,
// STL and PLY.
//
// Read [Scene] and [Format.Write] first; each format has its own file. The same scene gives the same bytes.
//
// Caveats: glTF and STL have single precision. glTF coordinates are relative to a corner of each object, so that they
// are accurate to some micrometres wherever the object is. STL has one origin for all objects; [Scene.Origin] moves it
// near them. OBJ and PLY are exact to the micrometre. glTF has names, colours, groups and keys of objects. OBJ has only
// names and vertex colours, PLY has colours and keys, and STL has none of these.
package meshfile
