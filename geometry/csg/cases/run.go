package cases

import (
	"fmt"
	"math"
	"time"

	"github.com/bimstream/bimstream/geometry/csg"
)

// Result is the outcome of one case, with the field names of Expect. Fields that do not apply to the operation are nil.
type Result struct {
	Name          string         `json:"name"`
	OK            bool           `json:"ok"`
	Volume        *float64       `json:"volume,omitempty"`
	Area          *float64       `json:"area,omitempty"`
	Solids        *int           `json:"solids,omitempty"`
	Shells        *int           `json:"shells,omitempty"`
	Euler         *int           `json:"euler,omitempty"`
	Closed        *bool          `json:"closed,omitempty"`
	Clash         *string        `json:"clash,omitempty"`
	OverlapVolume *float64       `json:"overlap_volume,omitempty"`
	OverlapBox    *[2][3]float64 `json:"overlap_bbox,omitempty"`
	Distance      *float64       `json:"distance,omitempty"`
	Depth         *float64       `json:"penetration_depth,omitempty"`
	Contained     *string        `json:"contained,omitempty"`
	Milliseconds  float64        `json:"ms"`
	Error         string         `json:"error,omitempty"`
}

// Summary counts results.
type Summary struct {
	Cases, OK    int
	Milliseconds float64
}

// String returns how many cases were right and how long they took.
func (s Summary) String() string {
	return fmt.Sprintf("%d of %d cases right in %.1f ms", s.OK, s.Cases, s.Milliseconds)
}

// Run runs all cases in order and calls visit with each result. It stops if visit returns an error.
func (f File) Run(visit func(Result) error) (Summary, error) {
	sum := Summary{Cases: len(f.Cases)}
	for _, c := range f.Cases {
		r := c.Run()
		sum.Milliseconds += r.Milliseconds
		if r.OK {
			sum.OK++
		}
		if err := visit(r); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// Run runs one case and compares the result with the expected one. The time covers the evaluation and its measures, but
// not the reading of the case.
func (c Case) Run() Result {
	start := time.Now()
	r := Result{Name: c.Name}
	var err error
	if c.Op == "clash" {
		err = c.clash(&r)
	} else {
		err = c.boolean(&r)
	}
	r.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
	if err != nil {
		r.Error = err.Error()
		return r
	}
	if wrong := c.compare(r); wrong != "" {
		r.Error = wrong
		return r
	}
	r.OK = true
	return r
}

func (c Case) boolean(r *Result) error {
	e, err := combine(c.Op, c.Operands, csg.Identity())
	if err != nil {
		return err
	}
	s, err := csg.Evaluate(e)
	if err != nil {
		return err
	}
	r.measure(s)
	return nil
}

// measure sets the measured fields for a shape.
func (r *Result) measure(s csg.Shape) {
	solids, shells := s.Solids()
	r.Volume, r.Area, r.Euler = ptr(s.Volume()), ptr(s.Area()), ptr(s.Euler())
	r.Solids, r.Shells, r.Closed = ptr(solids), ptr(shells), ptr(s.Check() == nil)
}

func ptr[T any](v T) *T { return &v }

// The default tolerances, in m3, m2 and m.
const (
	defaultVolume   = 1e-9
	defaultArea     = 1e-8
	defaultDistance = 1e-6
)

// compare returns the first difference from the expected result, or "" if there is none.
func (c Case) compare(r Result) string {
	e := c.Expect
	volume, area := orDefault(c.Tol.Volume, defaultVolume), orDefault(c.Tol.Area, defaultArea)
	distance := orDefault(c.Tol.Distance, defaultDistance)
	for _, check := range []string{
		near("volume", r.Volume, e.Volume, volume), near("area", r.Area, e.Area, area),
		same("solids", r.Solids, e.Solids), same("shells", r.Shells, e.Shells), same("euler", r.Euler, e.Euler),
		same("clash", r.Clash, e.Clash), near("overlap_volume", r.OverlapVolume, e.OverlapVolume, volume),
		near("overlap_volume_raw", r.OverlapVolume, e.OverlapVolumeRaw, volume),
		near("distance", r.Distance, e.Distance, distance), near("penetration_depth", r.Depth, e.Depth, distance),
		same("contained", r.Contained, e.Contained), c.compareBox(r),
	} {
		if check != "" {
			return check
		}
	}
	return ""
}

func orDefault(v, otherwise float64) float64 {
	if v > 0 {
		return v
	}
	return otherwise
}

func near(what string, got, want *float64, tolerance float64) string {
	switch {
	case want == nil:
		return ""
	case got == nil:
		return fmt.Sprintf("%s is %v, expected %v", what, nil, *want)
	case !(math.Abs(*got-*want) <= tolerance):
		return fmt.Sprintf("%s is %v, expected %v within %v", what, *got, *want, tolerance)
	}
	return ""
}

func same[T comparable](what string, got, want *T) string {
	switch {
	case want == nil:
		return ""
	case got == nil:
		return fmt.Sprintf("%s is missing, expected %v", what, *want)
	case *got != *want:
		return fmt.Sprintf("%s is %v, expected %v", what, *got, *want)
	}
	return ""
}

// compareBox compares the box of an overlap. The default tolerance is a tenth of a millimetre.
func (c Case) compareBox(r Result) string {
	const defaultBox = 1e-4
	want := c.Expect.OverlapBox
	if want == nil {
		return ""
	}
	if r.OverlapBox == nil {
		return "overlap_bbox is missing"
	}
	tolerance := defaultBox
	if c.Expect.OverlapBoxTol != nil {
		tolerance = *c.Expect.OverlapBoxTol
	}
	for i := range want {
		for j := range want[i] {
			if !(math.Abs(want[i][j]-r.OverlapBox[i][j]) <= tolerance) {
				return fmt.Sprintf("overlap_bbox is %v, expected %v", *r.OverlapBox, *want)
			}
		}
	}
	return ""
}
