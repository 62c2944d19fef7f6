package step

import "sync"

// idIndex maps ids to indexes. Writers number instances nearly without gaps, so a table suits almost every file. A map
// serves the other files, so that a single huge id does not need a huge table.
type idIndex struct {
	dense  []int32 // index + 1 of the instance with each id
	sparse map[int]int32
}

// maxGap is the greatest number of table slots per instance: 8 slots of 4 bytes still take less space than an entry of
// a map.
const maxGap = 8

// newIDIndex indexes n ids; of equal ids it keeps the first.
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

// Index finds the instances of a [File] by id. Several goroutines may use it.
type Index struct {
	f     *File
	ids   idIndex
	once  sync.Once // guards the fields below
	kinds []int32
	names []string
}

// NewIndex indexes f. While the Index is used, instances of f must not be added, removed or renumbered.
func NewIndex(f *File) *Index {
	return &Index{f: f, ids: newIDIndex(len(f.Instances), func(i int) int { return f.Instances[i].ID })}
}

// Kinds returns the entity names that occur, in the order of their first instance, and for each instance the index of
// its name. Complex instances have the name "". The caller must not change the slices.
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

// File returns the indexed file.
func (x *Index) File() *File { return x.f }

// Place returns the index in File.Instances of the instance with an id, the first instance if several have it.
func (x *Index) Place(id int) (int, bool) { return x.ids.find(id) }

// Instance returns the instance with an id, the first instance if several have it, or nil.
func (x *Index) Instance(id int) *Instance {
	i, ok := x.ids.find(id)
	if !ok {
		return nil
	}
	return &x.f.Instances[i]
}
