package change

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// route is a run under construction. Points are in world coordinates.
type route struct {
	*Transaction
	command  CreateSegment
	kind     state.Category
	up       geometry.Point3 // of the level
	points   []geometry.Point3
	profile  geometry.Profile
	material state.ID
	system   state.ID
	legs     []geometry.Length // cut off both stretches at each corner, 0 where the path runs straight on
	joints   [2]joint          // at the start and at the end of the path
	segments []state.ID
}

func (r *route) takeProfile() error {
	draft := &state.Element{Category: r.kind, LevelID: r.command.LevelID, TypeID: r.command.TypeID}
	if err := checkReferences(r.Model, draft); err != nil {
		return err
	}
	if r.command.Profile != nil {
		if err := shape.CheckProfile(r.Model, *r.command.Profile); err != nil {
			return err
		}
	}
	if err := r.Model.CheckOwnProfile(draft, r.command.Profile); err != nil {
		return err
	}
	var err error
	if r.profile, err = r.Model.OwnOrTypeProfile(draft, r.command.Profile); err != nil {
		return err
	}
	return services.CheckServiceProfile(r.kind, r.profile)
}

// maxPath is the maximum number of points of a path, so that a run fits into one append.
const maxPath = 200

func (r *route) takePath() error {
	c := r.command
	if n := len(c.Path); n < 2 || n > maxPath {
		return state.Errorf(state.OutOfRange, "the path has %d points: give 2 to %d", n, maxPath).With("parameter",
			"path")
	}
	if c.BendRadius < 0 || c.BendRadius > r.Model.Info().HalfExtent {
		return state.Errorf(state.OutOfRange, "bend_radius is %s mm: give 0 to %s", c.BendRadius,
			r.Model.Info().HalfExtent).With("parameter", "bend_radius")
	}
	if c.Offset.Abs() > 2*r.Model.Info().HalfExtent {
		return state.Errorf(state.OutOfRange, "offset is beyond the extent of the model (%s mm)",
			r.Model.Info().HalfExtent).With("parameter", "offset")
	}
	if err := shape.CheckAngle("rotation", c.Rotation); err != nil {
		return err
	}
	r.up = geometry.Point3{Z: shape.ElevationOf(r.Model, c.LevelID)}
	for i, p := range c.Path {
		name := fmt.Sprintf("path[%d]", i)
		if err := r.Model.CheckBounds(name, p); err != nil {
			return err
		}
		p.Z += c.Offset
		if err := r.Model.CheckBounds(name, p.Add(r.up)); err != nil {
			return err
		}
		r.points = append(r.points, p.Add(r.up))
		if i > 0 && geometry.Distance3(r.points[i-1], r.points[i]) < shape.MinimumExtent {
			return state.Errorf(state.DegenerateGeometry, "path[%d] is the same point as path[%d]: leave it out", i,
				i-1).With("parameter", name)
		}
	}
	return nil
}

// takeSystem finds or creates the named system.
func (r *route) takeSystem() error {
	c := r.command
	name := strings.TrimSpace(c.SystemName)
	switch {
	case c.SystemID != "" && name != "":
		return state.Errorf(state.OutOfRange, "give system_id or system_name, not both").With("parameter",
			"system_name")
	case c.SystemID != "":
		r.system = c.SystemID
		_, err := r.Model.FindOf(c.SystemID, state.CategorySystem)
		return err
	case name == "":
		return nil
	}
	known := r.Model.SystemsNamed(name)
	switch {
	case len(known) > 1:
		return state.Errorf(state.OutOfRange, "there are %d systems named %q: give system_id", len(known),
			name).With("parameter",
			"system_name").With("system_ids", known)
	case len(known) == 1:
		r.system = known[0]
		return nil
	case c.SystemUse == "":
		return state.Errorf(state.NotFound, "no system named %q: give system_use as well to create it",
			name).With("parameter", "system_name")
	}
	id, err := r.createSystem(CreateSystem{Name: name, System: services.System{Use: c.SystemUse}})
	r.system = id
	return err
}

