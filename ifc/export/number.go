package export

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/step"
)

// Instance numbers. An edit of one element should change no line that is about another, and a line changes with every
// number in it. So the number of an instance comes from what it is, not from how many come before it: from its
// GlobalId, from the element that it belongs to with its class and its place among those of that class, or, where it is
// shared, from its content. That key is hashed to a place in a range a few times larger than the file; instances that
// fall on one place follow each other. One that is added moves those few behind it until the next gap, and no others.
// Only when the number of instances passes a power of two is the range doubled, and all are numbered anew.

// origin is what an instance's number comes from.
type origin struct {
	key    uint64
	shared bool
	rooted bool // it has a GlobalId
}

// scope is what is being written: the owner of the instances that have no identity of their own.
type scope struct {
	key    uint64
	counts []classCount
}

// classCount is how many instances of a class a scope has. A scope has few classes, so that a list does.
type classCount struct {
	name  string
	count int
}

// next returns the key of the next instance of a class.
func (s *scope) next(name string) uint64 {
	for i := range s.counts {
		if c := &s.counts[i]; c.name == name {
			c.count++
			return hashNumber(hashText(s.key, name), uint64(c.count))
		}
	}
	s.counts = append(s.counts, classCount{name, 0})
	return hashNumber(hashText(s.key, name), 0)
}

// within makes what follows the owner's until the answered function is called. Owners may be nested, as doors in walls.
func (b *builder) within(owner string) (done func()) {
	outer := b.scope
	b.scope = scope{key: hashText(hashSeed, owner)}
	if last := len(b.counts) - 1; last >= 0 {
		b.scope.counts, b.counts = b.counts[last][:0], b.counts[:last]
	}
	return func() {
		b.counts = append(b.counts, b.scope.counts)
		b.scope = outer
	}
}

// FNV-1a with 64 bits (draft-eastlake-fnv, section 5).
const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

func hashText(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return h
}

func hashNumber(h, n uint64) uint64 {
	for range 8 {
		h = (h ^ n&0xff) * hashPrime
		n >>= 8
	}
	return h
}

// contentKey returns the key of a shared instance: its content, with the keys of what it refers to.
func (b *builder) contentKey(name string, args []step.Value) uint64 {
	h := hashText(hashSeed, name)
	for _, v := range args {
		h = b.hashValue(h, v)
	}
	return h
}

func (b *builder) hashValue(h uint64, v step.Value) uint64 {
	switch v := v.(type) {
	case step.Ref:
		return hashNumber(h, b.origins[v-1].key)
	case step.List:
		h = hashNumber(h, uint64(len(v)))
		for _, e := range v {
			h = b.hashValue(h, e)
		}
		return h
	}
	var err error
	if b.key, err = step.AppendValue(b.key[:0], v); err != nil {
		return h // share has asked for the form before
	}
	return hashText(hashText(h, string(b.key)), ",")
}

// number gives the instances their numbers in the file and puts the shared ones first, by number, so that a value that
// is new leaves the order of the others; those with an owner keep the order in which they came. It hears the end of
// the context.
func (b *builder) number(ctx context.Context) {
	n := len(b.file.Instances)
	order := b.byKey(ctx)
	numbers := make([]step.Ref, n)
	last, shift := 0, 64-bits.Len(uint(n))-1
	for _, k := range order {
		last = max(last, int(k.key>>shift)) + 1
		numbers[k.place] = step.Ref(last)
	}
	values := make([]step.Value, n) // boxed once for all references
	processors.Ranges(n, func(_, from, to int) {
		for i := from; i < to; i++ {
			values[i] = numbers[i]
		}
	})
	processors.Ranges(n, func(_, from, to int) {
		processors.Hear(ctx)
		for i := from; i < to; i++ {
			in := &b.file.Instances[i]
			in.ID = int(numbers[i])
			renumber(in.Args, values)
		}
	})
	processors.Hear(ctx)
	b.arrange(order)
	b.origins, b.shared = nil, nil
}

// keyed is an instance with what its number comes from.
type keyed struct {
	key   uint64
	place int32
}

// compare orders by key, then as the instances came.
func (k keyed) compare(other keyed) int {
	if k.key == other.key {
		return cmp.Compare(k.place, other.place)
	}
	return cmp.Compare(k.key, other.key)
}

// perBucket is how many instances fall into one bucket of byKey, about: few enough that sorting them takes no more time
// than putting them there.
const perBucket = 8

// byKey returns the instances in the order of their mixed keys. These are spread evenly, so their upper bits put nearly
// every one in its place.
func (b *builder) byKey(ctx context.Context) []keyed {
	shift := 64 - bits.Len(uint(len(b.origins)/perBucket))
	starts := make([]int32, 1<<(64-shift)+1)
	for i := range b.origins {
		starts[mixed(b.origins[i].key)>>shift+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	next := slices.Clone(starts)
	out := make([]keyed, len(b.origins))
	for i := range b.origins {
		k := keyed{mixed(b.origins[i].key), int32(i)}
		at := &next[k.key>>shift]
		out[*at] = k
		*at++
	}
	processors.Ranges(len(starts)-1, func(_, from, to int) {
		processors.Hear(ctx)
		for i := from; i < to; i++ {
			slices.SortFunc(out[starts[i]:starts[i+1]], keyed.compare)
		}
	})
	return out
}

// mixed spreads a key over all bits: the upper ones of FNV-1a depend little on the last bytes (finalizer of
// MurmurHash3).
func mixed(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// renumber replaces references in place. Every list belongs to one instance.
func renumber(values []step.Value, numbers []step.Value) {
	for i, v := range values {
		switch v := v.(type) {
		case step.Ref:
			values[i] = numbers[v-1]
		case step.List:
			renumber(v, numbers)
		}
	}
}

// arrange puts the shared instances first, by number, and the others behind them as they came.
func (b *builder) arrange(order []keyed) {
	var shared []step.Instance
	for _, k := range order {
		if b.origins[k.place].shared {
			shared = append(shared, b.file.Instances[k.place])
		}
	}
	all := b.file.Instances
	to := len(all)
	for i := len(all) - 1; i >= 0; i-- {
		if !b.origins[i].shared {
			to--
			all[to] = all[i]
		}
	}
	copy(all, shared)
}
