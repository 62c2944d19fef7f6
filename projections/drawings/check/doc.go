// Package check measures on a drawing what an office would reject, and holds it against the model by arithmetic of its
// own: nothing here is shared with what makes drawings. Tests and `make verify` run it over made-up buildings and over
// models of other programs; no tool of the server does.
//
// Each function returns what is wrong, one sentence each: [Drawing] of text, lines and the paper; [Stamps] of the
// stamps of rooms; [Chains] and [Openings] of dimension chains; [InRooms] of those within rooms; [Swings] of doors;
// [Cut] of the areas that a plan cuts; [Owned] of the elements that marks name.
//
// Caveats: a coordinate of a drawing is rounded to a micrometre on paper. [Cut] is exact but for the rounding of
// bodies' meshes to a micrometre. Doors of other programs, whose bodies alone are known, are not judged by [Swings].
package check
