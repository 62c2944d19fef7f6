package building

import "github.com/bimstream/bimstream/ifc/step"

// noted is what was made of instances, by their numbers. It is a map for what is made of many of them: it finds things
// without hashing, and does not move them when there are more.
type noted[V any] struct {
	index  *step.Index
	places []int32 // in pages, from 1, by the place of the instance; nil while nothing is noted
	pages  [][]V
	count  int32
}

// notedAtOnce is how many values there is made room for at a time, none of which is moved later.
const notedAtOnce = 1024

// note keeps what was made of an instance of the file. A second note of the same instance is ignored.
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

// of returns what was made of an instance.
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
