// Package scenes makes meshes of the elements of a view, with the names, storeys and colours that viewers show.
//
// Read [Build] first. Bodies are as built, with openings cut and joins made. Rooms and openings are left out unless
// they are selected by category. An element has the colour of its material, of its type's material, or of its category;
// glass is transparent.
//
// Caveats: an element whose body cannot be made is not in the scene but in the list of left-out elements. An element
// without a body, such as a level, is in neither.
package scenes
