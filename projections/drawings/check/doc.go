// Package check finds faults in a drawing that an office would reject. It compares the drawing with the model by its
// own arithmetic, and shares no code with the packages that make drawings. Tests and `make verify` run it over made-up
// buildings and models of other programs; no tool of the server uses it.
//
// Each function returns the faults as sentences: [Drawing] of text, lines and the paper; [Stamps] of the stamps of
// rooms; [Chains] and [Openings] of dimension chains; [InRooms] of dimensions within rooms; [Swings] of doors; [Cut] of
// the areas that a plan cuts; [Owned] of the elements that marks name.
//
// Caveats: a coordinate of a drawing is rounded to a micrometre on paper. [Cut] is exact except for the rounding of
// bodies' meshes to a micrometre. [Swings] does not judge doors of other programs, of which only the bodies are known.
package check