// direction returns the direction of a stretch.
func (r *route) direction(i int) r3.Vector { return services.DirectionTo(r.points[i], r.points[i+1]) }

// axes returns the X axis of the profile on every stretch. The first is given or continues from the element at the
// start; each next one is turned around the corner.
func (r *route) axes() []r3.Vector {
	first := services.SectionFrame(r.points[0], r.points[1], r.profile, r.command.Rotation).X
	if from := r.joints[0].port; from != nil && r.command.Rotation == 0 &&
		from.Direction.Dot(r.direction(0)) > -services.Straightness {
		first = services.Carried(from.X, from.Direction, r.direction(0))
	}
	out := []r3.Vector{first}
	for i := 1; i+1 < len(r.points); i++ {
		out = append(out, services.Carried(out[i-1], r.direction(i-1), r.direction(i)))
	}
	return out
}

// build makes the segments, then their bends and joints.
func (r *route) build() error {
	r.inheritSystem()
	axes := r.axes()
	for i := range len(r.points) - 1 {
		if err := r.buildSegment(i, axes[i]); err != nil {
			return err
		}
	}
	for i := 1; i+1 < len(r.points); i++ {
		if err := r.buildCorner(i, axes[i-1]); err != nil {
			return err
		}
	}
	for i, end := range []state.PortRef{{ElementID: r.segments[0], Port: services.PortStart},
		{ElementID: r.segments[len(r.segments)-1], Port: services.PortEnd}} {
		if r.joints[i].join == nil {
			continue
		}
		if err := r.joints[i].join(end); err != nil {
			return err
		}
	}
	return nil
}

// inheritSystem puts the run into the system of the element that it is connected to, unless the command names a system.
func (r *route) inheritSystem() {
	for _, j := range r.joints {
		if r.system == "" && j.element != nil {
			r.system = services.SystemOf(r.Model, j.element)
		}
	}
}

// trims returns the lengths that corners or joints cut off a stretch at both ends.
func (r *route) trims(i int) (start, end geometry.Length) {
	start, end = r.legs[i], r.legs[i+1]
	if i == 0 {
		start = r.joints[0].trim
	}
	if i+2 == len(r.points) {
		end = r.joints[1].trim
	}
	return start, end
}

func (r *route) buildSegment(i int, x r3.Vector) error {
	from, to := r.points[i], r.points[i+1]
	start, end := r.trims(i)
	if whole := geometry.Distance3(from, to); start+end+shape.MinimumExtent > whole {
		return state.Errorf(state.DegenerateGeometry,
			"path[%d] to path[%d] is %s mm long, and the fittings at its ends take %s mm: draw it longer, or give a "+
				"smaller bend_radius", i, i+1, whole, start+end).
			With("parameter", fmt.Sprintf("path[%d]", i+1)).With("length",
			whole).With("needed", start+end+shape.MinimumExtent)
	}
	d := r.direction(i)
	from, to = services.Along3(from, d, start), services.Along3(to, d, -end)
	id := r.newID()
	r.segments = append(r.segments, id)
	return r.create(&state.Element{
		ID: id, Category: r.kind, Name: r.nameOfStretch(i), LevelID: r.command.LevelID, TypeID: r.command.TypeID,
		MaterialID: r.material, Psets: r.command.Properties.Sorted(),
		Params: &services.Segment{Start: from.Sub(r.up), End: to.Sub(r.up), Profile: r.command.Profile,
			Rotation: services.RotationTo(from, to, r.profile, x),
			Flow:     services.FlowDirection(shape.OrElse(string(r.command.Flow), string(services.FlowForward))),
			SystemID: r.system},
	})
}

// nameOfStretch returns the name of a segment: the name of the run, with a number if there are several segments.
func (r *route) nameOfStretch(i int) string {
	name := strings.TrimSpace(r.command.Name)
	if name == "" || len(r.points) == 2 {
		return name
	}
	return fmt.Sprintf("%s %d", name, i+1)
}
