package cases

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/geometry/csg"
)

// clash looks for a clash of two operands. It finds no clash if the case has a host relation, because a hosted element
// is meant to lie in its host.
func (c Case) clash(r *Result) error {
	if len(c.Operands) != 2 {
		return fmt.Errorf("clash of %d operands: %w; it takes two", len(c.Operands), ErrUnknown)
	}
	var pair [2]*clash.Body
	for i := range pair {
		e, err := c.Operands[i].expr(csg.Identity())
		if err != nil {
			return fmt.Errorf("operand %d: %w", i, err)
		}
		pair[i] = clash.NewBody(e)
	}
	f, err := clash.Examine(pair[0], pair[1], clash.Rules{Tolerance: length(c.Params.Tolerance),
		Clearance: length(c.Params.Clearance)})
	if err != nil {
		return err
	}
	if c.Params.Host != "" {
		f.Kind = clash.None
	}
	r.note(f)
	return nil
}

func length(metres float64) geometry.Length { return geometry.Length(math.Round(metres * micrometres)) }

func (r *Result) note(f clash.Finding) {
	r.Clash, r.OverlapVolume = ptr(string(f.Kind)), ptr(f.Volume)
	if f.Volume > 0 {
		r.OverlapBox = &[2][3]float64{metres(f.Min), metres(f.Max)}
		r.Depth = ptr(f.Depth / micrometres)
	} else if !math.IsInf(f.Distance, 1) {
		r.Distance = ptr(f.Distance / micrometres)
	}
	if f.Contained != clash.Apart {
		r.Contained = ptr(string(f.Contained))
	}
}

func metres(p r3.Vector) [3]float64 {
	return [3]float64{p.X / micrometres, p.Y / micrometres, p.Z / micrometres}
}
