// Package scenes makes meshes of the elements of a view, with the names, storeys and colours that viewers show.
//
// Read [Build] first. Bodies are those that the model has, with openings cut and joins made; rooms and openings are
// left out unless they are asked for. A colour is that of the element's material, of its type's, or one of its
// category; glass is seen through.
//
// Caveats: an element whose body cannot be made is not in the scene but in the list of those left out. What has no
// body, such as a level, is in neither.
package scenes
