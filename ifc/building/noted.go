package building

import "github.com/bimstream/bimstream/ifc/step"

// noted maps instance numbers to values. It is a map for many instances: it finds values without hashing, and does not
// move them when it grows.
type noted[V any] struct {
	index  *step.Index
	places []int32 // index of each value from 1, by the index of the instance; nil until the first value
	pages  [][]V
	count  int32
}

// notedAtOnce is the number of values in one allocation. No value is moved after that.
const notedAtOnce = 1024

// note stores the value of an instance of the file. A second value for the same instance is ignored.
func (n *noted[V]) note(number int, v V) {
	if n.places == nil {
		n.places = make([]int32, len(n.index.File().Instances))
	}
	i, ok := n.index.Place(number)
	if !ok {
		return
	}
	if n.count%notedAtOnce == 0 {
		n.pages = append(n.pages, make([]V, 0, notedAtOnce))
	}
	last := &n.pages[len(n.pages)-1]
	*last = append(*last, v)
	n.count++
	n.places[i] = n.count
}

// of returns the value of an instance.
func (n *noted[V]) of(number int) (v V, known bool) {
	if n.places == nil {
		return v, false
	}
	i, ok := n.index.Place(number)
	if !ok || n.places[i] == 0 {
		return v, false
	}
	at := n.places[i] - 1
	return n.pages[at/notedAtOnce][at%notedAtOnce], true
}
