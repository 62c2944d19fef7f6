// Package ways tells where people can go in a view of a model: the floor that is free on each storey, the doors and
// openings through which it goes on, the stairs between storeys, and the shortest ways over all of them.
//
// The few types: [Traveller] is who goes, [Building] the ways of one view for one traveller, [Storey] the free floor at
// one height, [Doorway] a door or an opening in a wall, [Flight] a stair, [Route] a way, and [Blocked] the reason why
// there is none. Read building.go first, then storey.go, which says what is floor and what stands in the way, and
// network.go.
//
// A storey's floor is what its rooms and slabs cover, less the voids of the slabs, less what stands on it or hangs over
// it up to head height. Distances are exact: ways go straight from corner to corner of the free floor, which is moved
// inwards by the traveller's radius (geometry/clearance). [Index] keeps storeys from view to view as long as nothing
// near them changes.
//
// Caveats: there are no ramps in the model; those of imported files are ways over the plane faces of their bodies. A
// lift is a room on each storey whose usage or name says so; only wheelchairs take it. Storeys
// are level: slabs whose tops differ by no more than the traveller's step are one floor. A room counts as floor also
// where no slab is modelled. Doors are taken as open: their leaf stands in the opening at a right angle.
package ways
