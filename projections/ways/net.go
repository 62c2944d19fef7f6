package ways

import (
	"container/heap"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// net holds runs, of ramps or stairs, and the joints between their ends. Ends 2i and 2i+1 are the foot and the head of
// run i.
type net struct {
	ends    []geometry.Point3
	lengths []geometry.Length // of the runs
	joints  [][]joint         // joints of each end, once the ends are joined
}

// joint leads from an end of a run to an end of another run, over a landing or directly.
type joint struct {
	to     int
	length geometry.Length
}

func (n *net) add(foot, head geometry.Point3, length geometry.Length) {
	n.ends, n.lengths = append(n.ends, foot, head), append(n.lengths, length)
}

// joinEnds joins the ends of different runs that meet and whose distance does not exceed the longest landing.
func (n *net) joinEnds(meet func(k, l int) bool) {
	n.joints = make([][]joint, len(n.ends))
	for k := range n.joints {
		for l := k + 1; l < len(n.joints); l++ {
			apart := geometry.Distance(n.ends[k].XY(), n.ends[l].XY())
			if l != across(k) && apart <= LongestLanding && meet(k, l) {
				n.joints[k] = append(n.joints[k], joint{l, apart})
				n.joints[l] = append(n.joints[l], joint{k, apart})
			}
		}
	}
}

// ridden holds the distances from one end of a run to all ends, and the end before each of them.
type ridden struct {
	so     []float64
	before []int
}

// spread finds the shortest ways over runs and landings from an end, starting with the end's own run (Dijkstra).
func (n *net) spread(from int) ridden {
	out := ridden{make([]float64, len(n.ends)), make([]int, len(n.ends))}
	for k := range out.so {
		out.so[k] = math.Inf(1)
	}
	out.so[from] = 0
	open := queue{{from, 0}}
	for len(open) > 0 {
		at := heap.Pop(&open).(arrived)
		if at.so > out.so[at.at] {
			continue
		}
		reach := func(to int, by geometry.Length) {
			if so := at.so + float64(by); so < out.so[to] {
				out.so[to], out.before[to] = so, at.at
				heap.Push(&open, arrived{to, so})
			}
		}
		reach(across(at.at), n.lengths[at.at/2])
		if at.at == from {
			continue
		}
		for _, j := range n.joints[at.at] {
			reach(j.to, j.length)
		}
	}
	return out
}
