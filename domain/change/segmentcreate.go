package change

import (
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateSegment draws a run of duct, pipe or cable tray along a path: a straight segment for each stretch, a bend at
// each corner. A run may start or end at a free port, on a segment or at a fitting of its kind. It is then connected to
// that element, with a bend, transition, tee or cross if necessary.
type CreateSegment struct {
	System     services.ServiceKind   `json:"system"`
	Path       []geometry.Point3      `json:"path" jsonschema:"z above the level"`
	LevelID    state.ID               `json:"level_id"`
	Offset     geometry.Length        `json:"offset,omitempty" jsonschema:"added to every z"`
	Profile    *geometry.Profile      `json:"profile,omitempty" jsonschema:"or type_id; a u opens upwards, its depth is the tray's width"`
	TypeID     state.ID               `json:"type_id,omitempty"`
	Rotation   geometry.Angle         `json:"rotation,omitempty" jsonschema:"of the profile about the first stretch"`
	BendRadius geometry.Length        `json:"bend_radius,omitempty" jsonschema:"default 1.5 times the profile"`
	Flow       services.FlowDirection `json:"flow,omitempty" jsonschema:"default forward, along the path"`
	Connect    *bool                  `json:"connect,omitempty" jsonschema:"default true: at both ends to what is there"`
	SystemID   state.ID               `json:"system_id,omitempty" jsonschema:"default: that of what it is connected to"`
	SystemName string                 `json:"system_name,omitempty" jsonschema:"or by name; with system_use it is made if need be"`
	SystemUse  services.SystemUse     `json:"system_use,omitempty"`
	Material   string                 `json:"material,omitempty" jsonschema:"id or name"`
	Name       string                 `json:"name,omitempty"`
	Properties bodyshape.PropertySets `json:"properties,omitempty"`
}

func (c CreateSegment) Decide(t *Transaction) error {
	r, err := c.route(t)
	if err != nil {
		return err
	}
	connected := c.Connect == nil || *c.Connect
	if connected {
		if err := r.joinStart(); err != nil {
			return err
		}
	}
	if err := r.bends(); err != nil {
		return err
	}
	if connected {
		if err := r.joinEnd(); err != nil {
			return err
		}
	}
	return r.build()
}

// route checks the arguments and returns the run.
func (c CreateSegment) route(t *Transaction) (*route, error) {
	r := &route{Transaction: t, command: c, kind: state.Category(c.System)}
	if services.FittingOf(r.kind) == "" {
		return nil, state.Errorf(state.OutOfRange, "system %q: give one of %s", c.System,
			strings.Join(c.System.Enum(), ", ")).With("parameter", "system").With("allowed", c.System.Enum())
	}
	if _, err := t.Model.FindOf(c.LevelID, state.CategoryLevel); err != nil {
		return nil, err
	}
	if err := c.Properties.Check(); err != nil {
		return nil, err
	}
	if err := bodyshape.TakeMaterial(t.Model, &r.material, c.Material); err != nil {
		return nil, err
	}
	if err := r.takeProfile(); err != nil {
		return nil, err
	}
	if err := r.takePath(); err != nil {
		return nil, err
	}
	return r, r.takeSystem()
}
