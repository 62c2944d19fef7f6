// Package ways computes where people can go in a view of a model: the free floor of each storey, the doors and openings
// that connect its parts, the stairs between storeys, and the shortest ways over all of them.
//
// The few types: [Traveller] is who goes, [Building] the ways of one view for one traveller, [Storey] the free floor at
// one height, [Doorway] a door or an opening in a wall, [Flight] a stair, [Route] a way, and [Blocked] the reason why
// there is none. Read building.go first, then storey.go, which defines floors and obstacles, and network.go.
//
// The floor of a storey is the area of its rooms and slabs, without the voids of the slabs, and without obstacles that
// stand on it or hang over it up to head height. Distances are exact: ways go straight from corner to corner of the
// free floor, which is moved inwards by the traveller's radius (geometry/clearance). [Index] keeps storeys from view to
// view as long as nothing near them changes.
//
// Caveats: ramps are ways over their parameters, or over the plane faces of imported bodies. A lift is a room on each
// storey whose usage or name identifies it; only wheelchairs take it. Storeys are level: slabs whose tops differ by no
// more than the traveller's step are one floor. A room counts as floor even without a modelled slab. Doors are assumed
// open: their leaf stands in the opening at a right angle.
package ways
