package cases

import (
	"time"

	"github.com/bimstream/bimstream/geometry/csg"
)

// Timed is the mean time of one evaluation of a boolean case. It includes the triangulation of the result, but not the
// creation of the operands.
type Timed struct {
	Name      string        `json:"name"`
	Each      time.Duration `json:"-"`
	Rounds    int           `json:"rounds"`
	Triangles int           `json:"triangles"`
	Volume    float64       `json:"volume"` // m3
	CPU       float64       `json:"cpu_ms"`
	Error     string        `json:"error,omitempty"`
}

// Time evaluates a boolean case repeatedly for the given time, but at least once. It returns the mean time by the given
// clock, such as the processor time of the process. A clash case, or one that cannot be evaluated, returns an error.
func (c Case) Time(lasting time.Duration, clock func() time.Duration) Timed {
	out := Timed{Name: c.Name}
	e, err := combine(c.Op, c.Operands, csg.Identity())
	if err != nil {
		out.Error = err.Error()
		return out
	}
	s, err := csg.Evaluate(e) // a first run, so that the measured runs find memory allocated
	if err != nil {
		out.Error = err.Error()
		return out
	}
	out.Volume, out.Triangles = volumeOf(s), len(s.Triangles())
	began := clock()
	for out.Rounds == 0 || clock()-began < lasting {
		if s, err = csg.Evaluate(e); err == nil {
			s.Triangles()
		}
		out.Rounds++
	}
	out.Each = (clock() - began) / time.Duration(out.Rounds)
	out.CPU = float64(out.Each.Nanoseconds()) / 1e6
	return out
}

func volumeOf(s csg.Shape) float64 {
	if s.Empty() {
		return 0
	}
	return s.Volume()
}
