package intake

import "github.com/bimstream/bimstream/ifc/step"

// noted is what was made of instances, by their numbers. It is a map for what is made of many of them: it finds things
// without hashing, and does not move them when there are more.
type noted[V any] struct {
	index  *step.Index
	places []int32 // in values, from 1, by the place of the instance; nil while nothing is noted
	values []V
}

// note notes what was made of an instance of the file, once.
func (n *noted[V]) note(number int, v V) {
	if n.places == nil {
		n.places = make([]int32, len(n.index.File().Instances))
	}
	if i, ok := n.index.Place(number); ok {
		n.values = append(n.values, v)
		n.places[i] = int32(len(n.values))
	}
}

// of answers what was made of an instance.
func (n *noted[V]) of(number int) (v V, known bool) {
	if n.places == nil {
		return v, false
	}
	i, ok := n.index.Place(number)
	if !ok || n.places[i] == 0 {
		return v, false
	}
	return n.values[n.places[i]-1], true
}
