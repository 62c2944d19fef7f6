package step

import "sync"

// idIndex finds the place of an id. Writers number instances nearly without gaps, so a table serves almost every
// file; a map serves the others, lest a single huge id take a huge table.
type idIndex struct {
	dense  []int32 // place + 1 by id
	sparse map[int]int32
}

// maxGap is how many table slots an instance may cost: 8 of 4 bytes are still less than an entry of a map takes.
const maxGap = 8

// newIDIndex indexes n ids; of equal ones the first counts.
func newIDIndex(n int, id func(int) int) idIndex {
	top, least := 0, 0
	for i := range n {
		top, least = max(top, id(i)), min(least, id(i))
	}
	if top/maxGap > n || least < 0 {
		return sparseIndex(n, id)
	}
	x := idIndex{dense: make([]int32, top+1)}
	for i := range n {
		if at := &x.dense[id(i)]; *at == 0 {
			*at = int32(i) + 1
		}
	}
	return x
}

func sparseIndex(n int, id func(int) int) idIndex {
	x := idIndex{sparse: make(map[int]int32, n)}
	for i := range n {
		if _, twice := x.sparse[id(i)]; !twice {
			x.sparse[id(i)] = int32(i)
		}
	}
	return x
}

func (x *idIndex) find(id int) (int, bool) {
	if x.dense == nil {
		i, ok := x.sparse[id]
		return int(i), ok
	}
	if id < 0 || id >= len(x.dense) || x.dense[id] == 0 {
		return 0, false
	}
	return int(x.dense[id]) - 1, true
}

// Index finds the instances of a [File] by id. It may be used by several goroutines.
type Index struct {
	f     *File
	ids   idIndex
	once  sync.Once // over what follows
	kinds []int32
	names []string
}

// NewIndex indexes f, whose instances must be neither added to, removed nor renamed while the Index is used.
func NewIndex(f *File) *Index {
	return &Index{f: f, ids: newIDIndex(len(f.Instances), func(i int) int { return f.Instances[i].ID })}
}

// Kinds gives the entity names that occur, in the order of their first instance, and for each instance the place of its
// name among them. Complex instances have the name "". Neither slice is to be changed.
func (x *Index) Kinds() (of []int32, names []string) {
	x.once.Do(x.findKinds)
	return x.kinds, x.names
}

func (x *Index) findKinds() {
	x.kinds = make([]int32, len(x.f.Instances))
	places := map[string]int32{}
	for i := range x.f.Instances {
		name := x.f.Instances[i].Name
		place, known := places[name]
		if !known {
			place = int32(len(x.names))
			x.names = append(x.names, name)
			places[name] = place
		}
		x.kinds[i] = place
	}
}

// File gives the file that is indexed.
func (x *Index) File() *File { return x.f }

// Place gives where in File.Instances the instance with that id stands; of several the first.
func (x *Index) Place(id int) (int, bool) { return x.ids.find(id) }

// Instance gives the instance with that id, of several the first, or nil.
func (x *Index) Instance(id int) *Instance {
	i, ok := x.ids.find(id)
	if !ok {
		return nil
	}
	return &x.f.Instances[i]
}
