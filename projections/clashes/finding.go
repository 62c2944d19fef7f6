package clashes

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
)

// Kind is what a finding is.
type Kind string

// The kinds, in the order in which they are reported.
const (
	Hard      Kind = "hard"      // common volume
	Contained Kind = "contained" // one body wholly in another one
	Duplicate Kind = "duplicate" // the same body, two or more times
	Clearance Kind = "clearance" // apart, but too near
)

// Enum lists the kinds.
func (Kind) Enum() []string { return []string{"hard", "contained", "duplicate", "clearance"} }

// rule returns the rule that a finding of a kind breaks. Whether an overlap happens to be the whole of one body is a
// matter of millimetres, so both break the same rule and a finding keeps its key from one to the other.
func (k Kind) rule() string {
	if k == Contained {
		return string(Hard)
	}
	return string(k)
}

// Finding is one conflict. Lengths are in millimetres in JSON, in world coordinates.
type Finding struct {
	Key      string     `json:"key"` // of the elements and the rule: the same however the values change
	Kind     Kind       `json:"kind"`
	Elements []state.ID `json:"element_ids"`        // in order
	Inside   state.ID   `json:"inside,omitempty"`   // the one that lies in the other
	Level    state.ID   `json:"level_id,omitempty"` // the storey at the place of the finding

	Location geometry.Point3 `json:"location"` // the centre of the overlap, or the middle of the gap

	// Of an overlap. Of several copies, of those that are nearest to each other in order.
	Volume float64         `json:"overlap_volume_m3,omitempty"`
	Box    *geometry.Box   `json:"overlap_box,omitempty"`
	Depth  geometry.Length `json:"depth,omitempty"` // by which one has to give way

	// Of a gap: its width and the points of the first and the second element between which it is.
	Distance *geometry.Length    `json:"distance,omitempty"`
	Witness  *[2]geometry.Point3 `json:"witness,omitempty"`

	// Of round bodies, which are compared as facets inside of their curves: how far those of both are off together. An
	// overlap is up to that much deeper, a gap narrower; at the inner face of a curved wall, whose facets stand out of
	// it, the reverse.
	FacetsOff geometry.Length `json:"facets_off,omitempty"`
}

// keyBytes is the length of a key before it is written in hexadecimal: 80 bits, so that a million findings are all
// different but for a chance of 1 in 10^12 (birthday bound).
const keyBytes = 10

// keyOf returns the key of a finding: of the rule and the elements in order.
func keyOf(rule string, elements []state.ID) string {
	parts := []string{"clash", rule}
	for _, id := range elements {
		parts = append(parts, string(id))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:keyBytes])
}

// findingOf makes a finding of how two elements, in the order of their ids, lie to each other; ok is false when that is
// no conflict.
func findingOf(a, b state.ID, f clash.Finding) (Finding, bool) {
	out := Finding{Elements: []state.ID{a, b}}
	switch {
	case f.Kind == clash.Clearance:
		out.Kind = Clearance
		out.gap(f)
	case f.Kind == clash.Duplicate:
		out.Kind = Duplicate
		out.overlap(f)
	case f.Kind != clash.Hard:
		return out, false
	case f.Contained == clash.AInB:
		out.Kind, out.Inside = Contained, a
		out.overlap(f)
	case f.Contained == clash.BInA:
		out.Kind, out.Inside = Contained, b
		out.overlap(f)
	default:
		out.Kind = Hard
		out.overlap(f)
	}
	out.Key = keyOf(out.Kind.rule(), out.Elements)
	return out, true
}

func (f *Finding) overlap(c clash.Finding) {
	f.Volume = math.Round(c.Volume*1e9) / 1e9 // to a cubic millimetre
	f.Depth, f.Location = length(c.Depth), point(c.Centre)
	f.Box = &geometry.Box{Min: point(c.Min), Max: point(c.Max)}
}

func (f *Finding) gap(c clash.Finding) {
	distance := length(c.Distance)
	f.Distance, f.Witness = &distance, &[2]geometry.Point3{point(c.Witness[0]), point(c.Witness[1])}
	f.Location = point(r3.Vector{X: (c.Witness[0].X + c.Witness[1].X) / 2, Y: (c.Witness[0].Y + c.Witness[1].Y) / 2,
		Z: (c.Witness[0].Z + c.Witness[1].Z) / 2})
}

func length(micrometres float64) geometry.Length { return geometry.Length(math.Round(micrometres)) }

func point(v r3.Vector) geometry.Point3 {
	return geometry.Point3{X: length(v.X), Y: length(v.Y), Z: length(v.Z)}
}

// compareFindings puts the kinds in their order, of overlaps the largest and of gaps the narrowest first.
func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(slices.Index(Kind("").Enum(), string(a.Kind)), slices.Index(Kind("").Enum(), string(b.Kind))),
		-cmp.Compare(a.Volume, b.Volume), compareDistances(a.Distance, b.Distance),
		slices.Compare(a.Elements, b.Elements))
}

func compareDistances(a, b *geometry.Length) int {
	if a == nil || b == nil {
		return 0
	}
	return cmp.Compare(*a, *b)
}
